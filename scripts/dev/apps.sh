# shellcheck shell=bash
# shellcheck disable=SC2154  # root, jobs and logs are set by dev and steps.sh
# Running the pipelines of apps/ on an image: the demonstration.

tool=build/bin/pantile

run_demo() {
    case ${1:-} in
        '') demonstrate_three ;;
        --all)
            shift
            no_arguments "$@"
            demonstrate_all
            ;;
        *) no_arguments "$@" ;;
    esac
}

demonstrate_all() {
    local files=demo-out/apps pictures=docs/images/apps
    build_tool
    require_writable "$files" "$pictures"
    say "Preparing inputs, scheduling, compiling and running:"
    apps/demo/run.sh "$tool" "$files" "$pictures" || exit 1
    printf '\nEverything took %s s. Inputs and full outputs are in %s.\n' "$SECONDS" "$root/$files"
    say "Look at the images in $root/$pictures, or at apps/README.md, which shows them"
}

demonstrate_three() {
    build_tool
    require_writable demo-out
    local photo=demo-out/photo.png table=()
    step "Generating a test image" photo "$tool" photo "$photo" --size x=768,y=512
    demonstrate blur "$photo" blur
    demonstrate unsharp "$photo" unsharp
    # The response of harris spans many powers of ten; the view of it is scaled for the eye.
    demonstrate harris_view "$photo" harris
    say "Generated the image $photo (768 x 512 pixels) and ran on it:"
    echo
    printf '  %-10s %14s   %s\n' pipeline milliseconds image "${table[@]}"
    printf '\nMilliseconds: the fastest of 5 runs with %s threads; everything took %s s.\n' "$jobs" "$SECONDS"
    say "Look at the images in $root/demo-out"
}

# demonstrate APP PHOTO NAME: adds a row to 'table'.
demonstrate() {
    local picture=demo-out/$3.png
    time_app "$1" "$2" "$picture" --time 5 --threads "$jobs"
    table+=("$3" "$minimum" "$picture")
}

# time_app APP PHOTO PICTURE OPTION...: runs the pipeline and sets 'minimum' and 'median', in milliseconds, from
# the line 'time: minimum 1.23 ms, median 1.30 ms, ...' that the tool prints for --time.
time_app() {
    local app=$1 photo=$2 picture=$3 log=$logs/run-$1.log
    shift 3
    step "Running $app" "run-$app" "$tool" run "apps/$app.pan" --input "img=$photo" --output "$picture" "$@"
    minimum=$(milliseconds minimum "$log")
    median=$(milliseconds median "$log")
    [[ -n $minimum && -n $median ]] || fail "found no 'minimum' and 'median' times in $log."
}

# milliseconds WORD LOG
milliseconds() {
    sed -nE "s/.*\b$1[ :=]*([0-9.]+) *ms.*/\1/p" -- "$2" | head -n 1
}
