#include "interp/loop_code.h"

#include <fmt/format.h>

#include <map>
#include <stdexcept>
#include <unordered_map>

#include "ir/traverse.h"

namespace pantile::interp {

using namespace ir;

namespace {

// What a name stands for.
struct Slot {
    Register first;
    ScalarType type;
    size_t lanes;
};
using Name = std::pair<Scope, std::string>;

Instruction instruction(Instruction::Kind kind, const Expr& e, Register result) {
    return {kind, e.type(), static_cast<size_t>(e.lanes()), result, {}};
}

class Preparation {
  public:
    explicit Preparation(const Loops& loops) : loops_(loops) {}

    LoopProgram run() {
        for (const Param& p : loops_.params)
            out_.params.push_back(add_name(Scope::parameter, p.name, {0, p.type, 1}));
        for (const LoopBuffer& b : loops_.buffers) add_buffer(b);
        for (const NamedBound& b : loops_.bounds) {
            Code code;
            const Operand value = Expressions(*this, code).operand(b.value);
            out_.bounds.push_back({std::move(code), value, add_wide(Scope::local, b.name)});
        }
        for (const Check& c : loops_.checks) {
            Code code;
            const Operand condition = Expressions(*this, code).operand(c.condition);
            out_.checks.push_back({std::move(code), condition, c.error});
        }
        for (BufferPlan& plan : out_.buffers) add_storage(plan);
        add_values({loops_.arena_bytes}, out_.arena_bytes);
        out_.steps = prepare_sequence(loops_.program);
        return std::move(out_);
    }

  private:
    // The expressions of one statement: nodes that they share are computed once.
    class Expressions {
      public:
        Expressions(Preparation& all, Code& code) : all_(all), code_(code) {}

        Operand operand(const Expr& e) {
            const auto found = done_.find(e.id());
            if (found != done_.end()) return found->second;
            return done_[e.id()] = make(e);
        }

        // The indices, then the mins of a scratch buffer.
        std::vector<Operand> place(size_t buffer, const Exprs& indices) {
            std::vector<Operand> operands;
            for (const Expr& index : indices) operands.push_back(operand(index));
            const LoopBuffer& b = all_.loops_.buffers[buffer];
            if (b.space != MemorySpace::scratch) return operands;
            // A folded dimension begins nowhere.
            for (size_t d = 0; d < b.mins.size(); ++d)
                operands.push_back(b.folds[d] != 0 ? all_.constant(Value()) : operand(b.mins[d]));
            return operands;
        }

      private:
        using Kind = Instruction::Kind;

        Operand make(const Expr& e) {
            return match(
                e, [&](const Constant& n) { return all_.constant(n.value); },
                [&](const Variable& n) { return variable(n, e); },
                [&](const Unary& n) {
                    Instruction i = instruction(Kind::unary, e, 0);
                    i.unary = n.op;
                    return add(std::move(i), {n.operand});
                },
                [&](const Binary& n) {
                    Instruction i = instruction(Kind::binary, e, 0);
                    i.binary = n.op;
                    return add(std::move(i), {n.lhs, n.rhs});
                },
                [&](const Sum& n) { return add(instruction(Kind::sum, e, 0), n.terms); },
                [&](const Select& n) {
                    return add(instruction(Kind::select, e, 0), {n.condition, n.if_true, n.if_false});
                },
                [&](const Cast& n) { return add(instruction(Kind::cast, e, 0), {n.operand}); },
                [&](const Load& n) {
                    Instruction i = instruction(Kind::load, e, 0);
                    i.buffer = all_.number_of(n.buffer);
                    i.operands = place(i.buffer, n.indices);
                    return add(std::move(i), {});
                },
                [&](const Lanes& n) { return add(instruction(Kind::lanes, e, 0), {n.base}); },
                [](const Access&) -> Operand { throw std::logic_error("a read was not lowered"); },
                [](const Reduce&) -> Operand { throw std::logic_error("a reduction was not lowered"); },
                [](const Invalid&) -> Operand { throw std::logic_error("an invalid node was lowered"); });
        }

