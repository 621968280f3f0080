# shellcheck shell=bash
# shellcheck disable=SC2154  # root, jobs and logs are set by dev and steps.sh
# Formatting the C++ files under git. Golden files are emitted code: their layout is the emitter's.

run_format() {
    local mode=(-i)
    if [[ ${1:-} == --check ]]; then
        mode=(--dry-run --Werror)
        shift
    fi
    no_arguments "$@"
    require_packages format
    if ! cxx_files | xargs -0 --no-run-if-empty clang-format "${mode[@]}"; then
        fail "some files are not formatted; './dev format' does it."
    fi
}

# git refuses a checkout of another user unless told that we mean it.
cxx_files() {
    git -c safe.directory="$root" ls-files -z --deduplicate -- '*.cpp' '*.h' ':!tests/golden' |
        while IFS= read -r -d '' file; do
            # A file removed but not yet committed is still listed.
            [[ ! -f $file ]] || printf '%s\0' "$file"
        done
}
