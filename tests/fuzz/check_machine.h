// What must hold for every machine file: it is refused with a message, or it reads back from what is written
// of it, and schedulers find a legal schedule for it, however odd its numbers are.
#pragma once

#include <string>

#include "front/text/parse.h"
#include "fuzz/refusal.h"
#include "machine/machine.h"
#include "plan/plan.h"
#include "search/make_schedule.h"

namespace pantile::fuzz {

inline const ir::Pipeline& small_pipeline() {
    static const ir::Pipeline pipeline =
        front::parse_pipeline({"fuzz.pan",
                               "pipeline p\ninput img: f32(x, y)\na(x, y) = img(x-1, y) + img(x+1, y)\n"
                               "b(x, y) = a(x, y-1) * a(x, y+1)\noutput out(x, y) = b(x, y) + a(x, y)\n",
                               {}})
            .value();
    return pipeline;
}

inline Verdict check_machine(const std::string& text) {
    const Result<machine::Machine> read = machine::from_json(text, "fuzz.json");
    if (!read) return check_refusal(read.diagnostics());
    const std::string written = machine::to_json(*read);
    const Result<machine::Machine> again = machine::from_json(written, "again.json");
    if (!again) return "what is written of it is refused: " + render(again.diagnostics()) + written;
    if (*again != *read) return "it is another one when it is read again:\n" + written;
    (void)machine::to_text(*read);
    for (const char* scheduler : {"auto", "greedy", "polymage"}) {
        const auto made = search::make_schedule({.pipeline = small_pipeline(),
                                                 .scheduler = scheduler,
                                                 .target = {*read, read->cores},
                                                 .budget = 0.01});
        if (!made) return std::string(scheduler) + " finds no schedule: " + render(made.diagnostics());
        if (!made->illegal.empty()) return std::string(scheduler) + " found: " + render(made->illegal);
        const Diagnostics wrong = plan::check_legal(made->schedule, small_pipeline());
        if (!wrong.empty()) return std::string(scheduler) + " is not legal: " + render(wrong);
    }
    return std::nullopt;
}

}  // namespace pantile::fuzz
