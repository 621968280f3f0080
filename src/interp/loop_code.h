// Loops prepared for execution: every name is a register, every buffer a number, every expression a list of
// instructions in which a shared node is computed once. Nothing is optimised: one node is one instruction.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "ir/loops.h"

namespace pantile::interp {

using Register = size_t;  // into the frame

// Lane i of a value lies in register 'first + i * stride'; a scalar has stride 0 and counts for every lane.
struct Operand {
    Register first = 0;
    size_t stride = 0;
};

struct Instruction {
    enum class Kind { unary, binary, sum, select, cast, load, lanes };
    Kind kind;
    ScalarType type;
    size_t lanes;
    Register result;                // lane by lane
    std::vector<Operand> operands;  // of a load: the indices, then the mins of a scratch buffer
    ir::UnaryOp unary = {};
    ir::BinaryOp binary = {};
    size_t buffer = 0;
};
using Code = std::vector<Instruction>;

struct Action;
using Body = std::vector<Action>;

struct Loop {
    Code code;
    Operand min, max;
    Register variable;
    int64_t step;
    ir::LoopLevel level;
    Body body;
};

struct SetLocal {
    Code code;
    Operand value;
    Register local;
    size_t lanes;
};

struct PutElement {
    Code code;
    size_t buffer;
    std::vector<Operand> place;  // the indices, then the mins of a scratch buffer
    Operand value;
    size_t lanes;
};

struct Choose {
    Code code;
    Operand condition;
    Body then, otherwise;
};

struct Action {
    std::variant<Loop, SetLocal, PutElement, Choose> kind;
};

// Values that are computed at entry.
struct Values {
    Code code;
    std::vector<Operand> operands;
};

struct BufferPlan {
    const ir::LoopBuffer* buffer;
    std::vector<Register> mins, maxs, extents;  // set by the caller's buffer; extents of inputs alone
    Values box;                                 // of a global buffer: its mins, then its maxs
    Values room;  // of a scratch buffer: its extents, then its offset if it has one
};

struct NamedValue {
    Code code;
    Operand value;
    Register name;
};

struct CheckPlan {
    Code code;
    Operand condition;
    std::string error;
};

struct AllocatePlan {
    size_t buffer;
};
struct ReleasePlan {
    size_t buffer;
};
struct StepPlan;
using SequencePlan = std::vector<StepPlan>;
struct StepPlan {
    std::variant<SequencePlan, Body, AllocatePlan, ReleasePlan> kind;
};

struct LoopProgram {
    std::vector<ir::Value> frame;  // as it is at entry: constants are filled in
    std::vector<Register> params;  // in the order of the program's
    std::vector<BufferPlan> buffers;
    Values arena_bytes;  // one
    std::vector<NamedValue> bounds;
    std::vector<CheckPlan> checks;
    SequencePlan steps;
};

// Throws std::logic_error for a name that has no value where it is used. Keeps references into 'loops'.
LoopProgram prepare(const ir::Loops& loops);

}  // namespace pantile::interp
