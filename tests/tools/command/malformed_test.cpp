// Schedules, machines, images and programs that are damaged in many ways, through the tool: a diagnostic or a
// right result, in 512 MB and without a hang.
#include <gmock/gmock.h>

#include "front/hostile_names.h"
#include "interp/images.h"
#include "long_run.h"
#include "random/random.h"
#include "tools/command/tool.h"

namespace pantile::tool {
namespace {

class Malformed : public Tool {
  protected:
    // Whether the command did its work. It may also refuse it, with a message; nothing else.
    bool survives(const std::vector<std::string>& command) {
        const Ran ran = run(command, kHostile);
        EXPECT_FALSE(ran.timed_out) << testing::PrintToString(command);
        EXPECT_TRUE(ran.code == 0 || ran.code == 1 || ran.code == 2) << ran.code << "\n" << ran.err;
        EXPECT_TRUE(ran.code == 0 || !ran.err.empty());
        EXPECT_LT(ran.err.size(), 100000u);
        return ran.code == 0;
    }
};

// A file with some of its bytes changed, lost, repeated or added.
std::string damaged(random::Random& random, std::string file) {
    for (int64_t k = random.between(1, 4); k > 0 && !file.empty(); --k) {
        const size_t at = random.below(file.size());
        const size_t length = std::min<size_t>(random.below(12) + 1, file.size() - at);
        switch (random.weighted({4, 2, 2, 2, 1, 1})) {
            case 0: file[at] = static_cast<char>(file[at] ^ (1 << random.below(8))); break;
            case 1: file.erase(at, length); break;
            case 2: file.insert(at, file.substr(at, length)); break;
            case 3: file[at] = random.pick({'\0', '\xff', '\x7f', '"', '{', ']', '9', '-'}); break;
            case 4: file.resize(at); break;
            default: file.insert(at, "99999999999999999999"); break;
        }
    }
    return file;
}

const char* const kBlur =
    "input img: u8(x, y)\na(x, y) = i32(img(x, y)) + i32(img(x+1, y))\n"
    "b(x, y) = a(x, y) + a(x, y+1)\noutput out(x, y) = u8(b(x, y)/4)\n";

TEST_F(Malformed, SchedulesAreRefusedOrFollowed) {
    const std::string file = program(kBlur);
    random::Random random(1);
    std::vector<std::string> whole;
    for (const char* scheduler : {"auto", "dp", "greedy", "polymage", "forma", "naive"}) {
        const Ran ran = run({"schedule", file, "--schedule", scheduler, "--budget", "0.01"});
        ASSERT_EQ(ran.code, 0) << ran.err;
        whole.push_back(ran.out);
    }
    whole.push_back(
        R"({"scheduler": "dp", "pins": {"together": [["a", "b"]], "inline": [], "tile": {"out": {"x": 8}}}})");
    size_t followed = 0;
    for (size_t i = 0; i < test::amount(100, 5000); ++i) {
        write("s.json", damaged(random, random.pick(whole)));
        followed += survives({"emit", file, "--schedule", "s.json", "-o", "c"}) ? 1u : 0u;
    }
    EXPECT_LT(followed, test::amount(50, 2500));
}

TEST_F(Malformed, MachinesAreRefusedOrScheduledFor) {
    const std::string file = program(kBlur);
    random::Random random(2);
    const std::string whole = contents_of(PANTILE_SOURCE_DIR "/tests/machines/laptop4.json");
    for (size_t i = 0; i < test::amount(40, 5000); ++i) {
        write("m.json", damaged(random, whole));
        survives({"schedule", file, "--machine", "m.json", "--budget", "0.01"});
    }
}

TEST_F(Malformed, ImagesAreRefusedOrRead) {
    const std::string file = program(kBlur);
    random::Random random(3);
    for (const std::string extension : {"png", "jpg", "tif", "pgm", "npy"}) {
        const std::string whole =
            contents_of(write_image("whole." + extension, test::counting(ScalarType::u8, {33, 21})));
        for (size_t i = 0; i < test::amount(24, 2000); ++i) {
            write("i." + extension, damaged(random, whole));
            survives({"run", file, "--interpret", "--input", "img=i." + extension, "--output", "o.png"});
        }
    }
}

TEST_F(Malformed, ProgramsAreRefusedOrChecked) {
    random::Random random(4);
    for (const char* name : {"harris", "camera_pipe", "local_laplacian", "hist_eq"}) {
        const std::string whole = contents_of(app(name));
        for (size_t i = 0; i < test::amount(10, 2000); ++i)
            survives({"check", write("p.pan", damaged(random, whole))});
    }
}

// As names of inputs, sizes, consts, schedules, programs and outputs. What is written stays in the folder.
TEST_F(Malformed, HostileNamesOnTheCommandLineReachNoShellAndNoOtherPlace) {
    const std::string file = program("const n = 2\nparam k: i32 = 1\noutput f(x) = u8(x*n + k)\n");
    const std::vector<std::string> names = front::hostile_names();
    for (size_t i = 0; i < names.size(); i += test::amount(9, 1)) {
        const std::string& name = names[i];
        // A command line cannot have the character 0 in it; a path can lead anywhere, and may.
        if (name.find('\0') != std::string::npos || name.find('/') != std::string::npos) continue;
        EXPECT_FALSE(survives({"run", file, "--interpret", "--size", name + "=3"}) && name != "x") << name;
        EXPECT_FALSE(survives({"run", file, "--interpret", "--size", "x=3", "--set", name + "=3"}) &&
                     name != "k");
        EXPECT_FALSE(survives({"run", file, "--interpret", "--size", "x=3", "--input", name + "=a.png"}));
        EXPECT_FALSE(survives({"emit", file, "--schedule", name, "-o", "c"})) << name;
        survives({"run", file, "--interpret", "--size", "x=3", "--output", "f=" + name + ".npy"});
        survives({"emit", file, "--schedule", "naive", "-o", "c" + name});
    }
    for (const auto& entry : std::filesystem::directory_iterator(path("")))
        EXPECT_FALSE(entry.path().filename().string().ends_with(".partial")) << entry.path();
}

}  // namespace
}  // namespace pantile::tool
