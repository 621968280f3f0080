/* What would take Python minutes: making inputs and comparing results of many megapixels. */
#include <math.h>
#include <stdint.h>

static uint32_t mix(uint32_t v) {
    v ^= v >> 16;
    v *= 0x7FEB352Du;
    v ^= v >> 15;
    v *= 0x846CA68Bu;
    return v ^ (v >> 16);
}

/* An image of 'planes' planes; a frame of so many pixels around each plane stays zero. */
struct image {
    void *data;
    int64_t columns, rows, planes, frame;
};

/* 8 bits: ramps in all directions, and noise of 6 bits on them. */
static uint32_t pixel8(uint32_t n, uint32_t seed, int64_t plane, int64_t row, int64_t column) {
    return (uint32_t)(3 * row + 5 * column + 40 * plane + (mix(n + seed * 0x9E3779B9u) >> 26)) & 255;
}

/* 10 bits of a raw mosaic, with some pixels that are stuck at the highest value. */
static uint32_t raw10(uint32_t n, uint32_t seed, int64_t row, int64_t column) {
    const uint32_t h = mix(n + seed * 0x9E3779B9u);
    const uint32_t b = (uint32_t)((7 * row + 11 * column + 160 * (row & 1) + 90 * (column & 1)) % 900);
    const uint32_t value = b + (h >> 25);
    return (h & 1023) == 5 || value > 1023 ? 1023 : value;
}

#define FOR_EACH_PIXEL(image, TYPE, VALUE)                                                              \
    for (int64_t c = 0, n = 0; c < (image)->planes; ++c)                                                \
        for (int64_t y = 0; y < (image)->rows; ++y)                                                     \
            for (int64_t x = 0; x < (image)->columns; ++x, ++n) {                                       \
                const int inside = x >= (image)->frame && x < (image)->columns - (image)->frame &&      \
                                   y >= (image)->frame && y < (image)->rows - (image)->frame;           \
                ((TYPE *)(image)->data)[n] = (TYPE)(inside ? (VALUE) : 0);                              \
            }

void fill_u8(const struct image *image, uint32_t seed) {
    FOR_EACH_PIXEL(image, uint8_t, pixel8((uint32_t)n, seed, c, y, x))
}

void fill_f32(const struct image *image, uint32_t seed) {
    FOR_EACH_PIXEL(image, float, (float)pixel8((uint32_t)n, seed, c, y, x) / 255.0f)
}

/* No pixel is black: programs that divide by the brightness have no zero to divide by. */
void fill_f32_bright(const struct image *image, uint32_t seed) {
    FOR_EACH_PIXEL(image, float, (float)(pixel8((uint32_t)n, seed, c, y, x) | 1u) / 255.0f)
}

/* The last plane is alpha; two of three pixels have none. */
void fill_f32_sparse(const struct image *image, uint32_t seed) {
    FOR_EACH_PIXEL(image, float,
                   c + 1 == image->planes && pixel8((uint32_t)n, seed, c, y, x) < 153
                       ? 0.0f : (float)pixel8((uint32_t)n, seed, c, y, x) / 255.0f)
}

void fill_f32_signed(const struct image *image, uint32_t seed) {
    FOR_EACH_PIXEL(image, float, (mix((uint32_t)n + seed * 0x9E3779B9u) + 0.5) / 4294967296.0 - 0.5)
}

void fill_u16_photo(const struct image *image, uint32_t seed) {
    FOR_EACH_PIXEL(image, uint16_t, pixel8((uint32_t)n, seed, c, y, x) * 256)
}

/* Three of them sum to less than 65536. */
void fill_u16_low(const struct image *image, uint32_t seed) {
    FOR_EACH_PIXEL(image, uint16_t, pixel8((uint32_t)n, seed, c, y, x) * 85)
}

void fill_raw10(const struct image *image, uint32_t seed) {
    FOR_EACH_PIXEL(image, uint16_t, raw10((uint32_t)n, seed, y, x))
}

/* How many values are further from the expected ones than absolute + relative * |expected|. */
struct tolerance {
    double absolute, relative;
};

int64_t count_apart_f32(const float *found, const float *expected, int64_t count, const struct tolerance *t) {
    int64_t apart = 0;
    for (int64_t i = 0; i < count; ++i) {
        const double distance = fabs((double)found[i] - (double)expected[i]);
        const int near = distance <= t->absolute + t->relative * fabs((double)expected[i]);
        apart += !near && found[i] != expected[i] && !(isnan(found[i]) && isnan(expected[i]));
    }
    return apart;
}

#define COUNT_APART(TYPE)                                                                  \
    int64_t apart = 0;                                                                     \
    for (int64_t i = 0; i < count; ++i)                                                    \
        apart += fabs((double)found[i] - (double)expected[i]) >                            \
                 t->absolute + t->relative * fabs((double)expected[i]);                    \
    return apart;

int64_t count_apart_u8(const uint8_t *found, const uint8_t *expected, int64_t count, const struct tolerance *t) {
    COUNT_APART(uint8_t)
}

int64_t count_apart_u16(const uint16_t *found, const uint16_t *expected, int64_t count, const struct tolerance *t) {
    COUNT_APART(uint16_t)
}
