#include "rewrite/shared_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "ir/build.h"
#include "ir/traverse.h"
#include "ir/unify.h"

namespace pantile::rewrite {

using namespace ir;

namespace {

// Larger parts are none: their stages would be the pipeline again.
constexpr size_t kMostValues = 200;
// Nor are those of more dimensions: a point for each combination of their values is too many.
constexpr size_t kMostDims = 5;

bool is_division(const Binary& b) {
    const Constant* by = as<Constant>(b.rhs);
    if (!by || !is_integer(b.rhs.type())) return false;
    if (b.op == BinaryOp::div || b.op == BinaryOp::quo) return by->value.as_int() >= 2;
    return b.op == BinaryOp::shift_right && by->value.as_int() >= 1;
}

// An index as 'base + offset'. Only in 32 bits: in others the sum may wrap, which a coordinate does not.
struct Shifted {
    Expr base;
    int64_t offset;
    std::optional<size_t> place = std::nullopt;  // of a constant, among the indices of a read
};

bool same_base(const Shifted& a, const Shifted& b) { return a.place == b.place && same(a.base, b.base); }

Shifted shifted(const Expr& e, size_t place) {
    if (const Constant* c = as<Constant>(e))
        return {constant(Value::of_int(ScalarType::i32, 0)), c->value.as_int(), place};
    const Sum* sum = as<Sum>(e);
    if (!sum || e.type() != ScalarType::i32) return {e, 0};
    Exprs terms;
    int64_t offset = 0;
    for (const Expr& term : sum->terms) {
        if (const Constant* c = as<Constant>(term))
            offset += c->value.as_int();
        else
            terms.push_back(term);
    }
    if (terms.empty() || offset == 0) return {e, 0};
    return {add_all(terms), offset};
}

class PartSplitter {
  public:
    PartSplitter(const Stage& stage, const std::function<bool(const std::string&)>& is_taken)
        : stage_(stage), is_taken_(is_taken) {}

    // Parts that read one place each, like 'f(x/8, y) + f(x/8, y+1)', can be read at several. Only where
    // there are none, those that read several serve, like 'f(x/8) + f(x/8 + 1)'.
    std::vector<Stage> run() {
        Stage left = stage_;
        if (!stage_.updates.empty() || stage_.dims.empty()) return {stage_};
        for (const bool one_place : {true, false}) {
            one_place_ = one_place;
            Unify unify;
            for (size_t i = 0; i < left.cases.size(); ++i) {
                first_of_case_ = parts_.size();
                left.cases[i].value = unify(without_parts(unify(stage_.cases[i].value)));
            }
            if (!parts_.empty()) break;
        }
        parts_.push_back(parts_.empty() ? stage_ : std::move(left));
        return std::move(parts_);
    }

  private:
    // A part being made: its coordinates, and where the stage reads it.
    struct Part {
        std::vector<std::string> dims;
        Exprs at;
        std::vector<std::pair<std::string, Shifted>> indices = {};  // the coordinates that stand for them
    };

    const std::string& innermost() const { return stage_.dims[0]; }

    bool is_innermost(const Expr& e) const {
        const Variable* v = as<Variable>(e);
        return v && v->scope == Scope::coordinate && v->name == innermost();
    }

    // How an index goes into a part: as it is, as a coordinate of the part, or not at all. One that is kept
    // has one coordinate at most: of several, the box of the part would tell less than a condition does.
    enum class Role { kept, coordinate, impossible };
    Role role_of(const Expr& index) const {
        Role role = Role::kept;
        std::set<std::string> coordinates;
        std::vector<Expr> open = {index};
        std::unordered_set<const Node*> seen;
        while (!open.empty() && role != Role::impossible) {
            const Expr e = open.back();
            open.pop_back();
            if (!seen.insert(e.id()).second) continue;
            const Variable* v = as<Variable>(e);
            const Binary* b = as<Binary>(e);
            if (v && v->scope == Scope::coordinate) coordinates.insert(v->name);
            if (is_innermost(e) || as<Reduce>(e) || (v && v->scope == Scope::reduction) ||
                coordinates.size() > 1)
                role = Role::impossible;
            else if (as<Access>(e) || (b && is_division(*b) && varies(e)))
                role = Role::coordinate;  // of as few values as the quotient or the data has
            else
                for_each_child(*e, [&](const Expr& child) { open.push_back(child); });
        }
        return role;
    }

