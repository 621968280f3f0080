#include "contest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>

#include "analysis/choose_sizes.h"
#include "ir/pipeline.h"
#include "pantile/tune.h"
#include "schedule/file.h"
#include "search/predict_schedule.h"

namespace pantile::bench {

namespace {

constexpr double kFarBehind = 20;
constexpr int kChances = 3;

// The same numbers every time. Integers stay small enough for tables of 256 and 1024 entries.
class Noise {
  public:
    uint32_t next() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 17;
        state_ ^= state_ << 5;
        return state_;
    }

  private:
    uint32_t state_ = 2463534242u;
};

void fill(const AnyBuffer& buffer, Noise& noise) {
    const int64_t count = buffer.element_count();
    const auto set = [&](auto* data, auto value) {
        for (int64_t i = 0; i < count; ++i) data[i] = value(noise.next());
    };
    switch (buffer.type()) {
        case ScalarType::f32:
            return set(reinterpret_cast<float*>(buffer.data()),
                       [](uint32_t n) { return static_cast<float>(n >> 8) * 0x1p-24f; });
        case ScalarType::f64:
            return set(reinterpret_cast<double*>(buffer.data()), [](uint32_t n) { return n * 0x1p-32; });
        case ScalarType::u16:
        case ScalarType::i16:
            return set(reinterpret_cast<uint16_t*>(buffer.data()),
                       [](uint32_t n) { return static_cast<uint16_t>(n >> 22); });
        case ScalarType::u32:
        case ScalarType::i32:
            return set(reinterpret_cast<uint32_t*>(buffer.data()), [](uint32_t n) { return n >> 24; });
        case ScalarType::u64:
        case ScalarType::i64:
            return set(reinterpret_cast<uint64_t*>(buffer.data()),
                       [](uint32_t n) { return uint64_t{n >> 24}; });
        case ScalarType::u8:
        case ScalarType::i8:
            return set(reinterpret_cast<uint8_t*>(buffer.data()),
                       [](uint32_t n) { return static_cast<uint8_t>(n >> 24); });
        case ScalarType::boolean:
            return set(reinterpret_cast<uint8_t*>(buffer.data()),
                       [](uint32_t n) { return static_cast<uint8_t>(n >> 31); });
    }
}

bool is_alike(const AnyBuffer& a, const AnyBuffer& b, Math math) {
    const size_t bytes =
        static_cast<size_t>(a.element_count()) * static_cast<size_t>(size_in_bytes(a.type()));
    if (math == Math::strict || a.type() != ScalarType::f32) {
        if (std::memcmp(a.data(), b.data(), bytes) == 0) return true;
        return math == Math::fast;  // integers that were rounded from floats may differ by one
    }
    const float *x = reinterpret_cast<float*>(a.data()), *y = reinterpret_cast<float*>(b.data());
    int64_t apart = 0;
    for (int64_t i = 0; i < a.element_count(); ++i)
        apart += !(std::abs(x[i] - y[i]) <= 1e-3f + 1e-3f * std::abs(y[i])) &&
                 !(std::isnan(x[i]) && std::isnan(y[i]));
    // Data-dependent choices may flip at single points.
    return apart * 1000 <= a.element_count();
}

// The processor time of one thread is what a busy machine disturbs least; for more there is only the clock.
double milliseconds(int threads) {
    timespec now{};
    clock_gettime(threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

CompileOptions options_for(const std::string& name, Math math, int threads) {
    CompileOptions options{.math = math, .schedule = name};
    if (name.ends_with(".json")) {
        std::ifstream file(name, std::ios::binary);
        options.schedule_json.assign(std::istreambuf_iterator<char>(file), {});
    }
    if (const size_t colon = name.find(':'); colon != std::string::npos) {
        options.schedule = name.substr(0, colon);
        options.scheduling.cost_model = name.substr(colon + 1);
    }
    options.scheduling.threads = threads;
    return options;
}

}  // namespace

Arena::Arena(Pipeline pipeline, Math math) : pipeline_(std::move(pipeline)), math_(math) {
    const ir::Pipeline& ir = pipeline_.ir();
    extents_ = search::expected_extents(ir, {});
    for (const std::string& output : ir.outputs) {
        for (const std::string& dim : ir.find_stage(output)->dims) output_sizes_[dim] = extents_.at(dim);
    }
    const analysis::Regions regions = analysis::infer_regions(ir).value();
    const analysis::ChosenSizes chosen = analysis::choose_sizes(ir, regions, extents_).value();
    Noise noise;
    for (const ir::Input& input : ir.inputs) {
        std::vector<Dimension> dims;
        for (const analysis::Interval& range : chosen.sizes.inputs.at(input.name))
            dims.push_back({range.min, range.extent(), 0});
        const AnyBuffer buffer = AnyBuffer::allocate(input.type, std::move(dims)).value();
        fill(buffer, noise);
        arguments_.inputs.emplace(input.name, buffer);
    }
    for (const ir::Param& param : ir.params) {
        const ir::Value& value = chosen.sizes.params.at(param.name);
        if (is_float(param.type))
            arguments_.params.emplace(param.name, value.as_real());
        else
            arguments_.params.emplace(param.name, value.as_int());
    }
}

Contestant Arena::contestant(const std::string& name, int threads) const {
    const CompileOptions options = options_for(name, math_, threads);
    const machine::Target target = driver::target_of(options).value();
    driver::ChosenSchedule chosen = driver::choose_schedule(pipeline_.ir(), target, options).value();
    Contestant out = contestant(name, std::move(chosen.schedule), target);
    out.scheduling_seconds = chosen.seconds;
    return out;
}

Contestant Arena::tuned(int threads, double seconds) const {
    CompileOptions options{.math = math_};
    options.scheduling.threads = threads;
    options.scheduling.budget = seconds;
    Arguments arguments = arguments_;
    arguments.threads = threads;
    tune(pipeline_, arguments, options, {.sizes = output_sizes_}).value();
    return contestant("tune", threads);
}

Contestant Arena::contestant(std::string name, schedule::Schedule schedule,
                             const machine::Target& target) const {
    Contestant out{.name = std::move(name), .schedule = std::move(schedule)};
    out.text = schedule::to_json(out.schedule, pipeline_.ir());
    out.groups = cost::predict(out.schedule, pipeline_.ir(), extents_, target)
                     .value_or(std::vector<cost::Prediction>{});
    for (const cost::Prediction& g : out.groups) out.predicted += g.time / 1e6;
    return out;
}

void Arena::race(std::vector<Contestant>& contestants, int threads, int rounds) const {
    std::vector<Kernel> kernels;
    for (const Contestant& c : contestants) {
        CompileOptions options{.math = math_, .schedule = "contestant"};
        options.schedule_json = c.text;
        kernels.push_back(compile(pipeline_, options).value());
    }
    Arguments arguments = arguments_;
    arguments.threads = threads;
    const Outputs expected = kernels[0].run(arguments, output_sizes_).value();
    const Outputs outputs = kernels[0].run(arguments, output_sizes_).value();
    const auto run = [&](size_t k) {
        if (const Diagnostics wrong = kernels[k].run_into(arguments, outputs); !wrong.empty())
            throw Error(wrong);
    };
    const auto time = [&](size_t k) {
        const double begin = milliseconds(threads);
        run(k);
        contestants[k].best = std::min(contestants[k].best, milliseconds(threads) - begin);
    };
    double fastest = 1e300;
    for (size_t k = 0; k < kernels.size(); ++k) {
        // The first run gets its memory from the system.
        run(k);
        time(k);
        fastest = std::min(fastest, contestants[k].best);
        for (const auto& [name, buffer] : outputs) {
            if (!is_alike(buffer, expected.at(name), math_))
                throw Error(
                    {{.message = fmt::format("{}: '{}' computes another '{}' than '{}'.", pipeline_.name(),
                                             contestants[k].name, name, contestants[0].name)}});
        }
    }
    for (int round = 0; round < rounds; ++round) {
        for (size_t k = 0; k < kernels.size(); ++k) {
            // Who is far behind, several times, need not run again.
            if (round < kChances || contestants[k].best < kFarBehind * fastest) time(k);
        }
    }
}

}  // namespace pantile::bench
