// Sliding windows. The walk is simulated row by row, for programs of one dimension: what a needed row reads
// must have been computed, and must be among the last 'live_rows' rows.
#include "plan/sliding.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "analysis/symbolic.h"
#include "ir/traverse.h"
#include "long_run.h"
#include "plan/tiles.h"
#include "random/random.h"

namespace pantile::plan {

using namespace analysis;
namespace {

using namespace ir;
using schedule::Tiles;

// The values of an index at row y, over the reductions of the value that it stands in.
std::set<int64_t> values_of(const Expr& index, const Expr& value, int64_t y) {
    std::vector<std::map<std::string, int64_t>> points = {{}};
    for_each_node(value, [&](const Expr& n) {
        const Reduce* r = as<Reduce>(n);
        for (size_t k = 0; r && k < r->domain.variables.size(); ++k) {
            const ReductionVariable& v = r->domain.variables[k];
            std::vector<std::map<std::string, int64_t>> more;
            for (const auto& point : points) {
                for (int64_t i = *constant_int(v.min); i <= *constant_int(v.max); ++i) {
                    more.push_back(point);
                    more.back()[v.name] = i;
                }
            }
            points = std::move(more);
        }
    });
    std::set<int64_t> found;
    for (const auto& point : points) {
        found.insert(*evaluate_bound(
            index, [&](const Variable& v) { return v.scope == Scope::reduction ? point.at(v.name) : y; }));
    }
    return found;
}

using Reads = std::map<std::string, std::set<int64_t>>;

// The rows that row y of a stage reads: of the first case that holds.
Reads reads_of(const Stage& stage, int64_t y) {
    Reads reads;
    for (const Case& c : stage.cases) {
        if (c.condition && *evaluate_bound(*c.condition, [&](const Variable&) { return y; }) == 0) continue;
        for_each_node(c.value, [&](const Expr& n) {
            if (const Access* a = as<Access>(n)) reads[a->producer].merge(values_of(a->args[0], c.value, y));
        });
        break;
    }
    return reads;
}

class Walk {
  public:
    using Outputs = std::map<std::string, Box>;

    Walk(const std::string& items, const std::vector<std::string>& stages, int64_t tile, int64_t rows,
         int64_t begin)
        : Walk(items, stages, tile, rows, Outputs{{stages.back(), {from(begin, begin + 40)}}}) {}
    Walk(const std::string& items, const std::vector<std::string>& stages, int64_t tile, int64_t rows,
         const Outputs& outputs)
        : items_(items),
          rows_(rows),
          tiles_(items, group_of(stages, tile, rows), outputs),
          sliding_(*tiles_.boxes().sliding()),
          used_(stages.size(), 0) {}

    // Goes through all tiles; says how many rows each stage really had to keep.
    std::map<std::string, int64_t> run() {
        tiles_.for_each_tile([&] { run_tile(); });
        std::map<std::string, int64_t> used;
        for (size_t i = 0; i < used_.size(); ++i) used[name(i)] = used_[i];
        return used;
    }
    bool all_walk() const {
        return std::all_of(sliding_.stages.begin(), sliding_.stages.end(),
                           [](const auto& s) { return s.has_value(); });
    }
    int64_t live_rows(const std::string& stage) const {
        return sliding_.stages[tiles_.position_of(stage)]->live_rows;
    }

  private:
    static schedule::Group group_of(const std::vector<std::string>& stages, int64_t tile, int64_t rows) {
        schedule::Group group;
        group.stages = stages;
        group.tile = {tile};
        group.sliding = schedule::Sliding{0, rows};
        return group;
    }

    const std::string& name(size_t i) const { return tiles_.boxes().stage(i).name; }

    void find_needed() {
        needed_.clear();
        for (size_t i = tiles_.count(); i-- > 0;) {
            if (tiles_.boxes().space().stages[i].live_out) {
                const Interval owned = tiles_.value(tiles_.boxes().owned(i))[0];
                for (int64_t y = owned.min; y <= owned.max; ++y) needed_[name(i)].insert(y);
            }
            for (const int64_t y : needed_[name(i)]) {
                for (auto& [producer, rows] : reads_of(tiles_.boxes().stage(i), y))
                    needed_[producer].merge(rows);
            }
        }
    }

