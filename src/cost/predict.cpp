#include "cost/predict.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "cost/instruction_cost.h"
#include "plan/sliding.h"

namespace pantile::cost {

using namespace schedule;

namespace {

// Constants of the model, found by timing groups of many schedules; docs/performance.md has the log.
constexpr double kUsable = 0.8;        // of a cache: the rest is lost to conflicts and to what else is there
constexpr double kUsableOfLast = 0.4;  // others use it too
// Of all but the longest of computing, caches and memory: what is added to it. Several stages take turns,
// each with a load of its own on them; the loop of one stage does everything at once.
constexpr double kInTurns = 0.6;
constexpr double kAtOnce = 0.45;
constexpr double kBetween = 0.02;   // ns for each byte of an image between groups: it displaces others
constexpr double kStageCycles = 2;  // to find the box of a stage in a tile
constexpr double kStepCycles = 60;  // to find its new rows in a step of a walk
constexpr double kTileCycles = 5;
// How long memory takes for tiles that cut rows, against rows as a whole; see 'time_of_cuts'.
// The machine's number is that of many rows; of what it adds, few rows add a part and tall tiles more.
constexpr double kFewRows = 0.11;
constexpr double kTallTile = 1.4;
constexpr double kShortPart = 512;  // bytes of a row
constexpr double kFew = 14;         // rows, of all images together
constexpr double kMany = 24;
constexpr double kTall = 1000;
constexpr double kTaskCycles = 300;  // to hand a task to a thread
constexpr double kUneven = 0.2;      // of a task's time: threads wait for the one that is late
constexpr double kPieceShare = 0.5;  // of the second cache: what a piece of a sum's domain may read
constexpr double kWriteTraffic = 2;  // a line is read before it is written, and written back

}  // namespace

// Most of it is the same for all plans of a group.
class Predictor::Model {
  public:
    Model(const StageGraph& graph, const GroupFrame& frame, const machine::Target& target)
        : graph_(graph),
          frame_(frame),
          machine_(target.machine),
          math_(target.math),
          threads_(target.threads),
          all_bytes_(reference().bytes()),
          passing_(graph.bytes_in_and_out()) {
        for (const size_t e : frame.outside) all_bytes_ += graph.producer_of(graph.edges[e]).bytes();
        for (size_t d = 0; d < reference().extents.size(); ++d) lengths_.push_back(length_of(d));
    }

    Prediction run(const TilePlan& plan) {
        begin(plan);
        for (size_t i = 0; i < frame_.stages.size(); ++i) add_stage(i);
        for (const size_t e : frame_.inside) add_inside(graph_.edges[e]);
        for (const size_t e : frame_.outside) add_outside(graph_.edges[e]);
        for (size_t i = 0; i < frame_.stages.size(); ++i) add_stores(i);
        add_overhead();
        return total();
    }

    void begin(const TilePlan& plan) {
        plan_ = &plan;
        out_ = {};
        shared_ = 0;
        extents_.clear();
        bytes_.clear();
        read_.clear();
        blocks_.clear();
        before_.assign(1, 0);
        for (size_t i = 0; i < frame_.stages.size(); ++i) {
            extents_.push_back(extents_in_tile(graph_, frame_.stages[i], frame_.reference(), plan.tile));
            bytes_.push_back(product(extents_.back()) * node(i).element_bytes);
            blocks_.push_back(block_of(i));
        }
        count_tiles();
        find_rooms();
        for (const double room : rooms_) before_.push_back(before_.back() + room);
        cuts_ = time_of_cuts();
        windows_.assign(frame_.stages.size(), -1);
    }

    double scratch() const {
        double all = 0;
        for (size_t i = 0; i < frame_.stages.size(); ++i) {
            if (frame_.stages[i].is_read_inside) all += rooms_[i];
        }
        return all;
    }

