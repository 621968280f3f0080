# shellcheck shell=bash
# shellcheck disable=SC2154  # tool is set by apps.sh
# The benchmarks: against other systems, of tiles, and of our schedulers against each other.

# run_bench [--tiling | --schedulers] OPTION...
run_bench() {
    case ${1:-} in
        --tiling) bench_tiling "${@:2}" ;;
        --schedulers) bench_schedulers "${@:2}" ;;
        *) bench_peers "$@" ;;
    esac
}

# The options are those of bench/race; it tells its progress itself.
bench_peers() {
    case " $* " in
        *" --help "* | *" -h "*) ;;
        *) build_tool ;;
    esac
    require_writable build/bench
    PYTHONPATH=bench python3 -m race --pantile "$tool" "$@"
}

# The options are those of bench/tiling/run.py.
bench_tiling() {
    build_tool
    require_writable build/bench/tiling
    local table=build/bench/tiling/table.txt
    step "Timing tiles" bench-tiling python3 bench/tiling/run.py --pantile "$tool" --work build/bench/tiling \
        --table "$table" "$@"
    cat -- "$table"
}

# The options are those of pantile_bench_schedulers; without programs it takes all of apps/ that have estimates.
bench_schedulers() {
    build_tool
    compile build pantile_bench_schedulers
    local programs=()
    [[ " $* " == *.pan* ]] || mapfile -t programs < <(grep -l '^estimate ' apps/*.pan)
    build/bin/pantile_bench_schedulers "${programs[@]}" "$@"
}