    void run_tile() {
        find_needed();
        done_.clear();
        for (size_t i = 0; i < tiles_.count(); ++i) {
            ASSERT_TRUE(sliding_.stages[i]) << items_ << name(i) << " does not walk";
            done_.push_back(tiles_.value(tiles_.boxes().box(i))[0].min - 1);
        }
        const std::string dim = tiles_.boxes().reference().dims[0];
        const int64_t last = tiles_.named(dim + ".last"),
                      start = tiles_.named(dim + ".first") - sliding_.warm_up;
        for (int64_t now = start + rows_ - 1;; now += rows_) {
            tiles_.set(dim + ".now", std::min(now, last));
            run_step();
            if (now >= last) break;
        }
        for (size_t i = 0; i < tiles_.count(); ++i) {
            const std::set<int64_t>& needed = needed_[name(i)];
            EXPECT_TRUE(needed.empty() || *needed.rbegin() <= done_[i])
                << items_ << name(i) << " is not complete";
        }
    }

    void run_step() {
        tiles_.declare(tiles_.boxes().declare_rows());
        std::map<std::string, int64_t> top;
        for (size_t i = 0; i < tiles_.count(); ++i) {
            const int64_t now = tiles_.value(tiles_.boxes().row_now(i)), live = sliding_.stages[i]->live_rows;
            top[name(i)] = std::max(now, done_[i]);
            EXPECT_TRUE(now - done_[i] <= live || sliding_.stages[i]->jumps)
                << items_ << name(i) << " makes the rows " << done_[i] + 1 << " to " << now << " and keeps "
                << live << "; " << rows_ << " at a time";
            for (int64_t y = done_[i] + 1; y <= now; ++y) {
                if (needed_[name(i)].count(y)) compute(i, y, top);
            }
            // A live-out is copied after the step that makes it.
            if (tiles_.boxes().space().stages[i].live_out && now > done_[i]) keep(i, done_[i] + 1, now);
        }
        for (size_t i = 0; i < tiles_.count(); ++i) done_[i] = top[name(i)];
    }

    void compute(size_t i, int64_t y, const std::map<std::string, int64_t>& top) {
        for (const auto& [producer, rows] : reads_of(tiles_.boxes().stage(i), y)) {
            if (!top.count(producer)) continue;
            const size_t p = tiles_.position_of(producer);
            EXPECT_LE(*rows.rbegin(), top.at(producer))
                << items_ << name(i) << " reads a row to come of " << producer;
            EXPECT_GE(*rows.begin(), tiles_.value(tiles_.boxes().box(p))[0].min) << items_ << producer;
            keep(p, *rows.begin(), top.at(producer));
        }
    }

    void keep(size_t i, int64_t first, int64_t last) {
        used_[i] = std::max(used_[i], last - first + 1);
        EXPECT_LE(last - first + 1, sliding_.stages[i]->live_rows)
            << items_ << name(i) << " needs its rows " << first << " to " << last;
    }

