#include "report/count.h"

#include <fmt/format.h>

#include "base/quantity.h"
#include "report/text_lines.h"

namespace pantile::report {

namespace {

// Jangda and Bondhugula, An Effective Fusion and Tile Size Model for PolyMage, TOPLAS 42(3), 2020.
constexpr const char* kTable1 = R"(
PolyMage+ (Jangda and Bondhugula 2020), Table 1, by the group limit l
                               groupings enumerated                 seconds
benchmark        stages     l = ∞      32      16       8   l = ∞      32      16       8
Unsharp Mask          4        10       –       –       –    0.05       –       –       –
Harris Corner        11       104       –       –       –    0.15       –       –       –
Bilateral Grid        7        16       –       –       –    0.02       –       –       –
Multi. Interp.       49       741       –       –       –    3.00       –       –       –
Camera Pipe.         32    12,227  12,227   3,825   1,631    13.7    13.7    5.10     1.0
Pyramid Blend        44    27,108  26,952   7,809     923    25.7    25.0    10.3     0.3
)";

}  // namespace

std::string to_text(const SearchReport& r) {
    Lines lines(0);
    lines.add("pipeline", fmt::format("{}, {}", r.pipeline, plural(static_cast<int64_t>(r.stages), "stage")));
    if (!r.count) {
        lines.add("scheduler", fmt::format("none: the schedule '{}' was {}", r.scheduler, r.source));
        return lines.take() + kTable1;
    }
    lines.add("scheduler", r.scheduler);
    lines.add("cost model", r.cost_model.empty() ? "none" : r.cost_model);
    lines.add("groups", grouped_digits(r.count->judged) + " evaluated");
    lines.add("states", grouped_digits(r.count->states) + " of the dynamic program");
    lines.add("search",
              r.count->was_bounded ? "bounded: '--budget' and '--group-limit' allow more" : "complete");
    lines.add("time", fmt::format("{:.3f} s", r.seconds));
    return lines.take() + kTable1;
}

}  // namespace pantile::report
