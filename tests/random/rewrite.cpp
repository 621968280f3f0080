#include "random/rewrite.h"

#include <algorithm>
#include <set>

namespace pantile::random {

using namespace ir;

Stage map_exprs(const Stage& stage, const std::function<Expr(const Expr&)>& change) {
    Stage out = stage;
    const auto apply = [&](std::optional<Expr>& e) {
        if (e) e = change(*e);
    };
    for (Case& c : out.cases) {
        apply(c.condition);
        c.value = change(c.value);
    }
    for (Update& u : out.updates) {
        for (Expr& arg : u.args) arg = change(arg);
        u.value = change(u.value);
        for (ReductionVariable& v : u.domain.variables) {
            v.min = change(v.min);
            v.max = change(v.max);
        }
        apply(u.domain.where);
    }
    return out;
}

Pipeline map_exprs(const Pipeline& pipeline, const std::function<Expr(const Expr&)>& change) {
    Pipeline out = pipeline;
    for (Stage& stage : out.stages) stage = map_exprs(stage, change);
    return out;
}

Expr replace_node(const Expr& root, const Node* node, const Expr& replacement) {
    std::unordered_map<const Node*, Expr> done;
    const std::function<Expr(const Expr&)> replace = [&](const Expr& e) -> Expr {
        if (e.id() == node) return replacement;
        if (const auto known = done.find(e.id()); known != done.end()) return known->second;
        return done.emplace(e.id(), map_children(e, replace)).first->second;
    };
    return replace(root);
}

void drop_unread_stages(Pipeline& pipeline) {
    std::set<std::string> needed(pipeline.outputs.begin(), pipeline.outputs.end());
    for (size_t s = pipeline.stages.size(); s-- > 0;) {
        if (!needed.count(pipeline.stages[s].name)) continue;
        for (const std::string& name : producers_of(pipeline.stages[s])) needed.insert(name);
    }
    std::erase_if(pipeline.stages, [&](const Stage& s) { return !needed.count(s.name); });
}

void drop_unused_arguments(Pipeline& pipeline) {
    std::set<std::string> used;
    for (const Stage& stage : pipeline.stages) {
        for (const std::string& name : producers_of(stage)) used.insert(name);
        for_each_expr(stage, [&](const Expr& e, size_t) {
            for_each_node(e, [&](const Expr& n) {
                const Variable* v = as<Variable>(n);
                if (v && v->scope == Scope::parameter) used.insert(v->name);
                if (v && v->scope == Scope::dimension) used.insert(v->name.substr(0, v->name.find('.')));
            });
        });
    }
    std::erase_if(pipeline.inputs, [&](const Input& i) { return !used.count(i.name); });
    std::erase_if(pipeline.params, [&](const Param& p) { return !used.count(p.name); });
}

}  // namespace pantile::random
