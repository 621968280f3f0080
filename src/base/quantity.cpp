#include "base/quantity.h"

#include <fmt/format.h>

#include <span>

namespace pantile {

namespace {

std::string three_digits(double value) {
    return fmt::format("{:.{}f}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

// In the largest unit that leaves at least one before the point. What is below the second unit is whole.
std::string in_units(double value, double step, std::span<const char* const> units) {
    size_t unit = 0;
    for (; value >= step - 0.5 && unit + 1 < units.size(); ++unit) value /= step;
    return fmt::format("{} {}", unit == 0 ? fmt::format("{:.0f}", value) : three_digits(value), units[unit]);
}

}  // namespace

std::string grouped_digits(int64_t number) {
    std::string digits = fmt::format("{}", number);
    for (size_t at = digits.size(); at > 3 && digits[at - 4] != '-'; at -= 3) digits.insert(at - 3, ",");
    return digits;
}

std::string plural(int64_t count, const char* what) {
    return fmt::format("{} {}{}", grouped_digits(count), what, count == 1 ? "" : "s");
}

std::string duration_text(double nanoseconds) {
    constexpr const char* kUnits[] = {"ns", "µs", "ms", "s"};
    return in_units(nanoseconds, 1000, kUnits);
}

std::string size_text(double bytes) {
    constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    return in_units(bytes, 1024, kUnits);
}

}  // namespace pantile
