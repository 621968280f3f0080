#include "driver/machine.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "pantile/machine.h"
#include "runtime/host_cpu.h"
#include "runtime/temporary_directory.h"

namespace pantile::driver {
namespace {

class HostMachine : public testing::Test {
  protected:
    std::string path() const { return place_.path() + "/cache"; }
    runtime::CacheDirectory cache() const { return runtime::open_cache_directory(path(), {}); }
    std::string file() const { return path() + "/" + host_.file; }
    void write(const std::string& text) const {
        std::filesystem::create_directories(path());
        ::chmod(path().c_str(), 0700);
        std::ofstream(file(), std::ios::binary) << text;
    }
    // A measurement that is easy to tell from typical values.
    machine::Machine measured() const {
        machine::Machine machine = host_.typical;
        machine.measured = true;
        machine.cycle = 12.5;
        return machine;
    }

    Host host_ = find_host();

  private:
    runtime::TemporaryDirectory place_ =
        runtime::TemporaryDirectory::create("/tmp", "pantile-machine-test-").value();
};

TEST_F(HostMachine, HasTypicalValuesUntilItIsMeasured) {
    const machine::Machine machine = host_machine(cache());
    EXPECT_EQ(machine, host_.typical);
    EXPECT_FALSE(machine.measured);
    EXPECT_EQ(machine.vector_bytes, runtime::host_vector_bytes());
}

TEST_F(HostMachine, RemembersWhatWasMeasured) {
    EXPECT_EQ(store_measurement(cache(), host_, measured()), "");
    EXPECT_EQ(host_machine(cache()), measured());
    machine::Machine second = measured();
    second.task = 77;
    EXPECT_EQ(store_measurement(cache(), host_, second), "");
    EXPECT_EQ(host_machine(cache()), second);
    // Nothing is left beside it.
    const std::filesystem::directory_iterator files(path());
    EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST_F(HostMachine, ADamagedFileCountsAsMissing) {
    const std::string good = machine::to_json(measured());
    for (size_t length = 0; length + 2 < good.size(); length += 7) {
        write(good.substr(0, length));
        EXPECT_EQ(host_machine(cache()), host_.typical) << length;
    }
    write(std::string(1 << 20, '['));
    EXPECT_EQ(host_machine(cache()), host_.typical);
    std::filesystem::remove(file());
    std::filesystem::create_directory(file());
    EXPECT_EQ(host_machine(cache()), host_.typical);
    EXPECT_NE(store_measurement(cache(), host_, measured()), "");
}

TEST_F(HostMachine, TheMeasurementOfAnotherMachineCountsAsMissing) {
    machine::Machine other = measured();
    other.cores += 1;
    write(machine::to_json(other));
    EXPECT_EQ(host_machine(cache()), host_.typical);
    other = measured();
    other.measured = false;
    write(machine::to_json(other));
    EXPECT_EQ(host_machine(cache()), host_.typical);
}

TEST_F(HostMachine, IsNotMeasuredAgainWhenTheCacheKnowsIt) {
    EXPECT_EQ(store_measurement(cache(), host_, measured()), "");
    int steps = 0;
    const MachineDescription found = describe_machine(
        {.cache_directory = path(), .progress = [&](int, int, const std::string&) { ++steps; }});
    EXPECT_EQ(steps, 0);
    EXPECT_EQ(found.json, machine::to_json(measured()));
    EXPECT_EQ(found.text, machine::to_text(measured()));
}

}  // namespace
}  // namespace pantile::driver