    std::string items_;
    int64_t rows_;
    Tiles tiles_;
    SlidingSpace sliding_;
    std::vector<int64_t> used_, done_;
    Reads needed_;
};

struct Chain {
    const char* items;
    std::vector<std::string> stages;
    int64_t slack = 2;  // how many rows too many may be kept
};

const std::vector<Chain> kChains = {
    {"input img: f32(y)\na(y) = img(y)\noutput b(y) = a(y-1) + a(y) + a(y+1)\n", {"a", "b"}, 0},
    {"input img: f32(y)\na(y) = img(y)\nb(y) = a(y-2) + a(y+1)\noutput c(y) = b(y) + b(y+3)\n",
     {"a", "b", "c"},
     0},
    {"input img: f32(y)\na(y) = img(y)\nb(y) = a(y-1) + a(y+1)\noutput c(y) = b(y-1) + b(y+1) + a(y)\n",
     {"a", "b", "c"},
     0},
    {"input img: f32(y)\na(y) = img(y)\noutput b(y) = sum(a(y + r) for r in -2..3)\n", {"a", "b"}, 0},
    {"input img: f32(y)\na(y) = img(y)\noutput b(y) = sum(a(y - r) for r in -2..3)\n", {"a", "b"}, 6},
    // Half and double resolution.
    {"input img: f32(y)\na(y) = img(y)\noutput b(y) = a(2*y) + a(2*y+1)\n", {"a", "b"}},
    {"input img: f32(y)\na(y) = img(y)\nb(y) = a(2*y-1) + a(2*y+2)\noutput c(y) = b(y-1) + b(y+1)\n",
     {"a", "b", "c"}},
    {"input img: f32(y)\na(y) = img(y)\noutput b(y) = a(y/2) + a((y+1)/2)\n", {"a", "b"}},
    {"input img: f32(y)\na(y) = img(y)\nb(y) = a(y/2) + a(y/2+1)\noutput c(y) = b(2*y-1) + b(2*y+1)\n",
     {"a", "b", "c"}},
    {"input img: f32(y)\na(y) = img(y)\nb(y) = a(2*y) + a(2*y+1)\noutput c(y) = b(y/2) + b(y/2+1) + a(y)\n",
     {"a", "b", "c"}},
    {"input img: f32(y)\na(y) = img(y)\nb(y) = a(2*y) + a(2*y+1)\nc(y) = b(2*y) + b(2*y+1)\n"
     "d(y) = c(y/2) + b(y)\noutput e(y) = d(y/2) + a(y)\n",
     {"a", "b", "c", "d", "e"},
     4},
    // Three halves.
    {"input img: f32(y)\na(y) = img(y)\noutput b(y) = a(3*y/2) + a(3*y/2+1)\n", {"a", "b"}},
    {"input img: f32(y)\na(y) = img(y)\nb(y) = a(2*y/3)\noutput c(y) = b(3*y/2-1) + b(3*y/2)\n",
     {"a", "b", "c"}},
    // Conditions: reads that begin late, end early, or leave a gap.
    {"input img: f32(y)\na(y) = img(y)\noutput b(y) =\n  case y >= 3: a(y-1) + a(y+1)\n  otherwise: 0.0\n",
     {"a", "b"}},
    {"input img: f32(y)\na(y) = img(y)\noutput b(y) =\n  case y >= 3: a(y+5)\n  otherwise: a(y)\n",
     {"a", "b"},
     6},
    {"input img: f32(y)\na(y) = img(y)\noutput b(y) =\n  case y < 3: a(y+5)\n  otherwise: a(y)\n",
     {"a", "b"},
     6},
    {"input img: f32(y)\na(y) = img(y)\nb(y) = a(y-1) + a(y+1)\noutput c(y) =\n  case y <= 3: b(y)\n"
     "  case y >= 20: a(y) + b(y-1)\n  otherwise: 0.0\n",
     {"a", "b", "c"}},
    {"input img: f32(y)\na(y) = img(y)\nb(y) = a(y)\nc(y) =\n  case y >= 9: b(y+2)\n  otherwise: 1.0\n"
     "output d(y) = c(y-1) + a(y)\n",
     {"a", "b", "c", "d"},
     4},
    {"input img: f32(y)\na(y) = img(y)\nb(y) =\n  case y >= 9: a(y+2)\n  otherwise: 1.0\n"
     "output d(y) = b(y-1) + a(y) + a(y-4)\n",
     {"a", "b", "d"},
     4},
    // Clamps: the rows stand still at both ends.
    {"input img: f32(y)\na(y) = img(y)\noutput b(y) = a(clamp(y-1, 0, 20)) + a(clamp(y+1, 0, 20))\n",
     {"a", "b"}},
    {"input img: f32(y)\na(y) = img(y)\nb(y) = a(clamp(y-1, 0, 20)) + a(clamp(y+1, 0, 20))\n"
     "output c(y) = b(clamp(y-1, 0, 20)) + b(clamp(y+1, 0, 20))\n",
     {"a", "b", "c"},
     3},
    {"input img: f32(y)\na(y) = img(y)\nb(y) = a(2*y) + a(2*y+1)\noutput c(y) = b(clamp(y/2, 1, 9)) + "
     "b(clamp(y/2+1, 1, 9))\n",
     {"a", "b", "c"},
     4},
    {"input img: f32(y)\na(y) = img(y)\nb(y) = a(y-3) + a(y)\noutput c(y) = b(max(y, 5))\n", {"a", "b", "c"}},
    // Beyond a limit a tile asks for all that its row at the limit needs, at once.
    {"input img: f32(y)\na(y) = img(y)\nb(y) = a(y-2) + a(y+2)\nc(y) = b(y-2) + b(y+2)\n"
     "output d(y) = c(clamp(y, 0, 20))\n",
     {"a", "b", "c", "d"}},
};

TEST(Sliding, WhatANeededRowReadsIsComputedAndStillKept) {
    for (const Chain& chain : kChains) {
        for (const int64_t tile : {1, 3, 8, 17, 50}) {
            for (const int64_t rows : {1, 2, 3, 5}) {
                for (int64_t begin = -9; begin <= 0; begin += 2) {
                    Walk(chain.items, chain.stages, tile, rows, begin).run();
                    ASSERT_FALSE(HasFailure()) << "tile " << tile << ", rows " << rows << ", begin " << begin;
                }
            }
        }
    }
}

TEST(Sliding, HardlyMoreRowsAreKeptThanNeeded) {
    for (const Chain& chain : kChains) {
        for (const int64_t rows : {1, 2, 4}) {
            std::map<std::string, int64_t> used;
            for (int64_t begin = -12; begin <= 0; ++begin) {
                for (const auto& [stage, kept] : Walk(chain.items, chain.stages, 50, rows, begin).run())
                    used[stage] = std::max(used[stage], kept);
            }
            for (const auto& [stage, kept] : used) {
                const int64_t live = Walk(chain.items, chain.stages, 50, rows, 0).live_rows(stage);
                EXPECT_LE(live, kept + chain.slack) << chain.items << stage << " by " << rows << " rows";
            }
        }
    }
}

// Where the condition does not hold yet nothing is computed: the walk's early start does not help, and the
// first row of 'c' makes five rows of 'b' and seven of 'a' at once.
TEST(Sliding, AReadThatBeginsLateMakesItsWholeWindowAtOnce) {
    const std::string items =
        "input img: f32(y)\na(y) = img(y)\nb(y) = a(y-1) + a(y+1)\n"
        "output c(y) =\n  case y < 11: sum(b(y+r) for r in -2..2)\n  otherwise: 0.0\n";
    EXPECT_EQ(Walk(items, {"a", "b", "c"}, 50, 1, 0).run().at("a"), 7);
}

// What a random chain has besides offsets and resolutions.
enum class Extra { nothing, conditions, clamps, outputs, all };

// Programs of several resolutions, made at random: stage k has so many rows for each of some common grid.
class RandomChain {
  public:
    RandomChain(uint64_t seed, Extra extra) : random_(seed), extra_(extra) {
        const size_t count = 2 + random_.below(4);
        items_ = "input img: f32(y)\n";
        for (size_t k = 0; k < count; ++k) {
            resolutions_.push_back(random_.pick({2, 2, 2, 3, 4}));
            names_.push_back(fmt::format("s{}", k));
            const bool is_output = k + 1 == count || (has(Extra::outputs) && random_.chance(30));
            if (is_output) outputs_.push_back(names_.back());
            add_stage(k, is_output);
        }
    }
    const std::string& items() const { return items_; }
    const std::vector<std::string>& names() const { return names_; }