  private:
    const StageNode& node(size_t i) const { return graph_.stages[frame_.stages[i].stage]; }
    const StageNode& reference() const { return graph_.stages[frame_.reference().stage]; }

    void count_tiles() {
        for (size_t d = 0; d < reference().extents.size(); ++d) {
            const double whole = lengths_[d];
            const double size =
                plan_->tile.empty() || plan_->tile[d] == 0 ? whole : static_cast<double>(plan_->tile[d]);
            const double count = size > 0 ? std::ceil(whole / size) : 1;
            if (d == 0) tiles_along_ = count;
            out_.tiles *= count;
            const bool is_parallel =
                std::find(plan_->parallel.begin(), plan_->parallel.end(), d) != plan_->parallel.end();
            if (is_parallel) out_.tasks *= plan_->tile.empty() ? whole : count;
        }
    }

    // How far tiles go along a dimension of the reference stage: all live-outs must be covered, also those
    // that no read connects with it.
    double length_of(size_t dim) const {
        double length = static_cast<double>(reference().extents[dim]);
        for (const FrameStage& s : frame_.stages) {
            for (size_t d = 0; s.is_live_out && d < s.dims.size(); ++d) {
                if (s.dims[d].dim == dim && s.dims[d].scale > 0)
                    length = std::max(
                        length, static_cast<double>(graph_.stages[s.stage].extents[d]) / s.dims[d].scale);
            }
        }
        return length;
    }

    // What is kept of the boxes at once.
    void find_rooms() {
        rooms_ = bytes_;
        if (!plan_->sliding) return;
        const Folds& folds = folds_of(*plan_->sliding);
        for (size_t i = 0; i < rooms_.size(); ++i) {
            if (folds[i].rows == 0) continue;
            const double whole = static_cast<double>(std::max<int64_t>(1, extents_[i][folds[i].dim]));
            rooms_[i] *= std::min(1.0, static_cast<double>(folds[i].rows) / whole);
        }
    }

    // The rows that scratch of a stage folds to along a dimension of it; 0: it does not fold.
    struct Fold {
        size_t dim = 0;
        int64_t rows = 0;
    };
    using Folds = std::vector<Fold>;

    // As the plan of the group has them. Few are asked for, each for many tiles.
    const Folds& folds_of(const Sliding& sliding) {
        const std::pair<size_t, int64_t> asked = {sliding.dim, sliding.rows};
        const auto known = folds_.find(asked);
        if (known != folds_.end()) return known->second;
        if (!marks_ || marks_->first != sliding.dim)
            marks_.emplace(sliding.dim, plan::Watermarks(frame_.space, sliding.dim));
        const plan::SlidingSpace space = marks_->second.at_a_step_of(sliding.rows);
        Folds folds;
        for (const std::optional<plan::SlidingStage>& s : space.stages)
            folds.push_back(s ? Fold{s->dim, plan::folded_rows(*s)} : Fold{});
        return folds_.emplace(asked, std::move(folds)).first->second;
    }

    // ns for bytes that come from where a working set of that size stays; the first cache costs nothing
    // beyond the instructions that load.
    double from_cache(double bytes, double working_set) const {
        if (working_set <= kUsable * static_cast<double>(machine_.l1.bytes)) return 0;
        if (working_set <= kUsable * static_cast<double>(machine_.l2.bytes))
            return bytes / machine_.l2.bandwidth;
        return bytes / behind(working_set * tasks_at_once()).bandwidth;
    }

    bool is_from_memory(double working_set) const {
        return working_set > kUsable * static_cast<double>(machine_.l2.bytes) &&
               &behind(working_set * tasks_at_once()) == &machine_.memory;
    }

    // Reads so many bytes, so many times, that were used before; what no cache holds moves again.
    void fetch(double times, double bytes, double working_set) {
        out_.cache += times * from_cache(bytes, working_set);
        if (is_from_memory(working_set)) out_.bytes += times * bytes;
    }

