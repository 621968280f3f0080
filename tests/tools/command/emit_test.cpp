// Emitted C as its users meet it: it compiles alone and without warnings, and it refuses wrong buffers.
#include <gmock/gmock.h>

#include "tools/command/tool.h"

namespace pantile::tool {
namespace {

using testing::HasSubstr;

class Emit : public Tool {
  protected:
    void emit(const std::string& file, const std::vector<std::string>& more = {}) {
        std::vector<std::string> command = {"emit", file, "-o", "c"};
        command.insert(command.end(), more.begin(), more.end());
        const Ran ran = run(command);
        ASSERT_EQ(ran.code, 0) << ran.err;
    }

    // With each compiler found, with and without OpenMP, every warning an error.
    void expect_compiles(const std::string& name, const std::vector<std::string>& more = {}) {
        ASSERT_FALSE(c_compilers().empty());
        for (const std::string& compiler : c_compilers()) {
            for (const std::string openmp : {"-fopenmp", "-fno-openmp"}) {
                std::vector<std::string> command = {compiler,           "-std=c11", "-Wall", "-Wextra",
                                                    "-Werror",          "-O1",      openmp,  "-c",
                                                    "c/" + name + ".c", "-o",       "o.o"};
                command.insert(command.end(), more.begin(), more.end());
                const Ran ran = execute(command);
                EXPECT_EQ(ran.code, 0) << compiler << " " << openmp << "\n" << ran.err.substr(0, 2000);
            }
        }
    }

    // Compiles a C program against an emitted pipeline with each compiler, runs it and expects it to print
    // 'expected'.
    void expect_prints(const std::string& name, const std::string& main, const std::string& expected) {
        write("main.c", main);
        for (const std::string& compiler : c_compilers()) {
            const Ran built = execute({compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-Ic",
                                       "main.c", "c/" + name + ".c", "-o", "main", "-lm"});
            ASSERT_EQ(built.code, 0) << built.err.substr(0, 2000);
            const Ran ran = execute({path("main")});
            EXPECT_EQ(ran.code, 0);
            EXPECT_EQ(ran.out, expected) << compiler;
        }
    }
};

TEST_F(Emit, EveryAppCompilesAloneWithoutWarnings) {
    for (const std::string name : {"blur", "unsharp", "harris", "harris_view"}) {
        emit(app(name));
        expect_compiles(name);
    }
}

TEST_F(Emit, OddPipelinesCompileAloneWithoutWarnings) {
    for (const std::string& items : std::vector<std::string>{
             "output f() = 1\n", "input img: u8(x)\noutput f() = 0\n",
             "output frame(i, threads, status) = i + threads + status\n",
             "input args: u8(x)\nparam done: u8\noutput data(x) = args(x) + done\nrank(x) = x\n",
             "output f(x) = i8(x)/3 + i8(x) % 5 - (i8(x) >> 1) * abs(i8(x))\noutput g(x) = u16(x) << "
             "3\noutput h(x) = u64(x) % 7 / 18446744073709551615\n",
             "output f(x) = i64(x) * -9223372036854775808\noutput g(x) = i32(x) + -2147483648\noutput h(x): "
             "f32 = inf\noutput n(x): f64 = nan\n",
             "output f(x) = case x < 0: 1 case x == 3: 2 case x > 100: 3\noutput g(x) = x > 3 and not (x == "
             "7) or x % 2 == 1\n",
             "input img: bool(x)\noutput f(x) = img(x) == (x < 3)\noutput g(x) = select(img(x), 1.5, -0.0)\n",
             "input t: f64(a, b, c, d, e, f, g, h)\noutput o(a, b, c, d, e, f, g, h) = t(h, g, f, e, d, c, "
             "b, a) * 1e-300\n",
             "output h(b) = 0\nh(clamp(r*r, 0, 9)) = h(clamp(r*r, 0, 9)) + 1 for r in -3..3 where r != 0\n",
             "input img: f32(x)\noutput f(x) = exp(img(x)) + pow(img(x), 2.5) + atan2(img(x), 1) + "
             "round(img(x)) % 3 + f32(u8(img(x)))\n"}) {
        const std::string file = program(items);
        for (const std::string form : {"openmp", "callback"}) {
            emit(file, {"--parallel", form});
            expect_compiles("p");
        }
    }
}

TEST_F(Emit, FastMathAndEveryTargetAreEmitted) {
    for (const std::string target : {"native", "x86-64-v2", "x86-64-v3", "x86-64-v4", "aarch64"}) {
        emit(app("blur"), {"--target", target, "--math", "fast"});
        EXPECT_THAT(contents_of(path("c/blur.c")),
                    HasSubstr(target == "aarch64" ? "Math: fast" : "-march=" + target));
    }
    expect_compiles("blur");
}

TEST_F(Emit, BothFilesAreNamedAfterThePipelineAndTheirPathsPrinted) {
    const Ran ran = run({"emit", app("blur"), "-o", "deep/er"});
    EXPECT_EQ(ran.out, "deep/er/blur.h\ndeep/er/blur.c\n");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path("deep/er")), {}), 2);
}

