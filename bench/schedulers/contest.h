// Schedules of one pipeline, run in turns on the same memory.
#pragma once

#include <string>
#include <vector>

#include "cost/predict.h"
#include "driver/choose_schedule.h"
#include "driver/target.h"
#include "pantile/compile.h"

namespace pantile::bench {

struct Contestant {
    std::string name;
    schedule::Schedule schedule;
    std::string text = {};                 // of its file
    double predicted = 0;                  // ms
    std::vector<cost::Prediction> groups;  // what it consists of
    double scheduling_seconds = 0;         // own work
    double best = 1e300;                   // ms, the fewest of all rounds
};

// A pipeline, data to run it on, and what it was expected to be.
class Arena {
  public:
    Arena(Pipeline pipeline, Math math);

    const Pipeline& pipeline() const { return pipeline_; }

    // What the scheduler of this name, 'dp:halide' for one with another cost model, makes of the pipeline.
    Contestant contestant(const std::string& name, int threads) const;
    // The best schedule that measuring finds in so many seconds, or found before.
    Contestant tuned(int threads, double seconds) const;
    // One with this schedule, and what our model predicts for it.
    Contestant contestant(std::string name, schedule::Schedule schedule, const machine::Target& target) const;

    // Compiles all, checks each against the first (bit for bit in strict math), and takes times in turns.
    void race(std::vector<Contestant>& contestants, int threads, int rounds) const;

  private:
    Pipeline pipeline_;
    Math math_;
    Arguments arguments_;
    std::map<std::string, int64_t> extents_;       // to expect, of inputs' own dimensions too
    std::map<std::string, int64_t> output_sizes_;  // to ask for
};

}  // namespace pantile::bench
