// Random expressions of bytes and words: computed in fewer bits they have the same values.
#include "rewrite/narrow_integers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "front/text/parsing.h"
#include "interp/images.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "random/random.h"

namespace pantile::random {
namespace {

// A value of type i32, written as a program writes it.
class Values {
  public:
    explicit Values(Random& random) : random_(random) {}

    std::string operator()(int depth) {
        if (depth == 0 || random_.chance(10)) return leaf();
        const std::string a = (*this)(depth - 1), b = (*this)(depth - 1);
        switch (random_.weighted({4, 3, 2, 2, 2, 2, 1, 2, 1, 1})) {
            case 0: return fmt::format("({} + {})", a, b);
            case 1: return fmt::format("({} - {})", a, b);
            case 2: return fmt::format("({} * {})", a, random_.chance(60) ? number(-3, 9) : b);
            case 3: return fmt::format("({} / {})", a, number(1, 40));
            case 4: return fmt::format("min({}, {})", a, random_.chance(50) ? number(-300, 70000) : b);
            case 5: return fmt::format("max({}, {})", a, random_.chance(50) ? number(-70000, 300) : b);
            case 6: return fmt::format("abs({})", a);
            case 7: return fmt::format("select({} < {}, {}, {})", a, b, leaf(), a);
            case 8: return fmt::format("sum({} for i in 0..{})", leaf("i"), random_.between(0, 8));
            default: return fmt::format("i32({}({}))", type(), a);
        }
    }

  private:
    std::string leaf(const std::string& further = "") {
        if (further.empty() && random_.chance(25)) return "i32(" + number(-300, 300) + ")";
        const char* image = random_.pick({"a", "a", "b", "s"});
        return fmt::format("i32({}(x{}))", image, further.empty() ? "" : " + " + further);
    }
    std::string number(int64_t low, int64_t high) { return fmt::format("{}", random_.between(low, high)); }
    const char* type() { return random_.pick({"u8", "i8", "u16", "i16"}); }

    Random& random_;
};

AnyBuffer edges_and_noise(ScalarType type, Random& random) {
    const AnyBuffer image = AnyBuffer::allocate(type, {{0, 200, 0}}).value();
    for (int64_t i = 0; i < 200; ++i) {
        const int64_t n = random.chance(40) ? random.pick({0, 1, 127, 128, 255, 256, 32767, 32768, 65535})
                                            : random.between(-70000, 70000);
        ir::store_value(ir::convert(ir::Value::of_int(ScalarType::i64, n), type),
                        image.data() + i * size_in_bytes(type));
    }
    return image;
}

TEST(NarrowExpressions, HaveTheSameValues) {
    size_t changed = 0;
    for (uint64_t seed = 0; seed < 1500; ++seed) {
        Random random(seed);
        const std::string value = Values(random)(static_cast<int>(random.between(1, 4)));
        const std::string type = random.pick({"u8", "u8", "i8", "u16", "i16", "i32"});
        const std::string program =
            fmt::format("pipeline p\ninput a: u8(x)\ninput b: i8(x)\ninput s: u16(x)\noutput o(x) = {}({})\n",
                        type, value);
        const ir::Pipeline p = front::parsed(program);
        const ir::Pipeline narrow = rewrite::narrow_integers(p);
        ASSERT_TRUE(ir::verify(narrow).empty()) << program;
        if (to_text(narrow) == to_text(p)) continue;
        ++changed;
        const Arguments arguments{{{"a", edges_and_noise(ScalarType::u8, random)},
                                   {"b", edges_and_noise(ScalarType::i8, random)},
                                   {"s", edges_and_noise(ScalarType::u16, random)}}};
        const auto items = [](const ir::Pipeline& q) {
            const std::string text = to_text(q);
            return text.substr(text.find('\n') + 1);
        };
        ASSERT_EQ(test::interpreted(items(narrow), arguments), test::interpreted(items(p), arguments))
            << program << to_text(narrow);
    }
    EXPECT_GE(changed, 200u);
}

}  // namespace
}  // namespace pantile::random
