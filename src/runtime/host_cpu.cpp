#include "runtime/host_cpu.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace pantile::runtime {
namespace {

// x86 says 'flags' and 'model', ARM says 'Features' and 'CPU part'. Clock rates change all the time and stay
// out.
constexpr std::string_view kFields[] = {"vendor_id", "cpu family", "model",           "model name",
                                        "flags",     "Features",   "CPU implementer", "CPU part"};

std::string_view field_of(std::string_view line) {
    std::string_view name = line.substr(0, line.find(':'));
    while (name.ends_with('\t') || name.ends_with(' ')) name.remove_suffix(1);
    return name;
}

}  // namespace

std::string cpu_identity(std::string_view cpuinfo) {
    std::string identity;
    bool has_instruction_sets = false;
    while (!cpuinfo.empty()) {
        const std::string_view line = cpuinfo.substr(0, cpuinfo.find('\n'));
        if (line.empty()) break;  // an empty line ends the first processor
        cpuinfo.remove_prefix(std::min(line.size() + 1, cpuinfo.size()));
        const std::string_view field = field_of(line);
        if (std::find(std::begin(kFields), std::end(kFields), field) == std::end(kFields)) continue;
        has_instruction_sets |= field == "flags" || field == "Features";
        identity.append(line).append("\n");
    }
    return has_instruction_sets ? identity : std::string();
}

std::string host_cpu_identity() {
    std::ifstream file("/proc/cpuinfo");
    // The first processor takes a few kilobytes; there may be hundreds.
    std::string text(16 * 1024, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    return cpu_identity(text);
}

int vector_bytes(std::string_view cpu_identity) {
    const auto has = [&](std::string_view flag) { return cpu_identity.find(flag) != std::string_view::npos; };
    // Bytes and words in wide registers came after the first such processors.
    if (has(" avx512bw") && has(" avx512vl")) return 64;
    return has(" avx2") ? 32 : 16;
}

int host_vector_bytes() { return vector_bytes(host_cpu_identity()); }

}  // namespace pantile::runtime
