// The subcommands of the tool. Each prints its own results, and returns the exit code.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pantile/compile.h"

namespace pantile::tool {

enum ExitCode { kDone = 0, kWrongProgram = 1, kWrongUsage = 2, kInternalError = 3 };

struct ProgramOptions {
    std::string file;
    std::vector<std::string> defines;  // 'NAME=INT'
};

struct CodeOptions {
    std::string schedule = "auto";
    std::string cost;
    double budget = 2;
    std::optional<int> group_limit;
    std::string machine;  // a file
    std::string math = "strict";
    std::string target = "native";
    std::string compiler;
    std::string parallel = "openmp";
};

struct RunOptions {
    ProgramOptions program;
    CodeOptions code;
    std::vector<std::string> inputs;    // 'img=photo.png'
    std::vector<std::string> outputs;   // 'out.png' or 'NAME=out.png'
    std::vector<std::string> sizes;     // 'x=640,y=480'
    std::vector<std::string> settings;  // 'k=0.05'
    int threads = 0;
    bool tune_again = false;
    std::string schedule_file;  // where 'tune' writes the schedule; empty: NAME.tuned.json
    bool interpret = false;
    int time = 0;
};

struct EmitOptions {
    ProgramOptions program;
    CodeOptions code;
    std::vector<std::string> sizes;  // 'x=640,y=480'
    int threads = 0;
    std::string directory;
};

struct ExplainOptions {
    ProgramOptions program;
    CodeOptions code;
    std::vector<std::string> sizes;  // 'x=640,y=480'
    int threads = 0;
    bool footprints = false;
    bool json = false;
    bool dot = false;
    bool count = false;
};

struct ScheduleOptions {
    ProgramOptions program;
    CodeOptions code;
    std::vector<std::string> sizes;  // 'x=640,y=480'
    int threads = 0;
    bool count = false;
    std::string file;  // empty: the standard output
};

struct MachineOptions {
    bool measure = false;
    bool json = false;
    std::string file;  // empty: the standard output
};

struct PhotoOptions {
    std::string file;
    std::vector<std::string> sizes;
    unsigned seed = 1;
};

int check(const ProgramOptions& options);
int print(const ProgramOptions& options);
int run(const RunOptions& options);
int emit(const EmitOptions& options);
int explain(const ExplainOptions& options);
int schedule(const ScheduleOptions& options);
int machine(const MachineOptions& options);
int photo(const PhotoOptions& options);

// Thrown for a command line that makes no sense; becomes exit code 2.
struct UsageError {
    std::string message;
};

// Shared by the commands.
std::map<std::string, int64_t> parse_integers(const std::vector<std::string>& list,
                                              const std::string& option);
Result<Pipeline> load_program(const ProgramOptions& options);
Result<CompileOptions> compile_options(const CodeOptions& options);
int report(const Diagnostics& diagnostics);
// Whole or not at all: a reader never sees half a file.
Diagnostics write_text(const std::string& file, const std::string& text);

}  // namespace pantile::tool
