#include "ir/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/identifier.h"
#include "ir/build.h"
#include "ir/print.h"
#include "ir/traverse.h"

namespace pantile::ir {
namespace {

struct Producer {
    ScalarType type;
    size_t rank;
};

class Verifier {
  public:
    explicit Verifier(const Pipeline& pipeline) : pipeline_(pipeline) {}

    Diagnostics run() {
        if (const auto why = why_not_a_pipeline_name(pipeline_.name)) {
            report({},
                   fmt::format("{} cannot be the name of a pipeline: {}.", in_quotes(pipeline_.name), *why));
        }
        for (const Input& input : pipeline_.inputs) declare_input(input);
        for (const Param& param : pipeline_.params) check_param(param);
        if (pipeline_.stages.size() > kMaxStages) {
            report({}, fmt::format("a pipeline has at most {} stages; this one has {}.", kMaxStages,
                                   pipeline_.stages.size()));
            return std::move(found_);
        }
        for (const Stage& stage : pipeline_.stages) check_stage(stage);
        check_outputs();
        return std::move(found_);
    }

  private:
    Diagnostic& report(SourceSpan span, std::string message) {
        found_.push_back(diagnostic_at(pipeline_, span, std::move(message)));
        return found_.back();
    }

    void check_name(const std::string& name, SourceSpan span) {
        if (const auto why = why_not_a_name(name))
            report(span, fmt::format("{} cannot be a name: {}.", in_quotes(name), *why));
        else if (name != pipeline_.name && !names_.insert(name).second) {
            report(span, fmt::format("the name '{}' is used twice.", name));
        }
    }

    void check_dims(const std::string& owner, const std::vector<std::string>& dims, SourceSpan span) {
        if (dims.size() > kMaxDimensions) {
            report(span, fmt::format("'{}' has {} dimensions; the most is {}.", owner, dims.size(),
                                     kMaxDimensions));
        }
        std::set<std::string> seen;
        for (const std::string& dim : dims) {
            if (const auto why = why_not_a_name(dim))
                report(span, fmt::format("{} cannot be a name: {}.", in_quotes(dim), *why));
            if (!seen.insert(dim).second)
                report(span, fmt::format("'{}' names two dimensions '{}'.", owner, dim));
        }
    }

    void declare_input(const Input& input) {
        check_name(input.name, input.span);
        check_dims(input.name, input.dims, input.span);
        producers_[input.name] = {input.type, input.dims.size()};
    }

    void check_param(const Param& p) {
        check_name(p.name, p.span);
        params_.insert(p.name);
        if (!p.lowest || !p.highest || is_bool(p.type)) return;
        const auto inside = [&](const Value& v) {
            return !apply_less(v, *p.lowest) && !apply_less(*p.highest, v);
        };
        if (apply_less(*p.highest, *p.lowest))
            report(p.span, fmt::format("the range of '{}' is empty.", p.name));
        else if (p.initial && !inside(*p.initial)) {
            report(p.span, fmt::format("the default of '{}', {}, lies outside its range {}..{}.", p.name,
                                       to_text(*p.initial), to_text(*p.lowest), to_text(*p.highest)));
        }
    }

    static bool apply_less(const Value& a, const Value& b) {
        return as<Constant>(binary(BinaryOp::lt, constant(a), constant(b)))->value.as_bool();
    }

    void check_stage(const Stage& s) {
        // A node that two stages share is fine in one and may be wrong in the other.
        checked_.clear();
        checked_bound_.clear();
        check_name(s.name, s.span);
        check_dims(s.name, s.dims, s.span);
        check_ranges(s);
        if (s.cases.size() > kMaxCases) {
            report(s.span,
                   fmt::format("'{}' has {} cases; the most is {}.", s.name, s.cases.size(), kMaxCases));
            return;
        }
        if (s.cases.empty()) report(s.span, fmt::format("'{}' has no definition.", s.name));
        for (const Case& c : s.cases) {
            if (c.condition) check_expr(s, *c.condition, {});
            check_expr(s, c.value, {});
            if (!is_invalid(c.value) && c.value.type() != s.type) {
                report(c.value.span(), fmt::format("'{}' is '{}', but this value is '{}'.", s.name,
                                                   name_of(s.type), name_of(c.value.type())))
                    .hints.push_back(fmt::format("convert it: '{}(…)'.", name_of(s.type)));
            }
        }
        // From here on the stage can be read: by its own updates and by later stages.
        producers_[s.name] = {s.type, s.dims.size()};
        stages_.insert(s.name);
        for (const Update& update : s.updates) check_update(s, update);
    }

    void check_ranges(const Stage& s) {
        for (const CoordinateRange& r : s.ranges) {
            if (r.max < r.min)
                report(s.span, fmt::format("the range of '{}' in '{}' is empty.", s.dims[r.dim], s.name));
            else if (r.min < -kMaxCoordinate || r.max > kMaxCoordinate) {
                report(s.span, fmt::format("the range of '{}' in '{}' exceeds the coordinate limit.",
                                           s.dims[r.dim], s.name))
                    .notes.push_back(fmt::format("coordinates stay within ±{}.", kMaxCoordinate));
            }
        }
    }

