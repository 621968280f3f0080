#include "interp/interpret_loops.h"

#include <fmt/format.h>

#include <stdexcept>
#include <unordered_map>

#include "ir/scalar.h"

namespace pantile::interp {

using namespace ir;

namespace {

class LoopsInterpreter {
  public:
    explicit LoopsInterpreter(const LoopsRequest& request) : in_(request) {
        for (const LoopBuffer& b : in_.loops.buffers) {
            if (b.kind == BufferKind::internal || b.kind == BufferKind::scratch) continue;
            const AnyBuffer& buffer =
                b.kind == BufferKind::input ? in_.inputs.at(b.name) : in_.outputs.at(b.shown);
            buffers_.emplace(b.name, buffer);
            for (size_t d = 0; d < b.dims.size(); ++d) {
                const Dimension& dim = buffer.dim(static_cast<int>(d));
                set(as<Variable>(b.mins[d])->name, dim.min);
                set(as<Variable>(b.maxs[d])->name, dim.max());
                if (b.kind == BufferKind::input)
                    set(fmt::format("{}.{}.extent", b.name, b.dims[d]), dim.extent);
            }
        }
    }

    std::optional<std::string> run() {
        for (const NamedBound& b : in_.loops.bounds) set(b.name, evaluate(b.value).as_int());
        for (const Check& c : in_.loops.checks) {
            if (!evaluate(c.condition).as_bool()) return c.error;
        }
        for (const Step& step : in_.loops.steps) {
            std::visit(Overloaded{[&](const Compute& n) { execute(*n.body); },
                                  [&](const Allocate& n) { allocate(n.buffer); },
                                  [&](const Release& n) { buffers_.erase(n.buffer); }},
                       step);
        }
        return std::nullopt;
    }

  private:
    void set(const std::string& name, int64_t value) { wide_[name] = value; }

    void allocate(const std::string& name) {
        for (const LoopBuffer& b : in_.loops.buffers) {
            if (b.name != name) continue;
            std::vector<Dimension> dims;
            for (size_t d = 0; d < b.dims.size(); ++d) {
                const int64_t min = evaluate(b.mins[d]).as_int(), max = evaluate(b.maxs[d]).as_int();
                dims.push_back({min, std::max<int64_t>(max - min + 1, 1), 0});
            }
            buffers_[name] = AnyBuffer::allocate(b.type, std::move(dims)).value();
        }
    }

    std::byte* element(const std::string& name, const Exprs& indices) {
        const auto found = buffers_.find(name);
        if (found == buffers_.end())
            throw std::logic_error(fmt::format("'{}' is used where it is not allocated", name));
        std::vector<int64_t> at;
        for (size_t d = 0; d < indices.size(); ++d) {
            at.push_back(evaluate(indices[d]).as_int());
            const Dimension& dim = found->second.dim(static_cast<int>(d));
            if (at[d] >= dim.min && at[d] <= dim.max()) continue;
            throw std::logic_error(fmt::format("'{}' is used at {} in dimension {}, outside [{}, {}]", name,
                                               at[d], d, dim.min, dim.max()));
        }
        return found->second.address_of(at);
    }

    // Names of loops, boxes and sizes hold 64 bits; read as an i32 they are cut to it.
    Value variable(const Variable& v, ScalarType type) {
        if (v.scope == Scope::parameter) return in_.params.at(v.name);
        const auto local = v.scope == Scope::local ? locals_.find(v.name) : locals_.end();
        if (local == locals_.end()) return Value::of_int(type, wide_.at(v.name));
        return local->second.size() == 1 ? local->second[0] : local->second.at(lane_);
    }

    Value evaluate(const Expr& e) {
        return match(
            e, [](const Constant& n) { return n.value; },
            [&](const Variable& n) { return variable(n, e.type()); },
            [&](const Unary& n) { return apply(n.op, evaluate(n.operand)); },
            [&](const Binary& n) { return apply(n.op, evaluate(n.lhs), evaluate(n.rhs)); },
            [&](const Sum& n) {
                Value total = evaluate(n.terms[0]);
                for (size_t i = 1; i < n.terms.size(); ++i) total = add(total, evaluate(n.terms[i]));
                return total;
            },
            [&](const Select& n) {
                const Value a = evaluate(n.if_true), b = evaluate(n.if_false);
                return evaluate(n.condition).as_bool() ? a : b;
            },
            [&](const Cast& n) { return convert(evaluate(n.operand), e.type()); },
            [&](const Load& n) { return load_value(e.type(), element(n.buffer, n.indices)); },
            [](const Access&) -> Value { throw std::logic_error("a read was not lowered"); },
            [](const Reduce&) -> Value { throw std::logic_error("a reduction was not lowered"); },
            [&](const Lanes& n) {
                return add(evaluate(n.base), Value::of_int(e.type(), static_cast<int64_t>(lane_)));
            },
            [](const Invalid&) -> Value { throw std::logic_error("an invalid node was lowered"); });
    }

    std::vector<Value> all_lanes(const Expr& e, size_t lanes) {
        std::vector<Value> values;
        for (lane_ = 0; lane_ < lanes; ++lane_) values.push_back(evaluate(e));
        lane_ = 0;
        return values;
    }

    void store(const Store& n) {
        int lanes = n.value.lanes();
        for (const Expr& index : n.indices) lanes = std::max(lanes, index.lanes());
        const std::vector<Value> values = all_lanes(n.value, static_cast<size_t>(lanes));
        for (lane_ = 0; lane_ < values.size(); ++lane_)
            store_value(values[lane_], element(n.buffer, n.indices));
        lane_ = 0;
    }

    void execute(const Statement& s) {
        match(
            s,
            [&](const Block& n) {
                for (const StatementPtr& child : n.statements) execute(*child);
            },
            [&](const For& n) {
                const int64_t first = evaluate(n.min).as_int(), last = evaluate(n.max).as_int();
                for (int64_t i = first; i <= last; i += n.step) {
                    set(n.variable, i);
                    execute(*n.body);
                }
            },
            [&](const Declare& n) { locals_[n.name] = all_lanes(n.value, static_cast<size_t>(n.lanes)); },
            [&](const Assign& n) { locals_[n.name] = all_lanes(n.value, locals_.at(n.name).size()); },
            [&](const Store& n) { store(n); },
            [&](const If& n) {
                if (evaluate(n.condition).as_bool())
                    execute(*n.then);
                else if (n.otherwise)
                    execute(*n.otherwise);
            });
    }

    const LoopsRequest& in_;
    std::unordered_map<std::string, AnyBuffer> buffers_;
    std::unordered_map<std::string, int64_t> wide_;
    std::unordered_map<std::string, std::vector<Value>> locals_;  // a value for each lane
    size_t lane_ = 0;                                             // that is evaluated
};

}  // namespace

std::optional<std::string> interpret_loops(const LoopsRequest& request) {
    return LoopsInterpreter(request).run();
}

}  // namespace pantile::interp