    // Each output begins and ends somewhere else.
    Walk::Outputs boxes(random::Random& random, int64_t begin) const {
        Walk::Outputs boxes;
        for (const std::string& name : outputs_) {
            const int64_t first = begin + (outputs_.size() > 1 ? random.between(-8, 8) : 0),
                          length = outputs_.size() > 1 ? random.between(5, 45) : 41;
            boxes[name] = {from(first, first + length - 1)};
        }
        return boxes;
    }

  private:
    bool has(Extra extra) const { return extra_ == extra || extra_ == Extra::all; }

    void add_stage(size_t k, bool is_output) {
        items_ += fmt::format("{}{}(y): f32 =\n", is_output ? "output " : "", names_[k]);
        const bool by_cases = has(Extra::conditions) || extra_ == Extra::clamps;
        if (k > 0 && by_cases && random_.chance(35)) {
            const char* const compared = random_.pick({"<", ">="});
            const int64_t with = random_.between(-5, 25);
            const std::string first = value(k), second = random_.chance(50) ? "0.0" : value(k);
            items_ += fmt::format("  case y {} {}: {}\n", compared, with, first);
            // A gap that reads nothing.
            if (random_.chance(30))
                items_ += fmt::format("  case y > {}: {}\n", with + random_.between(0, 20), value(k));
            items_ += "  otherwise: " + second + "\n";
        } else {
            items_ += "  otherwise: " + value(k) + "\n";
        }
    }

