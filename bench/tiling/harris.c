/* Harris by hand, in two shapes: the tiles of tests/schedules/harris_tiled.json ('Ix', 'Iy', 'Sxx', 'Syy' and 'Sxy' of
 * one tile in arrays) and of harris_tiled_fused.json ('Ix' and 'Iy' only). */
#include <stdint.h>

enum { kBorder = 2, kTileX = 256, kTileY = 32, kRow = kTileX + 16 };

static inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }

/* The output lacks the border of the input: its pixel (0, 0) is the input's (2, 2). */
struct picture {
    int64_t width, height; /* of the input */
    const float *restrict img;
    float *restrict out;
    float k;
};

/* Of the output; the first pixel is at (x, y). */
struct tile {
    int64_t x, columns, y, rows;
};

struct gradients {
    float ix[kTileY + 2][kRow], iy[kTileY + 2][kRow];
};

static inline float derivative(float a, float b, float c, float d, float e, float f) {
    return -0.0833333333333f * a + 0.0833333333333f * b + -0.166666666667f * c + 0.166666666667f * d +
           -0.0833333333333f * e + 0.0833333333333f * f;
}

/* The sum of a * b over the 3 x 3 neighbours whose first column is x. */
static inline float box(const float (*a)[kRow], const float (*b)[kRow], int64_t x) {
    return a[0][x] * b[0][x] + a[0][x + 1] * b[0][x + 1] + a[0][x + 2] * b[0][x + 2] +
           a[1][x] * b[1][x] + a[1][x + 1] * b[1][x + 1] + a[1][x + 2] * b[1][x + 2] +
           a[2][x] * b[2][x] + a[2][x + 1] * b[2][x + 1] + a[2][x + 2] * b[2][x + 2];
}

static inline float response(float sxx, float syy, float sxy, float k) {
    return sxx * syy - sxy * sxy - k * (sxx + syy) * (sxx + syy);
}

static inline float *out_row(const struct picture *p, int64_t y) { return p->out + y * (p->width - 2 * kBorder); }

static inline void make_gradients(const struct picture *p, const struct tile t, struct gradients *restrict g) {
    for (int64_t y = 0; y < t.rows + 2; ++y) {
        const float *const restrict above = p->img + (t.y + y) * p->width + t.x;
        const float *const restrict here = above + p->width, *const restrict below = here + p->width;
        float *const restrict ix = g->ix[y], *const restrict iy = g->iy[y];
#pragma omp simd
        for (int64_t x = 0; x < t.columns + 2; ++x) {
            /* Both before either is stored: compilers must not load 'img' again for the second. */
            const float dx = derivative(above[x], above[x + 2], here[x], here[x + 2], below[x], below[x + 2]);
            const float dy = derivative(above[x], below[x], above[x + 1], below[x + 1], above[x + 2], below[x + 2]);
            ix[x] = dx;
            iy[x] = dy;
        }
    }
}

static void harris_tile(const struct picture p, const struct tile t) {
    struct gradients g;
    float sxx[kTileY][kTileX], syy[kTileY][kTileX], sxy[kTileY][kTileX];
    make_gradients(&p, t, &g);
    for (int64_t y = 0; y < t.rows; ++y) {
        float *const restrict xx = sxx[y], *const restrict yy = syy[y], *const restrict xy = sxy[y];
#pragma omp simd
        for (int64_t x = 0; x < t.columns; ++x) {
            const float a = box(g.ix + y, g.ix + y, x), b = box(g.iy + y, g.iy + y, x), c = box(g.ix + y, g.iy + y, x);
            xx[x] = a;
            yy[x] = b;
            xy[x] = c;
        }
    }
    for (int64_t y = 0; y < t.rows; ++y) {
        float *const restrict to = out_row(&p, t.y + y) + t.x;
#pragma omp simd
        for (int64_t x = 0; x < t.columns; ++x) to[x] = response(sxx[y][x], syy[y][x], sxy[y][x], p.k);
    }
}

static void harris_fused_tile(const struct picture p, const struct tile t) {
    struct gradients g;
    make_gradients(&p, t, &g);
    for (int64_t y = 0; y < t.rows; ++y) {
        float *const restrict to = out_row(&p, t.y + y) + t.x;
#pragma omp simd
        for (int64_t x = 0; x < t.columns; ++x)
            to[x] = response(box(g.ix + y, g.ix + y, x), box(g.iy + y, g.iy + y, x), box(g.ix + y, g.iy + y, x), p.k);
    }
}

static inline struct tile tile_at(const struct picture *p, int64_t x, int64_t y) {
    return (struct tile){x, min(kTileX, p->width - 2 * kBorder - x), y, min(kTileY, p->height - 2 * kBorder - y)};
}

void hand_harris(const float *img, float k, float *out, int64_t width, int64_t height, int threads) {
    const struct picture p = {width, height, img, out, k};
#pragma omp parallel for collapse(2) schedule(dynamic) num_threads(threads)
    for (int64_t y = 0; y < height - 2 * kBorder; y += kTileY) {
        for (int64_t x = 0; x < width - 2 * kBorder; x += kTileX) harris_tile(p, tile_at(&p, x, y));
    }
}

void hand_harris_fused(const float *img, float k, float *out, int64_t width, int64_t height, int threads) {
    const struct picture p = {width, height, img, out, k};
#pragma omp parallel for collapse(2) schedule(dynamic) num_threads(threads)
    for (int64_t y = 0; y < height - 2 * kBorder; y += kTileY) {
        for (int64_t x = 0; x < width - 2 * kBorder; x += kTileX) harris_fused_tile(p, tile_at(&p, x, y));
    }
}
