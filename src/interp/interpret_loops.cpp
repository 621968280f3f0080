#include "interp/interpret_loops.h"

#include "interp/loop_code.h"
#include "interp/loop_memory.h"
#include "ir/scalar.h"

namespace pantile::interp {

using namespace ir;

namespace {

class LoopsInterpreter {
  public:
    explicit LoopsInterpreter(const LoopsRequest& request)
        : in_(request), program_(prepare(request.loops)), frame_(program_.frame), memory_(request.loops) {}

    std::optional<std::string> run() {
        set_arguments();
        for (const NamedValue& bound : program_.bounds) {
            execute(bound.code);
            set(bound.name, value(bound.value).as_int());
        }
        for (const CheckPlan& check : program_.checks) {
            execute(check.code);
            if (!value(check.condition).as_bool()) return check.error;
        }
        place_scratch();
        run_steps(program_.steps);
        return std::nullopt;
    }

  private:
    void run_steps(const SequencePlan& steps) {
        for (const StepPlan& step : steps) {
            std::visit(Overloaded{[&](const SequencePlan& n) { run_steps(n); },
                                  [&](const Body& n) {
                                      memory_.forget_scratch();
                                      execute(n);
                                  },
                                  [&](const AllocatePlan& n) { allocate(n.buffer); },
                                  [&](const ReleasePlan& n) { memory_.release(n.buffer); }},
                       step.kind);
        }
    }

    void set(Register name, int64_t value) { frame_[name] = Value::of_int(ScalarType::i64, value); }

    const Value& value(const Operand& operand, size_t lane = 0) const {
        return frame_[operand.first + lane * operand.stride];
    }

    // ---- at entry

    void set_arguments() {
        for (size_t p = 0; p < program_.params.size(); ++p)
            frame_[program_.params[p]] = in_.params.at(in_.loops.params[p].name);
        for (size_t b = 0; b < program_.buffers.size(); ++b) {
            const BufferPlan& plan = program_.buffers[b];
            if (!belongs_to_caller(*plan.buffer)) continue;
            const bool given = is_input(*plan.buffer);
            const AnyBuffer& buffer =
                given ? in_.inputs.at(plan.buffer->name) : in_.outputs.at(plan.buffer->shown);
            memory_.bind(b, buffer);
            for (size_t d = 0; d < plan.mins.size(); ++d) {
                const Dimension& dim = buffer.dims()[d];
                set(plan.mins[d], dim.min);
                set(plan.maxs[d], dim.max());
                if (given) set(plan.extents[d], dim.extent);
            }
        }
    }

    std::vector<int64_t> integers(const Values& values) {
        execute(values.code);
        std::vector<int64_t> out;
        for (const Operand& operand : values.operands) out.push_back(value(operand).as_int());
        return out;
    }

    void allocate(size_t buffer) {
        const BufferPlan& plan = program_.buffers[buffer];
        const std::vector<int64_t> box = integers(plan.box);
        const size_t rank = plan.buffer->dims.size();
        std::vector<Dimension> dims;
        // An empty box is never touched; one element keeps the storage simple.
        for (size_t d = 0; d < rank; ++d)
            dims.push_back({box[d], std::max<int64_t>(box[rank + d] - box[d] + 1, 1), 0});
        memory_.allocate(buffer, std::move(dims));
    }

    void place_scratch() {
        std::vector<LoopMemory::ScratchPlace> places;
        for (size_t b = 0; b < program_.buffers.size(); ++b) {
            const BufferPlan& plan = program_.buffers[b];
            if (plan.buffer->space != MemorySpace::scratch) continue;
            LoopMemory::ScratchPlace place{b, integers(plan.room), std::nullopt};
            if (plan.buffer->offset) {
                place.offset = place.extents.back();
                place.extents.pop_back();
            }
            places.push_back(std::move(place));
        }
        memory_.place_scratch(places, integers(program_.arena_bytes)[0]);
    }

    // ---- expressions

    void execute(const Code& code) {
        for (const Instruction& i : code) {
            // Almost everything is a scalar.
            if (i.lanes == 1)
                frame_[i.result] = compute(i, 0);
            else
                for (size_t lane = 0; lane < i.lanes; ++lane) frame_[i.result + lane] = compute(i, lane);
        }
    }