    double tasks_at_once() const { return std::min<double>(threads_, out_.tasks); }

    const machine::Level& behind(double bytes) const { return home_of(bytes, machine_); }

    void add_stage(size_t i) {
        out_.arithmetic += out_.tiles * cycles(i) * machine_.cycle;
        out_.points += node(i).points();
        out_.computed += out_.tiles * product(extents_[i]);
        out_.working_set += rooms_[i];
    }

    double cycles(size_t i) const {
        const BlockWork* block = blocks_[i];
        if (!block) return cycles_of(node(i).work, extents_[i], machine_, math_);
        return cycles_of(BlockCost{node(i).work, block->work, block->dim, block->count, plan_->registers[0]},
                         extents_[i], machine_, math_);
    }

    // The block of points of a stage that is computed at once; a step of a walk must have room for it.
    const BlockWork* block_of(size_t i) const {
        if (plan_->registers.empty()) return nullptr;
        const FrameStage& s = frame_.stages[i];
        const BlockWork* found = nullptr;
        for (const BlockWork& block : node(i).blocks) {
            const std::optional<size_t> dim = s.dims[block.dim].dim;
            if (!dim || (block.dim == 0 && found)) continue;
            const int64_t wanted = block.dim == 0 ? 1 : plan_->registers[*dim];
            const bool fits =
                !plan_->sliding || plan_->sliding->dim != *dim || plan_->sliding->rows >= wanted;
            if (block.count == wanted && fits) found = &block;
        }
        return found;
    }

    // How many of its rows a stage computes at once along a dimension.
    double rows_at_once(size_t i, size_t dim) const {
        const BlockWork* block = blocks_[i];
        return block && block->dim == dim ? static_cast<double>(block->count) : 1;
    }

    // A stage's values are read again by a later stage of the tile, when all that was computed and kept in
    // between has passed through the caches.
    void add_inside(const Edge& edge) {
        const size_t from = frame_.position_of(edge.producer), to = frame_.position_of(edge.consumer);
        const double between = plan_->sliding ? before_.back() : before_[to + 1] - before_[from];
        fetch(out_.tiles, bytes_[from], between);
        add_rows_again(edge, to, bytes_[from]);
    }

    void add_outside(const Edge& edge) {
        const size_t to = frame_.position_of(edge.consumer);
        const Array& array = graph_.producer_of(edge);
        const Extents box = extents_read(graph_, edge, extents_[to]);
        const double tile_bytes = product(box) * array.element_bytes;
        add_rows_again(edge, to, tile_bytes);
        const std::pair<bool, size_t> source = {edge.from_input, edge.producer};
        if (std::find(read_.begin(), read_.end(), source) != read_.end()) {
            // Another stage of the tile has brought it in.
            fetch(out_.tiles, tile_bytes, tile_bytes + before_.back());
            return;
        }
        read_.push_back(source);
        const double all = out_.tiles * tile_bytes;
        const double once = std::min(all, array.bytes());
        // Since an input was read last, all inputs and outputs have passed.
        read_image(once, edge.from_input ? passing_ : array.bytes());
        out_.least_bytes += once;
        if (all > once) add_neighbours(edge, box, all - once, tile_bytes);
    }

    // What neighbouring tiles read too. Along a row of tiles the next one comes at once, unless another
    // thread has it; other neighbours come when that row has passed, and what a domain runs over is read by
    // tiles that are far apart.
    void add_neighbours(const Edge& edge, const Extents& box, double bytes, double tile_bytes) {
        const double own = tile_bytes + before_.back();
        if (edge.reuse.over_domain) {
            out_.cache += bytes / behind(all_bytes_).bandwidth;
            if (&behind(all_bytes_) == &machine_.memory) out_.bytes += bytes;
            return;
        }
        const Array& array = graph_.producer_of(edge);
        double along = 1;  // how often each element is read because of neighbours along the rows
        if (!box.empty() && tiles_along_ > 1)
            along = std::max(1.0, tiles_along_ * static_cast<double>(box[0]) /
                                      static_cast<double>(std::max<int64_t>(1, array.extents[0])));
        const double beside = std::min(bytes, (along - 1) * array.bytes());
        if (!is_apart()) {
            fetch(1, beside, own);
            fetch(1, bytes - beside, own * tiles_along_);
            return;
        }
        const double in_turn = std::max(1.0, tiles_along_ / tasks_at_once());
        fetch(1, bytes, std::max(own * in_turn, static_cast<double>(machine_.l2.bytes)));
    }

