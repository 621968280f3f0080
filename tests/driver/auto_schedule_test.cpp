#include "driver/private_cache.h"
#include "pantile/pantile.h"

namespace pantile::test {
namespace {

class AutoScheduled : public PrivateCache {};

const Pipeline& blur() {
    static const Pipeline pipeline =
        parse_pan(
            "pipeline blur\ninput img: f32(x, y)\nbx(x, y) = img(x, y) + img(x+1, y)\n"
            "output by(x, y) = bx(x, y) + bx(x, y+1)\n")
            .value();
    return pipeline;
}

TEST_F(AutoScheduled, IsTheScheduleThatCompilingWouldUse) {
    const Result<AutoSchedule> chosen =
        blur().auto_schedule({.scheduler = "dp", .sizes = {{"x", 1920}, {"y", 1080}}});
    ASSERT_TRUE(chosen) << render(chosen.diagnostics());
    CompileOptions options;
    options.schedule = "dp";
    options.scheduling.sizes = {{"x", 1920}, {"y", 1080}};
    EXPECT_EQ(chosen->json(), schedule_file(blur(), options).value());
    EXPECT_NE(chosen->text().find("group 1: bx -> by\n"), std::string::npos) << chosen->text();
}

TEST_F(AutoScheduled, GoesIntoCompileOptions) {
    const AutoSchedule chosen = blur().auto_schedule().value();
    Buffer<float> img({65, 33});
    for (int y = 0; y < 33; ++y) {
        for (int x = 0; x < 65; ++x) img(x, y) = static_cast<float>(x * y % 17);
    }
    const Arguments arguments{.inputs = {{"img", img}}};
    const Outputs wanted = interpret(blur(), arguments).value();
    const Outputs found = compiled(blur(), {.schedule_json = chosen.json()}).run(arguments).value();
    EXPECT_TRUE(identical(found.at("by"), wanted.at("by")));
}

TEST_F(AutoScheduled, RefusesWhatThereIsNot) {
    EXPECT_NE(render(blur().auto_schedule({.scheduler = "best"}).diagnostics())
                  .find("there is no scheduler 'best'"),
              std::string::npos);
    EXPECT_NE(render(blur().auto_schedule({.sizes = {{"z", 3}}}).diagnostics())
                  .find("no output of 'blur' has a dimension 'z'"),
              std::string::npos);
}

}  // namespace
}  // namespace pantile::test
