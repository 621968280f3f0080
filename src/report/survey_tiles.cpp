#include "report/survey_tiles.h"

#include <algorithm>
#include <set>

#include "base/checked.h"
#include "ir/traverse.h"

namespace pantile::report {

using namespace analysis;

namespace {

// Tiles along one dimension that are evaluated, and how many each stands for.
struct Line {
    std::vector<int64_t> numbers = {0};
    std::vector<double> weights = {1};
};

Line thinned(int64_t count, int64_t kept) {
    Line line{{}, {}};
    for (int64_t k = 0; k < kept; ++k) {
        const bool is_end = k == 0 || k + 1 == kept;
        line.numbers.push_back(kept == 1 ? 0 : k * (count - 1) / (kept - 1));
        line.weights.push_back(
            kept == count || is_end ? 1 : static_cast<double>(count - 2) / static_cast<double>(kept - 2));
    }
    return line;
}

// How many tiles to keep along each dimension so that there are 'most' at the most. Three keep both borders
// and the inside apart.
std::vector<int64_t> kept_counts(std::vector<int64_t> counts, int64_t most) {
    const auto product = [&] {
        double all = 1;
        for (const int64_t c : counts) all *= static_cast<double>(c);
        return all;
    };
    while (product() > static_cast<double>(most)) {
        const auto longest = std::max_element(counts.begin(), counts.end());
        if (*longest <= 3) break;
        *longest = std::max<int64_t>(3, *longest / 2);
    }
    return counts;
}

// A bound that is declared in each tile. When it follows the tiles of one dimension only, its values are
// kept.
struct TileBound {
    std::string name;
    Expr value;
    std::set<size_t> follows;  // dimensions of the reference stage
    std::vector<std::optional<int64_t>> kept = {};
    int64_t now = 0;  // in the current tile
};

// A stage in the tiles: the ends of its box, as positions among the bounds, and the tiles that it is left to.
struct SurveyedStage {
    std::vector<std::pair<size_t, size_t>> box;
    std::vector<std::pair<size_t, size_t>> room;  // of its footprint
    std::optional<Expr> owner;
};

class Survey {
  public:
    Survey(const plan::TileBoxes& boxes, BoundValues values) : boxes_(boxes), values_(std::move(values)) {
        for (const std::string& dim : boxes.reference().dims) tile_names_.push_back(dim + ".tile");
        for (size_t d = 0; d < tile_names_.size(); ++d) followed_[tile_names_[d]] = {d};
        for (const auto& statements :
             {boxes.declare_tile(), boxes.declare_boxes(), boxes.declare_footprints()}) {
            for (const ir::StatementPtr& s : statements) add(std::get<ir::Declare>(s->kind));
        }
        for (size_t i = 0; i < boxes.space().stages.size(); ++i) add_stage(i);
    }

    std::optional<TileSurvey> run(int64_t most) {
        for (const ir::NamedBound& b : boxes_.entry_bounds()) {
            const auto value = values_(b.value);
            if (!value) return std::nullopt;
            values_.set(b.name, *value);
        }
        for (size_t d = 0; d < tile_names_.size(); ++d)
            result_.counts.push_back(boxes_.is_tiled(d) ? values_(boxes_.tile_count(d)).value_or(0) : 1);
        for (const int64_t c : result_.counts) {
            const auto all = checked_mul(result_.tiles, c);
            if (!all) return std::nullopt;
            result_.tiles = *all;
        }
        const std::vector<int64_t> kept = kept_counts(result_.counts, most);
        for (size_t d = 0; d < kept.size(); ++d) lines_.push_back(thinned(result_.counts[d], kept[d]));
        for (TileBound& b : bounds_) {
            if (b.follows.size() == 1) b.kept.resize(lines_[*b.follows.begin()].numbers.size());
        }
        position_.assign(tile_names_.size(), 0);
        if (result_.tiles > 0 && !visit(tile_names_.size(), 1)) return std::nullopt;
        return std::move(result_);
    }

  private:
    void add(const ir::Declare& d) {
        std::set<size_t> follows;
        ir::for_each_node(d.value, [&](const Expr& n) {
            const ir::Variable* v = ir::as<ir::Variable>(n);
            const auto found = v ? followed_.find(v->name) : followed_.end();
            if (found != followed_.end()) follows.insert(found->second.begin(), found->second.end());
        });
        followed_[d.name] = follows;
        bounds_.push_back({d.name, d.value, std::move(follows)});
    }

    void add_stage(size_t i) {
        SurveyedStage stage;
        const auto position = [&](const Expr& end) {
            const std::string& name = ir::as<ir::Variable>(end)->name;
            return static_cast<size_t>(std::find_if(bounds_.begin(), bounds_.end(),
                                                    [&](const TileBound& b) { return b.name == name; }) -
                                       bounds_.begin());
        };
        for (const Bounds& b : boxes_.box(i)) stage.box.emplace_back(position(b.min), position(b.max));
        for (const Bounds& b : boxes_.footprint(i)) stage.room.emplace_back(position(b.min), position(b.max));
        if (!boxes_.needs_scratch(i)) stage.owner = boxes_.owner(i);
        result_.stages.push_back({std::vector<int64_t>(stage.box.size(), 0), 0});
        stages_.push_back(std::move(stage));
    }

    // The tiles along dimensions below 'dim', each standing for 'weight' tiles along the others.
    bool visit(size_t dim, double weight) {
        if (dim == 0) return see_tile(weight);
        const Line& line = lines_[dim - 1];
        for (size_t k = 0; k < line.numbers.size(); ++k) {
            position_[dim - 1] = k;
            values_.set(tile_names_[dim - 1], line.numbers[k]);
            if (!visit(dim - 1, weight * line.weights[k])) return false;
        }
        return true;
    }

    bool see_tile(double weight) {
        for (TileBound& b : bounds_) {
            std::optional<int64_t> value;
            std::optional<int64_t>* kept = b.kept.empty() ? &value : &b.kept[position_[*b.follows.begin()]];
            if (!*kept) *kept = values_(b.value);
            if (!*kept) return false;
            b.now = **kept;
            values_.set(b.name, b.now);
        }
        ++result_.seen;
        for (size_t i = 0; i < result_.stages.size(); ++i) see_stage(i, weight);
        return true;
    }

    void see_stage(size_t i, double weight) {
        if (stages_[i].owner && values_(*stages_[i].owner) == 0) return;
        double points = 1;
        const auto extent = [&](const std::pair<size_t, size_t>& ends) {
            return Interval{bounds_[ends.first].now, bounds_[ends.second].now}.extent();
        };
        for (size_t d = 0; d < stages_[i].box.size(); ++d) {
            int64_t& largest = result_.stages[i].largest[d];
            largest = std::max(largest, extent(stages_[i].room[d]));
            points *= static_cast<double>(extent(stages_[i].box[d]));
        }
        result_.stages[i].points += weight * points;
    }

    const plan::TileBoxes& boxes_;
    BoundValues values_;
    std::vector<std::string> tile_names_;
    std::map<std::string, std::set<size_t>> followed_;
    std::vector<TileBound> bounds_;
    std::vector<SurveyedStage> stages_;
    std::vector<Line> lines_;
    std::vector<size_t> position_;
    TileSurvey result_;
};

}  // namespace

std::optional<TileSurvey> survey_tiles(const plan::TileBoxes& boxes, BoundValues values, int64_t most) {
    return Survey(boxes, std::move(values)).run(most);
}

}  // namespace pantile::report