    // Prefetchers follow whole rows. Where tiles cut them, every part begins anew: least is lost with short
    // parts of few rows, which are in flight all at once; many rows are more than prefetchers follow, and
    // tall tiles touch more pages than the TLB remembers.
    double time_of_cuts() {
        const Extents& own = extents_.back();
        if (plan_->tile.empty() || plan_->tile[0] == 0) return 1;
        const double rows = rows_in_flight();
        const double added = machine::time_of_parts(machine_) - 1;
        if (rows > kTall) return 1 + kTallTile * added;
        const double part = reference().element_bytes * static_cast<double>(own[0]);
        const double longer = std::log2(std::max(1.0, part / kShortPart));  // 0: short; 2: four times as long
        const double few = is_apart() ? 1 : kFewRows + (1 - kFewRows) * std::min(1.0, longer / 2);
        const double share = few + (1 - few) * std::clamp((rows - kFew) / (kMany - kFew), 0.0, 1.0);
        return 1 + share * added;
    }

    // Whether the next part of the same rows is a task of its own, of another thread perhaps.
    bool is_apart() const {
        return threads_ > 1 && std::count(plan_->parallel.begin(), plan_->parallel.end(), 0u) > 0;
    }

    // Of all images that a tile reads and writes.
    double rows_in_flight() {
        double rows = 0;
        for (size_t i = 0; i < extents_.size(); ++i) {
            if (frame_.stages[i].is_live_out) rows += rows_of(extents_[i]);
        }
        read_rows_.clear();
        for (const size_t e : frame_.outside) {
            const Edge& edge = graph_.edges[e];
            double& known = read_rows_[{edge.from_input, edge.producer}];
            const Extents box = extents_read(graph_, edge, extents_[frame_.position_of(edge.consumer)]);
            rows += std::max(0.0, rows_of(box) - known);
            known = std::max(known, rows_of(box));
        }
        return rows;
    }

    static double rows_of(const Extents& box) {
        double rows = 1;
        for (size_t d = 1; d < box.size(); ++d) rows *= static_cast<double>(box[d]);
        return rows;
    }

    void read_image(double bytes, double image_bytes) {
        out_.bytes += bytes;
        const machine::Level& home = behind(image_bytes);
        out_.memory += bytes * cuts_ / home.bandwidth;
        shared_ += bytes * cuts_ / std::max(home.all_bandwidth, home.bandwidth);
    }

    // What is written waits for its line to be read first, and nothing fetches that ahead: it takes as long
    // as in memory, also where the image stays in a cache. Past the caches nothing is read, and where rows
    // begin and end does not matter.
    void write_image(double bytes, machine::Stores stores) {
        using machine::Cores, machine::Stores;
        const bool streamed = stores == Stores::streamed;
        const double cuts = streamed ? 1 : cuts_;
        out_.bytes += (streamed ? 1 : kWriteTraffic) * bytes;
        out_.memory += bytes * cuts * machine::write_time(machine_, Cores::one, stores);
        const bool in_memory = streamed || &behind(bytes) == &machine_.memory;
        shared_ += bytes * cuts *
                   (in_memory ? machine::write_time(machine_, Cores::all, stores)
                              : 1 / std::max(machine_.l3.all_bandwidth, machine_.l3.bandwidth));
    }

