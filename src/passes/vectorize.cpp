#include "passes/vectorize.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ir/build.h"
#include "ir/interleave.h"
#include "ir/traverse.h"
#include "passes/vector_body.h"

namespace pantile::passes {

using namespace ir;

namespace {

bool has_loops(const Statement& s) {
    bool found = false;
    for_each_statement(s, [&](const Statement& inner) { found |= std::holds_alternative<For>(inner.kind); });
    return found;
}

// Whether running an iteration twice changes nothing: it reads none of what it writes.
bool may_run_twice(const Statement& body) {
    std::set<std::string> stored, loaded;
    for_each_statement(body, [&](const Statement& s) {
        if (const Store* store = std::get_if<Store>(&s.kind)) stored.insert(store->buffer);
        for_each_expr(s, [&](const Expr& root) {
            for_each_node(root, [&](const Expr& e) {
                if (const Load* load = as<Load>(e)) loaded.insert(load->buffer);
            });
        });
    });
    return std::none_of(stored.begin(), stored.end(), [&](const std::string& b) { return loaded.count(b); });
}

Expr bound(const std::string& name) { return variable(Scope::local, name, ScalarType::i64); }
Expr plus(const Expr& e, int64_t k) { return add(e, constant_i64(k)); }

For with_kind(const For& loop, LoopKind kind) {
    For out = loop;
    out.kind = kind;
    return out;
}

class Vectorizer {
  public:
    Vectorizer(const BuffersByName& buffers, const VectorUnit& unit) : buffers_(buffers), unit_(unit) {}

    StatementPtr rewrite(const StatementPtr& s) {
        return match(
            *s,
            [&](const Block& n) {
                std::vector<StatementPtr> all;
                for (const StatementPtr& child : n.statements) all.push_back(rewrite(child));
                return block(std::move(all), n.comment);
            },
            [&](const For& n) { return rewrite_for(n); }, [&](const Declare&) { return s; },
            [&](const Assign&) { return s; }, [&](const Store&) { return s; },
            [&](const If& n) {
                return statement(
                    If{n.condition, rewrite(n.then), n.otherwise ? rewrite(n.otherwise) : nullptr});
            });
    }

  private:
    StatementPtr rewrite_for(const For& n) {
        const bool is_vector = n.kind == LoopKind::vector && n.step == 1;
        if (const std::optional<int> lanes = is_vector ? choose_lanes(n) : std::nullopt)
            return may_run_twice(*n.body) ? with_shifted_end(n, *lanes) : with_scalar_end(n, *lanes);
        For out = n;
        out.body = rewrite(n.body);
        // A loop over loops would ask the C compiler for too much.
        const bool too_much = has_loops(*n.body);
        if (too_much && n.kind == LoopKind::vector) out.kind = LoopKind::serial;
        return statement(std::move(out));
    }

    std::optional<int> choose_lanes(const For& n) const {
        // What a body computes with does not depend on how many lanes it has.
        const auto trial = vector_body(n, variable(n.scope, n.variable, ScalarType::i64), 2, buffers_);
        return trial ? std::optional(lanes_for(unit_, widest_element(**trial))) : std::nullopt;
    }

    // let x.last_start = max + 1 - lanes
    // if min <= x.last_start:
    //   for x.part in 0..((max + 1 - min) % lanes != 0 ? 1 : 0):
    //     for x.start in (x.part == 0 ? min : x.last_start)..x.last_start by lanes: the body at x.start
    // else: for x in min..max: the body
    //
    // The second part is the one vector that ends with the row. A 'min' for the start of every vector would
    // keep compilers from unrolling the loop; a second copy of the body would be longer to read.
    StatementPtr with_shifted_end(const For& n, int lanes) {
        const std::string last = fresh(n.variable + ".last_start");
        const std::string part = n.variable + ".part", first = n.variable + ".start";
        const Expr is_first =
            make_node(Binary{BinaryOp::eq, bound(part), constant_i64(0)}, ScalarType::boolean);
        const Expr begin = make_node(Select{is_first, n.min, bound(last)}, ScalarType::i64);
        const For vectors = {Scope::local,
                             first,
                             begin,
                             bound(last),
                             LoopKind::serial,
                             *vector_body(n, bound(first), lanes, buffers_),
                             lanes};
        const Expr extent = make_node(Binary{BinaryOp::sub, plus(n.max, 1), n.min}, ScalarType::i64);
        const Expr left_over =
            make_node(Binary{BinaryOp::bit_and, extent, constant_i64(lanes - 1)}, ScalarType::i64);
        const Expr parts = make_node(Binary{BinaryOp::min, left_over, constant_i64(1)}, ScalarType::i64);
        const For main = {Scope::local,       part, constant_i64(0), parts, LoopKind::serial,
                          statement(vectors), 1};
        const Expr is_long = make_node(Binary{BinaryOp::le, n.min, bound(last)}, ScalarType::boolean);
        return statement(
            Block{{statement(Declare{last, plus(n.max, 1 - lanes)}),
                   statement(If{is_long, statement(main), statement(with_kind(n, LoopKind::serial))})}});
    }

