// Numbers with their units, as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace pantile {

// 1234567 as '1,234,567'.
std::string grouped_digits(int64_t number);

// '1 tile', '1,200 tiles'.
std::string plural(int64_t count, const char* what);

// Three digits: '850 ns', '12.3 µs', '1.20 ms', '3.00 s'.
std::string duration_text(double nanoseconds);

// Three digits: '512 bytes', '32.0 KiB', '1.50 MiB'.
std::string size_text(double bytes);

}  // namespace pantile
