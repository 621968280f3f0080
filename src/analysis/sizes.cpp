#include "analysis/sizes.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/largest_output.h"
#include "analysis/symbolic.h"
#include "ir/print.h"

namespace pantile::analysis {

using namespace ir;

namespace {

std::string text_of(const Interval& i) { return fmt::format("[{}, {})", i.min, i.max + 1); }

class Evaluator {
  public:
    Evaluator(const Pipeline& pipeline, const Regions& regions, const Sizes& sizes)
        : pipeline_(pipeline), regions_(regions), sizes_(sizes), values_(pipeline, sizes) {}

    Result<ConcreteRegions> run() {
        result_.stages.resize(pipeline_.stages.size());
        for (size_t s = pipeline_.stages.size(); s-- > 0;) {
            if (!place_stage(s)) return std::move(found_);
        }
        for (const std::string& name : pipeline_.outputs) check_ranges(*pipeline_.find_stage(name));
        check_accesses();
        check_overflows();
        for (const NoWrap& condition : regions_.conditions) check_no_wrap(condition);
        for (size_t i = 0; i < pipeline_.inputs.size(); ++i) place_input(i);
        if (!found_.empty()) return std::move(found_);
        return std::move(result_);
    }

  private:
    std::optional<Interval> interval(const Bounds& bounds) const {
        const auto min = values_(bounds.min), max = values_(bounds.max);
        if (!min || !max) return std::nullopt;
        return Interval{*min, *max};
    }

    bool place_stage(size_t s) {
        const Stage& stage = pipeline_.stages[s];
        Box box(stage.dims.size());
        for (const size_t d : regions_.order[s]) {
            const std::optional<Interval> range = interval(regions_.stages[s][d]);
            const bool fits = range && (range->extent() == 0 || (range->min >= -kLargestCoordinate &&
                                                                 range->max <= kLargestCoordinate));
            if (!fits) {
                too_large(stage, d, range);
                return false;
            }
            box[d] = *range;
            values_.set_box(stage, box);
        }
        result_.stages[s] = std::move(box);
        return true;
    }

    void too_large(const Stage& stage, size_t d, const std::optional<Interval>& range) {
        Diagnostic e =
            diagnostic_at(pipeline_, stage.span,
                          fmt::format("'{}' would be computed beyond the coordinate limit in dimension '{}'.",
                                      stage.name, stage.dims[d]));
        if (range)
            e.notes.push_back(fmt::format("it would cover '{}' in {}.", stage.dims[d], text_of(*range)));
        e.notes.push_back(fmt::format("coordinates stay within ±{}.", kLargestCoordinate));
        found_.push_back(std::move(e));
    }

    void check_ranges(const Stage& output) {
        const Box& asked = sizes_.outputs.at(output.name);
        for (const CoordinateRange& r : output.ranges) {
            const std::string& dim = output.dims[r.dim];
            if (asked[r.dim].min >= r.min && asked[r.dim].max <= r.max) continue;
            Diagnostic e =
                diagnostic_at(pipeline_, output.span,
                              fmt::format("'{}' is requested outside the range of '{}'.", output.name, dim));
            e.notes.push_back(fmt::format("it has {0} in {1}; this run requests {0} in {2}.", dim,
                                          text_of({r.min, r.max}), text_of(asked[r.dim])));
            e.hints.push_back(
                fmt::format("request {} or fewer in '{}', or give no size there.", r.max - r.min + 1, dim));
            found_.push_back(std::move(e));
        }
    }

    void place_input(size_t i) {
        Box box;
        for (const Bounds& bounds : regions_.inputs[i]) box.push_back(interval(bounds).value_or(Interval{}));
        result_.inputs.push_back(std::move(box));
    }

    // An access that leaves its input, and by how much.
    struct Outside {
        const AccessRegion* access;
        const Input* input;
        size_t dim;
        Interval need;
        int64_t excess;
    };

    // Of all accesses that leave an input in one dimension, the one that reaches farthest says it all.
    void check_accesses() {
        std::vector<Outside> worst;
        for (const AccessRegion& access : regions_.accesses) {
            const std::optional<Outside> found = outside(access);
            if (!found) continue;
            const auto same = std::find_if(worst.begin(), worst.end(), [&](const Outside& o) {
                return o.input == found->input && o.dim == found->dim;
            });
            if (same == worst.end())
                worst.push_back(*found);
            else if (found->excess > same->excess)
                *same = *found;
        }
        for (const Outside& o : worst) report_outside(*o.access, *o.input, o.dim, o.need);
    }

    std::optional<Outside> outside(const AccessRegion& access) const {
        const Input* input = pipeline_.find_input(access.producer);
        if (!input || (access.happens && values_(*access.happens) == 0)) return std::nullopt;
        const Box& given = sizes_.inputs.at(input->name);
        for (size_t d = 0; d < access.box.size(); ++d) {
            const std::optional<Interval> reached = interval(access.box[d]);
            // Out of 64 bits: check_overflows reports it.
            if (!reached || reached->extent() == 0) return std::nullopt;
            const Interval need = *reached;
            const int64_t excess = std::max(given[d].min - need.min, need.max - given[d].max);
            if (excess > 0) return Outside{&access, input, d, need, excess};
        }
        return std::nullopt;
    }

    void check_overflows() {
        for (const AccessRegion& access : regions_.accesses) {
            for (const Bounds& bounds : access.box) {
                if (interval(bounds)) continue;
                found_.push_back(
                    diagnostic_at(pipeline_, access.access.span(),
                                  fmt::format("the index arithmetic in '{}' overflows 64 bits for this size.",
                                              to_text(access.access))));
                return;
            }
        }
    }

