// Functions of f32 vectors in fast math, compiled, against the C library's long double.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "driver/private_cache.h"
#include "runtime/environment.h"
#include "runtime/program_path.h"

namespace pantile::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class VectorMath : public PrivateCache {};

constexpr double kMostUlp = 2;
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

struct Function {
    std::string call;  // of a and b
    long double (*exact)(long double a, long double b);
};

const std::vector<Function>& functions() {
    using L = long double;
    static const std::vector<Function> all = {
        {"exp(a(x))", [](L a, L) { return std::exp(a); }},
        {"log(a(x))", [](L a, L) { return std::log(a); }},
        {"sin(a(x))", [](L a, L) { return std::sin(a); }},
        {"cos(a(x))", [](L a, L) { return std::cos(a); }},
        {"tan(a(x))", [](L a, L) { return std::tan(a); }},
        {"asin(a(x))", [](L a, L) { return std::asin(a); }},
        {"acos(a(x))", [](L a, L) { return std::acos(a); }},
        {"atan(a(x))", [](L a, L) { return std::atan(a); }},
        {"sinh(a(x))", [](L a, L) { return std::sinh(a); }},
        {"cosh(a(x))", [](L a, L) { return std::cosh(a); }},
        {"tanh(a(x))", [](L a, L) { return std::tanh(a); }},
        {"atan2(a(x), b(x))", [](L a, L b) { return std::atan2(a, b); }},
        {"pow(a(x), b(x))", [](L a, L b) { return std::pow(a, b); }},
        {"pow(a(x), 2)", [](L a, L) { return a * a; }},
        {"pow(a(x), 3)", [](L a, L) { return a * a * a; }},
        {"pow(a(x), 4)", [](L a, L) { return a * a * a * a; }},
        {"pow(a(x), 0.5)", [](L a, L) { return std::pow(a, 0.5L); }},
        {"pow(a(x), -2.2)", [](L a, L) { return std::pow(a, static_cast<L>(-2.2F)); }},
    };
    return all;
}

Pipeline all_functions() {
    std::string items = "input a: f32(x)\ninput b: f32(x)\n";
    for (size_t i = 0; i < functions().size(); ++i)
        items += fmt::format("output f{}(x) = {}\n", i, functions()[i].call);
    return program(items);
}

struct Points {
    std::vector<float> a, b;
    std::vector<std::vector<long double>> exact = {};  // of each function
};

Points with_exact(Points points) {
    for (const Function& f : functions()) {
        std::vector<long double>& values = points.exact.emplace_back();
        for (size_t i = 0; i < points.a.size(); ++i) values.push_back(f.exact(points.a[i], points.b[i]));
    }
    return points;
}

// Numbers of a range stand together: where one lane calls the C library, its neighbours do, too.
Points dense_points() {
    constexpr int kEach = 20000;
    Points points;
    std::mt19937 random(1);
    const auto from = [&](float largest) {
        return std::uniform_real_distribution<float>(-largest, largest)(random);
    };
    for (const float range : {1e-3F, 1.1F, 4.F, 12.F, 110.F, 12800.F}) {
        for (int i = 0; i < kEach; ++i) {
            points.a.push_back(from(range));
            points.b.push_back(from(i % 2 == 0 ? range : 20.F));
        }
    }
    for (int i = 0; i < kEach; ++i) {
        points.a.push_back(std::abs(from(8.F)));
        points.b.push_back(from(60.F));
    }
    for (int i = 0; i < kEach; ++i) {
        points.a.push_back(std::bit_cast<float>(static_cast<uint32_t>(random())));
        points.b.push_back(std::bit_cast<float>(static_cast<uint32_t>(random())));
    }
    return with_exact(std::move(points));
}

// Each beside each.
Points special_points() {
    const std::vector<float> numbers = {0.F,        1.F,    -1.F,       0.5F,     -0.5F,    2.F,
                                        -2.F,       3.F,    -3.F,       2.5F,     -2.5F,    kInf,
                                        -kInf,      kNan,   1e-40F,     -1e-40F,  1e-45F,   1.2e-38F,
                                        3e38F,      -3e38F, 0.99999F,   1.00001F, 88.7228F, 88.72284F,
                                        -103.9721F, -104.F, 16777217.F, -1e9F,    0.7071F,  89.41599F};
    Points points;
    for (const float a : numbers) {
        for (const float b : numbers) {
            points.a.push_back(a);
            points.b.push_back(b);
        }
    }
    return with_exact(std::move(points));
}