    // Reads that reach over several rows, or over a dimension that the stage does not have, use each element
    // again when the rows in between have passed.
    void add_rows_again(const Edge& edge, size_t to, double box_bytes) {
        const double span = edge.reuse.rows / (extents_[to].size() > 1 ? rows_at_once(to, 1) : 1);
        if (span > 0) fetch(out_.tiles, box_bytes * span, window_of(to));
        double again = 1;
        for (size_t d = 1; d < extents_[to].size(); ++d) {
            if (!edge.reuse.is_followed[d])
                again *= std::ceil(static_cast<double>(extents_[to][d]) / rows_at_once(to, d));
        }
        if (again > 1 && edge.reuse.is_known) add_again(to, again - 1, box_bytes);
    }

    // In pieces, what a piece reads stays near, and the sums come and go for each.
    void add_again(size_t to, double times, double box_bytes) {
        const double piece = kPieceShare * static_cast<double>(machine_.l2.bytes);
        if (!plan_->in_pieces || !blocks_[to] || box_bytes <= piece)
            return fetch(out_.tiles * times, box_bytes, box_bytes);
        fetch(out_.tiles * times, box_bytes, piece);
        fetch(out_.tiles * (std::ceil(box_bytes / piece) - 1), 2 * bytes_[to], rooms_[to]);
    }

    // The bytes of all rows that a stage uses from one of its rows to the next.
    double window_of(size_t i) {
        if (windows_[i] >= 0) return windows_[i];
        const int64_t own = extents_[i].empty() ? 1 : extents_[i][0];
        double bytes = node(i).element_bytes * static_cast<double>(own);
        for (const size_t e : node(i).in) {
            const Edge& edge = graph_.edges[e];
            const int64_t row = edge.reaches.empty() ? 1 : extent_read(graph_, edge, 0, extents_[i]);
            bytes +=
                graph_.producer_of(edge).element_bytes * static_cast<double>(row) * (edge.reuse.rows + 1);
        }
        return windows_[i] = bytes;
    }

    void add_stores(size_t i) {
        const bool is_image = frame_.stages[i].is_live_out || plan_->tile.empty();
        if (!is_image) {
            out_.cache += out_.tiles * from_cache(bytes_[i], rooms_[i]) / 2;
            if (is_from_memory(rooms_[i])) out_.bytes += out_.tiles * kWriteTraffic * bytes_[i];
            return;
        }
        const double bytes = node(i).bytes();
        const std::vector<size_t>& streamed = plan_->streamed;
        const bool is_streamed =
            std::find(streamed.begin(), streamed.end(), frame_.stages[i].stage) != streamed.end();
        write_image(bytes, is_streamed ? machine::Stores::streamed : machine::Stores::cached);
        if (!node(i).is_output) out_.memory += kBetween * bytes;
        out_.least_bytes += bytes;
        // What is also read inside is kept in the tile and copied out.
        if (frame_.stages[i].is_read_inside) out_.cache += bytes / machine_.l2.bandwidth;
    }

    void add_overhead() {
        const double stages = static_cast<double>(frame_.stages.size());
        if (!plan_->tile.empty())
            out_.overhead += out_.tiles * (kTileCycles + kStageCycles * stages) * machine_.cycle;
        if (!plan_->sliding) return;
        const double rows = static_cast<double>(extents_.back()[plan_->sliding->dim]);
        const double steps = out_.tiles * std::ceil(rows / static_cast<double>(plan_->sliding->rows));
        out_.overhead += steps * kStepCycles * stages * machine_.cycle;
    }

