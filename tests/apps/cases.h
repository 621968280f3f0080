// What the apps are run on: for each the inputs that make a result of a given size.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "apps/synthetic.h"
#include "pantile/compile.h"

namespace pantile::apps {

using Sizes = std::map<std::string, int64_t>;

// How far a value may lie from the golden one: nothing, unless a sum's order or a function's digits are free.
struct Tolerance {
    double absolute = 0;
    double relative = 0;
};

// Of another C library 'exp' and 'pow' may differ in their last digit, and an integer made from them by one.
inline constexpr Tolerance kOneStep{1, 0};
inline constexpr Tolerance kLastDigits{1e-5, 1e-4};

struct Case {
    std::string app;
    std::function<Arguments(const Shape& result)> arguments;
    Shape golden;  // the size of tests/golden/data/APP_synth_out.npy; width 0: there is none
    Sizes defines = {};
    Sizes sizes = {};  // of dimensions other than x and y that the inputs do not settle
    Tolerance tolerance = {};
};

inline Formula pixels(uint32_t seed, const Shape& shape) {
    return [=](int64_t x, int64_t y, int64_t c) { return unit_pixel(seed, shape, x, y, c); };
}
inline AnyBuffer unit_picture(uint32_t seed, const Shape& shape) {
    return picture<float>(shape, pixels(seed, shape));
}
inline AnyBuffer u16_picture(uint32_t seed, const Shape& shape, int64_t frame) {
    const Formula bytes = [&](int64_t x, int64_t y, int64_t c) { return 256 * pixel(seed, shape, x, y, c); };
    return with_frame<uint16_t>(shape, bytes, frame);
}

// Four planes; the last is alpha, and many of its pixels are empty.
inline AnyBuffer sparse_picture(uint32_t seed, Shape shape, int64_t frame) {
    shape.planes = 4;
    const Formula sparse = [&](int64_t x, int64_t y, int64_t c) {
        const uint8_t v = pixel(seed, shape, x, y, c);
        return c == 3 && v < 153 ? 0.0f : static_cast<float>(v) / 255.0f;
    };
    return with_frame<float>(shape, sparse, frame);
}

// The mosaic has 64 columns and 48 rows more than the result.
template <typename T>
AnyBuffer mosaic(uint32_t seed, const Shape& result) {
    const Shape shape{result.width + 64, result.height + 48};
    return picture<T>(shape, [&](int64_t x, int64_t y, int64_t) { return raw_pixel(seed, shape, x, y); });
}

inline Shape wider(Shape shape, int64_t by) { return {shape.width + by, shape.height + by, shape.planes}; }
inline Shape planes(Shape shape, int64_t count) { return {shape.width, shape.height, count}; }
inline Arguments img(AnyBuffer image) { return {.inputs = {{"img", std::move(image)}}}; }

inline Arguments blend_arguments(const Shape& r) {
    const Shape rgb = planes(r, 3);
    return {.inputs = {{"img1", with_edge<float>(rgb, pixels(6, rgb), 31, 29)},
                       {"img2", with_edge<float>(rgb, pixels(7, rgb), 31, 29)},
                       {"mask", unit_picture(8, wider(planes(r, 1), 60))}}};
}
inline Arguments canny_arguments(const Shape& r) {
    return {.inputs = {{"img", unit_picture(11, r)}}, .params = {{"lo", 0.5}, {"hi", 1.2}}};
}
inline Arguments max_filter_arguments(const Shape& r) {
    const Shape rgb = planes(r, 3);
    return img(picture<float>(rgb, [&](int64_t x, int64_t y, int64_t c) {
        const float v = unit_pixel(12, rgb, x, y, c);
        return v > 0.97f ? v : 0.25f * v;
    }));
}
inline Arguments hist_eq_arguments(const Shape& r) {
    const Shape rgb = planes(r, 3);
    return img(
        picture<uint8_t>(rgb, [&](int64_t x, int64_t y, int64_t c) { return pixel(13, rgb, x, y, c); }));
}
inline Arguments conv_arguments(const Shape& r) {
    return {.inputs = {{"img", numbers(60, {r.width + 2, r.height + 2, 4, 2})},
                       {"filter", numbers(61, {3, 3, 4, 6})},
                       {"bias", numbers(62, {6})}}};
}
inline Arguments blur_u16_arguments(const Shape& r) {
    const Shape shape = wider(r, 2);
    return img(picture<uint16_t>(
        shape, [&](int64_t x, int64_t y, int64_t) { return 80 * pixel(15, shape, x, y, 0); }));
}
inline Arguments matmul_arguments(const Shape& r) {
    return {.inputs = {{"a", numbers(63, {29, r.height})}, {"b", numbers(64, {r.width, 29})}}};
}

// The programs as PolyMage has them, and those that it does not have.
inline std::vector<Case> cases() {
    const Sizes rgb = {{"c", 3}};
    return {
        {"blur", [](const Shape& r) { return img(unit_picture(10, planes(r, 3))); }, {}},
        {"blur_u16", blur_u16_arguments, {96, 64}},
        {"unsharp",
         [](const Shape& r) { return img(with_frame<float>(planes(r, 3), pixels(1, planes(r, 3)), 2)); },
         {96, 64}},
        {"harris", [](const Shape& r) { return img(unit_picture(2, wider(r, 4))); }, {}},
        {"bilateral_grid",
         [](const Shape& r) { return img(with_edge<float>(r, pixels(3, r), 24, 32)); },
         {96, 64}},
        {"camera_pipe",
         [](const Shape& r) {
             return Arguments{.inputs = {{"raw", mosaic<int16_t>(4, r)}}};
         },
         {96, 64},
         {},
         rgb,
         kOneStep},
        {"interpolate",
         [](const Shape& r) { return img(sparse_picture(5, r, 1)); },
         {48, 80},
         {{"L", 5}},
         rgb},
        {"pyramid_blend", blend_arguments, {96, 64}},
        {"local_laplacian",
         [](const Shape& r) { return img(u16_picture(9, planes(r, 3), 2)); },
         {96, 64},
         {{"J", 4}},
         {},
         kOneStep},
        {"nl_means",
         [](const Shape& r) { return img(unit_picture(14, planes(r, 3))); },
         {48, 40},
         {},
         {},
         {1e-4, 0}},
        {"max_filter", max_filter_arguments, {96, 72}},
        {"hist_eq", hist_eq_arguments, {80, 48}},
        {"canny", canny_arguments, {96, 64}},
        // The terms are below 1/4 and there are 36 of them: the bound on the sum of their sizes is 9.
        {"conv_layer", conv_arguments, {16, 12}, {}, {}, {1e-4 * 9, 0}},
        {"matmul", matmul_arguments, {}},
    };
}

// The programs as Halide has them, where they differ.
inline std::vector<Case> halide_cases() {
    const Sizes rgb = {{"c", 3}};
    return {
        {"unsharp_h",
         [](const Shape& r) { return img(unit_picture(16, planes(r, 3))); },
         {80, 48},
         {},
         {},
         kLastDigits},
        {"harris_h", [](const Shape& r) { return img(unit_picture(17, wider(planes(r, 3), 4))); }, {80, 48}},
        {"bilateral_grid_h", [](const Shape& r) { return img(unit_picture(18, r)); }, {80, 48}},
        {"interpolate_h",
         [](const Shape& r) { return img(sparse_picture(19, r, 0)); },
         {80, 48},
         {{"L", 6}},
         rgb},
        {"local_laplacian_h",
         [](const Shape& r) { return img(u16_picture(20, planes(r, 3), 0)); },
         {80, 48},
         {{"J", 4}},
         {},
         kOneStep},
        {"camera_pipe_h",
         [](const Shape& r) {
             return Arguments{.inputs = {{"raw", mosaic<uint16_t>(21, r)}}};
         },
         {80, 48},
         {},
         rgb,
         kOneStep},
    };
}

}  // namespace pantile::apps
