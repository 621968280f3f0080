// Numbers as precise as they are meant.
#pragma once

namespace pantile::machine {

// 0.2837 is 0.28, 48123 is 48000. A measurement varies by some per cent: rounded, two of them mostly agree.
double two_digits(double value);

}  // namespace pantile::machine