TEST_F(Emit, TheSameProgramGivesTheSameBytesInEveryProcess) {
    const std::string file = program(
        "input img: f32(x, y)\ninput raw: u8(x, y)\nparam k: f32 = 1\nf(x, y) = t*t + t\n  with t = img(x, "
        "y)*k\n"
        "h(b) = 0\nh(i32(raw(i, j))) = h(i32(raw(i, j))) + 1 for i in 0..raw.x.max, j in 0..raw.y.max\n"
        "output o(x, y) = f(x, y) + f(x+1, y) + f32(h(i32(raw(x, y))))\noutput q(x, y) = maximum(f(x+i, y) "
        "for i in -2..2)\n");
    emit(file);
    const std::string source = contents_of(path("c/p.c")), header = contents_of(path("c/p.h"));
    for (int i = 0; i < 5; ++i) {
        emit(file);
        EXPECT_EQ(contents_of(path("c/p.c")), source);
        EXPECT_EQ(contents_of(path("c/p.h")), header);
    }
}

const char* const kCallBlur = R"(#include "blur.h"
#include <stdio.h>

static float in[12] = {3, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 6}, out[12];

static struct pantile_buffer picture(float *data) {
    struct pantile_buffer b = {data, PANTILE_F32, 3, {{0, 4, 1}, {0, 3, 4}, {0, 1, 12}}};
    return b;
}

int main(void) {
    struct pantile_buffer img = picture(in), by = picture(out);
    printf("%d", blur(&img, &by));
    for (int i = 0; i < 12; ++i) printf(" %g", (double)out[i]);
    printf("\n");
    return 0;
}
)";

TEST_F(Emit, ASmallCProgramCallsBlur) {
    emit(app("blur"));
    // Each is the mean of 3x3 pixels with the edge repeated.
    expect_prints("blur", kCallBlur,
                  "0 2.33333 1.66667 1 0 1.66667 1.33333 1.66667 1.33333 1 1 2.33333 2.66667\n");
}

// Each line breaks one thing; the program prints the status and whether the output was touched.
const char* const kWrongBuffers = R"(#include "blur.h"
#include <limits.h>
#include <stdio.h>
#include <string.h>

static float in[12], out[12];

static struct pantile_buffer picture(float *data) {
    struct pantile_buffer b = {data, PANTILE_F32, 3, {{0, 4, 1}, {0, 3, 4}, {0, 1, 12}}};
    return b;
}

static void show(const struct pantile_buffer *img, const struct pantile_buffer *by, int expected) {
    float before[12];
    for (int i = 0; i < 12; ++i) out[i] = (float)i;
    memcpy(before, out, sizeof out);
    const int status = blur(img, by);
    if (status != expected) printf("status %d, not %d\n", status, expected);
    if (memcmp(before, out, sizeof out) != 0) printf("status %d wrote to the output\n", status);
    if (strlen(blur_message(status)) < 5) printf("status %d has no message\n", status);
}

#define BREAK(which, change, expected) \
    do { struct pantile_buffer img = picture(in), by = picture(out); which.change; show(&img, &by, expected); } while (0)

int main(void) {
    struct pantile_buffer good = picture(in), target = picture(out);
    show(NULL, &target, BLUR_IMG_MISSING);
    show(&good, NULL, BLUR_BY_MISSING);
    BREAK(img, data = NULL, BLUR_IMG_MISSING);
    BREAK(img, type = PANTILE_F64, BLUR_IMG_WRONG_TYPE);
    BREAK(img, type = -1, BLUR_IMG_WRONG_TYPE);
    BREAK(img, rank = 2, BLUR_IMG_WRONG_RANK);
    BREAK(img, dim[1].extent = 0, BLUR_IMG_BAD_EXTENT);
    BREAK(img, dim[1].extent = INT64_MAX, BLUR_IMG_BAD_EXTENT);
    BREAK(img, dim[0].min = INT64_MIN, BLUR_IMG_BAD_EXTENT);
    BREAK(img, dim[2].min = INT64_MAX, BLUR_IMG_BAD_EXTENT);
    BREAK(img, dim[0].stride = 2, BLUR_IMG_BAD_STRIDE);
    BREAK(img, dim[1].stride = INT64_MAX, BLUR_IMG_BAD_STRIDE);
    BREAK(img, dim[1].stride = INT64_MIN, BLUR_IMG_BAD_STRIDE);
    BREAK(by, data = NULL, BLUR_BY_MISSING);
    BREAK(by, type = PANTILE_U8, BLUR_BY_WRONG_TYPE);
    BREAK(by, rank = 8, BLUR_BY_WRONG_RANK);
    BREAK(by, dim[0].extent = -4, BLUR_BY_BAD_EXTENT);
    BREAK(by, dim[0].stride = 0, BLUR_BY_BAD_STRIDE);
    printf("done\n");
    return 0;
}
)";

TEST_F(Emit, WrongBuffersGiveTheDocumentedStatusAndTouchNothing) {
    emit(app("blur"));
    expect_prints("blur", kWrongBuffers, "done\n");
}

const char* const kTooSmall = R"(#include "p.h"
#include <stdio.h>

int main(void) {
    float in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[8] = {0};
    struct pantile_buffer img = {in, PANTILE_F32, 1, {{0, 8, 1}}}, o = {out, PANTILE_F32, 1, {{0, 7, 1}}};
    printf("%d %d", p(&img, 1.0f, &o) == P_IMG_TOO_SMALL, p(&img, 3.0f, &o) == P_K_OUT_OF_RANGE);
    o.dim[0].extent = 6;
    printf(" %d", p(&img, 1.0f, &o));
    printf(" %g\n", (double)out[5]);
    return 0;
}
)";

TEST_F(Emit, AnInputThatIsTooSmallAndAParameterOutOfRangeHaveTheirStatus) {
    emit(program("input img: f32(x)\nparam k: f32 = 1 in 0..2\noutput out(x) = img(x)*k + img(x+2)\n"));
    expect_prints("p", kTooSmall, "1 1 0 14\n");
}

}  // namespace
}  // namespace pantile::tool