        Operand add(Instruction i, const Exprs& operands) {
            for (const Expr& e : operands) i.operands.push_back(operand(e));
            i.result = all_.new_registers(i.lanes);
            code_.push_back(std::move(i));
            return {code_.back().result, code_.back().lanes > 1 ? size_t{1} : 0};
        }

        // Names of loops, boxes and sizes hold 64 bits; read as an i32 they are cut to it.
        Operand variable(const Variable& v, const Expr& e) {
            const Slot slot = all_.slot_of(v.scope, v.name);
            if (slot.lanes != static_cast<size_t>(e.lanes()))
                throw std::logic_error(
                    fmt::format("'{}' has {} lanes and is read with {}", v.name, slot.lanes, e.lanes()));
            const Operand there{slot.first, slot.lanes > 1 ? size_t{1} : 0};
            if (slot.type == e.type()) return there;
            Instruction i = instruction(Kind::cast, e, 0);
            i.operands = {there};
            return add(std::move(i), {});
        }

        Preparation& all_;
        Code& code_;
        std::unordered_map<const Node*, Operand> done_;
    };

    Register new_registers(size_t count) {
        out_.frame.resize(out_.frame.size() + count);
        return out_.frame.size() - count;
    }

    Operand constant(const Value& value) {
        const Register r = new_registers(1);
        out_.frame[r] = value;
        return {r, 0};
    }

    Register add_name(Scope scope, const std::string& name, Slot slot) {
        slot.first = new_registers(slot.lanes);
        bind({scope, name}, slot);
        return slot.first;
    }
    void bind(Name name, const Slot& slot) {
        const auto [at, is_new] = names_.try_emplace(name, slot);
        hidden_.emplace_back(std::move(name), is_new ? std::nullopt : std::optional(at->second));
        at->second = slot;
    }
    // Forgets the names since then; what they hid is there again.
    void leave_scope(size_t names_before) {
        for (; hidden_.size() > names_before; hidden_.pop_back()) {
            const auto& [name, slot] = hidden_.back();
            if (slot)
                names_.at(name) = *slot;
            else
                names_.erase(name);
        }
    }
    Register add_wide(Scope scope, const std::string& name) {
        return add_name(scope, name, {0, ScalarType::i64, 1});
    }

    Slot slot_of(Scope scope, const std::string& name) const {
        const auto found = names_.find({scope, name});
        if (found == names_.end()) throw std::logic_error(fmt::format("'{}' has no value here", name));
        return found->second;
    }

    size_t number_of(const std::string& buffer) const {
        const auto found = numbers_.find(buffer);
        if (found == numbers_.end()) throw std::logic_error(fmt::format("there is no buffer '{}'", buffer));
        return found->second;
    }

    void add_buffer(const LoopBuffer& b) {
        numbers_[b.name] = out_.buffers.size();
        BufferPlan plan{&b, {}, {}, {}, {}, {}};
        const bool callers = belongs_to_caller(b);
        for (size_t d = 0; callers && d < b.dims.size(); ++d) {
            const Variable &min = *as<Variable>(b.mins[d]), &max = *as<Variable>(b.maxs[d]);
            plan.mins.push_back(add_wide(min.scope, min.name));
            plan.maxs.push_back(add_wide(max.scope, max.name));
            if (!is_input(b)) continue;
            plan.extents.push_back(
                add_wide(Scope::dimension, fmt::format("{}.{}.extent", b.name, b.dims[d])));
        }
        out_.buffers.push_back(std::move(plan));
    }

    void add_values(const Exprs& exprs, Values& values) {
        Expressions expressions(*this, values.code);
        for (const Expr& e : exprs) values.operands.push_back(expressions.operand(e));
    }

    // Needs the bounds.
    void add_storage(BufferPlan& plan) {
        const LoopBuffer& b = *plan.buffer;
        switch (b.space) {
            case MemorySpace::caller: return;
            case MemorySpace::global: {
                Exprs box = b.mins;
                box.insert(box.end(), b.maxs.begin(), b.maxs.end());
                return add_values(box, plan.box);
            }
            case MemorySpace::scratch: {
                Exprs room = b.extents;
                if (b.offset) room.push_back(*b.offset);
                return add_values(room, plan.room);
            }
        }
    }

