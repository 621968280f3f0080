// The host program of Loops: what the processor that was called does, one step after the other. It is a tree.
// Whoever goes through it uses the helpers below, which visit steps in the order in which they run, or
// answers every kind.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ir/expr.h"

namespace pantile::ir {

struct Statement;
using StatementPtr = std::shared_ptr<const Statement>;

// Runs a loop nest.
struct Compute {
    std::string name;                  // of the step, an identifier
    std::vector<std::string> comment;  // lines that say what it computes
    StatementPtr body;
};

// Between the two a global buffer may be used. Both stand in one sequence.
struct Allocate {
    std::string buffer;
};
struct Release {
    std::string buffer;
};

struct Step;
struct Sequence {
    std::vector<Step> steps;
};

struct Step {
    Step(Sequence n) : kind(std::move(n)) {}
    Step(Compute n) : kind(std::move(n)) {}
    Step(Allocate n) : kind(std::move(n)) {}
    Step(Release n) : kind(std::move(n)) {}

    std::variant<Sequence, Compute, Allocate, Release> kind;
};

template <typename... Cases>
decltype(auto) match(const Step& s, Cases&&... cases) {
    return std::visit(Overloaded{std::forward<Cases>(cases)...}, s.kind);
}

// Every step that is no sequence, in the order in which they run.
void for_each_step(const Sequence& program, const std::function<void(const Step&)>& visit);
void for_each_compute(const Sequence& program, const std::function<void(const Compute&)>& visit);

// The same program with every loop nest replaced.
Sequence map_bodies(const Sequence& program, const std::function<StatementPtr(const StatementPtr&)>& replace);

}  // namespace pantile::ir
