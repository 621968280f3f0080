#include "lower/stage_loops.h"

#include <algorithm>
#include <numeric>

#include "analysis/symbolic.h"
#include "ir/build.h"

namespace pantile::lower {

using namespace ir;
using analysis::Bounds;

namespace {

bool has_loops(const Statement& s) {
    bool found = false;
    for_each_statement(s, [&](const Statement& inner) { found |= std::holds_alternative<For>(inner.kind); });
    return found;
}

// How many points of a dense row one task computes: enough to be worth a task, few enough to share the work.
constexpr int64_t kBlock = 4096;
// Of a definition that runs a reduction for every point.
constexpr int64_t kReductionBlock = 256;

bool contains(const std::vector<size_t>& dims, size_t d) {
    return std::find(dims.begin(), dims.end(), d) != dims.end();
}

// How the loops over a stage's own coordinates run. One of them, the parallel one, is the outermost loop of
// the step. Where that is the dimension that becomes vectors, each task takes a block of points.
struct Nest {
    const StageContext& in;
    std::optional<size_t> parallel;
    int64_t block = 0;  // 0: a task is one coordinate of the parallel dimension

    Expr first() const {
        return variable(Scope::local, in.stage.dims[*parallel] + ".first", ScalarType::i64);
    }
};

// The dimensions in the order of their loops, the innermost first. What a tiled group orders is its tiles.
std::vector<size_t> from_the_innermost(const StageContext& in) {
    const std::vector<size_t> as_they_are;
    std::vector<size_t> dims = schedule::loop_order(
        schedule::is_tiled(in.group) ? as_they_are : in.group.order, in.stage.dims.size());
    std::reverse(dims.begin(), dims.end());
    return dims;
}

// The loop over dimension d, unless it is the parallel one: that is written last, by 'in_parallel'.
StatementPtr loop_over(const Nest& nest, size_t d, StatementPtr body) {
    const StageContext& in = nest.in;
    Bounds range = nest.in.box[d];
    if (nest.parallel == d) {
        if (nest.block == 0) return body;
        range = {nest.first(), analysis::smaller(analysis::plus(nest.first(), nest.block - 1), range.max)};
    }
    const bool vector = in.group.vector_dim == d;
    const int64_t vectors = vector && d < in.registers.size() ? in.registers[d] : 1;
    return statement(For{Scope::coordinate, in.stage.dims[d], range.min, range.max,
                         vector ? LoopKind::vector : LoopKind::serial, std::move(body), 1, vectors});
}

// The tasks of a step: its outermost loop.
StatementPtr in_parallel(const Nest& nest, StatementPtr body) {
    if (!nest.parallel) return body;
    const Bounds& range = nest.in.box[*nest.parallel];
    const bool points = nest.block == 0;
    return statement(For{points ? Scope::coordinate : Scope::local,
                         points ? nest.in.stage.dims[*nest.parallel] : as<Variable>(nest.first())->name,
                         range.min, range.max, LoopKind::parallel, std::move(body), points ? 1 : nest.block});
}

// Blocks are for points that become vectors: a point with loops of its own is work enough for a task.
Nest nest_of(const StageContext& in, const std::vector<size_t>& dims, const Statement& point) {
    Nest nest{in, parallel_dim(in, dims)};
    if (nest.parallel && nest.parallel == in.group.vector_dim && !has_loops(point)) nest.block = kBlock;
    return nest;
}

class LoopsAround {
  public:
    LoopsAround(const Nest& nest, const std::vector<size_t>& dims, const DomainLoops& domain,
                std::optional<PointBlock> block)
        : nest_(nest), dims_(dims), domain_(domain), block_(block) {}