    // The stage before is always read, so that all are.
    std::string value(size_t k) {
        if (k == 0) return "img(y)";
        std::string text = read(k, k - 1);
        for (int64_t n = random_.between(0, 2); n > 0; --n) text += " + " + read(k, random_.below(k));
        return text;
    }

    std::string read(size_t consumer, size_t producer) {
        const Rational scale(resolutions_[producer], resolutions_[consumer]);
        const int64_t inside = random_.between(-2, 2), after = random_.between(-3, 3);
        std::string index =
            fmt::format("({}*y + {})/{} + {}", scale.numerator(), inside, scale.denominator(), after);
        if (has(Extra::clamps) && random_.chance(40)) index = fmt::format("clamp({}, 0, 20)", index);
        return fmt::format("s{}({})", producer, index);
    }

    random::Random random_;
    Extra extra_;
    std::string items_;
    std::vector<int64_t> resolutions_;
    std::vector<std::string> names_, outputs_;
};

int walks_of_random_chains(Extra extra, uint64_t seeds) {
    int walks = 0;
    for (uint64_t seed = 1; seed <= seeds && !testing::Test::HasFailure(); ++seed) {
        const RandomChain chain(seed, extra);
        random::Random random(seed);
        for (const int64_t tile : {3, 11, 60}) {
            const int64_t rows = random.between(1, 3), begin = random.between(-15, 5);
            Walk walk(chain.items(), chain.names(), tile, rows, chain.boxes(random, begin));
            if (!walk.all_walk()) break;
            walk.run();
            EXPECT_FALSE(testing::Test::HasFailure()) << "seed " << seed << ", tile " << tile;
            ++walks;
        }
    }
    return walks;
}

TEST(Sliding, RandomChainsKeepTheRowsTheyNeed) {
    EXPECT_GT(walks_of_random_chains(Extra::nothing, test::amount(300, 30000)), 500);
}

TEST(Sliding, RandomChainsWithConditionsKeepTheRowsTheyNeed) {
    EXPECT_GT(walks_of_random_chains(Extra::conditions, test::amount(600, 60000)), 1000);
}

TEST(Sliding, RandomChainsWithClampsKeepTheRowsTheyNeed) {
    EXPECT_GT(walks_of_random_chains(Extra::clamps, test::amount(3000, 300000)), 1500);
}

TEST(Sliding, RandomChainsWithSeveralOutputsKeepTheRowsTheyNeed) {
    EXPECT_GT(walks_of_random_chains(Extra::outputs, test::amount(300, 30000)), 500);
}

TEST(Sliding, RandomChainsWithAllOfThatKeepTheRowsTheyNeed) {
    EXPECT_GT(walks_of_random_chains(Extra::all, test::amount(2500, 250000)), 1200);
}

// Offsets that fit 62 bits by themselves and not their difference.
TEST(Sliding, OffsetsBeyondMeasureAreNoRows) {
    const std::string items =
        "input img: f32(y)\na(y) = img(y)\nb(y) = a(y - 3000000) + a(y + 3000000)\n"
        "c(y) = b((1048573*y)/1048573)\noutput d(y) = c((1048571*y)/1048571)\n";
    const Analysed program(items);
    const GroupSpace space = infer_group_space(program.pipeline, program.regions, {0, 1, 2, 3});
    ASSERT_TRUE(space.stages[0].dims[0].window);
    EXPECT_EQ(infer_sliding(space, 0, 1).stages.size(), 4u);
}

}  // namespace
}  // namespace pantile::plan