    bool varies(const Expr& e) const {
        const Exprs nodes = post_order(e);
        return std::any_of(nodes.begin(), nodes.end(), [&](const Expr& n) { return is_innermost(n); });
    }

    // For each node of a value, without those inside of indices: how many reads a part that ends there would
    // have, at coordinates of its own; nothing where it cannot be one.
    using Reads = std::unordered_map<const Node*, std::optional<size_t>>;

    std::optional<size_t> reads_of(const Expr& e, const Reads& below) const {
        if (const Access* a = as<Access>(e)) {
            bool moves = false;
            for (const Expr& arg : a->args) {
                const Role role = role_of(arg);
                if (role == Role::impossible) return std::nullopt;
                moves |= role == Role::coordinate;
            }
            return moves ? 1 : 0;
        }
        const Variable* v = as<Variable>(e);
        if (is_innermost(e) || (v && v->scope == Scope::reduction) || as<Reduce>(e)) return std::nullopt;
        size_t count = 0;
        bool possible = true;
        for_each_child(*e, [&](const Expr& child) {
            const std::optional<size_t>& reads = below.at(child.id());
            possible &= reads.has_value();
            count = std::min(kMostValues, count + reads.value_or(0));
        });
        return possible ? std::optional(count) : std::nullopt;
    }

    // The value with reads of the stages of its largest parts.
    Expr without_parts(const Expr& whole) {
        Reads reads;
        const Expr value = with_sums_apart(whole, reads);
        const std::unordered_set<const Node*> roots = largest(value, reads);
        std::unordered_map<const Node*, Expr> done;
        for (const Expr& e : post_order(value)) {
            done.emplace(e.id(), roots.count(e.id()) ? part_at(e) : map_children(e, [&](const Expr& child) {
                             return done.at(child.id());
                         }));
        }
        return roots.empty() ? whole : done.at(value.id());
    }

    // Terms are added from left to right: the first of them are a part of a sum that they alone may be.
    Expr with_sums_apart(const Expr& value, Reads& reads) const {
        return transform(value, [&](const Expr& n) {
            Expr out = n;
            const Sum* sum = as<Sum>(n);
            for (size_t count = sum ? sum->terms.size() - 1 : 0; count > 1; --count) {
                const auto rest = sum->terms.begin() + static_cast<ptrdiff_t>(count);
                const Expr first = make_node(Sum{{sum->terms.begin(), rest}}, n.type(), n.span());
                const std::optional<size_t> own = reads_of(first, reads);
                if (own.value_or(0) < 2 || !is_part(first)) continue;
                reads.insert_or_assign(first.id(), own);
                Exprs terms = {first};
                terms.insert(terms.end(), rest, sum->terms.end());
                out = make_node(Sum{std::move(terms)}, n.type(), n.span());
                break;
            }
            reads.insert_or_assign(out.id(), reads_of(out, reads));
            return out;
        });
    }

    // Whether it is small, and reads more than one element.
    bool is_part(const Expr& e) const {
        const Exprs values = values_below(e);
        if (values.size() > kMostValues || values.size() < 2 || !as<Access>(values[1])) return false;
        Part part;
        bool moves = false;
        for (const Expr& n : values) {
            const Access* a = as<Access>(n);
            if (!a) break;
            for (size_t d = 0; d < a->args.size(); ++d) {
                const bool is_coordinate = as<Constant>(a->args[d]) || role_of(a->args[d]) != Role::kept;
                moves |= !as<Variable>(index_in(part, *a, d)) && is_coordinate;
            }
        }
        for (const Expr& n : values) add_coordinates(part, n);
        return part.dims.size() <= kMostDims && (!one_place_ || !moves);
    }

    std::unordered_set<const Node*> largest(const Expr& value, const Reads& reads) const {
        std::unordered_set<const Node*> roots, seen;
        std::vector<Expr> open = {value};
        while (!open.empty()) {
            const Expr e = open.back();
            open.pop_back();
            if (!seen.insert(e.id()).second || as<Access>(e) || as<Reduce>(e)) continue;
            if (reads.at(e.id()).value_or(0) >= 2 && is_part(e))
                roots.insert(e.id());
            else
                for_each_child(*e, [&](const Expr& child) { open.push_back(child); });
        }
        return roots;
    }

