// Loops: a pipeline turned imperative. A host program whose steps compute, each a loop nest with its own
// name, over buffers.
//
// Bounds and indices are i64 and exact: the program's checks establish that they do not overflow. A Cast to
// i64 inside an index marks a value computed by the language's own, wrapping arithmetic.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/expr.h"
#include "ir/host_program.h"
#include "ir/pipeline.h"

namespace pantile::ir {

struct Block {
    std::vector<StatementPtr> statements;
    std::string comment = {};  // what they are for, for people who read the emitted code
};

// Who runs the iterations of a loop: one after the other, or, as they are independent, threads, each
// iteration a task, or the lanes of vectors. How levels nest stands in loop_levels.h.
enum class LoopLevel { serial, thread, vector };
std::string_view name_of(LoopLevel level);

// Runs 'variable' from min to max, both included.
struct For {
    Scope scope;  // of the variable: a coordinate, a reduction variable, or a local (tiles, steps of a tile)
    std::string variable;
    Expr min;
    Expr max;
    LoopLevel level;
    StatementPtr body;
    int64_t step = 1;     // what the variable grows by: min, min + step, … as long as it is at most max
    int64_t vectors = 1;  // of a vector loop: how many vectors are computed at once, side by side
    int64_t fewest = 1;   // it runs not at all, or for at least so many iterations
};

// A local of this block; 'changes' when an Assign follows. A name with a dot is a bound: i64 and exact.
struct Declare {
    std::string name;
    Expr value;
    bool changes = false;
    int lanes = 1;
};

struct Assign {
    std::string name;
    Expr value;
};

struct Store {
    std::string buffer;
    Exprs indices;
    Expr value;
};

struct If {
    Expr condition;
    StatementPtr then;
    StatementPtr otherwise;  // may be null
};

struct Statement {
    std::variant<Block, For, Declare, Assign, Store, If> kind;
};

template <typename Kind>
StatementPtr statement(Kind kind) {
    return std::make_shared<const Statement>(Statement{std::move(kind)});
}
// The same loop around another body.
StatementPtr with_body(const For& loop, StatementPtr body);
// Statements in order; one alone stands for itself unless there is something to say about it.
StatementPtr block(std::vector<StatementPtr> statements, std::string comment = {});

template <typename... Cases>
decltype(auto) match(const Statement& s, Cases&&... cases) {
    return std::visit(Overloaded{std::forward<Cases>(cases)...}, s.kind);
}

// Every statement below and including 's', outer before inner.
void for_each_statement(const Statement& s, const std::function<void(const Statement&)>& visit);
// Every expression that stands directly in 's'.
void for_each_expr(const Statement& s, const std::function<void(const Expr&)>& visit);

// The same statement with every expression in it replaced.
StatementPtr map_exprs(const StatementPtr& s, const std::function<Expr(const Expr&)>& replace);

// Rewrites bottom-up: 'rule' sees each statement with those inside of it already rewritten.
StatementPtr map_statements(const StatementPtr& s,
                            const std::function<StatementPtr(const StatementPtr&)>& rule);

// Where a buffer lies. The caller's are there at entry; a global one holds a whole stage, in our own memory,
// from Allocate to Release; a scratch buffer holds the part of a stage that one tile needs, and every thread
// has its own.
enum class MemorySpace { caller, global, scratch };
std::string_view name_of(MemorySpace space);

// Whether a buffer's values are there at entry, for the program to read alone, or are what it computes.
enum class Contents { given, computed };

// Elements are addressed by coordinates from 'mins' on. Dimension 0 is dense.
struct LoopBuffer {
    std::string name;
    ScalarType type;
    MemorySpace space;
    std::vector<std::string> dims;
    std::string shown;  // the name of the stage or input it belongs to
    // The names of the variables that hold its box. Those of a scratch buffer are declared by the one step
    // that uses it.
    std::vector<Expr> mins;
    std::vector<Expr> maxs;
    // Of a scratch buffer alone: how many elements each dimension has room for (numbers, or names of bounds
    // known at entry). A folded dimension keeps only its last 'fold' coordinates: coordinate i lies at i
    // modulo 'fold', a power of two; 0: not folded.
    std::vector<Expr> extents = {};
    std::vector<int64_t> folds = {};
    // The byte in the thread's arena where it begins, once that is decided: scratch buffers that are not in
    // use at the same time may overlap.
    std::optional<Expr> offset = {};
    // Whole vectors are stored past the caches, where they lie in memory as one would have them.
    bool streamed = false;
    Contents contents = Contents::computed;
};

inline bool belongs_to_caller(const LoopBuffer& b) { return b.space == MemorySpace::caller; }
inline bool is_input(const LoopBuffer& b) { return belongs_to_caller(b) && b.contents == Contents::given; }
inline bool is_output(const LoopBuffer& b) {
    return belongs_to_caller(b) && b.contents == Contents::computed;
}

// A name for an i64 value, computed once at entry.
struct NamedBound {
    std::string name;
    Expr value;
};

// What must hold at entry; otherwise the program stops with 'error' before it touches anything.
struct Check {
    Expr condition;
    std::string error;    // 'img_too_small'
    std::string message;  // a sentence for people
};

struct Loops {
    std::string name;
    std::string flow;      // 'img -> bx -> by'
    std::string schedule;  // its name
    std::string hash;      // of the pipeline
    std::vector<Param> params;
    std::vector<LoopBuffer> buffers;  // inputs first, then outputs, then our own
    int64_t coordinate_limit;         // of every dimension of every input and output
    std::vector<NamedBound> bounds;   // each may use those before it
    std::vector<Check> checks;
    Sequence program;
    // How many bytes of scratch a thread needs, once offsets are decided; over numbers and bounds.
    Expr arena_bytes = constant_i64(0);
    // Global buffers that take turns in one place of the workspace, once that is decided: between Allocate
    // and Release a buffer has its place for itself.
    std::vector<std::vector<std::string>> slots = {};
};

}  // namespace pantile::ir