    SequencePlan prepare_sequence(const Sequence& program) {
        SequencePlan plans;
        for (const Step& step : program.steps) plans.push_back(prepare_step(step));
        return plans;
    }

    StepPlan prepare_step(const Step& step) {
        return match(
            step, [&](const Sequence& n) { return StepPlan{prepare_sequence(n)}; },
            [&](const Compute& n) { return StepPlan{prepare_scope(n.body)}; },
            [&](const Allocate& n) { return StepPlan{AllocatePlan{number_of(n.buffer)}}; },
            [&](const Release& n) { return StepPlan{ReleasePlan{number_of(n.buffer)}}; });
    }

    // Names end with the loop, branch or step that declares them.
    Body prepare_scope(const StatementPtr& s) {
        Body body;
        const size_t before = hidden_.size();
        if (s) add_statement(*s, body);
        leave_scope(before);
        return body;
    }

    void add_statement(const Statement& s, Body& body) {
        match(
            s,
            [&](const Block& n) {
                for (const StatementPtr& child : n.statements) add_statement(*child, body);
            },
            [&](const For& n) { body.push_back({prepare_loop(n)}); },
            [&](const Declare& n) { body.push_back({prepare_declare(n)}); },
            [&](const Assign& n) { body.push_back({prepare_set(n.value, slot_of(Scope::local, n.name))}); },
            [&](const Store& n) { body.push_back({prepare_store(n)}); },
            [&](const If& n) {
                Choose choose;
                choose.condition = Expressions(*this, choose.code).operand(n.condition);
                choose.then = prepare_scope(n.then);
                choose.otherwise = prepare_scope(n.otherwise);
                body.push_back({std::move(choose)});
            });
    }

    Loop prepare_loop(const For& n) {
        Loop loop{{}, {}, {}, 0, n.step, n.level, {}};
        if (n.step < 1) throw std::logic_error(fmt::format("the loop over '{}' stands still", n.variable));
        Expressions bounds(*this, loop.code);
        loop.min = bounds.operand(n.min);
        loop.max = bounds.operand(n.max);
        const size_t before = hidden_.size();
        loop.variable = add_wide(n.scope, n.variable);
        loop.body = prepare_scope(n.body);
        leave_scope(before);
        return loop;
    }

    // The name begins after its value.
    SetLocal prepare_declare(const Declare& n) {
        const size_t lanes = static_cast<size_t>(n.lanes);
        const Slot slot{new_registers(lanes), n.value.type(), lanes};
        SetLocal set = prepare_set(n.value, slot);
        bind({Scope::local, n.name}, slot);
        return set;
    }

    SetLocal prepare_set(const Expr& value, const Slot& slot) {
        if (value.lanes() != 1 && static_cast<size_t>(value.lanes()) != slot.lanes)
            throw std::logic_error("a local is given a vector of another length");
        if (value.type() != slot.type) throw std::logic_error("a local is given a value of another type");
        SetLocal set{{}, {}, slot.first, slot.lanes};
        set.value = Expressions(*this, set.code).operand(value);
        return set;
    }

    PutElement prepare_store(const Store& n) {
        int lanes = n.value.lanes();
        for (const Expr& index : n.indices) lanes = std::max(lanes, index.lanes());
        PutElement put{{}, number_of(n.buffer), {}, {}, static_cast<size_t>(lanes)};
        Expressions expressions(*this, put.code);
        put.place = expressions.place(put.buffer, n.indices);
        put.value = expressions.operand(n.value);
        return put;
    }

    const Loops& loops_;
    LoopProgram out_;
    std::map<Name, Slot> names_;
    std::vector<std::pair<Name, std::optional<Slot>>> hidden_;  // each name that was bound, and what it was
    std::map<std::string, size_t> numbers_;                     // of buffers
};

}  // namespace

LoopProgram prepare(const Loops& loops) { return Preparation(loops).run(); }

}  // namespace pantile::interp
