// Small exact fractions, for the scales and offsets of tiles. A result that leaves 62 bits is 'unknown', and
// so is everything computed from it: no comparison with it holds.
#pragma once

#include <cstdint>
#include <numeric>

namespace pantile {

class Rational {
  public:
    Rational(int64_t whole = 0) : Rational(whole, 1) {}  // NOLINT: a whole number is a fraction
    Rational(int64_t numerator, int64_t denominator) { set(numerator, denominator); }

    bool is_known() const { return den_ != 0; }
    int64_t numerator() const { return num_; }
    int64_t denominator() const { return den_; }
    int64_t floor() const { return num_ / den_ - (num_ % den_ < 0 ? 1 : 0); }
    int64_t ceil() const { return -(-*this).floor(); }

    Rational operator-() const { return Rational(-num_, den_); }
    friend Rational operator+(Rational a, Rational b) {
        return of(Wide{a.num_} * b.den_ + Wide{b.num_} * a.den_, Wide{a.den_} * b.den_);
    }
    friend Rational operator-(Rational a, Rational b) { return a + -b; }
    friend Rational operator*(Rational a, Rational b) {
        return of(Wide{a.num_} * b.num_, Wide{a.den_} * b.den_);
    }
    friend Rational operator/(Rational a, Rational b) {
        return of(Wide{a.num_} * b.den_, Wide{a.den_} * b.num_);
    }
    friend bool operator==(Rational a, Rational b) {
        return a.is_known() && a.num_ == b.num_ && a.den_ == b.den_;
    }
    friend bool operator<(Rational a, Rational b) {
        return a.is_known() && b.is_known() && Wide{a.num_} * b.den_ < Wide{b.num_} * a.den_;
    }
    friend bool operator>(Rational a, Rational b) { return b < a; }

  private:
    __extension__ using Wide = __int128;

    static constexpr Wide kMost = Wide{1} << 62;

    // Most are whole numbers, and need no common divisor.
    static Rational of(Wide num, Wide den) {
        if (den == 1 && num <= kMost && num >= -kMost)
            return Rational(static_cast<int64_t>(num), 1, Reduced{});
        return reduced(num, den);
    }

    static Rational reduced(Wide num, Wide den) {
        if (den < 0) {
            num = -num;
            den = -den;
        }
        if (den == 0) return Rational(0, 0, Reduced{});
        const Wide size = num < 0 ? -num : num;
        // Divisions of 128 bits take long, and most numbers have less.
        if ((size | den) >> 62 == 0) {
            const int64_t common = std::gcd(static_cast<int64_t>(size), static_cast<int64_t>(den));
            return Rational(static_cast<int64_t>(num) / common, static_cast<int64_t>(den) / common,
                            Reduced{});
        }
        const Wide common = common_divisor(size, den);
        num /= common;
        den /= common;
        if (num > kMost || num < -kMost || den > kMost) return Rational(0, 0, Reduced{});
        return Rational(static_cast<int64_t>(num), static_cast<int64_t>(den), Reduced{});
    }

    static Wide common_divisor(Wide a, Wide b) {
        while (b != 0) {
            const Wide rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }

    struct Reduced {};
    Rational(int64_t num, int64_t den, Reduced) : num_(num), den_(den) {}

    void set(int64_t num, int64_t den) {
        if (den == 0) {
            num_ = den_ = 0;
            return;
        }
        *this = of(num, den);
    }

    int64_t num_ = 0;
    int64_t den_ = 1;
};

inline Rational smaller_of(Rational a, Rational b) { return b < a ? b : a; }
inline Rational larger_of(Rational a, Rational b) { return a < b ? b : a; }

}  // namespace pantile
