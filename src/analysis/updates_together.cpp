#include "analysis/updates_together.h"

#include "ir/traverse.h"

namespace pantile::analysis {

using namespace ir;

namespace {

bool same_domain(const ReductionDomain& a, const ReductionDomain& b) {
    if (a.variables.size() != b.variables.size() || a.where.has_value() != b.where.has_value()) return false;
    for (size_t i = 0; i < a.variables.size(); ++i) {
        const ReductionVariable &one = a.variables[i], &two = b.variables[i];
        if (one.name != two.name || !same(one.min, two.min) || !same(one.max, two.max)) return false;
    }
    return !a.where || same(*a.where, *b.where);
}

// Whether they run over the same dimensions, and write different places along another one.
bool write_apart(const Stage& stage, const Update& a, const Update& b) {
    bool apart = false;
    for (size_t d = 0; d < stage.dims.size(); ++d) {
        if (is_pure_argument(stage, a, d) != is_pure_argument(stage, b, d)) return false;
        const Constant *one = as<Constant>(a.args[d]), *two = as<Constant>(b.args[d]);
        apart |= one && two && one->value.as_int() != two->value.as_int();
    }
    return apart;
}

bool reads_only_where_it_writes(const Stage& stage, const Update& update) {
    bool only = true;
    const auto check = [&](const Expr& e, bool may_read) {
        for_each_node(e, [&](const Expr& n) {
            const Access* a = as<Access>(n);
            if (!a || a->producer != stage.name) return;
            only &= may_read;
            for (size_t d = 0; d < a->args.size(); ++d) only &= same(a->args[d], update.args[d]);
        });
    };
    check(update.value, true);
    for (const Expr& arg : update.args) check(arg, false);
    for (const ReductionVariable& v : update.domain.variables) {
        check(v.min, false);
        check(v.max, false);
    }
    if (update.domain.where) check(*update.domain.where, false);
    return only;
}

}  // namespace

bool may_run_together(const Stage& stage, const Update& first, const Update& second) {
    return same_domain(first.domain, second.domain) && write_apart(stage, first, second) &&
           reads_only_where_it_writes(stage, first) && reads_only_where_it_writes(stage, second);
}

}  // namespace pantile::analysis
