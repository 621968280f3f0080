#include "report/count.h"

#include <gtest/gtest.h>

namespace pantile::report {
namespace {

TEST(Count, SaysWhatTheSearchDidNextToWhatWasPublished) {
    const std::string text = to_text({.pipeline = "harris",
                                      .stages = 11,
                                      .scheduler = "dp",
                                      .cost_model = "polymage",
                                      .count = search::SearchCount{1234, 56, false},
                                      .seconds = 0.0123});
    EXPECT_EQ(text.substr(0, text.find("\n\n") + 1),
              "pipeline     harris, 11 stages\n"
              "scheduler    dp\n"
              "cost model   polymage\n"
              "groups       1,234 evaluated\n"
              "states       56 of the dynamic program\n"
              "search       complete\n"
              "time         0.012 s\n");
    EXPECT_NE(text.find("Harris Corner        11       104"), std::string::npos) << text;
    EXPECT_NE(text.find("Pyramid Blend        44    27,108  26,952   7,809     923"), std::string::npos)
        << text;
}

TEST(Count, SaysThatASearchWasBounded) {
    EXPECT_NE(to_text({.pipeline = "p", .scheduler = "auto", .count = search::SearchCount{1, 1, true}})
                  .find("search       bounded: '--budget' and '--group-limit' allow more\n"),
              std::string::npos);
}

TEST(Count, NoSchedulerRanForAFile) {
    const std::string text =
        to_text({.pipeline = "p", .stages = 1, .scheduler = "expert", .source = "read from a file"});
    EXPECT_NE(text.find("scheduler    none: the schedule 'expert' was read from a file\n"),
              std::string::npos);
    EXPECT_NE(text.find("Table 1"), std::string::npos);
}

}  // namespace
}  // namespace pantile::report
