// A schedule that a scheduler chooses for a pipeline: to be read, kept as a file, or compiled with.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#pragma GCC visibility push(default)
namespace pantile {

// What to schedule for. None of it changes a result.
struct AutoScheduleOptions {
    std::string scheduler = "auto";
    std::map<std::string, int64_t> sizes = {};  // of the outputs to expect, by dimension
    int threads = 0;                            // 0: as many as the machine has cores
    std::string cost_model = "";                // for 'dp' and 'greedy'; empty: their own
    double budget = 2;                          // seconds
    // Stages that the dynamic program merges at once, for 'auto' and 'dp'; none: 32.
    std::optional<int> group_limit = std::nullopt;
    std::string machine_json = "";  // as 'pantile machine --json' prints one; empty: this machine
    std::string target = "native";
    std::string cache_directory = "";  // where measurements of this machine are kept; empty: the default
};

class AutoSchedule {
  public:
    AutoSchedule(std::string json, std::string text) : json_(std::move(json)), text_(std::move(text)) {}

    // The text of a schedule file, which CompileOptions::schedule_json takes.
    const std::string& json() const { return json_; }
    // For people, in a few lines; 'explain' says more.
    const std::string& text() const { return text_; }

  private:
    std::string json_;
    std::string text_;
};

}  // namespace pantile
#pragma GCC visibility pop
