// The tiles of a group for actual sizes: the formulas of TileBoxes, evaluated tile by tile.
#pragma once

#include <functional>

#include "analysis/analysed.h"
#include "plan/tile_boxes.h"

namespace pantile::schedule {

class Tiles {
  public:
    // Outputs have the given boxes; inputs reach from -2000 to 2000 unless given.
    Tiles(const std::string& items, Group group, const std::map<std::string, analysis::Box>& outputs,
          std::map<std::string, analysis::Box> inputs = {})
        : program_(items),
          group_(std::move(group)),
          boxes_(program_.pipeline, program_.regions, group_, "group1"),
          sizes_(sizes_for(outputs, std::move(inputs))),
          values_(program_.pipeline, sizes_) {
        const auto concrete = program_.at(sizes_);
        EXPECT_TRUE(concrete) << render(concrete.diagnostics()) << items;
        for (size_t s = 0; concrete && s < program_.pipeline.stages.size(); ++s)
            values_.set_box(program_.pipeline.stages[s], concrete->stages[s]);
        for (const ir::NamedBound& b : boxes_.entry_bounds()) values_.set(b.name, value(b.value));
        for (size_t i = 0; i < boxes_.space().stages.size(); ++i) {
            for (const ir::NamedBound& b : boxes_.scratch_bounds(i)) values_.set(b.name, value(b.value));
        }
    }
    Tiles(const Tiles&) = delete;
    Tiles& operator=(const Tiles&) = delete;

    const plan::TileBoxes& boxes() const { return boxes_; }
    const ir::Pipeline& pipeline() const { return program_.pipeline; }
    size_t count() const { return boxes_.space().stages.size(); }
    size_t position_of(const std::string& stage) const {
        size_t i = 0;
        while (boxes_.stage(i).name != stage) ++i;
        return i;
    }

    // In the current tile.
    int64_t value(const ir::Expr& e) const {
        const auto v = values_(e);
        EXPECT_TRUE(v) << ir::to_text(e);
        return v.value_or(0);
    }
    analysis::Box value(const std::vector<analysis::Bounds>& bounds) const {
        analysis::Box box;
        for (const analysis::Bounds& b : bounds) box.push_back({value(b.min), value(b.max)});
        return box;
    }
    int64_t named(const std::string& name) const {
        return value(ir::variable(ir::Scope::local, name, ScalarType::i64));
    }
    void set(const std::string& name, int64_t v) { values_.set(name, v); }
    void declare(const std::vector<ir::StatementPtr>& statements) {
        for (const ir::StatementPtr& s : statements) {
            const ir::Declare& d = std::get<ir::Declare>(s->kind);
            set(d.name, value(d.value));
        }
    }

    void for_each_tile(const std::function<void()>& visit) { visit_from(0, visit); }

  private:
    analysis::Sizes sizes_for(const std::map<std::string, analysis::Box>& outputs,
                              std::map<std::string, analysis::Box> inputs) const {
        analysis::Sizes sizes{std::move(inputs), outputs, {}};
        for (const ir::Input& input : program_.pipeline.inputs)
            sizes.inputs.try_emplace(input.name, analysis::Box(input.dims.size(), {-2000, 2000}));
        for (const ir::Param& p : program_.pipeline.params) sizes.params[p.name] = *p.initial;
        return sizes;
    }

    void visit_from(size_t dim, const std::function<void()>& visit) {
        if (dim == boxes_.reference().dims.size()) {
            declare(boxes_.declare_tile());
            declare(boxes_.declare_boxes());
            declare(boxes_.declare_footprints());
            return visit();
        }
        const int64_t tiles = boxes_.is_tiled(dim) ? value(boxes_.tile_count(dim)) : 1;
        for (int64_t t = 0; t < tiles; ++t) {
            set(boxes_.reference().dims[dim] + ".tile", t);
            visit_from(dim + 1, visit);
        }
    }

    analysis::Analysed program_;
    Group group_;
    plan::TileBoxes boxes_;
    analysis::Sizes sizes_;
    analysis::BoundValues values_;
};

}  // namespace pantile::schedule
