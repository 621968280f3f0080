# shellcheck shell=bash
# shellcheck disable=SC2154  # root, jobs and logs are set by dev and steps.sh
# Configuring and building with CMake and ninja.

run_build() {
    no_arguments "$@"
    build_tool
    say "The tool is build/bin/pantile."
}

# The libraries and the tool: all that running pipelines needs, and all that 'cmake --install' installs.
build_tool() {
    configure_release
    compile build pantile_tool pantile_shared
}

# The tests, too.
build_all() {
    configure_release
    compile build
}

# Eight files in one run of the compiler take half as long. './dev test --long' compiles each by itself, so that none
# lives on what its neighbours include.
configure_release() {
    require_packages build
    configure build -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON
}

# configure FOLDER OPTION...: does nothing when the folder was configured in the same way. Otherwise it starts
# afresh, since CMake keeps the compiler and the source folder of the first time (a copied or moved checkout).
configure() {
    local folder=$1
    shift
    require_writable "$folder"
    local options=("$@")
    if command -v ccache >/dev/null; then
        options+=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    fi
    local wanted="$root ${CC:-} ${CXX:-} ${options[*]}" stamp=$folder/configured-by-dev
    if [[ -f $folder/build.ninja && -f $stamp && $(<"$stamp") == "$wanted" ]]; then
        return
    fi
    rm -f -- "$stamp"
    step "Configuring in $folder/" "configure-$folder" cmake --fresh -G Ninja -S "$root" -B "$folder" "${options[@]}"
    printf '%s' "$wanted" >"$stamp"
}

# compile FOLDER [TARGET...]
compile() {
    step "Building in $1/" "compile-$1" ninja -C "$1" -j "$jobs" "${@:2}"
}
