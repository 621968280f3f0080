// The command that shows and measures the machine.
#include <gtest/gtest.h>

#include "driver/machine.h"
#include "tools/command/tool.h"

namespace pantile::tool {
namespace {

class MachineCommand : public Tool {
  protected:
    std::string cache_file() const { return path("cache/pantile/" + host_.file); }

    // A measurement that nobody could make.
    std::string store_odd_measurement() const {
        std::filesystem::create_directories(path("cache/pantile"));
        std::filesystem::permissions(path("cache/pantile"), std::filesystem::perms::owner_all);
        machine::Machine odd = host_.typical;
        odd.measured = true;
        odd.task = 123456789;
        std::ofstream(cache_file(), std::ios::binary) << machine::to_json(odd);
        return machine::to_json(odd);
    }

  private:
    driver::Host host_ = driver::find_host();
};

TEST_F(MachineCommand, MeasuresOnceAndRemembers) {
    const Ran first = run({"machine", "--json"});
    ASSERT_EQ(first.code, 0) << first.err;
    const Result<machine::Machine> measured = machine::from_json(first.out, "stdout");
    ASSERT_TRUE(measured) << render(measured.diagnostics());
    EXPECT_TRUE(measured->measured);
    EXPECT_EQ(contents_of(cache_file()), first.out);

    const Ran second = run({"machine", "-o", "machine.json"});
    EXPECT_EQ(second.code, 0) << second.err;
    EXPECT_EQ(second.out, "");
    // No machine measures the same numbers twice.
    EXPECT_EQ(contents_of(path("machine.json")), first.out);

    const Ran text = run({"machine"});
    EXPECT_EQ(text.out, machine::to_text(*measured));
}

TEST_F(MachineCommand, MeasuresAgainWhenAsked) {
    const std::string odd = store_odd_measurement();
    EXPECT_EQ(run({"machine", "--json"}).out, odd);
    const Ran again = run({"machine", "--measure", "--json"});
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_NE(again.out, odd);
    EXPECT_EQ(contents_of(cache_file()), again.out);
}

TEST_F(MachineCommand, ADamagedMeasurementIsReplaced) {
    const std::string odd = store_odd_measurement();
    std::ofstream(cache_file(), std::ios::binary) << odd.substr(0, 100);
    const Ran repaired = run({"machine", "--json"});
    EXPECT_EQ(repaired.code, 0) << repaired.err;
    EXPECT_EQ(contents_of(cache_file()), repaired.out);
}

TEST_F(MachineCommand, AFileIsNotWrittenWhereNoFileCanBe) {
    store_odd_measurement();
    const Ran ran = run({"machine", "-o", "nowhere/machine.json"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.err, "error: cannot write 'nowhere/machine.json'.\n");
    EXPECT_EQ(run({"machine", "--colour"}).code, 2);
}

}  // namespace
}  // namespace pantile::tool