    Value compute(const Instruction& i, size_t lane) const {
        const Operand* const operands = i.operands.data();
        const auto operand = [&](size_t k) -> const Value& { return value(operands[k], lane); };
        switch (i.kind) {
            case Instruction::Kind::unary: return apply(i.unary, operand(0));
            case Instruction::Kind::binary: return apply(i.binary, operand(0), operand(1));
            case Instruction::Kind::sum: return sum(i, lane);
            case Instruction::Kind::select: return operand(0).as_bool() ? operand(1) : operand(2);
            case Instruction::Kind::cast: return convert(operand(0), i.type);
            case Instruction::Kind::load: return load(i, lane);
            case Instruction::Kind::lanes:
                return add(operand(0), Value::of_int(i.type, static_cast<int64_t>(lane)));
        }
        return {};
    }

    Value load(const Instruction& i, size_t lane) const {
        Point at, mins;
        place(i.buffer, i.operands, lane, at, mins);
        return memory_.load(i.buffer, at, mins);
    }

    Value sum(const Instruction& i, size_t lane) const {
        Value total = value(i.operands[0], lane);
        for (size_t k = 1; k < i.operands.size(); ++k) total = add(total, value(i.operands[k], lane));
        return total;
    }

    void place(size_t buffer, const std::vector<Operand>& operands, size_t lane, Point& at,
               Point& mins) const {
        const size_t rank = in_.loops.buffers[buffer].dims.size();
        for (size_t d = 0; d < rank; ++d) at[d] = value(operands[d], lane).as_int();
        for (size_t d = rank; d < operands.size(); ++d) mins[d - rank] = value(operands[d], lane).as_int();
    }

    // ---- statements

    void execute(const Body& body) {
        for (const Action& action : body) {
            std::visit([&](const auto& n) { run(n); }, action.kind);
        }
    }

    void run(const Loop& n) {
        execute(n.code);
        const int64_t first = value(n.min).as_int(), last = value(n.max).as_int();
        if (first > last) return;
        const int64_t count = (last - first) / n.step + 1;
        // Counted before they run: a loop from -2^40 to 2^40 ends at once.
        if (count > in_.most_iterations - iterations_)
            throw TooExpensive("the loops have more iterations than were allowed");
        iterations_ += count;
        switch (n.level) {
            case LoopLevel::thread: return run_tasks(n, first, count);
            case LoopLevel::serial:
            case LoopLevel::vector: return run_in_order(n, first, count);
        }
    }

    void run_in_order(const Loop& n, int64_t first, int64_t count) {
        for (int64_t i = 0; i < count; ++i) {
            set(n.variable, first + i * n.step);
            execute(n.body);
        }
    }

    void run_tasks(const Loop& n, int64_t first, int64_t count) {
        const uint32_t loop = memory_.tasks().new_loop();
        for (int64_t i = 0; i < count; ++i) {
            const int64_t turn = in_.order == ParallelOrder::forward ? i : count - 1 - i;
            memory_.forget_scratch();
            memory_.tasks().begin(loop);
            set(n.variable, first + turn * n.step);
            execute(n.body);
            memory_.tasks().end();
        }
        memory_.forget_scratch();
    }

    void run(const SetLocal& n) {
        execute(n.code);
        for (size_t lane = 0; lane < n.lanes; ++lane) frame_[n.local + lane] = value(n.value, lane);
    }

    void run(const PutElement& n) {
        execute(n.code);
        for (size_t lane = 0; lane < n.lanes; ++lane) {
            Point at, mins;
            place(n.buffer, n.place, lane, at, mins);
            memory_.store(n.buffer, at, mins, value(n.value, lane));
        }
    }

    void run(const Choose& n) {
        execute(n.code);
        execute(value(n.condition).as_bool() ? n.then : n.otherwise);
    }

    const LoopsRequest& in_;
    const LoopProgram program_;
    std::vector<Value> frame_;
    LoopMemory memory_;
    int64_t iterations_ = 0;
};

}  // namespace

std::optional<std::string> interpret_loops(const LoopsRequest& request) {
    return LoopsInterpreter(request).run();
}

}  // namespace pantile::interp
