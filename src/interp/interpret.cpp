#include "interp/interpret.h"

#include <fmt/format.h>

#include "interp/tape.h"
#include "ir/scalar.h"

namespace pantile::interp {

using namespace ir;
using analysis::Box;

namespace {

// Calls 'body' with every point of a box, the first dimension fastest.
void for_each_point(const Box& box, const std::function<void(const std::vector<int64_t>&)>& body) {
    std::vector<int64_t> at;
    for (const analysis::Interval& range : box) {
        if (range.extent() == 0) return;
        at.push_back(range.min);
    }
    while (true) {
        body(at);
        size_t d = 0;
        while (d < box.size() && ++at[d] > box[d].max) {
            at[d] = box[d].min;
            ++d;
        }
        if (d == box.size()) return;
    }
}

class Images : public Memory {
  public:
    Value read(const std::string& producer, const std::vector<int64_t>& at) const override {
        const AnyBuffer& buffer = buffers.at(producer);
        return load_value(buffer.type(), checked_address(producer, buffer, at));
    }

    void write(const std::string& stage, const std::vector<int64_t>& at, const Value& value) {
        store_value(value, checked_address(stage, buffers.at(stage), at));
    }

    std::map<std::string, AnyBuffer> buffers;

  private:
    // Region inference promises that this never fails; if it does, the promise is what is broken.
    static std::byte* checked_address(const std::string& name, const AnyBuffer& buffer,
                                      const std::vector<int64_t>& at) {
        for (int d = 0; d < buffer.rank(); ++d) {
            const int64_t i = at[static_cast<size_t>(d)];
            if (i < buffer.dim(d).min || i > buffer.dim(d).max()) {
                throw std::logic_error(
                    fmt::format("region inference: '{}' is used at {} in dimension {}, outside [{}, {}]",
                                name, i, d, buffer.dim(d).min, buffer.dim(d).max()));
            }
        }
        return buffer.address_of(at);
    }
};

class Interpreter {
  public:
    explicit Interpreter(const Request& request) : in_(request) { memory_.buffers = request.inputs; }

    Result<std::map<std::string, AnyBuffer>> run() {
        for (size_t s = 0; s < in_.pipeline.stages.size(); ++s) {
            const Stage& stage = in_.pipeline.stages[s];
            const Box& box = in_.regions.stages[s];
            Result<AnyBuffer> storage = allocate(stage, box);
            if (!storage) return storage.diagnostics();
            memory_.buffers.insert_or_assign(stage.name, *storage);
            compute_cases(stage, box);
            for (const Update& update : stage.updates) compute_update(stage, update, box);
        }
        return copy_outputs();
    }

  private:
    static Result<AnyBuffer> allocate(const Stage& stage, const Box& box) {
        std::vector<Dimension> dims;
        // An empty box is never touched; one element keeps the storage simple.
        for (const analysis::Interval& i : box) dims.push_back({i.min, std::max<int64_t>(i.extent(), 1), 0});
        return AnyBuffer::allocate(stage.type, std::move(dims));
    }

    // A frame that holds the parameters and the sizes of the inputs.
    Frame new_frame(Slots& slots) const {
        for (const auto& [name, value] : in_.sizes.params) slots.of(Scope::parameter, name);
        for (const Input& input : in_.pipeline.inputs) {
            for (const std::string& dim : input.dims) {
                for (const char* bound : {"min", "max", "extent"})
                    slots.of(Scope::dimension, input.name + "." + dim + "." + bound);
            }
        }
        Frame frame(slots.count());
        for (const auto& [name, value] : in_.sizes.params) frame[slots.of(Scope::parameter, name)] = value;
        for (const Input& input : in_.pipeline.inputs) {
            const Box& box = in_.sizes.inputs.at(input.name);
            for (size_t d = 0; d < input.dims.size(); ++d) {
                const std::string stem = input.name + "." + input.dims[d];
                frame[slots.of(Scope::dimension, stem + ".min")] = Value::of_int(ScalarType::i32, box[d].min);
                frame[slots.of(Scope::dimension, stem + ".max")] = Value::of_int(ScalarType::i32, box[d].max);
                frame[slots.of(Scope::dimension, stem + ".extent")] =
                    Value::of_int(ScalarType::i32, box[d].extent());
            }
        }
        return frame;
    }

    static std::vector<size_t> coordinate_slots(const Stage& stage, Slots& slots) {
        std::vector<size_t> numbers;
        for (const std::string& dim : stage.dims) numbers.push_back(slots.of(Scope::coordinate, dim));
        return numbers;
    }

    void compute_cases(const Stage& stage, const Box& box) {
        Slots slots;
        const std::vector<size_t> coordinates = coordinate_slots(stage, slots);
        std::vector<std::pair<std::unique_ptr<Tape>, Tape>> cases;
        for (const Case& c : stage.cases) {
            cases.emplace_back(c.condition ? std::make_unique<Tape>(*c.condition, slots) : nullptr,
                               Tape(c.value, slots));
        }
        Frame frame = new_frame(slots);
        for_each_point(box, [&](const std::vector<int64_t>& at) {
            for (size_t d = 0; d < at.size(); ++d)
                frame[coordinates[d]] = Value::of_int(ScalarType::i32, at[d]);
            for (const auto& [condition, value] : cases) {
                if (condition && !condition->evaluate(frame, memory_).as_bool()) continue;
                memory_.write(stage.name, at, value.evaluate(frame, memory_));
                return;
            }
        });
    }

    void compute_update(const Stage& stage, const Update& update, const Box& box) {
        Slots slots;
        const std::vector<size_t> coordinates = coordinate_slots(stage, slots);
        const DomainTape domain({update.domain.variables, std::nullopt}, slots);
        std::unique_ptr<Tape> where;
        if (update.domain.where) where = std::make_unique<Tape>(*update.domain.where, slots);
        std::vector<Tape> args;
        for (const Expr& arg : update.args) args.emplace_back(arg, slots);
        const Tape value(update.value, slots);
        Frame frame = new_frame(slots);
        // Coordinates that the update does not address by themselves do not occur in it: they stay at one
        // value.
        Box walked = box;
        for (size_t d = 0; d < box.size(); ++d) {
            if (!is_pure_argument(stage, update, d)) walked[d] = {0, 0};
        }
        domain.for_each(frame, memory_, [&] {
            for_each_point(walked, [&](const std::vector<int64_t>& point) {
                for (size_t d = 0; d < point.size(); ++d)
                    frame[coordinates[d]] = Value::of_int(ScalarType::i32, point[d]);
                if (where && !where->evaluate(frame, memory_).as_bool()) return;
                std::vector<int64_t> at;
                for (const Tape& arg : args) at.push_back(arg.evaluate(frame, memory_).as_int());
                memory_.write(stage.name, at, value.evaluate(frame, memory_));
            });
        });
    }

    Result<std::map<std::string, AnyBuffer>> copy_outputs() {
        std::map<std::string, AnyBuffer> outputs;
        for (const std::string& name : in_.pipeline.outputs) {
            const Box& box = in_.sizes.outputs.at(name);
            Result<AnyBuffer> out = allocate(*in_.pipeline.find_stage(name), box);
            if (!out) return out.diagnostics();
            for_each_point(box, [&](const std::vector<int64_t>& at) {
                store_value(memory_.read(name, at), out->address_of(at));
            });
            outputs.emplace(name, *out);
        }
        return outputs;
    }

    const Request& in_;
    Images memory_;
};

}  // namespace

Result<std::map<std::string, AnyBuffer>> interpret(const Request& request) {
    return Interpreter(request).run();
}

}  // namespace pantile::interp
