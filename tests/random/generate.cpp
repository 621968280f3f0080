#include "random/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ir/scalar.h"
#include "random/generate_stage.h"
#include "random/rewrite.h"
#include "random/values.h"

namespace pantile::random {

using namespace ir;

namespace {

// Names that emitted code could take for its own.
const std::vector<std::string> kAwkwardNames = {
    "t1", "t2",   "i0",  "i1",   "r0",      "frame", "status",   "threads", "args",      "done",   "x",
    "y",  "A",    "a",   "a_at", "a_x_min", "min0",  "a_buffer", "a_copy",  "a_update1", "a_size", "linux",
    "I",  "data", "dim", "rank", "a_out",   "x_1",   "int32_t",  "uint8_t", "isinf",     "M_PI"};

class Generator {
  public:
    Generator(Random& random, std::string name) : random_(random), maker_(random, pipeline_) {
        pipeline_.name = std::move(name);
    }

    Pipeline run() {
        const int64_t inputs = static_cast<int64_t>(random_.weighted({6, 44, 30, 20}));
        for (int64_t i = 0; i < inputs; ++i) add_input();
        const int64_t params = static_cast<int64_t>(random_.weighted({30, 30, 25, 15}));
        for (int64_t i = 0; i < params; ++i) add_param();
        const size_t stages = stage_count();
        while (pipeline_.stages.size() < stages) {
            if (stages - pipeline_.stages.size() > 2 && random_.chance(15)) {
                add_joint_stages();
            } else {
                const std::vector<std::string> dims = some_dims();
                pipeline_.stages.push_back(make_stage(random_, maker_, new_name('s'), dims));
            }
        }
        choose_outputs();
        for (Stage& stage : pipeline_.stages)
            if (pipeline_.is_output(stage.name)) add_ranges(stage);
        // The front ends keep what the outputs need, and nothing else.
        drop_unread_stages(pipeline_);
        return std::move(pipeline_);
    }

  private:
    // Mostly few, since most mistakes need no more; seldom as many as real pipelines have.
    size_t stage_count() {
        switch (random_.weighted({25, 59, 13, 3})) {
            case 0: return 1 + random_.below(2);
            case 1: return 2 + random_.below(5);
            case 2: return 2 + random_.below(11);
            default: return 12 + random_.below(19);
        }
    }

    // Two stages that do not read each other, and one that reads both: these can share their loops.
    void add_joint_stages() {
        const std::vector<std::string> dims = some_dims();
        Stage a = make_stage(random_, maker_, new_name('s'), dims),
              b = make_stage(random_, maker_, new_name('s'), dims);
        if (random_.chance(80)) {
            a.updates.clear();
            b.updates.clear();
        }
        Stage both = make_joint_stage(random_, new_name('s'), a, b);
        for (Stage* stage : {&a, &b, &both}) pipeline_.stages.push_back(std::move(*stage));
    }

    std::string new_name(char letter) {
        std::string name =
            random_.chance(8) ? random_.pick(kAwkwardNames) : fmt::format("{}{}", letter, names_.size());
        while (!names_.insert(name).second) name += "b";
        return name;
    }

    std::vector<std::string> some_dims() {
        const size_t rank = random_.weighted({5, 20, 42, 18, 6, 3, 2, 2, 2});
        std::vector<std::string> dims = {"x", "y", "z", "c", "u", "v", "w", "k"};
        if (random_.chance(25)) {
            for (size_t i = 0; i + 1 < dims.size(); ++i)
                std::swap(dims[i], dims[i + random_.below(dims.size() - i)]);
        }
        dims.resize(rank);
        return dims;
    }

    void add_input() {
        std::vector<std::string> dims = some_dims();
        if (dims.empty()) dims.push_back("x");
        pipeline_.inputs.push_back({new_name('a'), maker_.some_type(), dims, {}});
    }

    void add_param() {
        Param p{new_name('p'), maker_.some_type(), std::nullopt, std::nullopt, std::nullopt, {}};
        // Names of coordinates and parameters share one space in .pan text.
        if (p.name == "x" || p.name == "y" || p.name == "r0") p.name += "p";
        names_.insert(p.name);
        if (random_.chance(35)) {
            p.type = ScalarType::i32;
            p.lowest = Value::of_int(p.type, random_.between(-3, 1));
            p.highest = Value::of_int(p.type, random_.between(1, 8));
        } else if (random_.chance(30) && !is_bool(p.type)) {
            limit(p);
        }
        if (random_.chance(40)) p.initial = p.lowest ? *p.lowest : random_value(random_, p.type);
        pipeline_.params.push_back(std::move(p));
    }

    void limit(Param& p) {
        const Value a = random_value(random_, p.type), b = random_value(random_, p.type);
        if (a != a || apply(BinaryOp::le, a, a) != Value::of_bool(true) ||
            apply(BinaryOp::le, b, b) != Value::of_bool(true))
            return;
        p.lowest = apply(BinaryOp::min, a, b);
        p.highest = apply(BinaryOp::max, a, b);
    }

    // The last stage, what nobody reads, and some that others read.
    void choose_outputs() {
        std::set<std::string> read;
        for (const Stage& s : pipeline_.stages) {
            for (const std::string& name : producers_of(s))
                if (name != s.name) read.insert(name);
        }
        for (const Stage& s : pipeline_.stages) {
            const bool unread = !read.count(s.name);
            if (unread ? &s == &pipeline_.stages.back() || random_.chance(92) : random_.chance(15))
                pipeline_.outputs.push_back(s.name);
        }
        if (random_.chance(20)) std::reverse(pipeline_.outputs.begin(), pipeline_.outputs.end());
    }

    // A few planes, mostly: those can be computed at once.
    void add_ranges(Stage& output) {
        for (size_t d = 0; d < output.dims.size(); ++d) {
            if (!random_.chance(8)) continue;
            const int64_t min = random_.chance(50) ? 0 : random_.between(-5, 5);
            output.ranges.push_back({d, min, min + random_.between(0, random_.chance(80) ? 4 : 30)});
        }
    }

    Random& random_;
    Pipeline pipeline_;
    Maker maker_;
    std::set<std::string> names_;
};

}  // namespace

Pipeline generate(Random& random, const std::string& name) { return Generator(random, name).run(); }

}  // namespace pantile::random
