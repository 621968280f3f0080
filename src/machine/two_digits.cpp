#include "machine/two_digits.h"

#include <charconv>
#include <iterator>

namespace pantile::machine {

// By way of text: the result is the double nearest to the short decimal number, so it prints as that again.
double two_digits(double value) {
    char text[32];
    const auto written =
        std::to_chars(std::begin(text), std::end(text), value, std::chars_format::scientific, 1);
    double rounded = value;
    std::from_chars(text, written.ptr, rounded);
    return rounded;
}

}  // namespace pantile::machine