    // A read of the part's stage in place of the part.
    Expr part_at(const Expr& e) {
        Part part;
        const Expr value = transform_values(e, part);
        for (size_t i = first_of_case_; i < parts_.size(); ++i) {
            const Stage& known = parts_[i];
            if (known.dims == part.dims && known.type == e.type() && same(known.cases[0].value, value))
                return access(known.name, e.type(), part.at);
        }
        std::string name;
        do name = fmt::format("{}_part{}", stage_.name, ++number_);
        while (is_taken_(name));
        parts_.push_back({name, e.type(), part.dims, {{std::nullopt, value}}, {}, stage_.span});
        return access(name, e.type(), part.at);
    }

    // With coordinates of the part for indices. The first read says in which order these come.
    Expr transform_values(const Expr& e, Part& part) {
        std::unordered_map<const Node*, Expr> done;
        for (const Expr& n : values_below(e)) {
            if (const Access* a = as<Access>(n)) {
                Exprs args;
                for (size_t d = 0; d < a->args.size(); ++d) args.push_back(index_in(part, *a, d));
                done.emplace(n.id(), access(a->producer, n.type(), args, n.span()));
            } else {
                add_coordinates(part, n);
                done.emplace(n.id(), map_children(n, [&](const Expr& child) { return done.at(child.id()); }));
            }
        }
        return done.at(e.id());
    }

    // The nodes of a value without those inside of indices, children before parents; reads first, since their
    // order is that of the coordinates.
    static Exprs values_below(const Expr& e) {
        std::unordered_set<const Node*> wanted;
        std::vector<Expr> open = {e};
        while (!open.empty()) {
            const Expr n = open.back();
            open.pop_back();
            if (!wanted.insert(n.id()).second || as<Access>(n)) continue;
            for_each_child(*n, [&](const Expr& child) { open.push_back(child); });
        }
        Exprs out = post_order(e);
        std::erase_if(out, [&](const Expr& n) { return !wanted.count(n.id()); });
        std::stable_partition(out.begin(), out.end(), [](const Expr& n) { return as<Access>(n) != nullptr; });
        return out;
    }

    // Constants are coordinates as well: the planes of a picture have one stage.
    Expr index_in(Part& part, const Access& read, size_t d) const {
        const Expr& index = read.args[d];
        if (role_of(index) == Role::kept && !as<Constant>(index)) {
            for (const Expr& n : post_order(index)) add_coordinates(part, n);
            return index;
        }
        const Shifted here = shifted(index, d);
        for (const auto& [name, first] : part.indices) {
            if (!same_base(first, here)) continue;
            const int64_t further = here.offset - first.offset;
            const Expr v = variable(Scope::coordinate, name);
            return further == 0 ? v : add(v, constant(Value::of_int(ScalarType::i32, further)));
        }
        std::string name;
        size_t number = part.indices.size();
        do name = fmt::format("i{}", ++number);
        while (std::find(stage_.dims.begin(), stage_.dims.end(), name) != stage_.dims.end() ||
               std::find(part.dims.begin(), part.dims.end(), name) != part.dims.end());
        part.indices.push_back({name, here});
        part.dims.push_back(name);
        part.at.push_back(index);
        return variable(Scope::coordinate, name);
    }

    static void add_coordinates(Part& part, const Expr& n) {
        const Variable* v = as<Variable>(n);
        if (!v || v->scope != Scope::coordinate) return;
        if (std::find(part.dims.begin(), part.dims.end(), v->name) != part.dims.end()) return;
        part.dims.push_back(v->name);
        part.at.push_back(n);
    }

    const Stage& stage_;
    const std::function<bool(const std::string&)>& is_taken_;
    std::vector<Stage> parts_;
    // Cases have no parts in common: a box around what both read is larger than what each of them reads.
    size_t first_of_case_ = 0;
    size_t number_ = 0;
    bool one_place_ = true;
};

}  // namespace

std::vector<Stage> with_shared_parts(const Stage& stage,
                                     const std::function<bool(const std::string&)>& is_taken) {
    return PartSplitter(stage, is_taken).run();
}

bool has_shared_parts(const Stage& stage) {
    return with_shared_parts(stage, [](const std::string&) { return false; }).size() > 1;
}

}  // namespace pantile::rewrite
