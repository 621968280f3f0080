// A program of somebody else: builds a pipeline with the installed headers, compiles it at run time, checks a
// pixel and makes a mistake.
#include <cstdio>
#include <cstring>

#include <pantile/pantile.h>

using namespace pantile;

// The error comes out of the library, which may be a shared one, as what the header declares.
bool mistakes_are_caught() {
    Var x("x");
    ImageParam img(Float(32), 1, "img");
    Func f("f");
    f(x) = img(x);
    try {
        f.realize({4});
    } catch (const Error& error) {
        return std::strstr(error.what(), "'img'") != nullptr;
    }
    return false;
}

int main() {
    Buffer<float> picture({64, 48});
    for (int y = 0; y < 48; ++y) {
        for (int x = 0; x < 64; ++x) picture(x, y) = static_cast<float>(x + 2 * y);
    }

    Var x("x"), y("y");
    ImageParam img(Float(32), 2, "img");
    Func clamped = BoundaryConditions::repeat_edge(img);
    Func bx("bx"), blur("blur");
    bx(x, y) = (clamped(x - 1, y) + clamped(x, y) + clamped(x + 1, y)) / 3;
    blur(x, y) = (bx(x, y - 1) + bx(x, y) + bx(x, y + 1)) / 3;

    img.set(picture);
    try {
        Buffer<float> out = blur.realize({64, 48});
        std::printf("blur(10, 20) = %.1f\n", static_cast<double>(out(10, 20)));
        return out(10, 20) == picture(10, 20) && mistakes_are_caught() ? 0 : 1;
    } catch (const Error& error) {
        std::fputs(error.what(), stderr);
        return 1;
    }
}
