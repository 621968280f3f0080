/* Unsharp mask by hand: the tiles of tests/schedules/unsharp_tiled.json, 'bx', 'by' and 'sh' of one tile in arrays. */
#include <math.h>
#include <stdint.h>

enum { kChannels = 3, kBorder = 2, kTileX = 512, kTileY = 8, kRow = kTileX + 16 };

static inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }

/* The output lacks the border of the input: its pixel (0, 0) is the input's (2, 2). */
struct picture {
    int64_t width, height; /* of the input */
    const float *restrict img;
    float *restrict out;
    float thr, w;
};

static inline const float *img_row(const struct picture *p, int64_t c, int64_t y) {
    return p->img + (c * p->height + y) * p->width;
}

static inline float weighted(float a, float b, float c, float d, float e) {
    return 0.0625f * a + 0.25f * b + 0.375f * c + 0.25f * d + 0.0625f * e;
}

/* Makes 'columns' x 'rows' pixels of all channels of the output, the first of them at (x0, y0). */
static void unsharp_tile(const struct picture p, int64_t x0, int64_t columns, int64_t y0, int64_t rows) {
    float bx[kChannels][kTileY][kRow], by[kChannels][kTileY][kTileX], sh[kChannels][kTileY][kTileX];
    for (int64_t c = 0; c < kChannels; ++c) {
        for (int64_t y = 0; y < rows; ++y) {
            const float *const restrict above2 = img_row(&p, c, y0 + y) + x0;
            const float *const restrict above1 = above2 + p.width, *const restrict here = above1 + p.width;
            const float *const restrict below1 = here + p.width, *const restrict below2 = below1 + p.width;
            float *const restrict to = bx[c][y];
#pragma omp simd
            for (int64_t x = 0; x < columns + 2 * kBorder; ++x)
                to[x] = weighted(above2[x], above1[x], here[x], below1[x], below2[x]);
        }
    }
    for (int64_t c = 0; c < kChannels; ++c) {
        for (int64_t y = 0; y < rows; ++y) {
            const float *const restrict from = bx[c][y];
            float *const restrict to = by[c][y];
#pragma omp simd
            for (int64_t x = 0; x < columns; ++x)
                to[x] = weighted(from[x], from[x + 1], from[x + 2], from[x + 3], from[x + 4]);
        }
    }
    const float gain = 1.0f + p.w, loss = -p.w, thr = p.thr;
    for (int64_t c = 0; c < kChannels; ++c) {
        for (int64_t y = 0; y < rows; ++y) {
            const float *const restrict img = img_row(&p, c, y0 + y + kBorder) + x0 + kBorder;
            const float *const restrict blurred = by[c][y];
            float *const restrict to = sh[c][y];
#pragma omp simd
            for (int64_t x = 0; x < columns; ++x) to[x] = img[x] * gain + blurred[x] * loss;
        }
    }
    for (int64_t c = 0; c < kChannels; ++c) {
        for (int64_t y = 0; y < rows; ++y) {
            const float *const restrict img = img_row(&p, c, y0 + y + kBorder) + x0 + kBorder;
            const float *const restrict blurred = by[c][y], *const restrict sharp = sh[c][y];
            float *const restrict to =
                p.out + (c * (p.height - 2 * kBorder) + y0 + y) * (p.width - 2 * kBorder) + x0;
#pragma omp simd
            for (int64_t x = 0; x < columns; ++x) to[x] = fabsf(img[x] - blurred[x]) < thr ? img[x] : sharp[x];
        }
    }
}

void hand_unsharp(const float *img, float thr, float w, float *out, int64_t width, int64_t height, int threads) {
    const struct picture p = {width, height, img, out, thr, w};
    const int64_t all_rows = height - 2 * kBorder, all_columns = width - 2 * kBorder;
#pragma omp parallel for collapse(2) schedule(dynamic) num_threads(threads)
    for (int64_t y = 0; y < all_rows; y += kTileY) {
        for (int64_t x = 0; x < all_columns; x += kTileX)
            unsharp_tile(p, x, min(kTileX, all_columns - x), y, min(kTileY, all_rows - y));
    }
}