// In units of the last place of the exact value as a float; what is too large for a float is infinite.
double ulps(float found, long double exact) {
    if (std::isnan(exact)) return std::isnan(found) ? 0 : kInf;
    if (std::isnan(found)) return kInf;
    constexpr long double kLimit = 0x1p128L;
    if (std::isinf(found) || std::abs(exact) >= kLimit) {
        const long double bounded = std::isinf(found) ? std::copysign(kLimit, static_cast<long double>(found))
                                                      : static_cast<long double>(found);
        if (std::abs(exact) >= kLimit) exact = std::copysign(kLimit, exact);
        return static_cast<double>(std::abs(bounded - exact) / 0x1p104L);
    }
    const int exponent = exact == 0 ? -126 : std::max(std::ilogb(exact), -126);
    return static_cast<double>(std::abs(found - exact) / std::ldexp(1.0L, exponent - 23));
}

void expect_close(const Kernel& kernel, const Points& points, const std::string& where) {
    const auto n = static_cast<int64_t>(points.a.size());
    const Arguments arguments{{{"a", image<float>({n}, points.a)}, {"b", image<float>({n}, points.b)}}};
    const Result<Outputs> outputs = kernel.run(arguments);
    ASSERT_TRUE(outputs) << render(outputs.diagnostics());
    for (size_t f = 0; f < functions().size(); ++f) {
        const auto* found = reinterpret_cast<const float*>(outputs->at(fmt::format("f{}", f)).data());
        double worst = 0;
        size_t at = 0;
        for (size_t i = 0; i < points.a.size(); ++i) {
            const double error = ulps(found[i], points.exact[f][i]);
            if (error > worst) at = i;
            worst = std::max(worst, error);
        }
        EXPECT_LE(worst, kMostUlp) << functions()[f].call << " at " << where << ", a = " << points.a[at]
                                   << ", b = " << points.b[at] << ": " << found[at];
        testing::Test::RecordProperty(functions()[f].call + " at " + where, fmt::format("{:.3f} ulp", worst));
    }
}

std::vector<std::string> compilers() {
    std::vector<std::string> found;
    for (const char* name : {"gcc", "clang-19", "clang"}) {
        if (const auto path = runtime::find_program(name, runtime::from_process_environment().path))
            found.push_back(*path);
        if (found.size() == 2) break;
    }
    return found;
}

// The first has fused multiplication and addition, the second has not.
std::vector<std::string> targets() {
#if defined(__x86_64__)
    return {"native", "x86-64-v2"};
#else
    return {"native"};
#endif
}

TEST_F(VectorMath, FunctionsOfVectorsAreWithinTwoUlpWithEveryCompiler) {
    const Pipeline pipeline = all_functions();
    const Points dense = dense_points(), special = special_points();
    for (const std::string& compiler : compilers()) {
        for (const std::string& target : targets()) {
            const Kernel kernel =
                compiled(pipeline, {.math = Math::fast, .target = target, .compiler = compiler});
            expect_close(kernel, dense, "dense points, " + compiler + ", " + target);
            expect_close(kernel, special, "special points, " + compiler + ", " + target);
        }
    }
}

std::string source_of(const std::string& items, Math math) {
    const Result<EmittedC> emitted = emit_c(program(items), {.math = math, .target = "x86-64-v3"});
    EXPECT_TRUE(emitted) << render(emitted.diagnostics());
    return emitted->source;
}

TEST_F(VectorMath, OnlyFastMathDoesWithoutTheCLibrary) {
    const std::string items = "input a: f32(x)\noutput f(x) = exp(a(x))\n";
    EXPECT_THAT(source_of(items, Math::fast),
                HasSubstr("pantile_exp_times_f32x8(pantile_f32x8 a, int32_t k)"));
    EXPECT_THAT(source_of(items, Math::fast), Not(HasSubstr("= expf(x.lane[i])")));
    EXPECT_THAT(source_of(items, Math::strict), Not(HasSubstr("pantile_exp_times")));
    EXPECT_THAT(source_of(items, Math::strict), HasSubstr("= pantile_expf(x.lane[i])"));
}

TEST_F(VectorMath, DoublesStillCallTheCLibrary) {
    EXPECT_THAT(source_of("input a: f64(x)\noutput f(x) = exp(a(x))\n", Math::fast),
                HasSubstr("= exp(x.lane[i])"));
}

TEST_F(VectorMath, SmallPowersAreProductsInFastMathOnly) {
    const std::string items = "input a: f64(x)\noutput f(x) = pow(a(x), 2)\n";
    EXPECT_THAT(source_of(items, Math::fast),
                HasSubstr("pantile_square_f64x4(pantile_f64x4 a) { return a * a; }"));
    EXPECT_THAT(source_of(items, Math::strict), Not(HasSubstr("pantile_square")));
}

}  // namespace
}  // namespace pantile::test
