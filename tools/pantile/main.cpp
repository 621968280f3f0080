// The command line: what the user asked for, and exit codes. All work is done by the library.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <new>
#include <string_view>

#include "commands.h"

namespace pantile::tool {
namespace {

void add_program(CLI::App& app, ProgramOptions& options) {
    app.add_option("FILE", options.file, "a .pan file")->required()->type_name("");
    app.add_option("--define", options.defines, "give a compile-time integer another value")
        ->type_name("NAME=INT")
        ->delimiter(',');
}

void add_schedule(CLI::App& app, CodeOptions& options) {
    app.add_option("--schedule", options.schedule, "a scheduler or a schedule file")
        ->type_name("NAME|FILE")
        ->capture_default_str();
    app.add_option("--cost", options.cost, "the cost model of 'dp' and 'greedy'")
        ->type_name("polymage|halide|pantile");
    app.add_option("--budget", options.budget, "seconds that scheduling may take; for 'tune', measuring")
        ->type_name("SECONDS")
        ->check(CLI::Range(0.001, 86400.0))
        ->check([](const std::string& text) {
            return text.find_first_of("nN") == std::string::npos ? "" : "it is a number of seconds";
        })
        ->capture_default_str();
    app.add_option("--group-limit", options.group_limit, "stages that 'dp' and 'auto' merge at once")
        ->type_name("N")
        ->check(CLI::Range(1, 10000))
        ->default_str("32");
    app.add_option("--machine", options.machine, "schedule for another machine; see 'pantile machine --json'")
        ->type_name("FILE");
    app.add_option("--math", options.math, "strict or fast")
        ->check(CLI::IsMember({"strict", "fast"}))
        ->capture_default_str();
}

// For the commands that have no images to take sizes from.
void add_sizes(CLI::App& app, std::vector<std::string>& sizes, int& threads) {
    app.add_option("--size", sizes, "size of the output to expect; else the program's estimate")
        ->type_name("x=640,y=480")
        ->delimiter(',');
    app.add_option("--threads", threads, "number of threads to expect; 0: all")->check(CLI::Range(0, 4096));
}

void add_code(CLI::App& app, CodeOptions& options) {
    add_schedule(app, options);
    app.add_option("--target", options.target, "the machine to compile for")
        ->check(CLI::IsMember({"native", "x86-64-v2", "x86-64-v3", "x86-64-v4", "aarch64"}))
        ->capture_default_str();
}

void add_run(CLI::App& app, RunOptions& options) {
    add_program(app, options.program);
    add_code(app, options.code);
    app.add_option("--input", options.inputs, "an image for an input")->type_name("NAME=IMAGE");
    app.add_option("--output", options.outputs, "where to write an output; NAME= when there are several")
        ->type_name("[NAME=]IMAGE");
    app.add_option("--size", options.sizes, "size of the output")->type_name("x=640,y=480")->delimiter(',');
    app.add_option("--set", options.settings, "a value for a parameter")
        ->type_name("NAME=VALUE")
        ->delimiter(',');
    app.add_option("--threads", options.threads, "number of threads; 0: all")->check(CLI::Range(0, 4096));
    app.add_option("--compiler", options.code.compiler, "the C compiler to use, by name or path");
    app.add_flag("--tune-again", options.tune_again, "with 'tune': measure even if a schedule is remembered");
    app.add_option("--save-schedule", options.schedule_file,
                   "with 'tune': the file to write; else NAME.tuned.json")
        ->type_name("FILE");
    app.add_flag("--interpret", options.interpret, "run the reference interpreter instead of compiled code");
    app.add_option("--time", options.time, "run N times and print minimum and median")
        ->type_name("N")
        ->check(CLI::Range(1, 1000000));
}

void add_explain(CLI::App& app, ExplainOptions& options) {
    add_program(app, options.program);
    add_schedule(app, options.code);
    add_sizes(app, options.sizes, options.threads);
    app.add_flag("--footprints", options.footprints,
                 "show the box that a tile needs of each stage, by shape");
    CLI::Option* json = app.add_flag("--json", options.json, "print JSON");
    CLI::Option* dot =
        app.add_flag("--dot", options.dot, "print the stages as a graph for Graphviz, groups as clusters");
    app.add_flag("--count", options.count, "print how many groups the scheduler evaluated, and its time")
        ->excludes(json)
        ->excludes(dot);
    dot->excludes(json);
}

void add_emit(CLI::App& app, EmitOptions& options) {
    add_program(app, options.program);
    add_code(app, options.code);
    add_sizes(app, options.sizes, options.threads);
    app.add_option("--parallel", options.code.parallel,
                   "who runs tasks: OpenMP, or a function that the caller passes")
        ->check(CLI::IsMember({"openmp", "callback"}))
        ->capture_default_str();
    app.add_option("-o", options.directory, "the directory to write to")->required()->type_name("DIR");
}

void add_machine(CLI::App& app, MachineOptions& options) {
    app.add_flag("--measure", options.measure, "measure again, even if there is a measurement");
    app.add_flag("--json", options.json, "print a machine file");
    app.add_option("-o", options.file, "write a machine file")->type_name("FILE");
}

// What has no effect is refused: who gives it expects one.
void refuse_schedules(const CLI::App& app) {
    for (const char* name : {"--schedule", "--cost", "--budget", "--group-limit", "--machine", "--tune-again",
                             "--save-schedule"}) {
        if (app.count(name) > 0)
            throw UsageError{
                fmt::format("'--interpret' follows no schedule, so it goes without '{}'.", name)};
    }
}

// Writes down how to make the error happen again.
void write_reproducer(int argc, char** argv, const char* what) {
    const std::string file = "pantile-internal-error.txt";
    std::ofstream out(file);
    out << "Pantile " << PANTILE_VERSION << ": internal error: " << what << "\n";
    for (int i = 0; i < argc; ++i) out << (i == 0 ? "" : " ") << '\'' << argv[i] << '\'';
    out << "\n";
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (!argument.ends_with(".pan")) continue;
        std::ifstream program(argv[i], std::ios::binary);
        out << "---- " << argv[i] << "\n" << program.rdbuf();
    }
    fmt::print(stderr,
               "internal error: {}\nnote: this is a bug in Pantile, not in your program.\n"
               "hint: please report it with the file '{}', which holds what is needed to repeat it.\n",
               what, file);
}

int dispatch(int argc, char** argv) {
    CLI::App app{"Pantile: a compiler for image-processing pipelines"};
    app.set_version_flag("--version", "pantile " PANTILE_VERSION);
    app.require_subcommand(1);
    ProgramOptions checked, printed;
    RunOptions ran;
    EmitOptions emitted;
    ExplainOptions explained;
    ScheduleOptions scheduled;
    MachineOptions described;
    PhotoOptions pictured;
    CLI::App* check_app = app.add_subcommand("check", "report the errors of a program");
    add_program(*check_app, checked);
    CLI::App* print_app = app.add_subcommand("print", "print a program in canonical form");
    add_program(*print_app, printed);
    CLI::App* run_app = app.add_subcommand("run", "run a program on images");
    add_run(*run_app, ran);
    CLI::App* emit_app = app.add_subcommand("emit", "write a program as C");
    add_emit(*emit_app, emitted);
    CLI::App* explain_app = app.add_subcommand("explain", "show what a schedule does");
    add_explain(*explain_app, explained);
    CLI::App* schedule_app = app.add_subcommand("schedule", "write a schedule as a file, to be edited");
    add_program(*schedule_app, scheduled.program);
    add_schedule(*schedule_app, scheduled.code);
    add_sizes(*schedule_app, scheduled.sizes, scheduled.threads);
    schedule_app->add_flag("--count", scheduled.count,
                           "print how many groups the scheduler evaluated, and its time, instead");
    schedule_app->add_option("-o", scheduled.file, "the file to write")->type_name("FILE");
    CLI::App* machine_app =
        app.add_subcommand("machine", "show what this machine can do; measures it the first time");
    add_machine(*machine_app, described);
    CLI::App* photo_app = app.add_subcommand("photo", "generate a test image");
    photo_app->add_option("FILE", pictured.file, "the image to write")->required()->type_name("");
    photo_app->add_option("--size", pictured.sizes, "its size")->type_name("x=768,y=512")->delimiter(',');
    photo_app->add_option("--seed", pictured.seed, "the seed of the image");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? kDone : kWrongUsage;
    }
    if (check_app->parsed()) return check(checked);
    if (print_app->parsed()) return print(printed);
    if (run_app->parsed() && ran.interpret) refuse_schedules(*run_app);
    if (run_app->parsed()) return run(ran);
    if (emit_app->parsed()) return emit(emitted);
    if (explain_app->parsed()) return explain(explained);
    if (schedule_app->parsed()) return schedule(scheduled);
    if (machine_app->parsed()) return machine(described);
    return photo(pictured);
}

