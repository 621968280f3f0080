#include "front/text/family.h"

#include <fmt/format.h>

#include "base/checked.h"
#include "base/identifier.h"
#include "front/text/words.h"
#include "ir/pipeline.h"

namespace pantile::front {
namespace {

constexpr size_t kMostSteps = 100'000;

class Enumeration {
  public:
    Enumeration(const ast::Head& head, const ConstTable& consts, size_t most, Report& report)
        : head_(head), consts_(consts), most_(most), report_(report) {}

    std::optional<std::vector<Indices>> run() {
        if (!check_variables()) return std::nullopt;
        extend();
        if (failed_) return std::nullopt;
        return std::move(found_);
    }

  private:
    void fail(SourceSpan span, std::string message, std::vector<std::string> hints = {}) {
        if (!failed_) report_.error(span, std::move(message), std::move(hints));
        failed_ = true;
    }

    bool check_variables() {
        if (head_.indices.size() > kMostIndices)
            fail(head_.name.span, fmt::format("a family has at most {} indices.", kMostIndices));
        for (const ast::FamilyIndex& index : head_.indices) {
            if (!index.max) continue;
            if (const auto why = why_not_declared(index.variable.text)) {
                fail(index.variable.span,
                     fmt::format("{} cannot be a name: {}.", in_quotes(index.variable.text), *why));
            }
            if (consts_.count(index.variable.text)) {
                fail(index.variable.span,
                     fmt::format("{} is already a const.", in_quotes(index.variable.text)));
            }
        }
        return !failed_;
    }

    // Adds the values of the next index to 'so_far_'; the depth of this recursion is the number of indices.
    void extend() {
        if (failed_) return;
        if (so_far_.size() == head_.indices.size()) {
            found_.push_back(so_far_);
            return;
        }
        const ast::FamilyIndex& index = head_.indices[so_far_.size()];
        const std::optional<int64_t> min = value(*index.min);
        const std::optional<int64_t> max = index.max ? value(*index.max) : min;
        if (!min || !max || !check_range(index, *min, *max)) return;
        for (int64_t v = *min; v <= *max && !failed_; ++v) {
            // Ranges inside of ranges can be long and yet have no members.
            if (++steps_ > kMostSteps)
                return fail(index.min->span, "the ranges of this family are too large.");
            so_far_.push_back(v);
            extend();
            so_far_.pop_back();
        }
    }

    bool check_range(const ast::FamilyIndex& index, int64_t min, int64_t max) {
        if (max < min) return true;
        if (min < 0) {
            fail(index.min->span, fmt::format("the index of a family is never negative; this is {}.", min),
                 {"shift the range so that it begins with 0."});
            return false;
        }
        const std::optional<int64_t> last = checked_sub(max, min);
        if (last && static_cast<uint64_t>(*last) < most_ &&
            found_.size() + static_cast<uint64_t>(*last) < most_)
            return true;
        fail(index.min->span,
             fmt::format("this family has too many members: a pipeline has at most {} stages.",
                         ir::kMaxStages));
        return false;
    }

    std::optional<int64_t> value(const ast::Expr& e) {
        const auto result = evaluate_const(
            e, [&](std::string_view name, SourceSpan span) { return lookup(name, span); },
            [&](SourceSpan span, std::string message, std::vector<std::string> hints) {
                fail(span, std::move(message), std::move(hints));
            });
        if (!result) failed_ = true;
        return result;
    }

    std::optional<int64_t> lookup(std::string_view name, SourceSpan span) {
        for (size_t i = 0; i < so_far_.size(); ++i) {
            if (head_.indices[i].max && head_.indices[i].variable.text == name) return so_far_[i];
        }
        if (const auto found = consts_.find(name); found != consts_.end()) return found->second;
        fail(span, fmt::format("{} is not a const.", in_quotes(name)),
             {fmt::format("the index of a family is known at compile time; for a range write '{} in 0..3'.",
                          name.substr(0, kMaxNameLength))});
        return std::nullopt;
    }

    const ast::Head& head_;
    const ConstTable& consts_;
    size_t most_;
    Report& report_;
    bool failed_ = false;
    size_t steps_ = 0;
    Indices so_far_;
    std::vector<Indices> found_;
};

}  // namespace

std::optional<std::vector<Indices>> members_of(const ast::Head& head, const ConstTable& consts, size_t most,
                                               Report& report) {
    return Enumeration(head, consts, most, report).run();
}

}  // namespace pantile::front