    Prediction total() {
        const double at_once = tasks_at_once();
        const double late = at_once > 1 ? kUneven * at_once / out_.tasks : 0;
        const double rounds = at_once > 0 ? std::ceil(out_.tasks / at_once) * at_once / out_.tasks + late : 1;
        const double computing = (out_.arithmetic + out_.overhead) / at_once * rounds;
        const double fetching = out_.cache / at_once * rounds;
        const double moving = std::max(out_.memory / at_once * rounds, shared_);
        const double longest = std::max({computing, fetching, moving});
        out_.memory_share = longest > 0 ? moving / longest : 0;
        const double added = frame_.stages.size() > 1 ? kInTurns : kAtOnce;
        out_.time = longest + added * (computing + fetching + moving - longest);
        if (threads_ > 1 && out_.tasks > 1) {
            const double handing = machine_.task + out_.tasks * kTaskCycles * machine_.cycle / at_once;
            out_.time += handing;
            out_.overhead += handing;
        }
        return out_;
    }

    const StageGraph& graph_;
    const GroupFrame& frame_;
    const machine::Machine& machine_;
    const Math math_;
    const int threads_;
    double all_bytes_;             // that the group reads and writes
    double passing_;               // of all inputs and outputs
    std::vector<double> lengths_;  // how far tiles go along each dimension of the reference stage
    std::optional<std::pair<size_t, plan::Watermarks>> marks_;  // of walks along a dimension
    std::map<std::pair<size_t, int64_t>, Folds> folds_;         // by the dimension and the rows of a walk
    // Of the plan at hand:
    double tiles_along_ = 1;  // in a row
    const TilePlan* plan_ = nullptr;
    std::vector<const BlockWork*> blocks_;                 // see block_of
    std::vector<Extents> extents_;                         // of each stage in a tile
    std::vector<double> bytes_;                            // of these boxes
    std::vector<double> rooms_;                            // of what is kept of them at once
    std::vector<double> before_;                           // what is kept of all stages before each one
    std::vector<double> windows_;                          // see window_of; negative: not known yet
    std::vector<std::pair<bool, size_t>> read_;            // what the tile has brought in
    std::map<std::pair<bool, size_t>, double> read_rows_;  // of each array
    double shared_ = 0;  // ns that memory takes at the least for all threads together
    double cuts_ = 1;    // how long memory takes for the tiles, against rows as a whole
    Prediction out_;
};

const machine::Level& home_of(double bytes, const machine::Machine& machine) {
    return bytes <= kUsableOfLast * static_cast<double>(machine.l3.bytes) ? machine.l3 : machine.memory;
}

TilePlan plain_plan(const StageNode& stage, int threads, std::vector<size_t> order) {
    TilePlan plan{.tile = {}, .sliding = {}, .parallel = {}, .order = std::move(order)};
    const size_t rank = stage.dims.size();
    if (rank < 2) return plan;
    // Four tasks for each thread, so that one which ends late does not keep the others waiting for long.
    const auto tasks = [&](size_t d) {
        return d == 0 ? 0 : std::min<int64_t>(stage.extents[d], int64_t{4} * threads);
    };
    const std::vector<size_t> loops = loop_order(plan.order, rank);
    plan.parallel = {*std::max_element(loops.begin(), loops.end(),
                                       [&](size_t a, size_t b) { return tasks(a) < tasks(b); })};
    return plan;
}

Predictor::Predictor(const StageGraph& graph, const GroupFrame& frame, const machine::Target& target)
    : model_(std::make_unique<Model>(graph, frame, target)) {}

Predictor::~Predictor() = default;

Prediction Predictor::operator()(const TilePlan& plan) { return model_->run(plan); }

double Predictor::scratch_bytes(const TilePlan& plan) {
    model_->begin(plan);
    return model_->scratch();
}

Prediction predict(const StageGraph& graph, const GroupFrame& frame, const TilePlan& plan,
                   const machine::Target& target) {
    return Predictor(graph, frame, target)(plan);
}

double scratch_bytes(const StageGraph& graph, const GroupFrame& frame, const TilePlan& plan) {
    const machine::Target any;
    return Predictor(graph, frame, any).scratch_bytes(plan);
}

}  // namespace pantile::cost
