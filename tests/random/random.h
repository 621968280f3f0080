// A small deterministic source of random numbers: the same seed gives the same pipeline on every machine. So
// arguments of one call must not draw twice: compilers evaluate them in different orders.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace pantile::random {

// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed) {}

    uint64_t next() {
        uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    // Both ends are included.
    int64_t between(int64_t low, int64_t high) {
        return low + static_cast<int64_t>(next() % static_cast<uint64_t>(high - low + 1));
    }
    size_t below(size_t count) { return static_cast<size_t>(next() % count); }
    bool chance(int percent) { return between(0, 99) < percent; }

    template <typename T>
    const T& pick(const std::vector<T>& items) {
        return items[below(items.size())];
    }
    template <typename T>
    T pick(std::initializer_list<T> items) {
        return *(items.begin() + below(items.size()));
    }
    // The index of one of the weights, each as likely as it weighs.
    size_t weighted(std::initializer_list<int> weights) {
        int total = 0;
        for (const int w : weights) total += w;
        int64_t left = between(0, total - 1);
        size_t i = 0;
        for (const int w : weights) {
            if (left < w) return i;
            left -= w;
            ++i;
        }
        return 0;
    }

  private:
    uint64_t state_;
};

}  // namespace pantile::random
