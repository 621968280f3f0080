// Expressions with a part in the place of the whole.
#include "ir/build.h"
#include "random/rewrite.h"
#include "random/shrink/steps.h"

namespace pantile::random {

using namespace ir;

namespace {

// What may stand in the place of a node, the simplest first.
class Simpler {
  public:
    Simpler(const Specimen& specimen, const Stage& stage) : specimen_(specimen), stage_(stage) {}

    Exprs operator()(const Expr& e) const {
        Exprs out;
        if (as<Constant>(e)) {
            out.push_back(number(e.type(), 0));
            return out;
        }
        out.push_back(number(e.type(), 0));
        out.push_back(number(e.type(), 1));
        match(
            e, [](const Constant&) {}, [&](const Variable& v) { add_value(v, e.type(), out); },
            [&](const Access& a) { add_straight(a, e.type(), out); },
            [&](const Sum& sum) { add_shorter(sum, e.type(), out); },
            [&](const Reduce& r) { add_smaller(r, out); }, [&](const auto&) { add_children(e, out); });
        return out;
    }

  private:
    static Expr number(ScalarType type, int64_t value) { return constant(Value::of_int(type, value)); }

    void add_children(const Expr& e, Exprs& out) const {
        for_each_child(*e, [&](const Expr& child) { out.push_back(cast(e.type(), child)); });
    }

    void add_value(const Variable& v, ScalarType type, Exprs& out) const {
        const auto value = specimen_.sizes.params.find(v.name);
        if (v.scope == Scope::parameter && value != specimen_.sizes.params.end() &&
            value->second.type() == type)
            out.push_back(constant(value->second));
    }

    // All indices, or one of them, straight through.
    void add_straight(const Access& a, ScalarType type, Exprs& out) const {
        Exprs straight = a.args;
        for (size_t d = 0; d < a.args.size() && d < stage_.dims.size(); ++d) {
            straight[d] = variable(Scope::coordinate, stage_.dims[d]);
            Exprs one = a.args;
            one[d] = straight[d];
            out.push_back(access(a.producer, type, std::move(one)));
        }
        out.push_back(access(a.producer, type, std::move(straight)));
    }

    void add_shorter(const Sum& sum, ScalarType type, Exprs& out) const {
        for (const Expr& term : sum.terms) out.push_back(term);
        for (size_t i = 0; i < sum.terms.size() && sum.terms.size() > 2; ++i) {
            Exprs terms = sum.terms;
            terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(i));
            out.push_back(make_node(Sum{std::move(terms)}, type));
        }
    }

    void add_smaller(const Reduce& r, Exprs& out) const {
        std::unordered_map<std::string, Expr> first;
        for (const ReductionVariable& v : r.domain.variables) first.emplace(v.name, v.min);
        out.push_back(substitute(r.body, Scope::reduction, first));
        if (r.domain.where) out.push_back(reduce(r.op, {r.domain.variables, std::nullopt}, r.body));
        for (size_t v = 0; v < r.domain.variables.size() && r.domain.variables.size() > 1; ++v) {
            ReductionDomain domain = r.domain;
            const ReductionVariable gone = domain.variables[v];
            domain.variables.erase(domain.variables.begin() + static_cast<std::ptrdiff_t>(v));
            const auto settle = [&](const Expr& e) {
                return substitute(e, Scope::reduction, {{gone.name, gone.min}});
            };
            if (domain.where) domain.where = settle(*domain.where);
            out.push_back(reduce(r.op, std::move(domain), settle(r.body)));
        }
    }

    const Specimen& specimen_;
    const Stage& stage_;
};

// The whole expression first, then its parts.
Exprs nodes_of(const Stage& stage) {
    Exprs nodes;
    std::unordered_set<const Node*> seen;
    for_each_expr(stage, [&](const Expr& root, size_t) {
        const Exprs below = post_order(root);
        for (auto node = below.rbegin(); node != below.rend(); ++node)
            if (seen.insert(node->id()).second) nodes.push_back(*node);
    });
    return nodes;
}

}  // namespace

Candidates with_simpler_values(const Specimen& s) {
    Candidates out;
    for (size_t i = 0; i < s.pipeline.stages.size(); ++i) {
        const Stage& stage = s.pipeline.stages[i];
        const Simpler simpler(s, stage);
        for (const Expr& node : nodes_of(stage)) {
            for (const Expr& replacement : simpler(node)) {
                out.push_back(s);
                out.back().pipeline.stages[i] =
                    map_exprs(stage, [&](const Expr& e) { return replace_node(e, node.id(), replacement); });
            }
        }
    }
    return out;
}

}  // namespace pantile::random
