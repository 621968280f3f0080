#include "report/print_explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/quantity.h"
#include "report/text_lines.h"
#include "schedule/print.h"

namespace pantile::report {

namespace {

std::string grouped(double points) { return grouped_digits(std::llround(points)); }

// Outermost first: '3×8×516'. An extent that is not known goes by the name of its dimension.
std::string product_text(const Extents& extents, const std::vector<std::string>& dims) {
    std::vector<std::string> parts;
    for (size_t d = extents.size(); d-- > 0;)
        parts.push_back(extents[d] ? fmt::format("{}", *extents[d]) : dims[d]);
    return parts.empty() ? "1" : fmt::format("{}", fmt::join(parts, "×"));
}

std::string product_text(const std::vector<int64_t>& extents) {
    return product_text(Extents(extents.begin(), extents.end()), {});
}

std::string tile_sizes(const GroupReport& g) {
    std::vector<std::string> parts;
    for (size_t d = g.group.tile.size(); d-- > 0;) {
        if (g.group.tile[d] > 0) parts.push_back(fmt::format("{} {}", g.dims[d], g.group.tile[d]));
    }
    return parts.empty() ? "one, of everything" : fmt::format("{}", fmt::join(parts, ", "));
}

std::string tile_counts(const GroupReport& g) {
    std::vector<std::string> counts;
    for (size_t d = g.group.tile.size(); d-- > 0;) {
        if (g.group.tile[d] > 0) counts.push_back(fmt::format("{}", g.tiles->counts[d]));
    }
    const std::string all = plural(g.tiles->tiles, "tile");
    return counts.size() < 2 ? all : fmt::format("{} = {}", fmt::join(counts, "×"), all);
}

std::string walk_text(const WalkReport& walk) {
    std::string out = fmt::format("along {}, {} at a time", walk.dim, plural(walk.rows, "row"));
    if (walk.warm_up > 0) out += fmt::format(", after {} to warm up", plural(walk.warm_up, "row"));
    if (!walk.before.empty())
        out += fmt::format("; computed in full before it: {}", fmt::join(walk.before, ", "));
    return out;
}

std::string scratch_text(const ScratchReport& s, size_t name_width) {
    std::string folded;
    for (size_t d = 0; d < s.folds.size(); ++d) {
        if (s.folds[d] > 0) folded += fmt::format(", folded along {}", s.dims[d]);
    }
    const std::string bytes = s.bytes ? ", " + plural(*s.bytes, "byte") : "";
    return fmt::format("{:<{}} {} {}{}{}", s.stage, name_width, product_text(s.extents, s.dims),
                       name_of(s.type), folded, bytes);
}

std::string redundancy_text(const GroupReport& g) {
    double points = 0, computed = 0;
    for (const StageReport& s : g.stages) {
        points += s.points;
        computed += s.computed;
    }
    const double percent = g.redundancy().value_or(0) * 100;
    std::string out =
        fmt::format("{:.2f} %: the tiles compute {} points, the stages have {}",
                    std::abs(percent) < 0.005 ? 0.0 : percent, grouped(computed), grouped(points));
    if (g.tiles->seen < g.tiles->tiles)
        out += fmt::format(" (estimated from {} of {})", grouped_digits(g.tiles->seen),
                           plural(g.tiles->tiles, "tile"));
    return out;
}

void add_tiling(const GroupReport& g, Lines& lines) {
    lines.add("tiles", fmt::format("{}; {}{}", tile_sizes(g), schedule::name_of(g.group.shape),
                                   g.tiles ? "; " + tile_counts(g) : ""));
    if (g.walk) lines.add("slides", walk_text(*g.walk));
}

std::string fits_text(const ForecastReport& f) {
    return f.fits.empty() ? "too large for any cache" : "fits " + f.fits;
}

void add_memory(const GroupReport& g, Lines& lines) {
    size_t width = 0;
    for (const ScratchReport& s : g.scratch) width = std::max(width, s.stage.size());
    for (const ScratchReport& s : g.scratch) lines.add("scratch", scratch_text(s, width));
    if (!g.scratch.empty() && g.arena_bytes)
        lines.add("arena",
                  fmt::format("{} per thread: {}", plural(*g.arena_bytes, "byte"), fits_text(g.forecast)));
    if (g.tiles) lines.add("redundant", redundancy_text(g));
}

// 'of' says what the least is counted for.
std::string traffic_text(const ForecastReport& f, const char* of) {
    const std::string moved = size_text(f.bytes), least = size_text(f.least_bytes);
    if (moved == least) return fmt::format("{} to and from memory, the least for {}", moved, of);
    return fmt::format("{} to and from memory; the least for {} is {}", moved, of, least);
}

void add_forecast(const ForecastReport& f, Lines& lines) {
    lines.add("traffic", traffic_text(f, "this group"));
    lines.add("predicted", fmt::format("{}, {:.0f} % of the total", duration_text(f.time), f.share * 100));
}

std::string group_text(const GroupReport& g, size_t number) {
    const bool tiled = schedule::is_tiled(g.group);
    Lines lines(2);
    std::vector<std::string> live_outs;
    for (const StageReport& s : g.stages) {
        if (s.live_out) live_outs.push_back(s.name);
    }
    lines.add("live-out", live_outs.empty() ? "none" : fmt::format("{}", fmt::join(live_outs, ", ")));
    if (tiled)
        add_tiling(g, lines);
    else
        lines.add("box", product_text(g.stages[0].box, g.dims));
    const ir::Stage reference{.name = g.group.stages.back(), .dims = g.dims};
    const std::vector<std::string> choices = schedule::loop_choices(g.group, reference);
    if (!choices.empty()) lines.add("loops", fmt::format("{}", fmt::join(choices, "; ")));
    if (tiled) add_memory(g, lines);
    add_forecast(g.forecast, lines);
    const std::string head = fmt::format("group {}: {}", number, schedule::arrow_line(g.group));
    return fmt::format("\n{}\n{}", wrapped(head, 2), lines.take());
}

std::string footprint_text(const GroupReport& g, size_t number) {
    size_t name_width = 5, loose_width = 5;
    const auto loose_text = [](const Footprint& f) { return f.loose.empty() ? "–" : product_text(f.loose); };
    for (const Footprint& f : g.footprints) {
        name_width = std::max(name_width, f.stage.size());
        loose_width = std::max(loose_width, columns(loose_text(f)));
    }
    std::string out = fmt::format("\nfootprints of group {}, tiles of {}\n", number, tile_sizes(g));
    out += fmt::format("  {} | {} | scalene\n", padded("stage", name_width), padded("loose", loose_width));
    for (const Footprint& f : g.footprints)
        out += fmt::format("  {} | {} | {}\n", padded(f.stage, name_width),
                           padded(loose_text(f), loose_width), product_text(f.scalene));
    for (const std::string& reason : g.why_not_loose) out += fmt::format("  no loose shape: {}\n", reason);
    return out;
}

std::string scheduler_text(const Explanation& e) {
    if (!e.count) return fmt::format("{}, {}", e.scheduler, e.source);
    std::string out = e.scheduler;
    if (!e.cost_model.empty()) out += fmt::format(", cost model '{}'", e.cost_model);
    if (e.count->judged > 0) out += fmt::format("; {} evaluated", plural(e.count->judged, "group"));
    if (e.count->was_bounded) out += ", some left out to keep within the budget";
    return out;
}

bool is_assumed(const Explanation& e, const std::string& dim) {
    return std::find(e.missing.begin(), e.missing.end(), dim) != e.missing.end();
}

void add_rewrites(const Explanation& e, Lines& lines) {
    if (e.rewrites.empty()) return;
    if (e.reasons.empty()) {
        lines.add("inlined",
                  fmt::format("{}: as the schedule says", fmt::join(rewrite::to_texts(e.rewrites), ", ")));
        return;
    }
    size_t width = 0;
    for (const rewrite::Rewrite& r : e.rewrites) width = std::max(width, to_text(r).size());
    for (const rewrite::Rewrite& r : e.rewrites) {
        const auto reason = e.reasons.find(r);
        lines.add(std::holds_alternative<rewrite::FactorParts>(r) ? "stored" : "inlined",
                  fmt::format("{:<{}}  {}", to_text(r), width,
                              reason == e.reasons.end() ? "as the schedule says" : reason->second));
    }
}

std::string head_text(const Explanation& e) {
    Lines lines(0);
    lines.add("schedule", scheduler_text(e));
    std::vector<std::string> sizes, inputs;
    for (const auto& [dim, extent] : e.sizes)
        sizes.push_back(fmt::format("{} = {}{}", dim, extent, is_assumed(e, dim) ? " (assumed)" : ""));
    if (!sizes.empty()) lines.add("sizes", fmt::format("{}", fmt::join(sizes, ", ")));
    for (const InputReport& i : e.inputs)
        inputs.push_back(fmt::format("{} {}", i.name, product_text(i.extents)));
    if (!inputs.empty()) lines.add("inputs", fmt::format("{}, as large as needed", fmt::join(inputs, ", ")));
    lines.add("machine", fmt::format("{}, {}{}", e.machine, plural(e.threads, "thread"),
                                     e.measured ? "" : "; typical numbers, not measured"));
    add_rewrites(e, lines);
    return wrapped(fmt::format("{}: {}", e.pipeline, e.flow), 2) + "\n" + lines.take();
}

// Reads that are apart for the same reason are named together.
std::string apart_text(const Explanation& e) {
    if (e.apart.empty()) return "";
    std::vector<std::pair<std::string, std::vector<std::string>>> by_reason;
    for (const ApartReport& a : e.apart) {
        auto found = std::find_if(by_reason.begin(), by_reason.end(),
                                  [&](const auto& entry) { return entry.first == a.why; });
        if (found == by_reason.end()) found = by_reason.insert(found, {a.why, {}});
        found->second.push_back(fmt::format("{} -> {}", a.producer, a.consumer));
    }
    std::string out = "\nnot fused\n";
    for (auto& [why, reads] : by_reason) {
        for (size_t r = 0; r < reads.size(); ++r)
            reads[r] = (r == 0 ? "  " : "") + reads[r] + (r + 1 < reads.size() ? "," : "");
        out += wrapped(reads, 2) + "\n" + wrapped("    " + why, 4) + "\n";
    }
    return out;
}

std::string total_text(const Explanation& e) {
    Lines lines(0);
    lines.add("predicted", duration_text(e.total.time) + " for all groups");
    lines.add("traffic", traffic_text(e.total, "the pipeline"));
    if (e.sizes_known())
        lines.add("workspace", fmt::format("{} at the peak, with {}",
                                           e.workspace_bytes ? plural(*e.workspace_bytes, "byte")
                                                             : "more than can be counted",
                                           plural(e.threads, "thread")));
    return "\n" + lines.take();
}

std::string missing_text(const Explanation& e) {
    std::vector<std::string> option, lines;
    for (const std::string& dim : e.missing) {
        option.push_back(dim + "=…");
        lines.push_back(dim + " = …");
    }
    const std::string note = fmt::format(
        "note: the size of the output along {} is not known; {}", fmt::join(e.missing, ", "),
        e.sizes_known() ? "a typical image size is assumed."
                        : "a typical image size does not fit, so only times are estimated for one.");
    const std::string hint =
        fmt::format("hint: give it: '--size {}', or write 'estimate {}' into the program.",
                    fmt::join(option, ","), fmt::join(lines, ", "));
    return fmt::format("\n{}\n{}\n", wrapped(note, 0), wrapped(hint, 0));
}

}  // namespace

std::string to_text(const Explanation& e) {
    std::string out = head_text(e);
    for (size_t g = 0; g < e.groups.size(); ++g) out += group_text(e.groups[g], g + 1);
    for (size_t g = 0; g < e.groups.size(); ++g) {
        if (!e.groups[g].footprints.empty()) out += footprint_text(e.groups[g], g + 1);
    }
    out += apart_text(e) + total_text(e);
    return e.missing.empty() ? out : out + missing_text(e);
}

}  // namespace pantile::report
