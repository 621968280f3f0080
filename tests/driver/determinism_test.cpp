// The same input gives the same bytes: emitted text, schedules and reports do not depend on the locale of the
// process, on what it did before, or on the addresses that it was given.
#include <clocale>
#include <thread>

#include "driver/locales.h"
#include "driver/private_cache.h"
#include "long_run.h"
#include "pantile/auto_schedule.h"
#include "pantile/explain.h"
#include "random/trial.h"
#include "search/scheduled.h"

namespace pantile::test {
namespace {

class Determinism : public PrivateCache {};

// Budgets are effort, not seconds: a small one is the same amount of work each time.
std::string all_texts(const std::string& text) {
    const Result<Pipeline> pipeline = parse_pan(text, "p.pan");
    if (!pipeline) return render(pipeline.diagnostics());
    std::string all = pipeline->text();
    const std::string machine = schedule::contents_of("tests/machines/laptop4.json");
    for (const std::string scheduler : {"auto", "dp", "greedy", "polymage", "forma", "naive"}) {
        const CompileOptions options{
            .schedule = scheduler,
            .scheduling = {.budget = 0.02, .machine_json = machine, .machine_file = "m"},
            .target = "x86-64-v3"};
        const Result<EmittedC> c = emit_c(*pipeline, options);
        all += c ? c->header + c->source : render(c.diagnostics());
        const Result<std::string> file = schedule_file(*pipeline, options);
        all += file ? *file : render(file.diagnostics());
        if (scheduler == "auto") all += explain(*pipeline, options, {.form = ReportForm::json}).value();
    }
    return all;
}

const std::string kNumbers =
    "pipeline millions_in_it\ninput img: f32(x, y)\nparam limit: f32 = 1234567.5\n"
    "iii(x, y) = img(x, y) * 0.1 + 1e-30 * img(x+1, y) + 16777216.25\n"
    "output hints(x, y) = select(iii(x, y) < limit, f64(iii(x, y+1)) / 3.0, 1234567.875)\n"
    "estimate x = 1234567\nestimate y = 1000\n";

// Five in continuous integration, two hundred in the long run.
std::vector<std::string> subjects() {
    std::vector<std::string> all = {kNumbers};
    for (const char* app : {"harris", "hist_eq", "bilateral_grid", "unsharp"})
        all.push_back(schedule::contents_of(std::string("apps/") + app + ".pan"));
    for (uint64_t seed = 1; all.size() < amount(5, 200); ++seed)
        all.push_back(
            Pipeline(std::make_shared<const ir::Pipeline>(random::make_trial(seed).pipeline)).text());
    return all;
}

TEST_F(Determinism, DoesNotDependOnTheLocale) {
    const std::vector<std::string> programs = subjects();
    std::vector<std::string> expected;
    for (const std::string& text : programs) expected.push_back(all_texts(text));

    const MadeLocales locales;
    setenv("LOCPATH", locales.path().c_str(), 1);
    std::vector<std::string> names = locales.names();
    names.push_back("C.UTF-8");
    for (const std::string& name : names) {
        if (!std::setlocale(LC_ALL, name.c_str())) continue;
        const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaNumbers));
        std::setlocale(LC_ALL, name.c_str());
        for (size_t i = 0; i < programs.size(); ++i) EXPECT_EQ(all_texts(programs[i]), expected[i]) << name;
        std::locale::global(before);
        std::setlocale(LC_ALL, "C");
    }
    unsetenv("LOCPATH");
    if (locales.names().empty()) GTEST_SKIP() << "no locales could be made; only streams were tried.";
}

// Several at once and in another order: other addresses, other states of all that could be kept.
TEST_F(Determinism, DoesNotDependOnWhatRunsBesideIt) {
    const std::vector<std::string> programs = subjects();
    std::vector<std::string> first(programs.size()), second(programs.size());
    const auto work = [&](std::vector<std::string>& results, size_t start) {
        for (size_t i = start; i < programs.size(); i += 2) results[i] = all_texts(programs[i]);
    };
    std::thread even([&] { work(first, 0); }), odd([&] { work(first, 1); });
    even.join();
    odd.join();
    for (size_t i = programs.size(); i-- > 0;) second[i] = all_texts(programs[i]);
    EXPECT_EQ(first, second);
}

}  // namespace
}  // namespace pantile::test
