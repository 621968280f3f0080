#include "random/cost.h"

#include <unordered_set>

#include "ir/traverse.h"

namespace pantile::random {

using namespace ir;

namespace {

constexpr double kEndless = 1e15;

class Work {
  public:
    Work(const Pipeline& pipeline, const analysis::Sizes& sizes) : values_(pipeline, sizes) {}

    double points_of(const ReductionDomain& domain) const {
        double points = 1;
        for (const ReductionVariable& v : domain.variables) {
            const auto min = values_(v.min), max = values_(v.max);
            if (!min || !max) return kEndless;
            points *= *max < *min ? 0 : static_cast<double>(*max - *min + 1);
        }
        return points;
    }

    // Each node once; the body of a reduction for each of its points.
    double of(const Expr& root) const {
        std::unordered_set<const Node*> seen;
        return walk(root, seen);
    }

  private:
    double walk(const Expr& e, std::unordered_set<const Node*>& seen) const {
        if (!seen.insert(e.id()).second) return 0;
        if (const Reduce* r = as<Reduce>(e)) {
            const double each = of(r->body) + (r->domain.where ? of(*r->domain.where) : 0);
            return 1 + points_of(r->domain) * each;
        }
        double total = as<Access>(e) ? 4 : 1;
        for_each_child(*e, [&](const Expr& child) { total += walk(child, seen); });
        return total;
    }

    analysis::BoundValues values_;
};

double points_of(const analysis::Box& box) {
    double points = 1;
    for (const analysis::Interval& i : box) points *= static_cast<double>(i.extent());
    return points;
}

double work_of_update(const Stage& stage, const Update& u, const analysis::Box& box, const Work& work) {
    double points = work.points_of(u.domain);
    for (size_t d = 0; d < box.size(); ++d) {
        if (is_pure_argument(stage, u, d)) points *= static_cast<double>(box[d].extent());
    }
    double each = work.of(u.value) + (u.domain.where ? work.of(*u.domain.where) : 0);
    for (const Expr& arg : u.args) each += work.of(arg);
    return points * each;
}

}  // namespace

int64_t work_of(const Pipeline& pipeline, const std::vector<analysis::Box>& stages,
                const analysis::Sizes& sizes) {
    const Work work(pipeline, sizes);
    double total = 0;
    for (size_t s = 0; s < stages.size(); ++s) {
        const Stage& stage = pipeline.stages[s];
        double each = 2;
        for (const Case& c : stage.cases)
            each += work.of(c.value) + (c.condition ? work.of(*c.condition) : 0);
        total += points_of(stages[s]) * each;
        for (const Update& u : stage.updates) total += work_of_update(stage, u, stages[s], work);
    }
    return static_cast<int64_t>(std::min(total, kEndless));
}

bool uses_size(const Pipeline& pipeline, const std::string& stem) {
    bool found = false;
    for (const Stage& stage : pipeline.stages) {
        for_each_expr(stage, [&](const Expr& e, size_t) {
            for_each_node(e, [&](const Expr& n) {
                const Variable* v = as<Variable>(n);
                found |= v && v->scope == Scope::dimension && v->name.compare(0, stem.size(), stem) == 0;
            });
        });
    }
    return found;
}

}  // namespace pantile::random
