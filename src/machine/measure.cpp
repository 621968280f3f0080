#include "machine/measure.h"

#include <fmt/format.h>

#include <algorithm>

#include "machine/bandwidth.h"
#include "machine/cycle.h"
#include "machine/latency.h"
#include "machine/loop_start.h"
#include "machine/two_digits.h"

namespace pantile::machine {
namespace {

struct Step {
    std::string what;
    std::function<void()> measure;
};

// A level, and memory of a size that lies well inside of it and well outside of the levels before.
struct Place {
    const char* name;
    Level* level;
    int64_t one_core;    // bytes
    int64_t every_core;  // bytes for each when all read
    WorkingSet working_set;
    Clock clock;  // of all cores together
};

std::vector<Place> places_of(Machine& m, int64_t most_memory) {
    const int64_t l2 = std::min(std::max(m.l2.bytes / 2, 2 * m.l1.bytes), m.l2.bytes);
    // Other programs, and on a server other virtual machines, have their part of the last cache.
    const int64_t l3 = std::min(std::max(m.l3.bytes / 8, 4 * m.l2.bytes), m.l3.bytes / 2);
    const int64_t caches = std::max(m.l3.bytes, m.l2.bytes * m.cores);
    const int64_t memory = std::min(std::max(4 * caches, int64_t{64} << 20), most_memory);
    std::vector<Place> places = {{"L1", &m.l1, m.l1.bytes / 2, m.l1.bytes / 2, WorkingSet::own, Clock::core},
                                 {"L2", &m.l2, l2, l2, WorkingSet::own, Clock::core}};
    if (m.l3.bytes > 0) places.push_back({"L3", &m.l3, l3, l3, WorkingSet::common, Clock::wall});
    places.push_back({"memory", &m.memory, memory, memory / m.cores, WorkingSet::own, Clock::wall});
    return places;
}

// Nothing measured is nothing changed.
void keep(double& value, double measured) {
    if (measured > 0) value = two_digits(measured);
}

std::vector<Step> steps_for(const Place& place, const Machine& machine, const Effort& effort) {
    Level& level = *place.level;
    const int vector_bytes = machine.vector_bytes, cores = machine.cores;
    std::vector<Step> steps = {
        {fmt::format("the latency of {}", place.name),
         [=, &level] { keep(level.latency, load_latency(static_cast<size_t>(place.one_core), effort)); }},
        {fmt::format("the bandwidth of {}, one core", place.name), [=, &level] {
             keep(level.bandwidth, bandwidth({static_cast<size_t>(place.one_core), 1, vector_bytes}, effort));
             level.all_bandwidth = level.bandwidth;
         }}};
    if (cores > 1) {
        steps.push_back({fmt::format("the bandwidth of {}, all cores", place.name), [=, &level] {
                             const Traffic reading = {static_cast<size_t>(place.every_core), cores,
                                                      vector_bytes, place.working_set, place.clock};
                             // Less than one core reads is noise of other programs.
                             keep(level.all_bandwidth, std::max(bandwidth(reading, effort), level.bandwidth));
                         }});
    }
    return steps;
}

// What 'places_of' takes for memory, here in two halves.
std::vector<Step> steps_for_images(const Place& memory, Machine& machine, const Effort& effort) {
    Images& images = machine.images;
    const auto traffic = [&machine, memory](int cores, Kind kind) {
        const int64_t bytes = (cores == 1 ? memory.one_core : memory.every_core) / 2;
        return Traffic{static_cast<size_t>(bytes),
                       cores,
                       machine.vector_bytes,
                       WorkingSet::own,
                       cores == 1 ? Clock::core : Clock::wall,
                       kind};
    };
    const auto step = [&](std::string what, Kind kind, double& one, double& all) {
        return Step{std::move(what), [=, &machine, &one, &all] {
                        keep(one, bandwidth(traffic(1, kind), effort));
                        all = one;
                        if (machine.cores > 1)
                            keep(all, std::max(bandwidth(traffic(machine.cores, kind), effort), one));
                    }};
    };
    return {step("copies of images", Kind::copy, images.copy, images.all_copy),
            step("non-temporal copies", Kind::stream, images.stream, images.all_stream),
            {"segments of rows", [=, &machine, &images] {
                 keep(images.parts,
                      bandwidth_in_parts(static_cast<size_t>(memory.one_core), machine.vector_bytes, effort));
             }}};
}

}  // namespace

Machine measure(const Machine& given, const MeasureOptions& options) {
    Machine machine = given;
    std::vector<Step> steps = {
        {"the clock cycle", [&] { keep(machine.cycle, add_time(machine.cores, options.effort)); }},
        {"the start of loops", [&] { keep(machine.task, loop_start_time(machine.cores, options.effort)); }}};
    const std::vector<Place> places = places_of(machine, options.most_memory);
    const auto add = [&](const std::vector<Step>& more) {
        steps.insert(steps.end(), more.begin(), more.end());
    };
    for (const Place& place : places) add(steps_for(place, machine, options.effort));
    add(steps_for_images(places.back(), machine, options.effort));
    int number = 0;
    for (const Step& step : steps) {
        options.progress(++number, static_cast<int>(steps.size()), step.what);
        step.measure();
    }
    // All of it or nothing.
    const Images& i = machine.images;
    if (std::min({i.copy, i.all_copy, i.stream, i.all_stream, i.parts}) <= 0) machine.images = {};
    machine.measured = true;
    return machine;
}

}  // namespace pantile::machine