    void report_outside(const AccessRegion& access, const Input& input, size_t d, const Interval& need) {
        const Stage& consumer = pipeline_.stages[access.consumer];
        const Access& read = *as<Access>(access.access);
        const Interval& given = sizes_.inputs.at(input.name)[d];
        Diagnostic e = diagnostic_at(pipeline_, access.access.span(),
                                     fmt::format("'{}' reads '{}' at {}, outside its extent.", consumer.name,
                                                 input.name, to_text(read.args[d])));
        const int64_t reached = need.max > given.max ? need.max : need.min;
        e.notes.push_back(fmt::format("{}the access reaches {}; '{}' has {} in {}.",
                                      ranges_of_consumer(access), reached, input.name, input.dims[d],
                                      text_of(given)));
        e.hints.push_back(remedy(input));
        found_.push_back(std::move(e));
    }

    std::string ranges_of_consumer(const AccessRegion& access) const {
        const Stage& stage = pipeline_.stages[access.consumer];
        const Box& box = result_.stages[access.consumer];
        std::string out;
        for (size_t d = 0; d < stage.dims.size(); ++d) {
            out += fmt::format("{}{} in {}", out.empty() ? "for " : ", ", stage.dims[d], text_of(box[d]));
        }
        return out.empty() ? out : out + " ";
    }

    // The output that would fit, where that can be told, and the border that would make any size fit.
    std::string remedy(const Input& input) const {
        const std::string border = fmt::format("give '{0}' a border: 'repeat_edge({0})'.", input.name);
        const Result<std::map<std::string, Box>> largest = largest_outputs(pipeline_, regions_, sizes_, {});
        if (!largest) return border;
        const Stage& output = *pipeline_.find_stage(pipeline_.outputs[0]);
        const Box& asked = sizes_.outputs.at(output.name);
        const Box& possible = largest->at(output.name);
        std::string size;
        for (size_t d = 0; d < output.dims.size(); ++d) {
            const Interval fits{std::max(asked[d].min, possible[d].min),
                                std::min(asked[d].max, possible[d].max)};
            if (fits == asked[d] || fits.extent() == 0) continue;
            const std::string& dim = output.dims[d];
            const std::string word = dim == "x"   ? "width"
                                     : dim == "y" ? "height"
                                                  : fmt::format("extent in '{}'", dim);
            size += fmt::format("{}{} {}", size.empty() ? "" : " and ", word, fits.extent());
        }
        return size.empty() ? border : fmt::format("ask for an output of {}, or {}", size, border);
    }

    void check_no_wrap(const NoWrap& condition) {
        const std::optional<Interval> range = interval(condition.bounds);
        if (range &&
            (range->extent() == 0 || (range->min >= lowest_value(condition.node.type()).as_int() &&
                                      (condition.node.type() == ScalarType::u64 ||
                                       range->max <= highest_value(condition.node.type()).as_int())))) {
            return;
        }
        Diagnostic e = diagnostic_at(pipeline_, condition.node.span(),
                                     fmt::format("the index arithmetic '{}' overflows '{}' for this size.",
                                                 to_text(condition.node), name_of(condition.node.type())));
        e.hints.push_back("compute it in 64 bits: 'i64(x)'.");
        found_.push_back(std::move(e));
    }

    const Pipeline& pipeline_;
    const Regions& regions_;
    const Sizes& sizes_;
    BoundValues values_;
    ConcreteRegions result_;
    Diagnostics found_;
};

}  // namespace

BoundValues::BoundValues(const Pipeline& pipeline, const Sizes& sizes) {
    for (const Input& input : pipeline.inputs) {
        const auto box = sizes.inputs.find(input.name);
        for (size_t d = 0; box != sizes.inputs.end() && d < input.dims.size(); ++d) {
            const std::string stem = input.name + "." + input.dims[d];
            values_[stem + ".min"] = box->second[d].min;
            values_[stem + ".max"] = box->second[d].max;
            values_[stem + ".extent"] = box->second[d].extent();
        }
    }
    for (const auto& [name, value] : sizes.params) {
        if (!is_float(value.type())) values_[name] = value.as_int();
    }
    for (const std::string& name : pipeline.outputs) {
        const Stage& stage = *pipeline.find_stage(name);
        const auto box = sizes.outputs.find(name);
        for (size_t d = 0; box != sizes.outputs.end() && d < stage.dims.size(); ++d) {
            values_[as<Variable>(requested_min(stage, d))->name] = box->second[d].min;
            values_[as<Variable>(requested_max(stage, d))->name] = box->second[d].max;
        }
    }
}

void BoundValues::set_box(const Stage& stage, const Box& box) {
    for (size_t d = 0; d < box.size(); ++d) {
        values_[as<Variable>(box_min(stage, d))->name] = box[d].min;
        values_[as<Variable>(box_max(stage, d))->name] = box[d].max;
    }
}

std::optional<int64_t> BoundValues::operator()(const Expr& bound) const {
    bool known = true;
    const std::optional<int64_t> value = evaluate_bound(bound, [&](const Variable& v) -> int64_t {
        const auto found = values_.find(v.name);
        known &= found != values_.end();
        return found == values_.end() ? 0 : found->second;
    });
    return known ? value : std::nullopt;
}

int64_t first_within(const CoordinateRange* range, int64_t first, int64_t extent) {
    if (!range) return first;
    return std::max(range->min, std::min(first, range->max - extent + 1));
}

Result<ConcreteRegions> evaluate_regions(const Pipeline& pipeline, const Regions& regions,
                                         const Sizes& sizes) {
    return Evaluator(pipeline, regions, sizes).run();
}

}  // namespace pantile::analysis
