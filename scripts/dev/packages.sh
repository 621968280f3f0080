# shellcheck shell=bash
# The Debian packages each command needs. Checking costs one dpkg-query; only what is missing is installed.

# A package, and how to see without dpkg that the machine has what it gives (another system, a tool of the
# user's own): 'command:NAME', 'header:FILE', or 'openmp:COMPILER', 'fuzzer:COMPILER' for a compiler's library.
build_packages=(
    "g++=command:g++"
    cmake=command:cmake
    ninja-build=command:ninja
    pkg-config=command:pkg-config
    make=command:make  # what "cmake" uses by itself, as in the README's example
    libfmt-dev=header:fmt/format.h
    libhwloc-dev=header:hwloc.h
    libcli11-dev=header:CLI/CLI.hpp
    nlohmann-json3-dev=header:nlohmann/json.hpp
    libpng-dev=header:png.h
    libjpeg-dev=header:jpeglib.h
    libtiff-dev=header:tiffio.h
    libgtest-dev=header:gtest/gtest.h
    libgmock-dev=header:gmock/gmock.h
    python3=command:python3
)
format_packages=(git=command:git clang-format=command:clang-format)
tidy_packages=(git=command:git clang-tidy=command:clang-tidy)

# require_packages build|format|tidy|fuzz: returns when all are there, installs what is not, or says what to do.
require_packages() {
    local missing
    mapfile -t missing < <(missing_packages "$1")
    ((${#missing[@]} > 0)) || return 0
    can_install || fail_missing "${missing[@]}"
    step "Updating the package lists" apt-update apt_get update
    # The choice of clang depends on the lists, which a fresh container does not have.
    mapfile -t missing < <(missing_packages "$1")
    say "Installing ${missing[*]}"
    step "Installing packages" apt-install apt_get install -y --no-install-recommends "${missing[@]}"
}

missing_packages() {
    local needed installed entry
    mapfile -t needed < <(needed_packages "$1")
    installed=$(installed_packages "${needed[@]%%=*}")
    for entry in "${needed[@]}"; do
        grep -qxF -- "${entry%%=*}" <<<"$installed" || probe "${entry#*=}" || echo "${entry%%=*}"
    done
}

needed_packages() {
    case $1 in
        build)  printf '%s\n' "${build_packages[@]}"; clang_packages ;;
        format) printf '%s\n' "${format_packages[@]}" ;;
        tidy)   printf '%s\n' "${build_packages[@]}" "${tidy_packages[@]}" ;;
        fuzz)   printf '%s\n' "${build_packages[@]}"; clang_packages; fuzzer_packages ;;
    esac
}

# Generated code is compiled by clang 19 where Debian has it, else by Debian's default clang.
clang_packages() {
    if use_clang_19; then
        printf '%s\n' clang-19=command:clang-19 libomp-19-dev=openmp:clang-19
    else
        printf '%s\n' clang=command:clang libomp-dev=openmp:clang
    fi
}

fuzzer_packages() {
    if use_clang_19; then
        echo libclang-rt-19-dev=fuzzer:clang++-19
    else
        echo libclang-rt-14-dev=fuzzer:clang++
    fi
}

# Without package lists nothing is known to be missing: hope for the better compiler.
use_clang_19() {
    command -v clang-19 >/dev/null || apt_knows clang-19 || ! apt_knows clang
}

apt_knows() { apt-cache show "$1" >/dev/null 2>&1; }

installed_packages() {
    command -v dpkg-query >/dev/null || return 0
    # The packages dpkg has never heard of make it fail; the others are listed all the same.
    { dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true; } | sed -n 's/^installed //p'
}

probe() {
    local what=${1#*:}
    case $1 in
        command:*) command -v "$what" ;;
        header:*)  g++ -E -include stdio.h -include "$what" -x c++ /dev/null ;;
        openmp:*)  "$what" -fopenmp -E -include omp.h -x c /dev/null ;;
        fuzzer:*)  echo 'extern "C" int LLVMFuzzerTestOneInput(char*, long) { return 0; }' |
            "$what" -fsanitize=fuzzer,address -x c++ - -o /dev/null ;;
    esac >/dev/null 2>&1
}

can_install() {
    command -v apt-get >/dev/null || return 1
    ((EUID == 0)) || sudo -n true >/dev/null 2>&1
}

apt_get() {
    local become_root=()
    ((EUID == 0)) || become_root=(sudo -n)
    "${become_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -q -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@"
}

fail_missing() {
    local sudo='sudo ' why='there is no root and no passwordless sudo here. To get them:'
    ((EUID != 0)) || sudo=''
    command -v apt-get >/dev/null || why='there is no apt-get here. On Debian 12 this gets them:'
    cat >&2 <<MESSAGE
dev: these Debian packages are missing: $*
     They cannot be installed: $why

         ${sudo}apt-get update && ${sudo}apt-get install --no-install-recommends $*

MESSAGE
    exit 1
}
