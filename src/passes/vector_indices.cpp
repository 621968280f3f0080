#include "passes/vector_indices.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "analysis/integer_range.h"
#include "ir/lane_index.h"
#include "ir/traverse.h"

namespace pantile::passes {

using namespace ir;

namespace {

Expr converted(const Expr& e, ScalarType type) {
    if (e.type() == type) return e;
    if (const auto number = constant_int(e)) return constant(Value::of_int(type, *number));
    return make_node(Cast{e}, type);
}

// Whether the operator gives the same number in any type that holds its operands and its result.
bool is_exact_anywhere(BinaryOp op) {
    switch (op) {
        case BinaryOp::sub:
        case BinaryOp::mul:
        case BinaryOp::min:
        case BinaryOp::max:
        case BinaryOp::div:
        case BinaryOp::mod:
        case BinaryOp::bit_and: return true;
        default: return false;
    }
}

// Whether there is something to compute: an element or a local can be taken from where it lies.
bool is_computed(const Expr& e) {
    if (const Cast* c = as<Cast>(e)) return !is_integer(c->operand.type()) || is_computed(c->operand);
    return !as<Load>(e) && !as<Variable>(e);
}

class IndexWriter {
  public:
    explicit IndexWriter(const Statement& body) {
        for_each_statement(body, [&](const Statement& s) {
            if (const Declare* n = std::get_if<Declare>(&s.kind)) taken_.insert(n->name);
        });
    }

    StatementPtr rewrite(const StatementPtr& s) {
        return match(
            *s,
            [&](const Block& n) {
                std::vector<StatementPtr> all;
                for (const StatementPtr& child : n.statements) rewrite_into(child, all);
                shared_.clear();
                return block(std::move(all), n.comment);
            },
            [&](const For& n) {
                For out = n;
                out.body = rewrite_alone(n.body);
                return statement(std::move(out));
            },
            [&](const If& n) {
                return statement(If{n.condition, rewrite_alone(n.then),
                                    n.otherwise ? rewrite_alone(n.otherwise) : nullptr});
            },
            [&](const auto&) { return rewrite_alone(s); });
    }

  private:
    using Statements = std::vector<StatementPtr>;

    StatementPtr rewrite_alone(const StatementPtr& s) {
        if (std::holds_alternative<Block>(s->kind)) return rewrite(s);
        Statements all;
        rewrite_into(s, all);
        shared_.clear();
        return block(std::move(all));
    }

    // The statement, behind the indices that it needs.
    void rewrite_into(const StatementPtr& s, Statements& out) {
        const bool has_inner = std::holds_alternative<Block>(s->kind) ||
                               std::holds_alternative<For>(s->kind) || std::holds_alternative<If>(s->kind);
        if (has_inner) {
            shared_.clear();
            out.push_back(rewrite(s));
            return;
        }
        const StatementPtr rewritten = map_exprs(s, [&](const Expr& e) { return with_vector_indices(e); });
        for (StatementPtr& index : indices_) out.push_back(std::move(index));
        indices_.clear();
        const Declare* n = std::get_if<Declare>(&rewritten->kind);
        out.push_back(n ? declared(*n) : rewritten);
        // What is stored or assigned may change an index.
        if (!n) shared_.clear();
    }

    // An index that several loads share is a local already, of 64 bits.
    StatementPtr declared(const Declare& n) {
        narrow_locals_.erase(n.name);
        if (n.lanes > 1 && !n.changes && n.value.type() == ScalarType::i64) {
            if (const auto value = narrowed(n.value)) {
                const Declare out = {n.name, *value, false, n.lanes};
                narrow_locals_.insert_or_assign(n.name, vector_local(n.name, value->type(), n.lanes));
                ranges_.declare(out);
                return statement(out);
            }
        }
        ranges_.declare(n);
        return statement(n);
    }

    Expr with_vector_indices(const Expr& e) {
        return transform(e, [&](const Expr& node) {
            if (const Variable* v = as<Variable>(node)) return local_value(*v, node);
            const Load* load = as<Load>(node);
            if (!load || node.lanes() == 1) return node;
            return map_children(node, [&](const Expr& index) { return with_vectors(index); });
        });
    }

    Expr local_value(const Variable& v, const Expr& e) const {
        const auto local = v.scope == Scope::local ? narrow_locals_.find(v.name) : narrow_locals_.end();
        return local == narrow_locals_.end() ? e : converted(local->second, e.type());
    }

    // The largest parts of an index that have a vector of their own. What is added to all lanes alike costs
    // nothing in an address, and loads that differ in it alone share the rest.
    Expr with_vectors(const Expr& index) {
        if (index.type() != ScalarType::i64) return index;  // a condition
        if (lane_index(index).order != LaneOrder::other || !depends_on_data(index)) return index;
        if (const Sum* s = as<Sum>(index)) {
            if (const auto apart = without_uniform(*s)) return *apart;
        }
        const Binary* b = as<Binary>(index);
        const bool shifts = b && b->op == BinaryOp::sub && (b->lhs.lanes() == 1 || b->rhs.lanes() == 1);
        if (shifts) return map_children(index, [&](const Expr& part) { return with_vectors(part); });
        if (const auto value = narrowed(index))
            return is_computed(*value) ? converted(local_for(*value), ScalarType::i64) : index;
        return with_values(index);
    }

