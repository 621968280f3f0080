// What must hold for every schedule file: it is refused with a message, or it is legal, reads back from what
// is written of it, and compiles. Pins are filled in legally, or refused.
#pragma once

#include <string>

#include "driver/compile.h"
#include "front/text/parse.h"
#include "fuzz/refusal.h"
#include "plan/plan.h"
#include "plan/schedule_file.h"
#include "schedule/file.h"
#include "search/make_schedule.h"

namespace pantile::fuzz {

// Stencils, a half-sized stage, a reduction with updates, two outputs: each key of a file has its use here.
inline const ir::Pipeline& scheduled_pipeline() {
    static const ir::Pipeline pipeline =
        front::parse_pipeline({"fuzz.pan",
                               "pipeline p\ninput img: u8(x, y)\n"
                               "a(x, y) = i32(img(x-1, y)) + i32(img(x+1, y))\n"
                               "b(x, y) = a(x, y-1) + a(x, y+1)\n"
                               "c(x, y) = b(x, y) * a(x, y)\n"
                               "halved(x, y) = c(2*x, 2*y) + c(2*x+1, 2*y)\n"
                               "hist(v) = 0\n"
                               "hist(i32(img(i, j))) = hist(i32(img(i, j))) + 1 for i in 0..img.x.max, j in "
                               "0..img.y.max\n"
                               "output out(x, y) = halved(x, y) + hist(i32(img(x, y)))\n"
                               "output sums(x) = sum(b(x, r) for r in 0..20)\n",
                               {}})
            .value();
    return pipeline;
}

// Seeds say 'HASH' for the hash of the pipeline, which changes when the text of expressions does.
inline std::string with_hash(std::string text) {
    if (const size_t at = text.find("HASH"); at != std::string::npos)
        text.replace(at, 4, schedule::hash_of(scheduled_pipeline()));
    return text;
}

inline Verdict check_whole_schedule(const schedule::Schedule& read) {
    const ir::Pipeline& pipeline = scheduled_pipeline();
    if (const Diagnostics wrong = plan::check_legal(read, pipeline); !wrong.empty())
        return "accepted and not legal: " + render(wrong);
    const std::string written = schedule::to_json(read, pipeline);
    const Result<schedule::Schedule> again = plan::read_schedule(written, "again.json", pipeline);
    if (!again) return "what is written of it is refused: " + render(again.diagnostics()) + written;
    if (schedule::to_json(*again, pipeline) != written) return "what is written of it changes:\n" + written;
    const auto compiled = driver::compile_to_c(
        pipeline, {.schedule = "fuzz.json", .schedule_json = written, .target = "x86-64-v3"});
    if (!compiled) return "legal and not compiled: " + render(compiled.diagnostics()) + written;
    return std::nullopt;
}

inline Verdict check_schedule(const std::string& text) {
    const ir::Pipeline& pipeline = scheduled_pipeline();
    const Result<plan::PlannedFile> read = plan::read_schedule_file(with_hash(text), "fuzz.json", pipeline);
    if (!read) return check_refusal(read.diagnostics());
    if (read->plan) return check_whole_schedule(*read->plan->schedule);
    const auto made = search::make_schedule({.pipeline = pipeline,
                                             .scheduler = read->scheduler,
                                             .target = {machine::typical({}, 32), 2},
                                             .budget = 0.01,
                                             .pins = read->pins});
    if (!made) return check_refusal(made.diagnostics());
    if (!made->illegal.empty()) return "the scheduler found: " + render(made->illegal);
    return check_whole_schedule(made->schedule);
}

}  // namespace pantile::fuzz
