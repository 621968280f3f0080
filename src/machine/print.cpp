#include <fmt/format.h>

#include <iterator>

#include "machine/machine.h"

namespace pantile::machine {
namespace {

// 1,536 bytes are '1.5 KiB'.
std::string size_text(int64_t bytes) {
    constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB"};
    double size = static_cast<double>(bytes);
    size_t unit = 0;
    for (; size >= 1024 && unit + 1 < std::size(kUnits); ++unit) size /= 1024;
    return fmt::format("{:.4g} {}", size, kUnits[unit]);
}

std::string duration_text(double nanoseconds) {
    if (nanoseconds < 1000) return fmt::format("{:.4g} ns", nanoseconds);
    return fmt::format("{:.4g} µs", nanoseconds / 1000);
}

std::string row(const char* name, const Level& level) {
    return fmt::format("{:<8}{:>10}{:>14}{:>14}{:>11}\n", name,
                       level.bytes == 0 ? "" : size_text(level.bytes),
                       fmt::format("{:.4g} GB/s", level.bandwidth),
                       fmt::format("{:.4g} GB/s", level.all_bandwidth), duration_text(level.latency));
}

std::string images_text(const Images& images) {
    const auto row = [](const char* name, const std::string& one, const std::string& all) {
        return fmt::format("{:<18}{:>14}{:>14}\n", name, one, all);
    };
    const auto speed = [](double number) { return fmt::format("{:.4g} GB/s", number); };
    return "\nimages in memory\n" + row("copy", speed(images.copy), speed(images.all_copy)) +
           row("non-temporal copy", speed(images.stream), speed(images.all_stream)) +
           fmt::format("{:<18}{:>14}\n", "read in segments", speed(images.parts));
}

}  // namespace

std::string to_text(const Machine& machine) {
    std::string text = fmt::format("{}\n", machine.name);
    text += fmt::format("cores        {}\n", machine.cores);
    text += fmt::format("vectors      {} bytes: {} floats\n", machine.vector_bytes, machine.vector_bytes / 4);
    text += fmt::format("cycle        {}\n", duration_text(machine.cycle));
    text += fmt::format("parallel     {} to start a loop on all cores and wait for its end\n",
                        duration_text(machine.task));
    text += machine.measured ? "numbers      measured\n" : "numbers      typical ones, not measured\n";
    text +=
        fmt::format("\n{:<8}{:>10}{:>14}{:>14}{:>11}\n", "level", "size", "one core", "all cores", "latency");
    text += row("L1", machine.l1) + row("L2", machine.l2);
    if (machine.l3.bytes != 0) text += row("L3", machine.l3);
    text += row("memory", machine.memory);
    return machine.images == Images{} ? text : text + images_text(machine.images);
}

}  // namespace pantile::machine