    // A sum with its terms that are scalars behind those that are vectors; nothing when it has no such terms.
    std::optional<Expr> without_uniform(const Sum& sum) {
        Exprs vectors, scalars;
        for (const Expr& term : sum.terms) (term.lanes() == 1 ? scalars : vectors).push_back(term);
        if (scalars.empty()) return std::nullopt;
        const Expr varying = vectors.size() == 1 ? vectors[0] : make_node(Sum{vectors}, ScalarType::i64);
        scalars.insert(scalars.begin(), with_vectors(varying));
        return make_node(Sum{std::move(scalars)}, ScalarType::i64);
    }

    // What is below a cast is a value of the language, which a vector has in its own type.
    Expr with_values(const Expr& index) {
        const Cast* cast = as<Cast>(index);
        const bool is_vector = cast && is_integer(cast->operand.type()) && is_computed(cast->operand);
        if (is_vector) return converted(local_for(cast->operand), index.type());
        if (as<Load>(index) || cast) return index;
        return map_children(index, [&](const Expr& part) { return with_vectors(part); });
    }

    static bool depends_on_data(const Expr& e) {
        const Exprs nodes = post_order(e);
        return std::any_of(nodes.begin(), nodes.end(),
                           [](const Expr& n) { return n.lanes() > 1 && (as<Load>(n) || as<Variable>(n)); });
    }

    Expr local_for(const Expr& value) {
        for (const auto& [known, local] : shared_) {
            if (same(known, value)) return local;
        }
        const std::string name = fresh_name();
        indices_.push_back(statement(Declare{name, value, false, value.lanes()}));
        const Expr local = vector_local(name, value.type(), value.lanes());
        shared_.emplace_back(value, local);
        return local;
    }

    std::string fresh_name() {
        std::string name;
        do name = fmt::format("index{}", ++count_);
        while (taken_.count(name));
        return name;
    }

    // The index in the narrowest lanes that hold it.
    std::optional<Expr> narrowed(const Expr& index) {
        for (const ScalarType type : {ScalarType::i16, ScalarType::i32}) {
            if (const auto value = in_type(index, type)) return value;
        }
        return std::nullopt;
    }

    std::optional<Expr> in_type(const Expr& e, ScalarType type) {
        const std::optional<analysis::ValueRange> range = ranges_(e);
        if (!range || !analysis::fits(*range, type)) return std::nullopt;
        if (e.lanes() == 1) return converted(e, type);
        if (const Lanes* n = as<Lanes>(e)) return lanes_from(converted(n->base, type), n->count);
        // A wider value is left to its own type.
        if (const Cast* c = as<Cast>(e)) {
            const bool is_narrow =
                is_integer(c->operand.type()) && size_in_bits(c->operand.type()) <= size_in_bits(type);
            return is_narrow ? std::optional(converted(c->operand, type)) : std::nullopt;
        }
        return operands_in_type(e, type);
    }

    std::optional<Expr> operands_in_type(const Expr& e, ScalarType type) {
        const Binary* b = as<Binary>(e);
        const Unary* u = as<Unary>(e);
        if (b && b->op == BinaryOp::shift_right) return shift_in_type(*b, type);
        const bool possible = (b && is_exact_anywhere(b->op)) || (u && u->op == UnaryOp::neg) || as<Sum>(e);
        if (!possible) return std::nullopt;
        bool all = true;
        const auto part = [&](const Expr& child) {
            const auto narrow = in_type(child, type);
            all &= narrow.has_value();
            return narrow.value_or(child);
        };
        const Expr out = b   ? make_node(Binary{b->op, part(b->lhs), part(b->rhs)}, type)
                         : u ? make_node(Unary{u->op, part(u->operand)}, type)
                             : sum_of(as<Sum>(e)->terms, part, type);
        return all ? std::optional(out) : std::nullopt;
    }

    static Expr sum_of(const Exprs& terms, const std::function<Expr(const Expr&)>& part, ScalarType type) {
        Exprs out;
        for (const Expr& term : terms) out.push_back(part(term));
        return make_node(Sum{std::move(out)}, type);
    }

    // Shifts by as many bits as the type has, or more, mean something else in each type.
    std::optional<Expr> shift_in_type(const Binary& n, ScalarType type) {
        const auto amount = constant_int(n.rhs);
        const auto value = in_type(n.lhs, type);
        if (!value || !amount || *amount < 0 || *amount >= size_in_bits(type)) return std::nullopt;
        return make_node(Binary{n.op, *value, constant(Value::of_int(type, *amount))}, type);
    }

    analysis::IntegerRanges ranges_;
    std::set<std::string> taken_;
    std::map<std::string, Expr> narrow_locals_;  // locals of 64 bits that have fewer now
    std::vector<std::pair<Expr, Expr>> shared_;  // indices of this block, and the locals that hold them
    std::vector<StatementPtr> indices_;          // to be declared before the statement at hand
    int count_ = 0;
};

}  // namespace

Loops vector_indices(const Loops& loops) {
    Loops out = loops;
    out.program =
        map_bodies(loops.program, [&](const StatementPtr& body) { return IndexWriter(*body).rewrite(body); });
    return out;
}

}  // namespace pantile::passes
