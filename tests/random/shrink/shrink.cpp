#include "random/shrink/shrink.h"

#include <chrono>

#include "random/child.h"
#include "random/shrink/fit.h"
#include "random/shrink/steps.h"

namespace pantile::random {
namespace {

using Step = Candidates (*)(const Specimen&);

// What removes most comes first.
constexpr Step kSteps[] = {with_fewer_outputs,    with_fewer_stages,     with_fewer_definitions,
                           with_simpler_schedule, with_fewer_dimensions, with_smaller_images,
                           with_simpler_values};

class Shrinking {
  public:
    Shrinking(Specimen specimen, const ShrinkRequest& request)
        : best_(std::move(specimen)), request_(request) {}

    Specimen run() {
        bool smaller = true;
        while (smaller) {
            smaller = false;
            for (const Step step : kSteps) smaller |= take(step);
        }
        return std::move(best_);
    }

  private:
    // Goes on where the last candidate was taken: those before it have just been tried.
    bool take(Step step) {
        bool smaller = false;
        Candidates candidates = step(best_);
        for (size_t i = 0; i < candidates.size() && !is_over();) {
            if (!take(std::move(candidates[i]))) {
                ++i;
                continue;
            }
            smaller = true;
            candidates = step(best_);
        }
        return smaller;
    }

    bool take(Specimen candidate) {
        const std::optional<Specimen> fit = fitted(std::move(candidate), best_.pipeline);
        if (!fit || size_of(*fit) >= size_of(best_)) return false;
        ++tries_;
        if (!request_.still_fails(*fit)) return false;
        best_ = *fit;
        request_.on_smaller(best_);
        return true;
    }

    bool is_over() const {
        const auto spent = std::chrono::steady_clock::now() - begin_;
        return tries_ >= request_.limits.tries || spent > std::chrono::seconds(request_.limits.seconds);
    }

    Specimen best_;
    const ShrinkRequest& request_;
    size_t tries_ = 0;
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// An endless loop is worth no more waiting than this at each step.
constexpr unsigned kSecondsForACheck = 60;

}  // namespace

Specimen shrink(Specimen specimen, const ShrinkRequest& request) {
    return Shrinking(std::move(specimen), request).run();
}

std::string failing_text(const Specimen& specimen, const Check& check) {
    return in_child_process([&] { return check_specimen(specimen, check); }, kSecondsForACheck);
}

void shrink_folder(const std::string& folder, const ShrinkLimits& limits) {
    const auto work = [&] {
        Failure failure = read_folder(folder).value();
        const std::string kind = kind_of(failure.what);
        const auto still_fails = [&](const Specimen& s) {
            std::string what = failing_text(s, failure.check);
            if (what.empty() || kind_of(what) != kind) return false;
            failure.what = std::move(what);
            return true;
        };
        const auto keep = [&](const Specimen& s) { write_folder(folder, {s, failure.check, failure.what}); };
        shrink(failure.specimen, {still_fails, limits, keep});
        return std::string();
    };
    in_child_process(work, limits.seconds + 2 * kSecondsForACheck);
}

}  // namespace pantile::random
