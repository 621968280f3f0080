#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "commands.h"

namespace pantile::tool {
namespace {

constexpr std::uintmax_t kLargestFile = 4 << 20;

Diagnostic cannot_read(const std::string& file, const std::string& why) {
    return {.message = fmt::format("cannot read '{}': {}.", file, why)};
}

// One byte more than is allowed tells the library that there is too much.
Result<std::string> read_text(const std::string& file) {
    std::error_code failed;
    const std::filesystem::path path(file);
    if (std::filesystem::is_directory(path, failed)) return cannot_read(file, "it is a directory");
    // A pipe without a writer would block for ever.
    if (std::filesystem::exists(path, failed) && !std::filesystem::is_regular_file(path, failed)) {
        return cannot_read(file, "it is not a regular file");
    }
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return cannot_read(
            file, std::filesystem::exists(path, failed) ? "permission denied" : "there is no such file");
    std::string text(kLargestFile + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<size_t>(in.gcount()));
    return text;
}

}  // namespace

// 'x=640,y=480', over all uses of the option.
std::map<std::string, int64_t> parse_integers(const std::vector<std::string>& list,
                                              const std::string& option) {
    std::map<std::string, int64_t> values;
    for (const std::string& item : list) {
        const size_t equals = item.find('=');
        int64_t value = 0;
        const char* const end = item.data() + item.size();
        const auto [stopped, error] = equals == std::string::npos
                                          ? std::from_chars_result{end, std::errc::invalid_argument}
                                          : std::from_chars(item.data() + equals + 1, end, value);
        if (equals == 0 || error != std::errc() || stopped != end) {
            throw UsageError{fmt::format("{} takes NAME=INTEGER, not '{}'.", option, item)};
        }
        if (!values.emplace(item.substr(0, equals), value).second) {
            throw UsageError{fmt::format("{} gives '{}' twice.", option, item.substr(0, equals))};
        }
    }
    return values;
}

Result<Pipeline> load_program(const ProgramOptions& options) {
    Result<std::string> text = read_text(options.file);
    if (!text) return text.diagnostics();
    return parse_pan(std::move(*text), options.file, parse_integers(options.defines, "--define"));
}

Result<CompileOptions> compile_options(const CodeOptions& options) {
    CompileOptions out;
    out.schedule = options.schedule;
    const std::vector<std::string> names = scheduler_names();
    const bool is_name = std::find(names.begin(), names.end(), options.schedule) != names.end();
    std::error_code failed;
    if (!is_name && std::filesystem::exists(options.schedule, failed)) {
        Result<std::string> text = read_text(options.schedule);
        if (!text) return text.diagnostics();
        // An empty file is a schedule too, and a wrong one; empty text would mean that there is none.
        out.schedule_json = text->empty() ? " " : std::move(*text);
    }
    out.scheduling.cost_model = options.cost;
    out.scheduling.budget = options.budget;
    out.scheduling.group_limit = options.group_limit;
    if (!options.machine.empty()) {
        Result<std::string> text = read_text(options.machine);
        if (!text) return text.diagnostics();
        out.scheduling.machine_json = text->empty() ? " " : std::move(*text);
        out.scheduling.machine_file = options.machine;
    }
    out.math = options.math == "fast" ? Math::fast : Math::strict;
    out.target = options.target;
    out.parallel = options.parallel == "callback" ? Parallel::callback : Parallel::openmp;
    out.compiler = options.compiler;
    return out;
}

Diagnostics write_text(const std::string& file, const std::string& text) {
    const std::string partial = file + ".partial";
    std::ofstream out(partial, std::ios::binary);
    out << text;
    out.close();
    std::error_code failed;
    if (out) std::filesystem::rename(partial, file, failed);
    if (out && !failed) return {};
    std::error_code ignored;
    std::filesystem::remove(partial, ignored);
    return {{.message = fmt::format("cannot write '{}'.", file)}};
}

int report(const Diagnostics& diagnostics) {
    std::fputs(render(diagnostics).c_str(), stderr);
    return has_errors(diagnostics) ? kWrongProgram : kDone;
}

}  // namespace pantile::tool