    void check_update(const Stage& s, const Update& u) {
        if (u.args.size() != s.dims.size()) {
            report(u.span, fmt::format("'{}' has {} dimensions, but this update gives {} indices.", s.name,
                                       s.dims.size(), u.args.size()));
            return;
        }
        check_domain(s, u.domain, {});
        const std::set<std::string> bound = names_of(u.domain);
        for (const Expr& arg : u.args) check_expr(s, arg, bound);
        check_expr(s, u.value, bound);
        if (!is_invalid(u.value) && u.value.type() != s.type) {
            report(u.value.span(), fmt::format("'{}' is '{}', but this update stores '{}'.", s.name,
                                               name_of(s.type), name_of(u.value.type())))
                .hints.push_back(fmt::format("convert it: '{}(…)'.", name_of(s.type)));
        }
        check_coordinates_in_update(s, u);
    }

    // A coordinate must stand at its own place in the stored index and in every read of the stage itself:
    // then its points do not depend on each other and can be computed in any order.
    void check_coordinates_in_update(const Stage& s, const Update& u) {
        std::set<std::string> free;
        for (size_t d = 0; d < u.args.size(); ++d) {
            if (is_pure_argument(s, u, d)) free.insert(s.dims[d]);
        }
        const auto check = [&](const Expr& root) {
            for_each_node(root, [&](const Expr& node) {
                const Variable* v = as<Variable>(node);
                if (v && v->scope == Scope::coordinate && !free.count(v->name) &&
                    mixed_.insert(node.id()).second) {
                    report(node.span(),
                           fmt::format("the update of '{}' uses '{}', which is not one of its own indices.",
                                       s.name, v->name))
                        .hints.push_back(fmt::format(
                            "write '{0}' in the position of dimension '{0}' on the left, or give it a "
                            "range: 'for {0}2 in …'.",
                            v->name));
                }
            });
        };
        for (size_t d = 0; d < u.args.size(); ++d) {
            if (!is_pure_argument(s, u, d)) check(u.args[d]);
        }
        check(u.value);
        if (u.domain.where) check(*u.domain.where);
        check_self_reads(s, u, free);
    }

    void check_self_reads(const Stage& s, const Update& u, const std::set<std::string>& free) {
        Exprs roots = u.args;
        roots.push_back(u.value);
        if (u.domain.where) roots.push_back(*u.domain.where);
        for (const Expr& root : roots) {
            for_each_node(root, [&](const Expr& node) {
                const Access* a = as<Access>(node);
                if (!a || a->producer != s.name || a->args.size() != s.dims.size()) return;
                for (size_t d = 0; d < s.dims.size(); ++d) check_self_index(s, *a, d, free, node);
            });
        }
    }

    void check_self_index(const Stage& s, const Access& a, size_t d, const std::set<std::string>& free,
                          const Expr& node) {
        const Variable* v = as<Variable>(a.args[d]);
        const bool own = v && v->scope == Scope::coordinate && v->name == s.dims[d];
        if (free.count(s.dims[d]) ? own : !own) return;
        report(node.span(),
               fmt::format(
                   "the update of '{}' reads '{}' at '{}' in dimension '{}', where it must be '{}' itself.",
                   s.name, s.name, to_text(a.args[d]), s.dims[d], s.dims[d]))
            .hints.push_back("to step along this dimension, use a reduction variable: 'for r in …'.");
    }

    static std::set<std::string> names_of(const ReductionDomain& domain) {
        std::set<std::string> names;
        for (const ReductionVariable& v : domain.variables) names.insert(v.name);
        return names;
    }

    void check_domain(const Stage& s, const ReductionDomain& domain, const std::set<std::string>& outer) {
        if (domain.variables.size() > kMaxDimensions) {
            report(s.span, fmt::format("a reduction runs over at most {} variables.", kMaxDimensions));
        }
        for (const ReductionVariable& v : domain.variables) {
            if (const auto why = why_not_a_name(v.name)) {
                report(s.span, fmt::format("{} cannot be a name: {}.", in_quotes(v.name), *why));
            }
            std::set<std::string> all = names_of(domain);
            all.insert(outer.begin(), outer.end());
            check_bound(s, v.min, all);
            check_bound(s, v.max, all);
        }
        std::set<std::string> bound = names_of(domain);
        if (bound.size() != domain.variables.size())
            report(s.span, fmt::format("a reduction in '{}' uses a name twice.", s.name));
        bound.insert(outer.begin(), outer.end());
        if (domain.where) check_expr(s, *domain.where, bound);
    }

