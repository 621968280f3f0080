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
Expr minus(const Expr& a, const Expr& b) { return make_node(Binary{BinaryOp::sub, a, b}, ScalarType::i64); }
Expr at_most_one(const Expr& e) {
    return make_node(Binary{BinaryOp::min, e, constant_i64(1)}, ScalarType::i64);
}
Expr larger(const Expr& a, const Expr& b) { return make_node(Binary{BinaryOp::max, a, b}, ScalarType::i64); }
Expr choose(const Expr& condition, const Expr& a, const Expr& b) {
    return make_node(Select{condition, a, b}, ScalarType::i64);
}
// 'size' is a power of two.
Expr remainder(const Expr& e, int64_t size) {
    return make_node(Binary{BinaryOp::bit_and, e, constant_i64(size - 1)}, ScalarType::i64);
}

For with_level(const For& loop, LoopLevel level) {
    For out = loop;
    out.level = level;
    return out;
}

class Vectorizer {
  public:
    Vectorizer(const BuffersByName& buffers, const machine::Target& target)
        : buffers_(buffers), target_(target) {}

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
        const bool is_vector = n.level == LoopLevel::vector && n.step == 1;
        if (const std::optional<int> lanes = is_vector ? choose_lanes(n) : std::nullopt)
            return may_run_twice(*n.body) ? with_shifted_end(n, *lanes) : with_scalar_end(n, *lanes);
        For out = n;
        out.body = rewrite(n.body);
        // A loop over loops would ask the C compiler for too much.
        const bool too_much = has_loops(*n.body);
        if (too_much && n.level == LoopLevel::vector) out.level = LoopLevel::serial;
        return statement(std::move(out));
    }

    std::optional<int> choose_lanes(const For& n) const { return lanes_of(n, buffers_, target_); }

    // let x.last_start = max + 1 - lanes
    // if min <= x.last_start: the row in vectors
    // else: for x in min..max: the body
    StatementPtr with_shifted_end(const For& n, int lanes) {
        const Expr last = bound(fresh(n.variable + ".last_start"));
        std::vector<StatementPtr> all = {
            statement(Declare{as<Variable>(last)->name, plus(n.max, 1 - lanes)})};
        const LoopBuffer* streamed = streamed_by(n);
        StatementPtr row =
            streamed ? with_aligned_middle(n, lanes, *streamed, last, all) : in_vectors(n, lanes, last);
        // Of a row that is long enough or empty, plain vectors need no question: none begins in an empty one.
        const bool may_be_short = n.fewest < lanes;
        if (may_be_short || streamed) {
            const Expr is_long = make_node(Binary{BinaryOp::le, n.min, last}, ScalarType::boolean);
            row = statement(
                If{is_long, row, may_be_short ? statement(with_level(n, LoopLevel::serial)) : nullptr});
        }
        all.push_back(std::move(row));
        return statement(Block{std::move(all)});
    }

    // A row of at least 'lanes' points, or of none:
    //
    // for x.part in 0..((max + 1 - min) % lanes != 0 ? 1 : 0):
    //   for x.start in (x.part == 0 ? min : x.last_start)..x.last_start by lanes: the body at x.start
    //
    // The second part is the one vector that ends with the row. A 'min' for the start of every vector keeps
    // compilers from unrolling the loop and costs a tenth; a second copy of the body would be longer to read.
    StatementPtr in_vectors(const For& n, int lanes, const Expr& last) const {
        const Expr extent = minus(plus(n.max, 1), n.min);
        return in_parts(n, lanes,
                        {.first = constant_i64(0),
                         .last = at_most_one(remainder(extent, lanes)),
                         .begin = choose(is_part(n, 0), n.min, last),
                         .end = last});
    }

    // The same for a row of non-temporal stores: most vectors begin where memory is aligned for them.
    //
    // let x.even_start = min + (the first point of the row - min) % lanes
    // for x.part in (min == x.even_start ? 1 : 0)..((x.last_start - x.even_start) % lanes != 0 ? 2 : 1):
    //   for x.start in (0: min, 1: x.even_start, 2: x.last_start)..(0: min, else x.last_start) by lanes:
    //     the body at x.start
    StatementPtr with_aligned_middle(const For& n, int lanes, const LoopBuffer& streamed, const Expr& last,
                                     std::vector<StatementPtr>& out) {
        const Expr even = bound(fresh(n.variable + ".even_start"));
        const Expr first_even = add(n.min, remainder(minus(streamed.mins[0], n.min), lanes));
        out.push_back(statement(Declare{as<Variable>(even)->name, first_even}));
        return in_parts(n, lanes,
                        {.first = minus(constant_i64(1), at_most_one(minus(even, n.min))),
                         .last = plus(at_most_one(remainder(minus(last, even), lanes)), 1),
                         .begin = choose(is_part(n, 0), n.min, choose(is_part(n, 1), even, last)),
                         .end = choose(is_part(n, 0), n.min, last)});
    }

    // A row as a few runs of vectors.
    struct Parts {
        Expr first, last;  // their numbers
        Expr begin, end;   // where the vectors of one begin
    };

    static std::string part_name(const For& n) { return n.variable + ".part"; }

    static Expr is_part(const For& n, int64_t number) {
        return make_node(Binary{BinaryOp::eq, bound(part_name(n)), constant_i64(number)},
                         ScalarType::boolean);
    }

    StatementPtr in_parts(const For& n, int lanes, const Parts& parts) const {
        const std::string start = n.variable + ".start";
        const For vectors = {Scope::local,
                             start,
                             parts.begin,
                             parts.end,
                             LoopLevel::serial,
                             *vector_body(n, bound(start), lanes, buffers_),
                             lanes};
        return statement(
            For{Scope::local, part_name(n), parts.first, parts.last, LoopLevel::serial, statement(vectors)});
    }

    const LoopBuffer* streamed_by(const For& n) const {
        const LoopBuffer* streamed = nullptr;
        for_each_statement(*n.body, [&](const Statement& s) {
            const Store* store = std::get_if<Store>(&s.kind);
            if (store && buffers_.at(store->buffer)->streamed) streamed = buffers_.at(store->buffer);
        });
        return streamed;
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
        all.push_back(statement(with_level(rest, LoopLevel::serial)));
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
        main.level = LoopLevel::serial;
        main.step = points;
        out.push_back(with_body(main, vectors == 1 ? copies[0] : interleave(copies)));
        const std::string rest = fresh(n.variable + ".rest");
        const Expr end = plus(n.max, 1);
        const Expr extent = minus(end, n.min);
        const bool is_power = (points & (points - 1)) == 0;
        const Expr left_over =
            is_power ? remainder(extent, points)
                     : make_node(Binary{BinaryOp::mod, extent, constant_i64(points)}, ScalarType::i64);
        const Expr from = minus(end, left_over);
        // An empty loop may end anywhere below its beginning.
        const Expr begin = larger(n.min, from);
        out.push_back(statement(Declare{rest, begin}));
        return bound(rest);
    }

    // Several loops of one block may run over 'x'.
    std::string fresh(const std::string& name) {
        const int count = ++names_[name];
        return count == 1 ? name : name + std::to_string(count);
    }

    const BuffersByName& buffers_;
    const machine::Target& target_;
    std::map<std::string, int> names_;
};

}  // namespace

int lanes_for(const machine::Target& target, int widest_element_bytes) {
    return std::clamp(target.vector_bytes / widest_element_bytes, 2, 64);
}

std::optional<int> lanes_of(const For& loop, const BuffersByName& buffers, const machine::Target& target) {
    // What a body computes with does not depend on how many lanes it has.
    const auto trial = vector_body(loop, variable(loop.scope, loop.variable, ScalarType::i64), 2, buffers);
    return trial ? std::optional(lanes_for(target, widest_element(**trial))) : std::nullopt;
}

Loops vectorize(const Loops& loops, const machine::Target& target) {
    const BuffersByName buffers = buffers_by_name(loops);
    Loops out = loops;
    out.program = map_bodies(
        loops.program, [&](const StatementPtr& body) { return Vectorizer(buffers, target).rewrite(body); });
    return out;
}

}  // namespace pantile::passes
