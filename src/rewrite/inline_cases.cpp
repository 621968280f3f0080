#include "rewrite/inline_cases.h"

#include <algorithm>

#include "ir/build.h"
#include "ir/traverse.h"

namespace pantile::rewrite {

using namespace ir;

namespace {

constexpr size_t kMostCases = 8;
constexpr size_t kMostReads = 256;

struct Assumption {
    Expr condition;
    bool holds;
};
using Assumptions = std::vector<Assumption>;

std::optional<bool> known(const Expr& condition, const Assumptions& assumptions) {
    if (const Constant* c = as<Constant>(condition)) return c->value.as_bool();
    for (const Assumption& a : assumptions) {
        if (same(a.condition, condition)) return a.holds;
    }
    return std::nullopt;
}

bool is_coordinate(const Expr& e) {
    const Variable* v = as<Variable>(e);
    return v && v->scope == Scope::coordinate;
}

Expr replaced(const Expr& e, const Expr& old, const Expr& by) {
    return transform(e, [&](const Expr& n) { return n.id() == old.id() ? by : n; });
}

class Splitter {
  public:
    Splitter(const Definitions& definitions, const AtPoint& at_point)
        : definitions_(definitions), at_point_(at_point) {}

    // Adds cases for 'value', the last of them with just this condition; whether that went well.
    bool split(const std::optional<Expr>& condition, Expr value, Assumptions assumptions) {
        while (const std::optional<Expr> read = first_read(value)) {
            if (++reads_ > kMostReads) return false;
            const Access& access = *as<Access>(*read);
            Expr last = constant(Value::of_int(read->type(), 0));
            for (const Case& c : definitions_.at(access.producer)->cases) {
                const Expr holds = c.condition ? fold_constants(at_point_(access, *c.condition))
                                               : constant(Value::of_bool(true));
                const std::optional<bool> is_known = known(holds, assumptions);
                if (is_known == false) continue;
                const Expr chosen = at_point_(access, c.value);
                if (is_known == true) {
                    last = chosen;
                    break;
                }
                if (!may_split(*c.condition, access)) return false;
                Assumptions more = assumptions;
                more.push_back({holds, true});
                if (!split(condition ? binary(BinaryOp::logical_and, *condition, holds) : holds,
                           replaced(value, *read, chosen), std::move(more)))
                    return false;
                assumptions.push_back({holds, false});
            }
            value = replaced(value, *read, last);
        }
        out_.push_back({condition, value});
        return out_.size() <= kMostCases;
    }

    std::vector<Case> take() { return std::move(out_); }

  private:
    // The first whose indices read no other one.
    std::optional<Expr> first_read(const Expr& value) const {
        for (const Expr& n : post_order(value)) {
            const Access* a = as<Access>(n);
            const auto found = a ? definitions_.find(a->producer) : definitions_.end();
            if (found != definitions_.end() && has_cases(*found->second)) return n;
        }
        return std::nullopt;
    }

    // Whether a condition of what is read has no reads, and its coordinates become coordinates of the reader:
    // then the analyses of what is read follow it in the reader as well as they did before.
    bool may_split(const Expr& condition, const Access& read) const {
        const std::vector<std::string>& dims = definitions_.at(read.producer)->dims;
        bool may = true;
        for_each_node(condition, [&](const Expr& n) {
            if (as<Access>(n) || as<Reduce>(n)) may = false;
            const Variable* v = as<Variable>(n);
            if (!v || v->scope != Scope::coordinate) return;
            const auto d = static_cast<size_t>(std::find(dims.begin(), dims.end(), v->name) - dims.begin());
            may &= is_coordinate(read.args[d]);
        });
        return may;
    }

    const Definitions& definitions_;
    const AtPoint& at_point_;
    std::vector<Case> out_;
    size_t reads_ = 0;
};

}  // namespace

std::optional<std::vector<Case>> split_by_cases(const std::vector<Case>& cases,
                                                const Definitions& definitions, const AtPoint& at_point) {
    Splitter splitter(definitions, at_point);
    for (const Case& c : cases) {
        std::optional<Expr> condition;
        if (c.condition) {
            condition = choose_cases(*c.condition, definitions, at_point);
            if (!condition) return std::nullopt;
        }
        Assumptions assumptions;
        if (condition) assumptions.push_back({*condition, true});
        if (!splitter.split(condition, c.value, std::move(assumptions))) return std::nullopt;
    }
    return splitter.take();
}

std::optional<Expr> choose_cases(const Expr& value, const Definitions& definitions, const AtPoint& at_point) {
    Splitter splitter(definitions, at_point);
    if (!splitter.split(std::nullopt, value, {})) return std::nullopt;
    const std::vector<Case> cases = splitter.take();
    if (cases.size() != 1) return std::nullopt;
    return cases[0].value;
}

}  // namespace pantile::rewrite
