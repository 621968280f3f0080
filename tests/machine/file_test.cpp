#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "machine/machine.h"

namespace pantile::machine {
namespace {

const char* const kHint = "hint: 'pantile machine --json' writes a complete file.\n";
const char* const kFormHint = "hint: 'pantile machine --json' writes such a file.\n";

std::string complete() {
    std::ifstream file(PANTILE_SOURCE_DIR "/tests/machines/zen2core.json");
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string refusal(const std::string& json) {
    const Result<Machine> machine = from_json(json, "m.json");
    return machine ? "accepted" : render(machine.diagnostics());
}

// What is said of the complete file with one text in place of another.
std::string changed(const std::string& old_text, const std::string& new_text) {
    std::string json = complete();
    const size_t at = json.find(old_text);
    EXPECT_NE(at, std::string::npos) << old_text;
    return refusal(json.replace(at, old_text.size(), new_text));
}

std::string error(const std::string& message) { return "m.json: error: " + message + "\n"; }

TEST(MachineFile, ReadsBackWhatItWrites) {
    Topology topology;
    topology.name = "A \"quoted\" processor with ™";
    topology.cores = 3;
    for (const int64_t l3 : {int64_t{0}, int64_t{8} << 20}) {
        topology.l3 = l3;
        const Machine machine = typical(topology, 32);
        EXPECT_EQ(from_json(to_json(machine), "m.json").value(), machine);
    }
}

TEST(MachineFile, WholeNumbersAreWrittenAsSuch) {
    const std::string text = to_json(from_json(complete(), "m.json").value());
    EXPECT_NE(text.find("    \"bandwidth\": 210,\n"), std::string::npos) << text;
    EXPECT_NE(text.find("  \"cycle\": 0.28,\n"), std::string::npos) << text;
}

TEST(MachineFile, TheMachinesOfTheTestsAreComplete) {
    for (const std::string name : {"laptop4", "server16", "zen2core"}) {
        std::ifstream file(PANTILE_SOURCE_DIR "/tests/machines/" + name + ".json");
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        const Result<Machine> machine = from_json(text, name);
        ASSERT_TRUE(machine) << render(machine.diagnostics());
        EXPECT_TRUE(machine->measured);
        EXPECT_EQ(from_json(to_json(*machine), name).value(), *machine);
    }
}

TEST(MachineFile, RefusesTextThatIsNoMachine) {
    EXPECT_EQ(refusal(""), error("the machine file is not a JSON object.") + kFormHint);
    EXPECT_EQ(refusal("[]"), error("the machine file is not a JSON object.") + kFormHint);
    EXPECT_EQ(refusal("{\"cores\": 2"), error("the machine file is not a JSON object.") + kFormHint);
    EXPECT_EQ(refusal(complete() + "}"), error("the machine file is not a JSON object.") + kFormHint);
    EXPECT_EQ(refusal(R"({"name": )" + std::string(20000, '[') + std::string(20000, ']') + "}"),
              error("the machine file is nested too deeply.") + kFormHint);
    EXPECT_EQ(refusal(std::string(100000, ' ')),
              error("the machine file is larger than 64 KiB.") + kFormHint);
}

TEST(MachineFile, EverythingThatIsWrongIsSaidAtOnce) {
    EXPECT_EQ(refusal(R"({"name": "x", "cores": 0, "vector_bytes": 32, "l1": 5, "l2": 5, "memory": {}})"),
              error("'cores' is a whole number from 1 to 4096.") +
                  error("'l1' is an object with: bytes, bandwidth, all_bandwidth, latency.") +
                  error("'l2' is an object with: bytes, bandwidth, all_bandwidth, latency.") +
                  error("the machine has no 'memory.bandwidth'.") + kHint +
                  error("the machine has no 'memory.all_bandwidth'.") + kHint +
                  error("the machine has no 'memory.latency'.") + kHint +
                  error("the machine has no 'cycle'.") + kHint + error("the machine has no 'task'.") + kHint +
                  error("the machine has no 'measured'.") + kHint);
}

TEST(MachineFile, RefusesKeysThatItDoesNotKnow) {
    EXPECT_EQ(
        changed("\"cores\"", "\"l4\": 3, \"cores\""),
        error("'l4' is not known here; there are: name, cores, vector_bytes, l1, l2, l3, memory, images, "
              "cycle, task, measured."));
    EXPECT_EQ(changed("\"latency\": 4}", "\"latency\": 4, \"ways\": 8}"),
              error("'ways' is not known in 'l2'; there are: bytes, bandwidth, all_bandwidth, latency."));
    EXPECT_EQ(changed("\"memory\": {", "\"memory\": {\"bytes\": 7, "),
              error("'bytes' is not known in 'memory'; there are: bandwidth, all_bandwidth, latency."));
}

TEST(MachineFile, ImagesAreKnownOrNot) {
    const std::string images =
        R"("images": {"copy": 13, "all_copy": 16, "non_temporal": 18, "all_non_temporal": 23.5, "segments": 11}, )";
    std::string json = complete();
    EXPECT_EQ(from_json(json, "m.json").value().images, Images{});
    json.insert(json.find("\"cycle\""), images);
    const Machine machine = from_json(json, "m.json").value();
    EXPECT_EQ(machine.images, (Images{13, 16, 18, 23.5, 11}));
    EXPECT_EQ(from_json(to_json(machine), "m.json").value(), machine);
    EXPECT_EQ(changed("\"cycle\"", R"("images": 3, "cycle")"),
              error("'images' is an object with: copy, all_copy, non_temporal, all_non_temporal, segments."));
    EXPECT_EQ(
        changed(
            "\"cycle\"",
            R"("images": {"copy": 0, "all_copy": 1, "non_temporal": 1, "all_non_temporal": 1, "segment": 1}, "cycle")"),
        error("'segment' is not known in 'images'; there are: copy, all_copy, non_temporal, "
              "all_non_temporal, segments.") +
            error("'images.copy' is a number from 0.001 to 1000000.") +
            error("the machine has no 'images.segments'.") + kHint);
}

TEST(MachineFile, ReadsTheOldNamesOfCopies) {
    std::string json = complete();
    json.insert(json.find("\"cycle\""),
                R"("images": {"copy": 13, "all_copy": 16, "stream": 18, "all_stream": 23.5, "parts": 11}, )");
    EXPECT_EQ(from_json(json, "m.json").value().images, (Images{13, 16, 18, 23.5, 11}));
}

TEST(MachineFile, RefusesAKeyThatIsThereTwice) {
    const std::string said = changed("\"cores\": 2", "\"cores\": 2, \"cores\": 4");
    EXPECT_NE(said.find("error: 'cores' is given twice.\n"), std::string::npos) << said;
    EXPECT_EQ(said.rfind("m.json:", 0), 0u) << said;
    EXPECT_NE(said.find("hint: keep one of the two.\n"), std::string::npos) << said;
}

TEST(MachineFile, RefusesWrongTypesAndAbsurdNumbers) {
    const std::string cores = error("'cores' is a whole number from 1 to 4096.");
    for (const std::string wrong : {"0", "-2", "2.5", "\"2\"", "5000", "1e300", "null", "[2]"})
        EXPECT_EQ(changed("\"cores\": 2", "\"cores\": " + wrong), cores) << wrong;
    EXPECT_EQ(changed("\"vector_bytes\": 32", "\"vector_bytes\": 24"),
              error("'vector_bytes' is one of: 16, 32, 64."));
    EXPECT_EQ(changed("\"bytes\": 32768", "\"bytes\": 3"),
              error("'l1.bytes' is a whole number from 1024 to 68719476736."));
    EXPECT_EQ(changed("\"bandwidth\": 25", "\"bandwidth\": 25000000000"),
              error("'memory.bandwidth' is a number from 0.001 to 1000000."));
    EXPECT_EQ(changed("\"latency\": 110", "\"latency\": -1"),
              error("'memory.latency' is a number from 0.01 to 1000000."));
    EXPECT_EQ(changed("\"cycle\": 0.28", "\"cycle\": \"fast\""),
              error("'cycle' is a number from 0.01 to 1000."));
    EXPECT_EQ(changed("\"task\": 3000", "\"task\": 0"), error("'task' is a number from 1 to 1000000000."));
    EXPECT_EQ(changed("\"measured\": true", "\"measured\": 1"), error("'measured' is true or false."));
}

TEST(MachineFile, RefusesNamesThatMessUpATerminal) {
    const std::string wrong = error("'name' is a text of 1 to 100 bytes in one line.");
    const std::string name = "two cores of a Zen server with AVX2";
    for (const std::string& bad : {std::string(), std::string("a\\u001b[2J"), std::string(101, 'x')})
        EXPECT_EQ(changed(name, bad), wrong);
    EXPECT_EQ(changed("\"" + name + "\"", "7"), wrong);
}

}  // namespace
}  // namespace pantile::machine