constexpr std::string_view kNoMemory =
    "error: there is not enough memory.\nhint: ask for a smaller output.\n";

// Libraries that free what they hold may need memory for that, where no exception can get out.
[[noreturn]] void end_without_memory() {
    try {
        if (const std::exception_ptr reason = std::current_exception()) std::rethrow_exception(reason);
    } catch (const std::bad_alloc&) {
        static_cast<void>(!write(STDERR_FILENO, kNoMemory.data(), kNoMemory.size()));
        _exit(kWrongProgram);
    } catch (...) {
    }
    std::abort();
}

}  // namespace
}  // namespace pantile::tool

int main(int argc, char** argv) {
    using namespace pantile::tool;
    std::set_terminate(end_without_memory);
    try {
        return dispatch(argc, argv);
    } catch (const UsageError& error) {
        fmt::print(stderr, "error: {}\nhint: 'pantile --help' shows how commands are written.\n",
                   error.message);
        return kWrongUsage;
    } catch (const pantile::Error& error) {
        return report(error.diagnostics());
    } catch (const std::bad_alloc&) {
        std::fwrite(kNoMemory.data(), 1, kNoMemory.size(), stderr);
        return kWrongProgram;
    } catch (const std::exception& error) {
        write_reproducer(argc, argv, error.what());
        return kInternalError;
    }
}
