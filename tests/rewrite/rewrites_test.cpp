#include "rewrite/rewrites.h"

#include <gtest/gtest.h>

namespace pantile::rewrite {
namespace {

TEST(Rewrites, EachKindIsReadAsItIsPrinted) {
    for (const Rewrite& r : {Rewrite{Inline{"a"}}, Rewrite{InlineInto{"a", "b"}}, Rewrite{FactorParts{"a"}}})
        EXPECT_EQ(parse_rewrite(to_text(r)), r);
    EXPECT_EQ(parse_rewrite("blur"), Rewrite{Inline{"blur"}});
    EXPECT_EQ(parse_rewrite("blur in sharp"), Rewrite(InlineInto{"blur", "sharp"}));
    EXPECT_EQ(parse_rewrite("parts of sharp"), Rewrite{FactorParts{"sharp"}});
}

TEST(Rewrites, AnyTextIsOne) {
    EXPECT_EQ(parse_rewrite("a in b in c"), Rewrite(InlineInto{"a", "b in c"}));
    EXPECT_EQ(parse_rewrite("parts of a in b"), Rewrite{FactorParts{"a in b"}});
    EXPECT_EQ(parse_rewrite(""), Rewrite{Inline{""}});
}

TEST(Rewrites, StandByStage) {
    const Rewrites all = {FactorParts{"a"},     Inline{"b"}, InlineInto{"a", "c"},
                          InlineInto{"a", "b"}, Inline{"a"}, Inline{"a"}};
    EXPECT_EQ(to_texts(all), (std::vector<std::string>{"a", "a in b", "a in c", "parts of a", "b"}));
}

TEST(Rewrites, AStageIsInlinedInAllConsumersOrInSome) {
    const Rewrites some = {Inline{"a"}, InlineInto{"b", "c"}, FactorParts{"d"}};
    EXPECT_TRUE(is_inlined(some, "a", "c"));
    EXPECT_TRUE(is_inlined(some, "b", "c"));
    EXPECT_FALSE(is_inlined(some, "b", "d"));
    EXPECT_FALSE(is_inlined(some, "d", "c"));
}

}  // namespace
}  // namespace pantile::rewrite
