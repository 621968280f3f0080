# shellcheck shell=bash
# shellcheck disable=SC2154  # root, jobs and logs are set by dev and steps.sh
# Mutation testing: which layer of the tests finds each mutant. The options are those of scripts/mutants.

run_mutants() {
    case " $* " in
        *" --help "* | *" -h "* | *" --list "*) ;;
        *) require_packages build ;;
    esac
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=scripts python3 -m mutants --jobs "$jobs" "$@"
}
