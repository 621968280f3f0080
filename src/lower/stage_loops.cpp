#include "lower/stage_loops.h"

#include <algorithm>

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
    const plan::DefinitionPlan& plan;
    int64_t block = 0;  // 0: a task is one coordinate of the parallel dimension

    Expr first() const {
        return variable(Scope::local, in.stage.dims[*plan.tasks] + ".first", ScalarType::i64);
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
    if (nest.plan.tasks == d) {
        if (nest.block == 0) return body;
        range = {nest.first(), analysis::smaller(analysis::plus(nest.first(), nest.block - 1), range.max)};
    }
    const bool vector = in.group.vector_dim == d;
    const int64_t vectors = vector ? nest.plan.vectors : 1;
    return statement(For{Scope::coordinate, in.stage.dims[d], range.min, range.max,
                         vector ? LoopLevel::vector : LoopLevel::serial, std::move(body), 1, vectors});
}

// The tasks of a step: its outermost loop.
StatementPtr in_parallel(const Nest& nest, StatementPtr body) {
    if (!nest.plan.tasks) return body;
    const Bounds& range = nest.in.box[*nest.plan.tasks];
    const bool points = nest.block == 0;
    return statement(For{points ? Scope::coordinate : Scope::local,
                         points ? nest.in.stage.dims[*nest.plan.tasks] : as<Variable>(nest.first())->name,
                         range.min, range.max, LoopLevel::thread, std::move(body), points ? 1 : nest.block});
}

// Blocks are for points that become vectors: a point with loops of its own is work enough for a task.
Nest nest_of(const StageContext& in, const plan::DefinitionPlan& plan, const Statement& point) {
    Nest nest{in, plan};
    if (nest.plan.tasks && nest.plan.tasks == in.group.vector_dim && !has_loops(point)) nest.block = kBlock;
    return nest;
}

class LoopsAround {
  public:
    LoopsAround(const Nest& nest, const DomainLoops& domain)
        : nest_(nest), dims_(nest.plan.dims), domain_(domain), block_(nest.plan.block) {}

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

StatementPtr loop_nest(const StageContext& in, const plan::DefinitionPlan& plan, const PointBody& body,
                       const DomainLoops& domain) {
    const StatementPtr one = body(1);
    Nest nest = nest_of(in, plan, *one);
    if (nest.block != 0 && !domain.points.empty()) nest.block = kReductionBlock;
    return LoopsAround(nest, domain)(one, body);
}

StatementPtr loop_nest(const StageContext& in, const plan::DefinitionPlan& plan, StatementPtr body,
                       const DomainLoops& domain) {
    return loop_nest(
        in, plan.without_blocks(), [&](int64_t) { return body; }, domain);
}

}  // namespace pantile::lower
