#include "random/check.h"

#include <fmt/format.h>

#include <deque>

#include "driver/dense.h"
#include "random/child.h"
#include "random/guarded_image.h"
#include "random/images.h"

namespace pantile::random {
namespace {

// The layout of 'struct pantile_buffer' in emitted C.
struct CBuffer {
    void* data;
    int32_t type;
    int32_t rank;
    Dimension dim[kMaxRank];
};

struct CParam {
    alignas(8) std::byte bytes[8] = {};
};

CBuffer c_buffer(const AnyBuffer& b) {
    CBuffer c{b.data(), static_cast<int32_t>(b.type()), b.rank(), {}};
    for (int d = 0; d < b.rank(); ++d) c.dim[d] = b.dim(d);
    return c;
}

// One call of the compiled pipeline on images of its own.
class Run {
  public:
    Run(const Trial& trial, Guard guard, Random& random) : trial_(trial) {
        for (const ir::Input& input : trial.pipeline.inputs) {
            images_.emplace_back(input.type, random_layout(random, trial.sizes.inputs.at(input.name)), guard);
            images_.back().fill_from(trial.inputs.at(input.name));
            images_.back().forbid_writing();
            views_.push_back(driver::dense_copy_of(images_.back().buffer()));
        }
        for (const std::string& name : trial.pipeline.outputs) {
            const ScalarType type = trial.pipeline.find_stage(name)->type;
            images_.emplace_back(type, random_layout(random, trial.sizes.outputs.at(name)), guard);
            views_.push_back(driver::dense_room_for(images_.back().buffer()));
        }
    }

    std::string check(const runtime::SharedObject& object, int threads) {
        const int status = call(object, threads);
        if (!trial_.refused.empty()) return check_refusal(status);
        if (status != 0) return fmt::format("status {}: {}", status, message(object, status));
        const size_t inputs = trial_.pipeline.inputs.size();
        for (size_t i = 0; i < trial_.pipeline.outputs.size(); ++i) {
            driver::copy_back(views_[inputs + i]);
            const std::string& name = trial_.pipeline.outputs[i];
            const std::string wrong = compare(name, trial_.expected.at(name), images_[inputs + i]);
            if (!wrong.empty()) return wrong;
        }
        return "";
    }

  private:
    int call(const runtime::SharedObject& object, int threads) {
        std::vector<CBuffer> buffers;
        std::vector<CParam> params(trial_.pipeline.params.size());
        for (const driver::DenseView& view : views_) buffers.push_back(c_buffer(view.buffer));
        std::vector<void*> args;
        const size_t inputs = trial_.pipeline.inputs.size();
        for (size_t i = 0; i < inputs; ++i) args.push_back(&buffers[i]);
        for (size_t i = 0; i < params.size(); ++i) {
            ir::store_value(trial_.sizes.params.at(trial_.pipeline.params[i].name), params[i].bytes);
            args.push_back(params[i].bytes);
        }
        for (size_t i = inputs; i < buffers.size(); ++i) args.push_back(&buffers[i]);
        void* const entry = object.symbol(trial_.pipeline.name + "_argv");
        return entry ? reinterpret_cast<int (*)(void* const*, int)>(entry)(args.data(), threads) : -1;
    }

    std::string message(const runtime::SharedObject& object, int status) const {
        void* const entry = object.symbol(trial_.pipeline.name + "_message");
        return entry ? reinterpret_cast<const char* (*)(int)>(entry)(status) : "no entry point";
    }

    std::string check_refusal(int status) const {
        if (status == 0) return "it ran, but the sizes are not allowed: " + trial_.refused;
        for (size_t i = trial_.pipeline.inputs.size(); i < images_.size(); ++i) {
            if (!images_[i].all_is_untouched()) return "it refused its sizes, but wrote to an output";
        }
        return "";
    }

    static std::string compare(const std::string& name, const AnyBuffer& expected, const GuardedImage& got) {
        std::string wrong = difference(name, expected, got.buffer());
        if (wrong.empty() && !got.gaps_are_untouched())
            wrong = fmt::format("'{}': something was written between its rows", name);
        return wrong;
    }

    const Trial& trial_;
    std::deque<GuardedImage> images_;
    std::vector<driver::DenseView> views_;
};

}  // namespace

std::string check_compiled(const Trial& trial, const runtime::SharedObject& object) {
    Random random(trial.seed);
    for (const Guard guard : {Guard::after_the_last_element, Guard::before_the_first_element}) {
        for (const int threads : {1, 2}) {
            const std::string wrong = Run(trial, guard, random).check(object, threads);
            if (!wrong.empty()) return fmt::format("{} thread(s): {}", threads, wrong);
        }
    }
    return "";
}

std::string check_built_as_it_is(const Trial& trial, const Built& built) {
    if (!built.object) return "the emitted code does not compile:\n" + built.messages;
    return in_child_process([&] { return check_compiled(trial, *built.object); });
}

std::string check_built(const Trial& trial, const Built& built) {
    if (const std::string wrong = check_built_as_it_is(trial, built); !wrong.empty()) return wrong;
    Trial smaller = trial;
    shrink_an_input(smaller);
    if (!smaller.broken.empty()) return "with an input one row shorter: " + smaller.broken;
    const std::string wrong = check_built_as_it_is(smaller, built);
    return wrong.empty() ? "" : "with an input one row shorter: " + wrong;
}

}  // namespace pantile::random