    // Bounds are the same for all points: numbers, parameters and sizes of inputs.
    void check_bound(const Stage& s, const Expr& bound, const std::set<std::string>& outer) {
        check_expr(s, bound, outer);
        for_each_node(bound, [&](const Expr& node) {
            const Variable* v = as<Variable>(node);
            const bool varies = as<Access>(node) || as<Reduce>(node) ||
                                (v && (v->scope == Scope::coordinate || v->scope == Scope::reduction));
            if (varies && mixed_.insert(node.id()).second) {
                report(node.span(), fmt::format("the range of a reduction in '{}' depends on '{}'.", s.name,
                                                to_text(node)))
                    .hints.push_back(
                        "a range consists of numbers, parameters and sizes of inputs; use 'where' for the "
                        "rest.");
            }
        });
    }

    void check_expr(const Stage& s, const Expr& root, const std::set<std::string>& bound) {
        if (const Reduce* r = as<Reduce>(root)) return check_reduce(s, *r, root, bound);
        if (bound.empty() && !checked_.insert(root.id()).second) return;
        if (!bound.empty() && !checked_bound_.insert({root.id(), bound}).second) return;
        check_node(s, root, bound);
        for_each_child(*root, [&](const Expr& child) { check_expr(s, child, bound); });
    }

    void check_reduce(const Stage& s, const Reduce& r, const Expr& root, std::set<std::string> bound) {
        if (!checked_bound_.insert({root.id(), bound}).second) return;
        for (const std::string& name : names_of(r.domain)) {
            if (!bound.count(name)) continue;
            report(root.span(), fmt::format("'{}' is already the variable of an outer reduction.", name));
        }
        check_domain(s, r.domain, bound);
        for (const std::string& name : names_of(r.domain)) bound.insert(name);
        check_expr(s, r.body, bound);
    }

    void check_node(const Stage& s, const Expr& node, const std::set<std::string>& bound) {
        if (const Invalid* bad = as<Invalid>(node)) {
            if (mixed_.insert(node.id()).second) report(node.span(), bad->message).hints = bad->hints;
        }
        if (const Variable* v = as<Variable>(node)) check_variable(s, *v, node, bound);
        if (const Access* a = as<Access>(node)) check_access(s, *a, node);
    }

    void check_variable(const Stage& s, const Variable& v, const Expr& node,
                        const std::set<std::string>& bound) {
        const bool known = v.scope == Scope::coordinate
                               ? std::find(s.dims.begin(), s.dims.end(), v.name) != s.dims.end()
                           : v.scope == Scope::reduction ? bound.count(v.name) > 0
                           : v.scope == Scope::parameter ? params_.count(v.name) > 0
                           : v.scope == Scope::dimension ? is_dimension(v.name)
                                                         : false;
        if (known) return;
        report(node.span(), fmt::format("'{}' uses '{}', which has no value here.", s.name, v.name))
            .hints.push_back(fmt::format("'{}' has the coordinates ({}).", s.name, fmt::join(s.dims, ", ")));
    }

    bool is_dimension(const std::string& name) {
        if (dimensions_.count(name)) return true;
        return parse_dimension(pipeline_, name).has_value() && dimensions_.insert(name).second;
    }

    void check_access(const Stage& s, const Access& a, const Expr& node) {
        const auto found = producers_.find(a.producer);
        if (found == producers_.end()) {
            const bool self = a.producer == s.name;
            report(node.span(),
                   self ? fmt::format("'{}' reads itself in its own definition.", s.name)
                        : fmt::format("'{}' reads {}, which is not defined.", s.name, in_quotes(a.producer)));
            return;
        }
        if (found->second.rank == a.args.size()) return;
        report(node.span(), fmt::format("'{}' reads '{}' with {} indices; it has {} dimensions.", s.name,
                                        a.producer, a.args.size(), found->second.rank));
    }

    void check_outputs() {
        if (pipeline_.outputs.empty()) {
            report({}, fmt::format("the pipeline '{}' has no output.", pipeline_.name))
                .hints.push_back("mark a stage: 'output NAME(x, y) = …'.");
        }
        std::set<std::string> seen;
        for (const std::string& name : pipeline_.outputs) {
            if (!stages_.count(name))
                report({}, fmt::format("the output {} is not a stage.", in_quotes(name)));
            if (!seen.insert(name).second) report({}, fmt::format("the output '{}' is listed twice.", name));
        }
    }

    const Pipeline& pipeline_;
    Diagnostics found_;
    std::unordered_set<std::string> names_;
    std::unordered_set<std::string> params_;
    std::unordered_set<std::string> dimensions_;
    std::unordered_set<std::string> stages_;
    std::unordered_map<std::string, Producer> producers_;
    std::unordered_set<const Node*> checked_;
    std::set<std::pair<const Node*, std::set<std::string>>> checked_bound_;
    std::unordered_set<const Node*> mixed_;
};

}  // namespace

Diagnostics verify(const Pipeline& pipeline) { return Verifier(pipeline).run(); }

}  // namespace pantile::ir
