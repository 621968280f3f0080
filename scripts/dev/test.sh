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

# Tests that are about seconds: only an optimised build without sanitizers keeps them.
about_seconds='TakesUnder|IsInstant|InTime'

# The library, the tool and all tests of them under the address and undefined-behaviour sanitizers, in the
# amounts of continuous integration: they run five to ten times as long. Leaks count. Sizes that no machine has
# are refused by us, not by the sanitizer.
test_sanitized() {
    configure build-sanitize -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_COMPILER=g++ \
        -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -g1" -DPANTILE_SANITIZE=address,undefined -DPANTILE_TEST_TIMEOUT=14400
    compile build-sanitize
    say "Testing under sanitizers"
    PANTILE_LONG=0 ASAN_OPTIONS=allocator_may_return_null=1 run_ctest build-sanitize -E "$about_seconds"
}

# Every combination runs to its end, so that one failure does not hide another.
run_long_test() {
    export PANTILE_LONG=1
    require_packages build
    local clang=clang++ failed=() compiler type folder
    local -A options=([Debug]="-E $about_seconds" [Release]="")
    ! command -v clang++-19 >/dev/null || clang="clang++-19"
    for compiler in g++ "$clang"; do
        for type in Debug Release; do
            folder=build-$compiler-${type,,}
            configure "$folder" -DCMAKE_BUILD_TYPE="$type" -DCMAKE_CXX_COMPILER="$compiler" -DPANTILE_TEST_TIMEOUT=14400
            compile "$folder"
            say "Testing $compiler, $type"
            # shellcheck disable=SC2086  # an option and its value, or nothing
            run_ctest "$folder" ${options[$type]} || failed+=("$folder")
        done
    done
    test_sanitized || failed+=(build-sanitize)
    ((${#failed[@]} == 0)) || fail "tests failed in: ${failed[*]}"
}
