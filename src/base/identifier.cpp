#include "base/identifier.h"

#include <algorithm>
#include <array>

#include "base/letters.h"

namespace pantile {
namespace {

// Keywords of C, C++, CUDA and OpenCL C, and of .pan, in byte order.
// clang-format off
constexpr std::array kReserved = std::to_array<std::string_view>(
    {"NULL", "alignas", "alignof", "and", "and_eq", "asm", "atomic_cancel", "atomic_commit",
     "atomic_noexcept", "auto", "bitand", "bitor", "blockDim", "blockIdx", "bool", "break", "case", "catch",
     "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl",
     "complex", "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue",
     "decltype", "default", "define", "delete", "do", "double", "dynamic_cast", "else", "enum", "errno",
     "estimate", "explicit", "export", "extern", "f32", "f64", "false", "float", "for", "friend", "goto",
     "gridDim", "half", "i16", "i32", "i64", "i8", "if", "image2d_t", "imaginary", "in", "inf", "inline",
     "input", "int", "kernel", "long", "main", "mutable", "namespace", "nan", "new", "noexcept", "not",
     "not_eq", "nullptr", "offsetof", "operator", "or", "or_eq", "otherwise", "output", "param", "pipeline",
     "private", "protected", "ptrdiff_t", "public", "read_only", "register", "reinterpret_cast", "requires",
     "restrict", "return", "sampler_t", "short", "signed", "size_t", "sizeof", "static", "static_assert",
     "static_cast", "struct", "switch", "template", "this", "threadIdx", "thread_local", "throw", "true",
     "try", "typedef", "typeid", "typename", "typeof", "u16", "u32", "u64", "u8", "uchar", "uint", "ulong",
     "union", "unsigned", "ushort", "using", "virtual", "void", "volatile", "warpSize", "wchar_t", "where",
     "while", "with", "write_only", "xor", "xor_eq"});
// clang-format on
static_assert(std::is_sorted(kReserved.begin(), kReserved.end()));

// Functions of the C library that emitted code calls or that a symbol of this name would replace.
// clang-format off
constexpr std::array kLibrary = std::to_array<std::string_view>(
    {"abort", "abs", "acos", "acosf", "aligned_alloc", "asin", "asinf", "assert", "atan", "atan2", "atan2f",
     "atanf", "atexit", "calloc", "ceil", "ceilf", "close", "cos", "cosf", "cosh", "coshf", "exit", "exp",
     "expf", "fabs", "fabsf", "floor", "floorf", "fmod", "fmodf", "fopen", "fork", "fprintf", "fputs",
     "free", "getenv", "isnan", "log", "logf", "malloc", "memcmp", "memcpy", "memmove", "memset", "open",
     "posix_memalign", "pow", "powf", "printf", "puts", "read", "realloc", "rint", "rintf", "round",
     "roundf", "sin", "sinf", "sinh", "sinhf", "snprintf", "sprintf", "sqrt", "sqrtf", "stderr", "stdin",
     "stdout", "strcmp", "strcpy", "strlen", "system", "tan", "tanf", "tanh", "tanhf", "time", "trunc",
     "truncf", "write"});
// clang-format on
static_assert(std::is_sorted(kLibrary.begin(), kLibrary.end()));

// Functions of the language: a stage of this name could not be told from them in .pan text.
// clang-format off
constexpr std::array kLanguage = std::to_array<std::string_view>(
    {"clamp", "constant_exterior", "is_nan", "lerp", "max", "maximum", "min", "minimum", "mirror_image",
     "mirror_interior", "product", "quo", "rem", "repeat_edge", "repeat_image", "select", "sum"});
// clang-format on
static_assert(std::is_sorted(kLanguage.begin(), kLanguage.end()));

// What the headers declare that emitted code includes. A function of such a name does not compile; a variable
// of such a name does.
// clang-format off
constexpr std::array kDeclared = std::to_array<std::string_view>(
    {"a64l", "abort", "abs", "acos", "acosf", "acosh", "acoshf", "acoshl", "acosl", "aligned_alloc",
     "alloca", "arc4random", "arc4random_buf", "arc4random_uniform", "asin", "asinf", "asinh", "asinhf",
     "asinhl", "asinl", "at_quick_exit", "atan", "atan2", "atan2f", "atan2l", "atanf", "atanh", "atanhf",
     "atanhl", "atanl", "atexit", "atof", "atoi", "atol", "atoll", "be16toh", "be32toh", "be64toh",
     "bsearch", "calloc", "cbrt", "cbrtf", "cbrtl", "ceil", "ceilf", "ceill", "clearenv", "copysign",
     "copysignf", "copysignl", "cos", "cosf", "cosh", "coshf", "coshl", "cosl", "div", "drand48",
     "drand48_r", "drem", "dremf", "dreml", "ecvt", "ecvt_r", "erand48", "erand48_r", "erf", "erfc", "erfcf",
     "erfcl", "erff", "erfl", "exit", "exp", "exp2", "exp2f", "exp2l", "expf", "expl", "expm1", "expm1f",
     "expm1l", "fabs", "fabsf", "fabsl", "fcvt", "fcvt_r", "fd_mask", "fdim", "fdimf", "fdiml", "finite",
     "finitef", "finitel", "floor", "floorf", "floorl", "fma", "fmaf", "fmal", "fmax", "fmaxf", "fmaxl",
     "fmin", "fminf", "fminl", "fmod", "fmodf", "fmodl", "fpclassify", "free", "frexp", "frexpf", "frexpl",
     "gamma", "gammaf", "gammal", "gcvt", "getenv", "getloadavg", "gets", "getsubopt", "htobe16", "htobe32",
     "htobe64", "htole16", "htole32", "htole64", "hypot", "hypotf", "hypotl", "ilogb", "ilogbf", "ilogbl",
     "initstate", "initstate_r", "isfinite", "isgreater", "isgreaterequal", "isinf", "isinff", "isinfl",
     "isless", "islessequal", "islessgreater", "isnan", "isnanf", "isnanl", "isnormal", "isunordered", "j0",
     "j0f", "j0l", "j1", "j1f", "j1l", "jn", "jnf", "jnl", "jrand48", "jrand48_r", "l64a", "labs", "lcong48",
     "lcong48_r", "ldexp", "ldexpf", "ldexpl", "ldiv", "le16toh", "le32toh", "le64toh", "lgamma", "lgamma_r",
     "lgammaf", "lgammaf_r", "lgammal", "lgammal_r", "linux", "llabs", "lldiv", "llrint", "llrintf",
     "llrintl", "llround", "llroundf", "llroundl", "log", "log10", "log10f", "log10l", "log1p", "log1pf",
     "log1pl", "log2", "log2f", "log2l", "logb", "logbf", "logbl", "logf", "logl", "lrand48", "lrand48_r",
     "lrint", "lrintf", "lrintl", "lround", "lroundf", "lroundl", "madvise", "malloc", "math_errhandling",
     "mblen", "mbstowcs", "mbtowc", "mincore", "mkdtemp", "mkstemp", "mkstemps", "mktemp", "mlock",
     "mlockall", "mmap", "modf", "modff", "modfl", "mprotect", "mrand48", "mrand48_r", "msync", "munlock",
     "munlockall", "munmap", "nan", "nanf", "nanl", "nearbyint", "nearbyintf", "nearbyintl", "nextafter",
     "nextafterf", "nextafterl", "nexttoward", "nexttowardf", "nexttowardl", "nrand48", "nrand48_r",
     "offsetof", "on_exit", "posix_madvise", "posix_memalign", "pow", "powf", "powl", "pselect", "putenv",
     "qecvt", "qecvt_r", "qfcvt", "qfcvt_r", "qgcvt", "qsort", "quick_exit", "quot", "rand", "rand_r",
     "random", "random_r", "realloc", "reallocarray", "realpath", "remainder", "remainderf", "remainderl",
     "remquo", "remquof", "remquol", "rint", "rintf", "rintl", "round", "roundf", "roundl", "rpmatch",
     "scalb", "scalbf", "scalbl", "scalbln", "scalblnf", "scalblnl", "scalbn", "scalbnf", "scalbnl",
     "seed48", "seed48_r", "select", "setenv", "setstate", "setstate_r", "shm_open", "shm_unlink", "signbit",
     "signgam", "significand", "significandf", "significandl", "sin", "sinf", "sinh", "sinhf", "sinhl",
     "sinl", "sqrt", "sqrtf", "sqrtl", "srand", "srand48", "srand48_r", "srandom", "srandom_r", "strtod",
     "strtof", "strtol", "strtold", "strtoll", "strtoq", "strtoul", "strtoull", "strtouq", "system", "tan",
     "tanf", "tanh", "tanhf", "tanhl", "tanl", "tgamma", "tgammaf", "tgammal", "trunc", "truncf", "truncl",
     "typeof", "u_char", "u_int", "u_long", "u_short", "uint", "ulong", "unix", "unsetenv", "ushort",
     "valloc", "wcstombs", "wctomb", "y0", "y0f", "y0l", "y1", "y1f", "y1l", "yn", "ynf", "ynl"});
// clang-format on
static_assert(std::is_sorted(kDeclared.begin(), kDeclared.end()));

}  // namespace

std::optional<std::string> why_not_a_name(std::string_view name) {
    if (name.empty()) return "it is empty";
    if (name.size() > kMaxNameLength)
        return "it is longer than " + std::to_string(kMaxNameLength) + " characters";
    if (!is_letter(name[0])) return "it does not begin with a letter";
    if (!std::all_of(name.begin(), name.end(), is_name_character)) {
        return "it has characters other than letters, digits and '_'";
    }
    if (name.find("__") != std::string_view::npos) return "it contains '__', which C reserves";
    if (name.substr(0, 7) == "pantile" || name.substr(0, 7) == "PANTILE")
        return "names that begin with 'pantile' are reserved";
    if (std::binary_search(kReserved.begin(), kReserved.end(), name)) return "it is a reserved word";
    if (std::binary_search(kLanguage.begin(), kLanguage.end(), name))
        return "it is a function of the language";
    if (std::binary_search(kLibrary.begin(), kLibrary.end(), name)) return "it is a C library function";
    return std::nullopt;
}

std::optional<std::string> why_not_a_pipeline_name(std::string_view name) {
    if (auto why = why_not_a_name(name)) return why;
    const bool small = std::any_of(name.begin(), name.end(), is_small_letter);
    if (!small) return "the name of a pipeline needs a lower-case letter, or it could be a C macro";
    if (name.ends_with("_t")) return "names that end in '_t' are reserved for C types";
    if (name.starts_with("omp_")) return "names that begin with 'omp_' are reserved for OpenMP";
    if (std::binary_search(kDeclared.begin(), kDeclared.end(), name)) return "a C header declares it";
    return std::nullopt;
}

std::string in_quotes(std::string_view name) {
    constexpr size_t kShown = 40;
    std::string shown(name.substr(0, kShown));
    for (char& c : shown) {
        if (!is_printable(c)) c = '?';
    }
    return "'" + shown + (name.size() > kShown ? "…'" : "'");
}

}  // namespace pantile