    StatementPtr operator()(const StatementPtr& one, const PointBody& body) const {
        const std::vector<size_t> order = from_the_innermost(nest_.in);
        const auto end = block_ ? std::find(order.begin(), order.end(), block_->dim) : order.end();
        const std::vector<size_t> inside(order.begin(), end);
        StatementPtr all = within(one, inside);
        if (block_) all = blocks_then_rest(within(body(block_->count), inside), std::move(all));
        for (auto d = end; d != order.end(); ++d) {
            if (!block_ || *d != block_->dim) all = over(*d, std::move(all));
        }
        for (const For& loop : domain_.pieces) all = with_body(loop, std::move(all));
        return in_parallel(nest_, std::move(all));
    }

  private:
    StatementPtr over(size_t d, StatementPtr body) const {
        return contains(dims_, d) ? loop_over(nest_, d, std::move(body)) : body;
    }

    StatementPtr within(StatementPtr body, const std::vector<size_t>& inside) const {
        body = over(0, std::move(body));
        for (const For& loop : domain_.points) body = with_body(loop, std::move(body));
        for (const size_t d : inside) {
            if (d != 0) body = over(d, std::move(body));
        }
        return body;
    }

    // for y in min..(max + 1 - count) by count: several points
    // for y in max(min, max + 1 - (max + 1 - min) % count)..max: one
    StatementPtr blocks_then_rest(StatementPtr several, StatementPtr one) const {
        const Bounds& range = nest_.in.box[block_->dim];
        const int64_t count = block_->count;
        For blocks = std::get<For>(loop_over(nest_, block_->dim, nullptr)->kind);
        For rest = blocks;
        blocks.max = analysis::plus(range.max, 1 - count);
        blocks.step = count;
        const Expr end = analysis::plus(range.max, 1);
        const Expr left_over = binary(BinaryOp::mod, analysis::minus(end, range.min), constant_i64(count));
        rest.min = analysis::larger(range.min, analysis::minus(end, left_over));
        return block({with_body(blocks, std::move(several)), with_body(rest, std::move(one))});
    }

    const Nest& nest_;
    const std::vector<size_t>& dims_;
    const DomainLoops& domain_;
    const std::optional<PointBlock> block_;
};

}  // namespace

std::optional<size_t> parallel_dim(const StageContext& in, const std::vector<size_t>& dims) {
    std::optional<size_t> found;
    if (in.place == Place::tile) return found;
    for (const size_t d : from_the_innermost(in)) {
        if (contains(dims, d) && contains(in.group.parallel_dims, d)) found = d;
    }
    return found;
}

std::vector<size_t> all_dims(const Stage& stage) {
    std::vector<size_t> dims(stage.dims.size());
    std::iota(dims.begin(), dims.end(), size_t{0});
    return dims;
}

std::optional<PointBlock> point_block(const StageContext& in, const std::vector<size_t>& dims) {
    const std::optional<size_t> tasks = parallel_dim(in, dims);
    for (size_t d = 1; d < in.registers.size(); ++d) {
        if (in.registers[d] > 1 && contains(dims, d) && tasks != d) return PointBlock{d, in.registers[d]};
    }
    return std::nullopt;
}

StatementPtr loops_over_update(const StageContext& in, const PointBody& body, const std::vector<size_t>& dims,
                               const DomainLoops& domain) {
    const StatementPtr one = body(1);
    Nest nest = nest_of(in, dims, *one);
    if (nest.block != 0 && !domain.points.empty()) nest.block = kReductionBlock;
    return LoopsAround(nest, dims, domain, point_block(in, dims))(one, body);
}

StatementPtr loops_over_update(const StageContext& in, StatementPtr body, const std::vector<size_t>& dims,
                               const DomainLoops& domain) {
    StageContext one_by_one = in;
    one_by_one.registers.clear();
    return loops_over_update(
        one_by_one, [&](int64_t) { return body; }, dims, domain);
}

StatementPtr loops_over_box(const StageContext& in, const PointBody& body) {
    return loops_over_update(in, body, all_dims(in.stage), {});
}

StatementPtr loops_over_box(const StageContext& in, StatementPtr body) {
    return loops_over_update(in, std::move(body), all_dims(in.stage), {});
}

}  // namespace pantile::lower
