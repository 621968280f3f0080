#include "emit/c_vector_math.h"

#include <algorithm>

#include "base/letters.h"

namespace pantile::emit {

namespace {

struct MathText {
    std::string_view stem;
    std::string_view text;
};

// Fast math lets compilers take x - n * a - n * b for x - n * (a + b), though the two steps are all that
// keeps the remainder exact. clang can be told for a function; for gcc see 'vector_math_pragma'.
constexpr std::string_view kPreamble =
    R"c(/* Functions of vectors, within 2 ulp. Polynomials are the best of their degree (scripts/fit_vector_math.py).
 * Sums are computed in the order that is written, also in fast math. */
#if defined(__clang__)
#define PANTILE_AS_WRITTEN _Pragma("clang fp reassociate(off)")
#else
#define PANTILE_AS_WRITTEN
#endif
)c";

// gcc inlines no function into one with other options, so this is for the whole file.
constexpr std::string_view kPragma = R"(#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-associative-math") /* functions of vectors need sums in the order that is written */
#endif

)";

constexpr MathText kTexts[] = {
    {"exp_small",
     R"(/* e^r * 2^i, |r| < 0.35. Two factors for 2^i: alone it may overflow where the product does not. */
PANTILE_INLINE pantile_f32xN pantile_exp_small_f32xN(pantile_f32xN r, pantile_s32xN i) {
    PANTILE_AS_WRITTEN
    pantile_f32xN p = (r * 0.00138145988f + 0.00836871658f) * r + 0.041668389f;
    p = (p * r + 0.166665211f) * r + 0.49999994f;
    p = (p * (r * r) + r) + 1.0f;
    const pantile_s32xN half = i >> 1;
    const pantile_f32xN first = (pantile_f32xN)((half + 127) << 23);
    const pantile_f32xN second = (pantile_f32xN)((i - half + 127) << 23);
    return p * first * second;
}
)"},
    {"exp_times",
     R"(/* e^x * 2^k: x = n ln 2 + r. ln 2 in two parts, of which n times the first is exact. Beyond the limits the
 * result is 0 or infinity. 1.5 * 2^23 rounds what it is added to, and leaves n in the low bits. */
PANTILE_INLINE pantile_f32xN pantile_exp_times_f32xN(pantile_f32xN a, int32_t k) {
    PANTILE_AS_WRITTEN
    const pantile_f32xN x = pantile_clamp_f32xN(a, -104.0f, 90.0f);
    const pantile_f32xN shifted = x * 1.44269504f + 0x1.8p23f;
    const pantile_f32xN n = shifted - 0x1.8p23f;
    const pantile_f32xN r = (x - n * 0.693145752f) - n * 1.42860677e-06f;
    return pantile_exp_small_f32xN(r, (pantile_s32xN)shifted - (0x4b400000 - k));
}
)"},
    {"exp",
     R"(PANTILE_INLINE pantile_f32xN pantile_exp_f32xN(pantile_f32xN a) { return pantile_exp_times_f32xN(a, 0); }
)"},
    {"split",
     R"(/* The f of x = 2^n (1 + f), where 1 + f lies between sqrt(1/2) and sqrt(2), whose bits are taken away first. */
PANTILE_INLINE pantile_f32xN pantile_split_f32xN(pantile_f32xN x, pantile_f32xN *n) {
    PANTILE_AS_WRITTEN
    const pantile_u32xN subnormal = (pantile_u32xN)(x < 0x1p-126f);
    const pantile_u32xN bits = (pantile_u32xN)pantile_select_f32xN(subnormal, x * 0x1p23f, x) - 0x3f3504f3u;
    *n = __builtin_convertvector(((pantile_s32xN)bits >> 23) - (pantile_s32xN)(subnormal & 23u), pantile_f32xN);
    return (pantile_f32xN)((bits & 0x7fffffu) + 0x3f3504f3u) - 1.0f;
}
)"},
    {"log", R"(/* log x = n ln 2 + f - f^2/2 + f^3 p(f), the smallest terms first. */
PANTILE_INLINE pantile_f32xN pantile_log_f32xN(pantile_f32xN x) {
    PANTILE_AS_WRITTEN
    pantile_f32xN n;
    const pantile_f32xN f = pantile_split_f32xN(x, &n), z = f * f;
    pantile_f32xN p = (f * -0.0763449445f + 0.12761575f) * f - 0.131601825f;
    p = (p * f + 0.142017588f) * f - 0.166233569f;
    p = (p * f + 0.200012267f) * f - 0.250008196f;
    p = p * f + 0.333333313f;
    p = (p * (f * z) + n * 1.42860677e-06f) - z * 0.5f;
    p = (p + f) + n * 0.693145752f;
    const pantile_f32xN none = pantile_splat_f32xN(NAN), least = pantile_splat_f32xN(-INFINITY);
    p = pantile_select_f32xN((pantile_u32xN)(x < INFINITY), p, x);
    p = pantile_select_f32xN((pantile_u32xN)(x < 0.0f), none, p);
    return pantile_select_f32xN((pantile_u32xN)(x == 0.0f), least, p);
}
)"},
    {"pow",
     R"(/* |a|^b = e^(b log |a|). The product may be a hundred, and e^r takes its error as it is: hence doubles. */
PANTILE_INLINE pantile_f32xN pantile_pow_f32xN(pantile_f32xN a, pantile_f32xN b) {
    PANTILE_AS_WRITTEN
    const pantile_f32xN x = pantile_abs_f32xN(a), one = pantile_splat_f32xN(1.0f);
    pantile_f32xN n;
    const pantile_f64xN f = __builtin_convertvector(pantile_split_f32xN(x, &n), pantile_f64xN);
    pantile_f64xN p = (f * -0.059850539952915047 + 0.10733910471715151) * f - 0.10881180930183605;
    p = (p * f + 0.11021143233294659) * f - 0.12410588991283529;
    p = (p * f + 0.14285503927223273) * f - 0.16670479019317314;
    p = (p * f + 0.20000113355873667) * f - 0.24999933480616945;
    p = (p * f + 0.3333333151495233) * f - 0.50000000330537508;
    p = p * f + 1.0000000000349218;
    n = pantile_select_f32xN((pantile_u32xN)(x == 0.0f), pantile_splat_f32xN(-INFINITY), n);
    n = pantile_select_f32xN((pantile_u32xN)(x < INFINITY), n, x); /* also NaN */
    p = p * f + __builtin_convertvector(n, pantile_f64xN) * 0.69314718055994529;
    p = p * __builtin_convertvector(b, pantile_f64xN);
    /* As in exp. Where the first clamp applies, the second keeps the remainder small. */
    const pantile_f32xN t = pantile_clamp_f32xN(__builtin_convertvector(p, pantile_f32xN), -104.0f, 90.0f);
    const pantile_f32xN shifted = t * 1.44269504f + 0x1.8p23f;
    n = shifted - 0x1.8p23f;
    p = p - __builtin_convertvector(n, pantile_f64xN) * 0.69314718055994529;
    const pantile_f32xN r = pantile_clamp_f32xN(__builtin_convertvector(p, pantile_f32xN), -1.0f, 1.0f);
    pantile_f32xN y = pantile_exp_small_f32xN(r, (pantile_s32xN)shifted - 0x4b400000);
    y = pantile_select_f32xN((pantile_u32xN)(x == 1.0f) | (pantile_u32xN)(b == 0.0f), one, y);
    /* Negative numbers have integer powers only. */
    const pantile_f32xN half = b * 0.5f;
    const pantile_u32xN integer = (pantile_u32xN)(pantile_trunc_f32xN(b) == b);
    const pantile_u32xN odd = integer & (pantile_u32xN)(pantile_trunc_f32xN(half) != half);
    const pantile_u32xN none = ~integer & (pantile_u32xN)(a < 0.0f) & (pantile_u32xN)(a > -INFINITY);
    y = (pantile_f32xN)((pantile_u32xN)y ^ ((pantile_u32xN)a & odd & 0x80000000u));
    return pantile_select_f32xN(none, pantile_splat_f32xN(NAN), y);
}
)"},
    {"angle",
     R"(/* a = n pi/2 + x + low, |x| < 0.79; n is in the low bits of 'quarter'. n < 2^13 times each of the first three
 * parts of pi/2 is exact. */
PANTILE_INLINE pantile_f32xN pantile_angle_f32xN(pantile_f32xN a, pantile_f32xN *low, pantile_u32xN *quarter) {
    PANTILE_AS_WRITTEN
    const pantile_f32xN shifted = a * 0.636619772f + 0x1.8p23f;
    const pantile_f32xN n = shifted - 0x1.8p23f;
    const pantile_f32xN rest = (a - n * 1.5703125f) - n * 0.000483751297f;
    const pantile_f32xN x = rest - n * 7.54953362e-08f;
    *low = ((rest - x) - n * 7.54953362e-08f) - n * 2.56334407e-12f;
    *quarter = (pantile_u32xN)shifted;
    return x;
}
)"},
    {"wave", R"(/* sin(a + ahead pi/2): the sine or the cosine of the remainder, with a sign. */
PANTILE_INLINE pantile_f32xN pantile_wave_f32xN(pantile_f32xN a, uint32_t ahead) {
    PANTILE_AS_WRITTEN
    pantile_f32xN low;
    pantile_u32xN quarter;
    const pantile_f32xN x = pantile_angle_f32xN(a, &low, &quarter), z = x * x;
    pantile_f32xN s = (z * -0.000195152184f + 0.0083321603f) * z - 0.166666552f;
    s = (s * (z * x) + low) + x;
    pantile_f32xN c = (z * 2.44330822e-05f - 0.00138873153f) * z + 0.0416666456f;
    c = ((c * (z * z) - low * x) - z * 0.5f) + 1.0f;
    quarter += ahead;
    const pantile_u32xN odd = (pantile_u32xN)((quarter & 1u) != 0u);
    return (pantile_f32xN)((pantile_u32xN)pantile_select_f32xN(odd, c, s) ^ ((quarter & 2u) << 30));
}
)"},
    {"is_large_angle",
     R"(/* Whether some lane is too large to be reduced by 'pantile_angle': then all lanes call the C library. */
PANTILE_INLINE bool pantile_is_large_angle_f32xN(pantile_f32xN a) {
    const pantile_u32xN large = (pantile_u32xN)(pantile_abs_f32xN(a) > 12800.0f);
    uint32_t any = 0;
    PANTILE_ALL_LANES for (int i = 0; i < N; ++i) any |= large[i];
    return __builtin_expect(any != 0, 0);
}
)"},
    {"sin", R"(PANTILE_INLINE pantile_f32xN pantile_sin_f32xN(pantile_f32xN a) {
    return pantile_is_large_angle_f32xN(a) ? pantile_each_sin_f32xN(a) : pantile_wave_f32xN(a, 0);
}
)"},
    {"cos", R"(PANTILE_INLINE pantile_f32xN pantile_cos_f32xN(pantile_f32xN a) {
    return pantile_is_large_angle_f32xN(a) ? pantile_each_cos_f32xN(a) : pantile_wave_f32xN(a, 1);
}
)"},
    {"tan", R"(/* In odd quarters tan is -1 / tan of the remainder. */
PANTILE_INLINE pantile_f32xN pantile_tan_f32xN(pantile_f32xN a) {
    PANTILE_AS_WRITTEN
    if (pantile_is_large_angle_f32xN(a)) return pantile_each_tan_f32xN(a);
    pantile_f32xN low;
    pantile_u32xN quarter;
    const pantile_f32xN x = pantile_angle_f32xN(a, &low, &quarter), z = x * x;
    pantile_f32xN p = (z * 0.00437737023f + 8.7363871e-05f) * z + 0.0108374869f;
    p = (p * z + 0.0212815572f) * z + 0.0540600345f;
    p = (p * z + 0.13332662f) * z + 0.333333492f;
    p = (p * (z * x) + (low * z + low)) + x;
    return pantile_select_f32xN((pantile_u32xN)((quarter & 1u) != 0u), -1.0f / p, p);
}
)"},
    {"arc", R"(/* atan(t) + n pi/2, |t| <= 1. */
PANTILE_INLINE pantile_f32xN pantile_arc_f32xN(pantile_f32xN t, pantile_f32xN n) {
    PANTILE_AS_WRITTEN
    const pantile_f32xN z = t * t;
    pantile_f32xN p = (z * -0.00179362437f + 0.0109146181f) * z - 0.0311778709f;
    p = (p * z + 0.0579576194f) * z - 0.0840345174f;
    p = (p * z + 0.109521866f) * z - 0.142642424f;
    p = (p * z + 0.199985489f) * z - 0.333332986f;
    p = (p * (z * t) - n * 4.37113883e-08f) + t;
    return p + n * 1.57079637f;
}
)"},
    {"atan", R"(/* atan x = pi/2 + atan(-1 / x) for x > 1. */
PANTILE_INLINE pantile_f32xN pantile_atan_f32xN(pantile_f32xN a) {
    PANTILE_AS_WRITTEN
    const pantile_f32xN x = pantile_abs_f32xN(a), one = pantile_splat_f32xN(1.0f), zero = {0};
    const pantile_u32xN steep = (pantile_u32xN)(x > 1.0f);
    const pantile_f32xN t = pantile_select_f32xN(steep, -1.0f / x, x);
    return pantile_sign_of_f32xN(a, pantile_arc_f32xN(t, pantile_select_f32xN(steep, one, zero)));
}
)"},
    {"atan2", R"(/* The shorter side over the longer one; then the angle is turned to where the point lies. */
PANTILE_INLINE pantile_f32xN pantile_atan2_f32xN(pantile_f32xN a, pantile_f32xN b) {
    PANTILE_AS_WRITTEN
    const pantile_f32xN y = pantile_abs_f32xN(a), x = pantile_abs_f32xN(b);
    const pantile_f32xN zero = {0}, one = pantile_splat_f32xN(1.0f), two = pantile_splat_f32xN(2.0f);
    const pantile_u32xN steep = (pantile_u32xN)(y > x), left = (pantile_u32xN)(b < 0.0f);
    const pantile_f32xN smaller = pantile_select_f32xN(steep, x, y), larger = pantile_select_f32xN(steep, y, x);
    pantile_f32xN t = smaller / pantile_select_f32xN((pantile_u32xN)(larger == 0.0f), one, larger);
    const pantile_u32xN both = (pantile_u32xN)(smaller == INFINITY) & (pantile_u32xN)(larger == INFINITY);
    t = pantile_select_f32xN(both, one, t);
    t = (pantile_f32xN)((pantile_u32xN)t ^ ((steep ^ left) & 0x80000000u));
    const pantile_f32xN n = pantile_select_f32xN(steep, one, pantile_select_f32xN(left, two, zero));
    return pantile_sign_of_f32xN(a, pantile_arc_f32xN(t, n));
}
)"},
    {"arc_sine", R"(/* asin x, or asin sqrt((1 - x) / 2) for the x that are 'far' from 0. */
PANTILE_INLINE pantile_f32xN pantile_arc_sine_f32xN(pantile_f32xN x, pantile_u32xN far) {
    PANTILE_AS_WRITTEN
    const pantile_f32xN z = pantile_select_f32xN(far, 0.5f - x * 0.5f, x * x);
    const pantile_f32xN s = pantile_select_f32xN(far, pantile_sqrt_f32xN(z), x);
    pantile_f32xN p = (z * 0.0475311354f + 0.00669789128f) * z + 0.0340267532f;
    p = (p * z + 0.0442295261f) * z + 0.0750211775f;
    p = p * z + 0.166666314f;
    return p * (z * s) + s;
}
)"},
    {"asin", R"(/* pi/2 - 2 asin sqrt((1 - x) / 2), where the polynomial would be long. */
PANTILE_INLINE pantile_f32xN pantile_asin_f32xN(pantile_f32xN a) {
    PANTILE_AS_WRITTEN
    const pantile_f32xN x = pantile_abs_f32xN(a);
    const pantile_u32xN far = (pantile_u32xN)(x > 0.5625f);
    const pantile_f32xN r = pantile_arc_sine_f32xN(x, far);
    const pantile_f32xN rest = 1.57079637f - (r * 2.0f + 4.37113883e-08f);
    return pantile_sign_of_f32xN(a, pantile_select_f32xN(far, rest, r));
}
)"},
    {"acos", R"(/* pi/2 - asin a; far from 0 it is 2 asin sqrt((1 - a) / 2), or pi less that of -a. */
PANTILE_INLINE pantile_f32xN pantile_acos_f32xN(pantile_f32xN a) {
    PANTILE_AS_WRITTEN
    const pantile_f32xN x = pantile_abs_f32xN(a);
    const pantile_f32xN zero = {0}, one = pantile_splat_f32xN(1.0f), two = pantile_splat_f32xN(2.0f);
    const pantile_u32xN far = (pantile_u32xN)(x > 0.5625f), left = (pantile_u32xN)(a < 0.0f);
    const pantile_f32xN n = pantile_select_f32xN(far, pantile_select_f32xN(left, two, zero), one);
    pantile_f32xN r = pantile_arc_sine_f32xN(x, far);
    r = pantile_select_f32xN(far, r + r, r);
    r = (pantile_f32xN)((pantile_u32xN)r ^ (~(far ^ left) & 0x80000000u));
    return (r - n * 4.37113883e-08f) + n * 1.57079637f;
}
)"},
    {"sinh", R"(/* e^x / 2 - e^-x / 2 from 1 on. */
PANTILE_INLINE pantile_f32xN pantile_sinh_f32xN(pantile_f32xN a) {
    PANTILE_AS_WRITTEN
    const pantile_f32xN x = pantile_abs_f32xN(a), z = x * x;
    pantile_f32xN p = (z * 2.81695134e-06f + 0.000198361595f) * z + 0.0083333496f;
    p = p * z + 0.166666672f;
    p = p * (z * x) + x;
    const pantile_f32xN half = pantile_exp_times_f32xN(x, -1);
    const pantile_f32xN far = half - 0.25f / half;
    return pantile_sign_of_f32xN(a, pantile_select_f32xN((pantile_u32xN)(x < 1.0f), p, far));
}
)"},
    {"cosh", R"(PANTILE_INLINE pantile_f32xN pantile_cosh_f32xN(pantile_f32xN a) {
    PANTILE_AS_WRITTEN
    const pantile_f32xN half = pantile_exp_times_f32xN(pantile_abs_f32xN(a), -1);
    return half + 0.25f / half;
}
)"},
    {"tanh", R"(/* 1 - 2 / (e^2x + 1) from 0.625 on. */
PANTILE_INLINE pantile_f32xN pantile_tanh_f32xN(pantile_f32xN a) {
    PANTILE_AS_WRITTEN
    const pantile_f32xN x = pantile_abs_f32xN(a), z = x * x;
    pantile_f32xN p = (z * -0.0057049864f + 0.0206390861f) * z - 0.0537397154f;
    p = (p * z + 0.133314416f) * z - 0.333332807f;
    p = p * (z * x) + x;
    const pantile_f32xN e = pantile_exp_times_f32xN(x + x, 0) + 1.0f;
    const pantile_f32xN far = 1.0f - 2.0f / e;
    return pantile_sign_of_f32xN(a, pantile_select_f32xN((pantile_u32xN)(x < 0.625f), p, far));
}
)"},
    {"clamp",
     R"(/* NaN stays. Written with masks, since gcc takes vectors of 64 bytes apart in loops over lanes. */
PANTILE_INLINE pantile_f32xN pantile_clamp_f32xN(pantile_f32xN a, float low, float high) {
    a = pantile_select_f32xN((pantile_u32xN)(a < low), pantile_splat_f32xN(low), a);
    return pantile_select_f32xN((pantile_u32xN)(a > high), pantile_splat_f32xN(high), a);
}
)"},
    {"sign_of", R"(/* x, which is not negative, with the sign of a. */
PANTILE_INLINE pantile_f32xN pantile_sign_of_f32xN(pantile_f32xN a, pantile_f32xN x) {
    return (pantile_f32xN)((pantile_u32xN)x ^ ((pantile_u32xN)a & 0x80000000u));
}
)"},
};

}  // namespace

std::optional<std::string_view> vector_math(std::string_view stem) {
    for (const MathText& t : kTexts) {
        if (t.stem == stem) return t.text;
    }
    return std::nullopt;
}

std::string_view vector_math_preamble() { return kPreamble; }
std::string_view vector_math_pragma() { return kPragma; }

std::vector<std::string> names_for_lanes(std::string_view text) {
    std::vector<std::string> names;
    for (size_t at = text.find("pantile_"); at != text.npos; at = text.find("pantile_", at + 1)) {
        const auto* end = std::find_if_not(text.begin() + at, text.end(), is_name_character);
        std::string name(text.begin() + at, end);
        if (name.ends_with("xN") && std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(std::move(name));
    }
    return names;
}

// N stands alone, or at the end of a name: 'NAN' is another word.
std::string with_lanes(std::string_view text, int lanes) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        const bool ends = i + 1 == text.size() || !is_name_character(text[i + 1]);
        const bool begins = i == 0 || !is_name_character(text[i - 1]) || text[i - 1] == 'x';
        if (text[i] == 'N' && begins && ends)
            out += std::to_string(lanes);
        else
            out += text[i];
    }
    return out;
}

}  // namespace pantile::emit