    // for x in min..(max + 1 - lanes) by lanes: the body
    // let x.rest = max(min, max + 1 - (max + 1 - min) % lanes)
    // for x in x.rest..max: the body
    //
    // Where several vectors are computed at once, a loop over those comes first.
    StatementPtr with_scalar_end(const For& n, int lanes) {
        std::vector<StatementPtr> all;
        For rest = n;
        if (n.vectors > 1) rest.min = over_vectors(rest, lanes, n.vectors, all);
        rest.min = over_vectors(rest, lanes, 1, all);
        all.push_back(statement(with_kind(rest, LoopKind::serial)));
        return statement(Block{std::move(all)});
    }

    // Adds the loop over as many whole blocks of vectors as fit, and tells where it ends.
    Expr over_vectors(const For& n, int lanes, int64_t vectors, std::vector<StatementPtr>& out) {
        const int64_t points = lanes * vectors;
        const Expr x = variable(n.scope, n.variable, ScalarType::i64);
        std::vector<StatementPtr> copies;
        for (int64_t v = 0; v < vectors; ++v) {
            const StatementPtr copy = *vector_body(n, v == 0 ? x : plus(x, v * lanes), lanes, buffers_);
            copies.push_back(v == 0 ? copy : with_own_locals(copy, fmt::format("v{}", v)));
        }
        For main = n;
        main.max = plus(n.max, 1 - points);
        main.kind = LoopKind::serial;
        main.step = points;
        out.push_back(with_body(main, vectors == 1 ? copies[0] : interleave(copies)));
        const std::string rest = fresh(n.variable + ".rest");
        const Expr end = plus(n.max, 1);
        const Expr extent = make_node(Binary{BinaryOp::sub, end, n.min}, ScalarType::i64);
        const bool is_power = (points & (points - 1)) == 0;
        const Expr left_over =
            is_power ? make_node(Binary{BinaryOp::bit_and, extent, constant_i64(points - 1)}, ScalarType::i64)
                     : make_node(Binary{BinaryOp::mod, extent, constant_i64(points)}, ScalarType::i64);
        const Expr from = make_node(Binary{BinaryOp::sub, end, left_over}, ScalarType::i64);
        // An empty loop may end anywhere below its beginning.
        const Expr begin = make_node(Binary{BinaryOp::max, n.min, from}, ScalarType::i64);
        out.push_back(statement(Declare{rest, begin}));
        return bound(rest);
    }

    // Several loops of one block may run over 'x'.
    std::string fresh(const std::string& name) {
        const int count = ++names_[name];
        return count == 1 ? name : name + std::to_string(count);
    }

    const BuffersByName& buffers_;
    const VectorUnit unit_;
    std::map<std::string, int> names_;
};

}  // namespace

int lanes_for(const VectorUnit& unit, int widest_element_bytes) {
    return std::clamp(unit.bytes / widest_element_bytes, 2, 64);
}

Loops vectorize(const Loops& loops, const VectorUnit& unit) {
    BuffersByName buffers;
    for (const LoopBuffer& b : loops.buffers) buffers[b.name] = &b;
    Loops out = loops;
    for (Step& step : out.steps) {
        if (Compute* compute = std::get_if<Compute>(&step))
            compute->body = Vectorizer(buffers, unit).rewrite(compute->body);
    }
    return out;
}

}  // namespace pantile::passes
