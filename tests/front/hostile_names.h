// Names that are meant to hurt: words of C, CUDA, OpenCL and shells, ends of comments and strings, paths,
// macros of headers, names that emitted code uses itself, bytes that are no letters.
#pragma once

#include <string>
#include <vector>

namespace pantile::front {

// About a third of them are names that a user may give.
inline std::vector<std::string> hostile_names() {
    std::vector<std::string> all = {"",
                                    " ",
                                    "a b",
                                    "1a",
                                    "_a",
                                    "__a",
                                    "a__b",
                                    "a-b",
                                    "a.b",
                                    "a/b",
                                    "../a",
                                    "/etc/passwd",
                                    "a\\b",
                                    "a;b",
                                    "a|b",
                                    "a&b",
                                    "$(id)",
                                    "`id`",
                                    "$HOME",
                                    "${IFS}",
                                    "a'b",
                                    "a\"b",
                                    "a*/b",
                                    "/*a",
                                    "*/",
                                    "//a",
                                    "#a",
                                    "a#b",
                                    "a%sb",
                                    "%n",
                                    "%s%s%s%s",
                                    "{}",
                                    "{0}",
                                    "a{b",
                                    "a}b",
                                    "a(b",
                                    "a)b",
                                    "a[b",
                                    "a]b",
                                    "<a>",
                                    "a=b",
                                    "a,b",
                                    "a:b",
                                    "a?b",
                                    "?\?=",
                                    "a@b",
                                    "@a",
                                    "a~b",
                                    "a^b",
                                    "a!b",
                                    "a+b",
                                    "-a",
                                    "--help",
                                    "-o",
                                    "a\tb",
                                    "a\nb",
                                    "a\rb",
                                    "a\x1b[2Jb",
                                    "a\x7f",
                                    "\xff\xfe",
                                    "\xc3\xa9",
                                    "\xd0\xb0",
                                    "\xe2\x80\xae"
                                    "a",
                                    "\xef\xbb\xbf"
                                    "a",
                                    "a\xcc\x81",
                                    std::string("a\0b", 3),
                                    std::string(63, 'a'),
                                    std::string(64, 'a'),
                                    std::string(5000, 'a'),
                                    "CON",
                                    "NUL",
                                    "con",
                                    "aux"};
    for (const char* word :
         {// C, C++, CUDA, OpenCL
          "int", "float", "double", "while", "for", "if", "else", "return", "struct", "union", "enum",
          "static", "inline", "restrict", "_Bool", "_Atomic", "auto", "register", "volatile", "const",
          "sizeof", "typedef", "goto", "default", "switch", "extern", "signed", "unsigned", "long", "short",
          "char", "void", "bool", "true", "false", "class", "template", "namespace", "this", "new", "delete",
          "virtual", "operator", "private", "using", "asm", "typeof", "alignas", "kernel", "global", "local",
          "constant", "half", "uchar", "float4", "int2", "threadIdx", "blockIdx", "warpSize", "image2d_t",
          "sampler_t",
          // the language
          "input", "output", "param", "define", "estimate", "pipeline", "case", "otherwise", "with", "in",
          "select", "clamp", "sum", "min", "max", "u8", "i32", "f32", "and", "or", "not", "inf", "nan",
          // the C library, and macros of its headers
          "malloc", "free", "printf", "main", "exit", "abort", "memcpy", "strlen", "errno", "stdin", "stdout",
          "NULL", "EOF", "INT_MAX", "INT64_MAX", "UINT8_MAX", "M_PI", "NAN", "INFINITY", "HUGE_VAL",
          "complex", "I", "unix", "linux", "assert", "sin", "exp", "pow", "floor", "sqrt", "abs", "div",
          "index", "rand", "time", "read", "write", "open", "close", "signal", "j0", "y0", "y1", "yn", "jn",
          "gamma", "lgamma", "signgam", "environ", "int8_t", "int64_t", "size_t", "ptrdiff_t", "MAP_PRIVATE",
          "PROT_READ", "madvise", "mmap", "RAND_MAX", "BUFSIZ", "CHAR_BIT", "PATH_MAX", "offsetof", "alloca",
          "aligned_alloc", "atomic_int", "memory_order", "omp_get_max_threads", "omp_x", "OMP", "thrd_t",
          "bcmp", "bzero", "drem", "logb", "scalb", "finite",
          // what emitted code calls its own
          "frame", "arena", "threads", "status", "args", "workspace", "workspace_bytes", "base", "context",
          "executor", "tile_index", "task_index", "data", "rank", "type", "dim", "extent", "stride", "reach",
          "limit", "count", "body", "pool", "memory", "bytes", "alignment", "rounded", "block", "kept",
          "x_min", "x_max", "x_extent", "x_part", "x_start", "x_last_start", "x_interior_min", "x_border_min",
          "x_side", "x0", "x1", "x_lo", "y_hi", "t1", "t2", "v0", "v", "p", "i0", "i1", "i", "d", "s", "a_at",
          "img_at", "at", "img_buffer", "img_x_min", "img_y_stride", "out_x_out_min", "out_at", "group0",
          "q_run", "q_argv", "q_message", "q_frame", "q_prepare", "q_steps", "q_free_memory", "q_task_a",
          "pantile", "pantile_buffer", "PANTILE_U8", "PANTILE_PARALLEL", "pantile_max_i64", "f32x8", "Q_OK",
          "Q_OUT_OF_MEMORY", "a_1", "a_2", "a_1_1", "A", "a_t", "x_t", "u", "r"})
        all.emplace_back(word);
    return all;
}

}  // namespace pantile::front
