# shellcheck shell=bash
# shellcheck disable=SC2154  # root, jobs and logs are set by dev and steps.sh
# The checks of .clang-tidy on our own sources. All files take about ten minutes on two cores, so it is not part of
# continuous integration.

# run_tidy [FILE...]
run_tidy() {
    require_packages tidy
    # One file after the other, without precompiled headers, which are those of another compiler. Nothing is built.
    configure build-tidy -DCMAKE_BUILD_TYPE=Debug -DCMAKE_UNITY_BUILD=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
    local files=("$@")
    (($# > 0)) || mapfile -d '' -t files < <(cxx_files | grep --null-data -E '^(src|tools|bench)/.*\.cpp$')
    require_checkable "${files[@]}"
    say "Checking ${#files[@]} files"
    printf '%s\0' "${files[@]}" |
        xargs -0 -n 1 -P "$jobs" bash -c 'tidy_one "$1"' tidy_one || fail "clang-tidy found something; see above."
    say "Nothing was found."
}

# A header is checked with the sources that include it.
require_checkable() {
    local file
    for file in "$@"; do
        [[ -f $file ]] || fail "there is no file '$file'."
        [[ $file == *.cpp ]] || fail "'$file' is no source file; a header is checked with a '.cpp' that includes it."
    done
}

# What is found follows the name of the file; what clang-tidy counts is left out.
tidy_one() {
    local found status=0
    found=$(clang-tidy -p build-tidy --quiet --warnings-as-errors='*' "$1" 2>/dev/null) || status=$?
    printf '%s\n' "$1"
    [[ -z $found ]] || printf '%s\n' "$found"
    return "$status"
}
export -f tidy_one
