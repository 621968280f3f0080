// check, print, emit, explain, schedule and photo: commands that need no images.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "commands.h"
#include "image/synthetic.h"
#include "image/write_image.h"
#include "pantile/explain.h"

namespace pantile::tool {

int check(const ProgramOptions& options) {
    const Result<Pipeline> program = load_program(options);
    if (!program) return report(program.diagnostics());
    // Region inference finds indices without bounds: those are errors of the program, too.
    const Result<EmittedC> emitted = emit_c(*program, {.schedule = "naive"});
    if (!emitted) return report(emitted.diagnostics());
    return kDone;
}

int print(const ProgramOptions& options) {
    const Result<Pipeline> program = load_program(options);
    if (!program) return report(program.diagnostics());
    std::fputs(program->text().c_str(), stdout);
    return kDone;
}

int emit(const EmitOptions& options) {
    const Result<Pipeline> program = load_program(options.program);
    if (!program) return report(program.diagnostics());
    Result<CompileOptions> code = compile_options(options.code);
    if (!code) return report(code.diagnostics());
    code->scheduling.sizes = parse_integers(options.sizes, "--size");
    code->scheduling.threads = options.threads;
    const Result<EmittedC> emitted = emit_c(*program, *code);
    if (!emitted) return report(emitted.diagnostics());
    const std::filesystem::path directory(options.directory);
    std::error_code failed;
    std::filesystem::create_directories(directory, failed);
    if (!std::filesystem::is_directory(directory)) {
        return report({{.message = fmt::format("cannot create the directory '{}'.", options.directory)}});
    }
    const std::string name = program->name();
    for (const auto& [extension, text] :
         {std::pair(".h", &emitted->header), std::pair(".c", &emitted->source)}) {
        const std::filesystem::path path = directory / (name + extension);
        if (const Diagnostics found = write_text(path.string(), *text); !found.empty()) return report(found);
        fmt::print("{}\n", path.string());
    }
    return kDone;
}

int explain(const ExplainOptions& options) {
    const Result<Pipeline> program = load_program(options.program);
    if (!program) return report(program.diagnostics());
    Result<CompileOptions> code = compile_options(options.code);
    if (!code) return report(code.diagnostics());
    code->scheduling.sizes = parse_integers(options.sizes, "--size");
    code->scheduling.threads = options.threads;
    const ReportForm form = options.count  ? ReportForm::count
                            : options.dot  ? ReportForm::dot
                            : options.json ? ReportForm::json
                                           : ReportForm::text;
    const Result<std::string> text =
        pantile::explain(*program, *code,
                         {.sizes = code->scheduling.sizes,
                          .threads = options.threads,
                          .footprints = options.footprints ? Footprints::by_shape : Footprints::none,
                          .form = form});
    if (!text) return report(text.diagnostics());
    std::fputs(text->c_str(), stdout);
    return kDone;
}

int schedule(const ScheduleOptions& options) {
    const Result<Pipeline> program = load_program(options.program);
    if (!program) return report(program.diagnostics());
    Result<CompileOptions> code = compile_options(options.code);
    if (!code) return report(code.diagnostics());
    code->scheduling.sizes = parse_integers(options.sizes, "--size");
    code->scheduling.threads = options.threads;
    const Result<std::string> text = options.count
                                         ? pantile::explain(*program, *code, {.form = ReportForm::count})
                                         : schedule_file(*program, *code);
    if (!text) return report(text.diagnostics());
    if (!options.file.empty()) return report(write_text(options.file, *text));
    std::fputs(text->c_str(), stdout);
    return kDone;
}

int photo(const PhotoOptions& options) {
    const std::map<std::string, int64_t> sizes = parse_integers(options.sizes, "--size");
    int64_t width = 768, height = 512;
    for (const auto& [name, value] : sizes) {
        if (name != "x" && name != "y")
            throw UsageError{fmt::format("--size takes x and y, not '{}'.", name)};
        if (value < 1 || value > 32768)
            throw UsageError{fmt::format("--size: {} = {} is not between 1 and 32768.", name, value)};
        (name == "x" ? width : height) = value;
    }
    const AnyBuffer picture =
        image::make_photo(static_cast<int>(width), static_cast<int>(height), options.seed);
    return report(image::write_image(options.file, picture));
}

}  // namespace pantile::tool
