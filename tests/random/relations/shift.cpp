#include <cstring>

#include "ir/build.h"
#include "random/guarded_image.h"
#include "random/images.h"
#include "random/maker.h"
#include "random/relations/relations.h"
#include "random/rewrite.h"

namespace pantile::random {

using namespace ir;

namespace {

using Offsets = std::vector<int64_t>;

Offsets some_offsets(Random& random, size_t rank) {
    Offsets by;
    for (size_t d = 0; d < rank; ++d) by.push_back(random.chance(60) ? random.between(-9, 9) : 0);
    return by;
}

Expr plus(const Expr& e, int64_t k) {
    if (k == 0) return e;
    const bool wide = e.type() == ScalarType::i32 || e.type() == ScalarType::i64;
    const Expr index = wide ? e : cast(ScalarType::i64, e);
    return add(index, number(index.type(), k));
}

class Shift {
  public:
    Shift(const Trial& trial, std::string name, Offsets by)
        : trial_(trial), name_(std::move(name)), by_(std::move(by)) {}

    std::optional<Trial> run() {
        std::optional<Trial> other = with_pipeline(trial_, shifted(trial_.pipeline));
        if (!other) return std::nullopt;
        if (trial_.pipeline.find_input(name_)) {
            shift_image(other->inputs.at(name_));
            shift_box(other->sizes.inputs.at(name_));
        } else if (trial_.pipeline.is_output(name_)) {
            shift_image(other->expected.at(name_));
            shift_box(other->sizes.outputs.at(name_));
        }
        return other;
    }

  private:
    ir::Pipeline shifted(const ir::Pipeline& pipeline) {
        ir::Pipeline out = map_exprs(pipeline, [&](const Expr& e) {
            return transform(e, [&](const Expr& n) { return shift_size(shift_read(n)); });
        });
        for (Stage& stage : out.stages)
            if (stage.name == name_) stage = shift_own(stage);
        return out;
    }

    Expr shift_read(const Expr& n) const {
        const Access* access = as<Access>(n);
        if (!access || access->producer != name_) return n;
        Exprs args;
        for (size_t d = 0; d < access->args.size(); ++d) args.push_back(plus(access->args[d], by_[d]));
        return ir::access(name_, n.type(), std::move(args));
    }

    // 'img.x.min' means what it did before.
    Expr shift_size(const Expr& n) const {
        const Variable* v = as<Variable>(n);
        const auto dim =
            v && v->scope == Scope::dimension ? parse_dimension(trial_.pipeline, v->name) : std::nullopt;
        if (!dim || dim->input != name_ || dim->bound == Bound::extent) return n;
        return plus(n, -by_[dim->dim]);
    }

    // The stage's reads of itself have moved already.
    Stage shift_own(const Stage& stage) const {
        std::unordered_map<std::string, Expr> old;
        for (size_t d = 0; d < stage.dims.size(); ++d)
            old.emplace(stage.dims[d], plus(variable(Scope::coordinate, stage.dims[d]), -by_[d]));
        Stage out = map_exprs(stage, [&](const Expr& e) {
            return transform(substitute(e, Scope::coordinate, old),
                             [&](const Expr& n) { return straighten(stage, old, n); });
        });
        for (CoordinateRange& r : out.ranges) {
            r.min += by_[r.dim];
            r.max += by_[r.dim];
        }
        for (size_t u = 0; u < stage.updates.size(); ++u) {
            for (size_t d = 0; d < stage.dims.size(); ++d)
                out.updates[u].args[d] = is_pure_argument(stage, stage.updates[u], d)
                                             ? variable(Scope::coordinate, stage.dims[d])
                                             : plus(out.updates[u].args[d], by_[d]);
        }
        return out;
    }

    // An update reads its stage at 'x', not at 'x - 3 + 3': that is how its points are known to be
    // independent.
    Expr straighten(const Stage& stage, const std::unordered_map<std::string, Expr>& old,
                    const Expr& n) const {
        const Access* access = as<Access>(n);
        if (!access || access->producer != name_) return n;
        Exprs args = access->args;
        for (size_t d = 0; d < args.size(); ++d) {
            const Expr x = variable(Scope::coordinate, stage.dims[d]);
            if (same(args[d], substitute(plus(x, by_[d]), Scope::coordinate, old))) args[d] = x;
        }
        return ir::access(name_, n.type(), std::move(args));
    }

    void shift_box(analysis::Box& box) const {
        for (size_t d = 0; d < box.size(); ++d) {
            box[d].min += by_[d];
            box[d].max += by_[d];
        }
    }

    void shift_image(AnyBuffer& image) const {
        analysis::Box box;
        for (const Dimension& dim : image.dims()) box.push_back({dim.min, dim.max()});
        shift_box(box);
        const AnyBuffer moved = image_of(image.type(), box);
        for_each_point(image, [&](const std::vector<int64_t>& at) {
            std::vector<int64_t> to = at;
            for (size_t d = 0; d < to.size(); ++d) to[d] += by_[d];
            std::memcpy(moved.address_of(to), image.address_of(at),
                        static_cast<size_t>(size_in_bytes(image.type())));
        });
        image = moved;
    }

    const Trial& trial_;
    const std::string name_;
    const Offsets by_;
};

}  // namespace

std::optional<Trial> shift(const Trial& trial, Random& random) {
    const size_t inputs = trial.pipeline.inputs.size();
    const size_t chosen = random.below(inputs + trial.pipeline.stages.size());
    const bool is_input = chosen < inputs;
    const std::string& name =
        is_input ? trial.pipeline.inputs[chosen].name : trial.pipeline.stages[chosen - inputs].name;
    const size_t rank = is_input ? trial.pipeline.inputs[chosen].dims.size()
                                 : trial.pipeline.stages[chosen - inputs].dims.size();
    return Shift(trial, name, some_offsets(random, rank)).run();
}

}  // namespace pantile::random
