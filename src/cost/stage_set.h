// A set of stages, by their numbers in a StageGraph: a bit set of any length.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace pantile::cost {

class StageSet {
  public:
    StageSet() = default;
    explicit StageSet(size_t universe) : words_((universe + 63) / 64, 0) {}
    static StageSet of(size_t universe, const std::vector<size_t>& members) {
        StageSet set(universe);
        for (const size_t m : members) set.insert(m);
        return set;
    }

    void insert(size_t i) { words_[i / 64] |= uint64_t{1} << (i % 64); }
    void erase(size_t i) { words_[i / 64] &= ~(uint64_t{1} << (i % 64)); }
    bool contains(size_t i) const { return (words_[i / 64] >> (i % 64)) & 1; }
    bool empty() const {
        for (const uint64_t w : words_) {
            if (w != 0) return false;
        }
        return true;
    }
    size_t size() const {
        size_t n = 0;
        for (const uint64_t w : words_) n += static_cast<size_t>(std::popcount(w));
        return n;
    }

    StageSet& operator|=(const StageSet& o) {
        return combine(o, [](uint64_t a, uint64_t b) { return a | b; });
    }
    StageSet& operator&=(const StageSet& o) {
        return combine(o, [](uint64_t a, uint64_t b) { return a & b; });
    }
    StageSet& operator-=(const StageSet& o) {
        return combine(o, [](uint64_t a, uint64_t b) { return a & ~b; });
    }
    friend StageSet operator|(StageSet a, const StageSet& b) { return a |= b; }
    friend StageSet operator&(StageSet a, const StageSet& b) { return a &= b; }
    friend StageSet operator-(StageSet a, const StageSet& b) { return a -= b; }
    bool intersects(const StageSet& o) const {
        for (size_t w = 0; w < words_.size(); ++w) {
            if (words_[w] & o.words_[w]) return true;
        }
        return false;
    }
    bool is_subset_of(const StageSet& o) const {
        for (size_t w = 0; w < words_.size(); ++w) {
            if (words_[w] & ~o.words_[w]) return false;
        }
        return true;
    }
    bool operator==(const StageSet&) const = default;
    auto operator<=>(const StageSet&) const = default;

    // In increasing order.
    template <typename Visit>
    void for_each(Visit visit) const {
        for (size_t w = 0; w < words_.size(); ++w) {
            for (uint64_t rest = words_[w]; rest != 0; rest &= rest - 1)
                visit(w * 64 + static_cast<size_t>(std::countr_zero(rest)));
        }
    }
    std::vector<size_t> members() const {
        std::vector<size_t> all;
        for_each([&](size_t i) { all.push_back(i); });
        return all;
    }

    struct Hash {
        size_t operator()(const StageSet& set) const {
            uint64_t h = 0x9E3779B97F4A7C15ull;
            for (const uint64_t w : set.words_) {
                h ^= w + 0x9E3779B97F4A7C15ull + (h << 6) + (h >> 2);
                h *= 0xFF51AFD7ED558CCDull;
                h ^= h >> 33;
            }
            return static_cast<size_t>(h);
        }
    };

  private:
    template <typename Op>
    StageSet& combine(const StageSet& o, Op op) {
        for (size_t w = 0; w < words_.size(); ++w) words_[w] = op(words_[w], o.words_[w]);
        return *this;
    }

    std::vector<uint64_t> words_;
};

}  // namespace pantile::cost
