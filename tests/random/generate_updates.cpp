#include "ir/build.h"
#include "ir/traverse.h"
#include "random/generate_stage.h"
#include "random/values.h"

namespace pantile::random {

using namespace ir;

namespace {

constexpr int64_t kMostPoints = 60;

class UpdateMaker {
  public:
    UpdateMaker(Random& random, Maker& maker, const Stage& stage)
        : random_(random),
          maker_(maker),
          stage_(stage),
          self_{stage.name, stage.type, stage.dims, nullptr, {}} {}

    Update make() {
        choose_pure_dimensions();
        Update update{{}, number(stage_.type, 0), {}, {}};
        if (random_.chance(85)) update.domain = maker_.domain(place_, kMostPoints);
        for (size_t d = 0; d < stage_.dims.size(); ++d) {
            update.args.push_back(self_.pinned[d] ? variable(Scope::coordinate, stage_.dims[d])
                                                  : stored_index());
        }
        place_.self = self_;
        update.value = new_value(update.args);
        return update;
    }

  private:
    void choose_pure_dimensions() {
        const int share = random_.pick({0, 50, 100});
        for (const std::string& dim : stage_.dims) {
            self_.pinned.push_back(random_.chance(share));
            if (self_.pinned.back()) place_.coordinates.push_back(dim);
        }
    }

    // Where a point goes: along a reduction variable, by data, or one fixed place.
    Expr stored_index() {
        switch (random_.below(4)) {
            case 0: return maker_.bounded_index(place_, 3);
            case 1:
                if (!place_.reductions.empty())
                    return variable(Scope::reduction, random_.pick(place_.reductions));
                return number(ScalarType::i32, random_.between(-3, 3));
            default: return maker_.affine_index(place_);
        }
    }

    // 'f(at) op value' most of the time, otherwise anything; scans read the neighbour.
    Expr new_value(const Exprs& args) {
        const Expr next = maker_.value(stage_.type, place_, 5);
        if (random_.chance(25)) return next;
        Exprs at = args;
        if (random_.chance(35)) step_back(at);
        const Expr old = access(stage_.name, stage_.type, at);
        if (is_bool(stage_.type))
            return binary(random_.pick({BinaryOp::logical_and, BinaryOp::logical_or, BinaryOp::ne}), old,
                          next);
        if (random_.chance(50)) return add(old, next);
        return binary(random_.pick({BinaryOp::mul, BinaryOp::max, BinaryOp::min, BinaryOp::sub}), old, next);
    }

    void step_back(Exprs& at) {
        for (size_t d = 0; d < at.size(); ++d) {
            if (!self_.pinned[d]) at[d] = add(at[d], number(at[d].type(), random_.pick({-1, -1, -2, 1})));
        }
    }

    Random& random_;
    Maker& maker_;
    const Stage& stage_;
    Producer self_;
    Place place_;
};

// The same update at a fixed place along one dimension; what it reads where it writes moves along.
Update at_place(const Stage& stage, const Update& update, size_t dim, int64_t place) {
    Update out = update;
    out.args[dim] = number(ScalarType::i32, place);
    out.value = transform(update.value, [&](const Expr& n) {
        const Access* a = as<Access>(n);
        if (!a || a->producer != stage.name) return n;
        for (size_t d = 0; d < a->args.size(); ++d)
            if (!same(a->args[d], update.args[d])) return n;
        return access(stage.name, stage.type, out.args);
    });
    return out;
}

// Makes the last update two that do the same at two places, like the planes of a picture.
void add_twin(Random& random, Stage& stage) {
    const Update update = stage.updates.back();
    std::vector<size_t> dims;
    for (size_t d = 0; d < stage.dims.size(); ++d)
        if (!is_pure_argument(stage, update, d)) dims.push_back(d);
    if (dims.empty()) return;
    const size_t dim = random.pick(dims);
    stage.updates.back() = at_place(stage, update, dim, random.between(-1, 1));
    stage.updates.push_back(at_place(stage, update, dim, random.between(-1, 1)));
}

}  // namespace

void add_updates(Random& random, Maker& maker, Stage& stage) {
    for (int64_t count = random.chance(70) ? 1 : random.between(2, 3); count > 0; --count) {
        maker.begin_definition();
        stage.updates.push_back(UpdateMaker(random, maker, stage).make());
        if (random.chance(25)) add_twin(random, stage);
    }
}

}  // namespace pantile::random
