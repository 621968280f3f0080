#include "base/identifier.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace pantile {
namespace {

// Keywords of C, C++, CUDA and OpenCL C, and of .pan, in byte order.
constexpr std::array kReserved = std::to_array<std::string_view>({"NULL",
                                                                  "alignas",
                                                                  "alignof",
                                                                  "and",
                                                                  "and_eq",
                                                                  "asm",
                                                                  "atomic_cancel",
                                                                  "atomic_commit",
                                                                  "atomic_noexcept",
                                                                  "auto",
                                                                  "bitand",
                                                                  "bitor",
                                                                  "blockDim",
                                                                  "blockIdx",
                                                                  "bool",
                                                                  "break",
                                                                  "case",
                                                                  "catch",
                                                                  "char",
                                                                  "char16_t",
                                                                  "char32_t",
                                                                  "char8_t",
                                                                  "class",
                                                                  "co_await",
                                                                  "co_return",
                                                                  "co_yield",
                                                                  "compl",
                                                                  "complex",
                                                                  "concept",
                                                                  "const",
                                                                  "const_cast",
                                                                  "consteval",
                                                                  "constexpr",
                                                                  "constinit",
                                                                  "continue",
                                                                  "decltype",
                                                                  "default",
                                                                  "define",
                                                                  "delete",
                                                                  "do",
                                                                  "double",
                                                                  "dynamic_cast",
                                                                  "else",
                                                                  "enum",
                                                                  "errno",
                                                                  "estimate",
                                                                  "explicit",
                                                                  "export",
                                                                  "extern",
                                                                  "f32",
                                                                  "f64",
                                                                  "false",
                                                                  "float",
                                                                  "for",
                                                                  "friend",
                                                                  "goto",
                                                                  "gridDim",
                                                                  "half",
                                                                  "i16",
                                                                  "i32",
                                                                  "i64",
                                                                  "i8",
                                                                  "if",
                                                                  "image2d_t",
                                                                  "imaginary",
                                                                  "in",
                                                                  "inf",
                                                                  "inline",
                                                                  "input",
                                                                  "int",
                                                                  "kernel",
                                                                  "long",
                                                                  "main",
                                                                  "mutable",
                                                                  "namespace",
                                                                  "nan",
                                                                  "new",
                                                                  "noexcept",
                                                                  "not",
                                                                  "not_eq",
                                                                  "nullptr",
                                                                  "offsetof",
                                                                  "operator",
                                                                  "or",
                                                                  "or_eq",
                                                                  "otherwise",
                                                                  "output",
                                                                  "param",
                                                                  "pipeline",
                                                                  "private",
                                                                  "protected",
                                                                  "ptrdiff_t",
                                                                  "public",
                                                                  "read_only",
                                                                  "register",
                                                                  "reinterpret_cast",
                                                                  "requires",
                                                                  "restrict",
                                                                  "return",
                                                                  "sampler_t",
                                                                  "short",
                                                                  "signed",
                                                                  "size_t",
                                                                  "sizeof",
                                                                  "static",
                                                                  "static_assert",
                                                                  "static_cast",
                                                                  "struct",
                                                                  "switch",
                                                                  "template",
                                                                  "this",
                                                                  "threadIdx",
                                                                  "thread_local",
                                                                  "throw",
                                                                  "true",
                                                                  "try",
                                                                  "typedef",
                                                                  "typeid",
                                                                  "typename",
                                                                  "u16",
                                                                  "u32",
                                                                  "u64",
                                                                  "u8",
                                                                  "uchar",
                                                                  "uint",
                                                                  "ulong",
                                                                  "union",
                                                                  "unsigned",
                                                                  "ushort",
                                                                  "using",
                                                                  "virtual",
                                                                  "void",
                                                                  "volatile",
                                                                  "warpSize",
                                                                  "wchar_t",
                                                                  "where",
                                                                  "while",
                                                                  "with",
                                                                  "write_only",
                                                                  "xor",
                                                                  "xor_eq"});
static_assert(std::is_sorted(kReserved.begin(), kReserved.end()));

// Functions of the C library that emitted code calls or that a symbol of this name would replace.
constexpr std::array kLibrary = std::to_array<std::string_view>(
    {"abort",    "abs",     "acos",    "acosf",          "aligned_alloc", "asin",
     "asinf",    "assert",  "atan",    "atan2",          "atan2f",        "atanf",
     "atexit",   "calloc",  "ceil",    "ceilf",          "close",         "cos",
     "cosf",     "cosh",    "coshf",   "exit",           "exp",           "expf",
     "fabs",     "fabsf",   "floor",   "floorf",         "fmod",          "fmodf",
     "fopen",    "fork",    "fprintf", "fputs",          "free",          "getenv",
     "isnan",    "log",     "logf",    "malloc",         "memcmp",        "memcpy",
     "memmove",  "memset",  "open",    "posix_memalign", "pow",           "powf",
     "printf",   "puts",    "read",    "realloc",        "rint",          "rintf",
     "round",    "roundf",  "sin",     "sinf",           "sinh",          "sinhf",
     "snprintf", "sprintf", "sqrt",    "sqrtf",          "stderr",        "stdin",
     "stdout",   "strcmp",  "strcpy",  "strlen",         "system",        "tan",
     "tanf",     "tanh",    "tanhf",   "time",           "trunc",         "truncf",
     "write"});
static_assert(std::is_sorted(kLibrary.begin(), kLibrary.end()));

// Functions of the language: a stage of this name could not be told from them in .pan text.
constexpr std::array kLanguage = std::to_array<std::string_view>(
    {"clamp", "constant_exterior", "is_nan", "lerp", "max", "maximum", "min", "minimum", "mirror_image",
     "mirror_interior", "product", "quo", "rem", "repeat_edge", "repeat_image", "select", "sum"});
static_assert(std::is_sorted(kLanguage.begin(), kLanguage.end()));

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::optional<std::string> why_not_a_name(std::string_view name) {
    if (name.empty()) return "it is empty";
    if (name.size() > kMaxNameLength)
        return "it is longer than " + std::to_string(kMaxNameLength) + " characters";
    if (!is_letter(name[0])) return "it does not begin with a letter";
    if (!std::all_of(name.begin(), name.end(),
                     [](char c) { return is_letter(c) || is_digit(c) || c == '_'; })) {
        return "it has characters other than letters, digits and '_'";
    }
    if (name.find("__") != std::string_view::npos) return "it contains '__', which C reserves";
    if (name.substr(0, 7) == "pantile" || name.substr(0, 7) == "PANTILE")
        return "names that begin with 'pantile' are ours";
    if (std::binary_search(kReserved.begin(), kReserved.end(), name)) return "it is a reserved word";
    if (std::binary_search(kLanguage.begin(), kLanguage.end(), name))
        return "it is a function of the language";
    if (std::binary_search(kLibrary.begin(), kLibrary.end(), name))
        return "it is a function of the C library";
    return std::nullopt;
}

std::string quoted(std::string_view name) {
    constexpr size_t kShown = 40;
    std::string shown(name.substr(0, kShown));
    for (char& c : shown) {
        if (!std::isprint(static_cast<unsigned char>(c))) c = '?';
    }
    return "'" + shown + (name.size() > kShown ? "…'" : "'");
}

}  // namespace pantile
