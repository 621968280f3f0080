/* Blur by hand: the tiles of tests/schedules/blur_tiled.json, 'bx' of one tile in an array of its own. */
#include <stdint.h>

enum { kChannels = 3, kTileX = 256, kTileY = 32, kRow = kTileX + 16 };

static inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }

struct picture {
    int64_t width, height;
    const float *restrict img;
    float *restrict out;
};

/* Makes the columns x0 .. x1-1 and the rows y0 .. y1-1 of all channels. */
static void blur_tile(const struct picture p, const int64_t x0, const int64_t x1, const int64_t y0, const int64_t y1) {
    float bx[kChannels][kTileY][kRow];
    const int64_t left = max(x0 - 1, 0), right = min(x1 + 1, p.width);
    for (int64_t c = 0; c < kChannels; ++c) {
        const float *const plane = p.img + c * p.width * p.height;
        for (int64_t y = y0; y < y1; ++y) {
            const float *const restrict above = plane + max(y - 1, 0) * p.width + left;
            const float *const restrict here = plane + y * p.width + left;
            const float *const restrict below = plane + min(y + 1, p.height - 1) * p.width + left;
            float *const restrict row = bx[c][y - y0];
#pragma omp simd
            for (int64_t x = 0; x < right - left; ++x) row[x] = (above[x] + here[x] + below[x]) * (1.0f / 3);
        }
    }
    /* From here on columns count from 'left', as in the rows of 'bx'. */
    const int64_t first = max(x0, 1) - left, end = min(x1, p.width - 1) - left, last = x1 - 1 - left;
    for (int64_t c = 0; c < kChannels; ++c) {
        for (int64_t y = y0; y < y1; ++y) {
            const float *const restrict row = bx[c][y - y0];
            float *const restrict out = p.out + (c * p.height + y) * p.width + left;
#pragma omp simd
            for (int64_t x = first; x < end; ++x) out[x] = (row[x - 1] + row[x] + row[x + 1]) * (1.0f / 3);
            if (x0 == 0) out[0] = (row[0] + row[0] + row[min(1, p.width - 1)]) * (1.0f / 3);
            if (x1 == p.width && last > 0) out[last] = (row[last - 1] + row[last] + row[last]) * (1.0f / 3);
        }
    }
}

void hand_blur(const float *img, float *out, int64_t width, int64_t height, int threads) {
    const struct picture p = {width, height, img, out};
#pragma omp parallel for collapse(2) schedule(dynamic) num_threads(threads)
    for (int64_t y0 = 0; y0 < height; y0 += kTileY) {
        for (int64_t x0 = 0; x0 < width; x0 += kTileX)
            blur_tile(p, x0, min(x0 + kTileX, width), y0, min(y0 + kTileY, height));
    }
}
