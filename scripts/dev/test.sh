# shellcheck shell=bash
# shellcheck disable=SC2154  # root, jobs and logs are set by dev and steps.sh
# Running the tests. The tests read PANTILE_LONG=1 as the wish for the long programme.

run_test() {
    case ${1:-} in
        '')
            build_all
            run_ctest build
            ;;
        --long)
            shift
            no_arguments "$@"
            run_long_test
            ;;
        *) no_arguments "$@" ;;
    esac
}

# run_ctest FOLDER OPTION...: ctest writes to the terminal itself: its summary is the last thing to be seen.
run_ctest() {
    ctest --test-dir "$1" --output-on-failure -j "$jobs" "${@:2}"
}

# One test may take hours without optimisation or under sanitizers; an amount of the long run, days on two cores.
hours=14400
week=604800

# build_by COMPILER TYPE SECONDS: in build-COMPILER-TYPE/, with so many seconds for each test.
build_by() {
    local folder=build-$1-${2,,}
    configure "$folder" -DCMAKE_BUILD_TYPE="$2" -DCMAKE_CXX_COMPILER="$1" -DPANTILE_TEST_TIMEOUT="$3"
    compile "$folder"
}

# test_build COMPILER TYPE: in the amounts of continuous integration.
test_build() {
    build_by "$1" "$2" $hours
    say "Testing $1, $2"
    PANTILE_LONG=0 run_ctest "build-$1-${2,,}"
}

# The amounts of the long run: they are about what is emitted, not about who built the library.
test_long_amounts() {
    build_by g++ Release $week
    say "Testing the amounts of the long run"
    PANTILE_LONG=1 run_ctest build-g++-release
}

# The library, the tool and all tests of them under the address and undefined-behaviour sanitizers, in the
# amounts of continuous integration: they run five to ten times as long. Leaks count. Sizes that no machine has
# are refused by us, not by the sanitizer.
test_sanitized() {
    configure build-sanitize -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_COMPILER=g++ \
        -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -g1" -DPANTILE_SANITIZE=address,undefined -DPANTILE_TEST_TIMEOUT=$hours
    compile build-sanitize
    say "Testing under sanitizers"
    PANTILE_LONG=0 ASAN_OPTIONS=allocator_may_return_null=1 run_ctest build-sanitize
}

# Every part runs to its end, so that one failure does not hide another.
run_long_test() {
    require_packages fuzz
    local clang=clang++ failed=() compiler type
    ! command -v clang++-19 >/dev/null || clang="clang++-19"
    for compiler in g++ "$clang"; do
        for type in Debug Release; do
            (test_build "$compiler" "$type") || failed+=("$compiler, $type")
        done
    done
    (test_sanitized) || failed+=("sanitizers")
    (run_fuzz 3600) || failed+=("fuzzers")
    (test_long_amounts) || failed+=("long amounts")
    ((${#failed[@]} == 0)) || fail "tests failed: $(printf '%s; ' "${failed[@]}")see above."
}
