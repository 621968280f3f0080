#include "report/print_explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "schedule/print.h"

namespace pantile::report {

namespace {

// 1234567 as '1,234,567'.
std::string grouped(int64_t number) {
    std::string digits = fmt::format("{}", number);
    for (size_t at = digits.size(); at > 3 && digits[at - 4] != '-'; at -= 3) digits.insert(at - 3, ",");
    return digits;
}

std::string grouped(double points) { return grouped(static_cast<int64_t>(std::llround(points))); }

std::string plural(int64_t count, const char* what) {
    return fmt::format("{} {}{}", grouped(count), what, count == 1 ? "" : "s");
}

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

// A line of a group: what it is about, and what is said.
class Lines {
  public:
    void add(std::string_view about, const std::string& text) {
        text_ += fmt::format("  {:<11}{}\n", about == last_ ? "" : about, text);
        last_ = about;
    }
    std::string take() { return std::move(text_); }

  private:
    std::string text_;
    std::string last_;
};

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
    if (!walk.before.empty()) out += fmt::format("; before it as a whole: {}", fmt::join(walk.before, ", "));
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
    const double percent = points > 0 ? (computed / points - 1) * 100 : 0;
    std::string out =
        fmt::format("{:.2f} %: the tiles compute {} points, the stages have {}",
                    std::abs(percent) < 0.005 ? 0.0 : percent, grouped(computed), grouped(points));
    if (g.tiles->seen < g.tiles->tiles)
        out +=
            fmt::format(" (estimated from {} of {})", grouped(g.tiles->seen), plural(g.tiles->tiles, "tile"));
    return out;
}

void add_tiling(const GroupReport& g, Lines& lines) {
    lines.add("tiles", fmt::format("{}; {}{}", tile_sizes(g), schedule::name_of(g.group.shape),
                                   g.tiles ? "; " + tile_counts(g) : ""));
    if (g.walk) lines.add("walk", walk_text(*g.walk));
}

void add_memory(const GroupReport& g, Lines& lines) {
    size_t width = 0;
    for (const ScratchReport& s : g.scratch) width = std::max(width, s.stage.size());
    for (const ScratchReport& s : g.scratch) lines.add("scratch", scratch_text(s, width));
    if (!g.scratch.empty() && g.arena_bytes)
        lines.add("arena", plural(*g.arena_bytes, "byte") + " for each thread");
    if (g.tiles) lines.add("redundant", redundancy_text(g));
}

std::string group_text(const GroupReport& g, size_t number) {
    const bool tiled = schedule::is_tiled(g.group);
    Lines lines;
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
    return fmt::format("\ngroup {}: {}\n{}", number, schedule::arrow_line(g.group), lines.take());
}

std::string footprint_text(const GroupReport& g, size_t number) {
    size_t name_width = 5, loose_width = 5;
    const auto loose_text = [](const Footprint& f) { return f.loose.empty() ? "–" : product_text(f.loose); };
    // '×' and '–' are one column wide, but several bytes.
    const auto columns = [](const std::string& s) {
        return static_cast<size_t>(
            std::count_if(s.begin(), s.end(), [](char c) { return (c & 0xC0) != 0x80; }));
    };
    for (const Footprint& f : g.footprints) {
        name_width = std::max(name_width, f.stage.size());
        loose_width = std::max(loose_width, columns(loose_text(f)));
    }
    const auto padded = [&](const std::string& s, size_t width) {
        return s + std::string(width - columns(s), ' ');
    };
    std::string out = fmt::format("\nfootprints of group {}, tiles of {}\n", number, tile_sizes(g));
    out += fmt::format("  {} | {} | scalene\n", padded("stage", name_width), padded("loose", loose_width));
    for (const Footprint& f : g.footprints)
        out += fmt::format("  {} | {} | {}\n", padded(f.stage, name_width),
                           padded(loose_text(f), loose_width), product_text(f.scalene));
    for (const std::string& reason : g.why_not_loose) out += fmt::format("  no loose shape: {}\n", reason);
    return out;
}

std::string head_text(const Explanation& e) {
    std::string out = fmt::format("{}: {}\nschedule     {}\n", e.pipeline, e.flow, e.scheduler);
    if (!e.sizes.empty()) {
        std::vector<std::string> sizes;
        for (const auto& [dim, extent] : e.sizes) sizes.push_back(fmt::format("{} = {}", dim, extent));
        out += fmt::format("sizes        {}\n", fmt::join(sizes, ", "));
    }
    std::vector<std::string> inputs;
    for (const InputReport& i : e.inputs)
        inputs.push_back(fmt::format("{} {}", i.name, product_text(i.extents)));
    if (!inputs.empty()) out += fmt::format("inputs       {}, as large as needed\n", fmt::join(inputs, ", "));
    if (!e.inlined.empty()) out += fmt::format("inlined      {}\n", fmt::join(e.inlined, ", "));
    return out;
}

std::string missing_text(const Explanation& e) {
    std::vector<std::string> option, lines;
    for (const std::string& dim : e.missing) {
        option.push_back(dim + "=…");
        lines.push_back(dim + " = …");
    }
    return fmt::format(
        "\nnote: the size of the output along {} is not known; the number of tiles, redundant work, "
        "footprints\n"
        "and memory depend on it.\n"
        "hint: give it: '--size {}', or write 'estimate {}' into the program.\n",
        fmt::join(e.missing, ", "), fmt::join(option, ","), fmt::join(lines, ", "));
}

}  // namespace

std::string to_text(const Explanation& e) {
    std::string out = head_text(e);
    for (size_t g = 0; g < e.groups.size(); ++g) out += group_text(e.groups[g], g + 1);
    for (size_t g = 0; g < e.groups.size(); ++g) {
        if (!e.groups[g].footprints.empty()) out += footprint_text(e.groups[g], g + 1);
    }
    if (!e.sizes_known()) return out + missing_text(e);
    return out +
           fmt::format("\nworkspace    {} at the peak, with {}\n",
                       e.workspace_bytes ? plural(*e.workspace_bytes, "byte") : "more than can be counted",
                       plural(e.threads, "thread"));
}

}  // namespace pantile::report
