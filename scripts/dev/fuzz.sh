# shellcheck shell=bash
# Running the libFuzzer targets: programs build-fuzz/bin/fuzz_NAME, seeds in tests/fuzz/corpus/NAME.

run_fuzz() {
    local seconds=${1:-60}
    [[ $seconds =~ ^[1-9][0-9]*$ ]] || fail "the number of seconds must be a whole number above 0, not '$seconds'."
    (($# == 0)) || shift
    no_arguments "$@"
    require_packages fuzz
    build_fuzzers
    local program crashed=()
    for program in build-fuzz/bin/fuzz_*; do
        [[ -x $program ]] || fail "there is no program build-fuzz/bin/fuzz_*."
        (fuzz_one "$program" "$seconds") || crashed+=("${program##*/fuzz_}")
    done
    ((${#crashed[@]} == 0)) || fail "found by fuzzing: ${crashed[*]}; the files are in build-fuzz/crashes/."
}

build_fuzzers() {
    local compiler=clang++
    ! command -v clang++-19 >/dev/null || compiler="clang++-19"
    configure build-fuzz -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_UNITY_BUILD=ON -DPANTILE_FUZZ=ON \
        -DCMAKE_CXX_COMPILER="$compiler" -DPANTILE_TESTS=OFF -DPANTILE_SANITIZE=fuzzer-no-link,address,undefined
    compile build-fuzz
}

# fuzz_one PROGRAM SECONDS: what it finds worth keeping goes to build-fuzz/corpus/, crashes to build-fuzz/crashes/.
fuzz_one() {
    local name=${1##*/fuzz_} corpora seeds
    corpora=("build-fuzz/corpus/$name")
    seeds=tests/fuzz/corpus/$name
    mkdir -p -- "${corpora[0]}" build-fuzz/crashes
    [[ ! -d $seeds ]] || corpora+=("$seeds")
    say "Fuzzing $name for $2 s"
    step "Fuzzing $name" "fuzz-$name" "$1" -max_total_time="$2" -timeout=60 -rss_limit_mb=2048 \
        -artifact_prefix="build-fuzz/crashes/$name-" "${corpora[@]}"
}
