// A whole program: the Funcs that some outputs need, checked, named and put in order. Immutable.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pantile/auto_schedule.h"
#include "pantile/buffer.h"
#include "pantile/result.h"
#include "pantile/scalar_value.h"

#pragma GCC visibility push(default)
namespace pantile {

namespace ir {
struct Pipeline;
}
namespace front {
struct InputContents;
struct ParamContents;
}  // namespace front

class Func;

// What ImageParam::set and Param::set have given, by the names in the pipeline; what was not set is missing.
struct Bindings {
    std::map<std::string, AnyBuffer> images;
    std::map<std::string, ScalarValue> params;
};

class Pipeline {
  public:
    // The pipeline that computes 'outputs', in this order; without a name it is called after the first
    // output. Reports everything that is wrong with the program at once.
    static Result<Pipeline> build(const std::vector<Func>& outputs, const std::string& name = "");

    // A pipeline that is already checked (ir::verify); its inputs have no bindings.
    explicit Pipeline(std::shared_ptr<const pantile::ir::Pipeline> pipeline)
        : pipeline_(std::move(pipeline)) {}

    const pantile::ir::Pipeline& ir() const { return *pipeline_; }
    const std::shared_ptr<const pantile::ir::Pipeline>& shared_ir() const { return pipeline_; }
    std::string name() const;
    // The program as a .pan file, in canonical form.
    std::string text() const;

    // The schedule that a scheduler chooses. 'compile' does the same by itself; this is for those who want to
    // see it, keep it, or change it.
    Result<AutoSchedule> auto_schedule(const AutoScheduleOptions& options = {}) const;

    // The present values of the ImageParams and Params: those that were set, before or after 'build'.
    Bindings bindings() const;

  private:
    std::shared_ptr<const pantile::ir::Pipeline> pipeline_;
    // By name in the pipeline.
    std::vector<std::pair<std::string, std::shared_ptr<const front::InputContents>>> inputs_;
    std::vector<std::pair<std::string, std::shared_ptr<const front::ParamContents>>> params_;
};

}  // namespace pantile
#pragma GCC visibility pop
