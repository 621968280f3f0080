#include "interp/tape.h"

#include <unordered_map>

#include "ir/scalar.h"
#include "ir/traverse.h"

namespace pantile::interp {

using namespace ir;

struct Tape::Step {
    Expr node;
    std::vector<size_t> operands;        // earlier steps
    size_t slot = 0;                     // of a Variable
    std::unique_ptr<DomainTape> domain;  // of a Reduce
    std::unique_ptr<Tape> body;
};

namespace {

// The nodes below 'e' in order, without looking into reductions: their bodies are evaluated at other points.
void order(const Expr& e, std::unordered_map<const Node*, size_t>& numbers, Exprs& out) {
    if (numbers.count(e.id())) return;
    if (!as<Reduce>(e)) for_each_child(*e, [&](const Expr& child) { order(child, numbers, out); });
    numbers[e.id()] = out.size();
    out.push_back(e);
}

}  // namespace

DomainTape::DomainTape(const ReductionDomain& domain, Slots& slots) {
    for (const ReductionVariable& v : domain.variables) {
        ranges_.push_back({slots.of(Scope::reduction, v.name), std::make_unique<Tape>(v.min, slots),
                           std::make_unique<Tape>(v.max, slots)});
    }
    if (domain.where) where_ = std::make_unique<Tape>(*domain.where, slots);
}
DomainTape::~DomainTape() = default;
DomainTape::DomainTape(DomainTape&&) noexcept = default;

void DomainTape::for_each(Frame& frame, const Memory& memory, const std::function<void()>& body) const {
    run(ranges_.size(), frame, memory, body);
}

void DomainTape::run(size_t remaining, Frame& frame, const Memory& memory,
                     const std::function<void()>& body) const {
    if (remaining == 0) {
        if (!where_ || where_->evaluate(frame, memory).as_bool()) body();
        return;
    }
    const Range& range = ranges_[remaining - 1];
    const int64_t first = range.min->evaluate(frame, memory).as_int();
    const int64_t last = range.max->evaluate(frame, memory).as_int();
    for (int64_t i = first; i <= last; ++i) {
        frame[range.slot] = Value::of_int(ScalarType::i32, i);
        run(remaining - 1, frame, memory, body);
    }
}

Tape::Tape(const Expr& root, Slots& slots) {
    std::unordered_map<const Node*, size_t> numbers;
    Exprs nodes;
    order(root, numbers, nodes);
    for (const Expr& node : nodes) {
        Step step{node, {}, 0, nullptr, nullptr};
        if (const Variable* v = as<Variable>(node)) step.slot = slots.of(v->scope, v->name);
        if (const Reduce* r = as<Reduce>(node)) {
            step.domain = std::make_unique<DomainTape>(r->domain, slots);
            step.body = std::make_unique<Tape>(r->body, slots);
        } else {
            for_each_child(*node,
                           [&](const Expr& child) { step.operands.push_back(numbers.at(child.id())); });
        }
        steps_.push_back(std::move(step));
    }
}
Tape::~Tape() = default;
Tape::Tape(Tape&&) noexcept = default;

Value Tape::evaluate(Frame& frame, const Memory& memory) const {
    std::vector<Value> values;
    values.reserve(steps_.size());
    for (const Step& step : steps_) values.push_back(evaluate(step, values, frame, memory));
    return values.back();
}

Value Tape::evaluate(const Step& step, const std::vector<Value>& values, Frame& frame,
                     const Memory& memory) const {
    const auto operand = [&](size_t i) -> const Value& { return values[step.operands[i]]; };
    return match(
        step.node, [](const Constant& n) { return n.value; },
        [&](const Variable&) { return frame[step.slot]; },
        [&](const Access& n) {
            std::vector<int64_t> at;
            for (size_t i = 0; i < n.args.size(); ++i) at.push_back(operand(i).as_int());
            return memory.read(n.producer, at);
        },
        [&](const Unary& n) { return apply(n.op, operand(0)); },
        [&](const Binary& n) { return apply(n.op, operand(0), operand(1)); },
        [&](const Sum& n) {
            Value total = operand(0);
            for (size_t i = 1; i < n.terms.size(); ++i) total = add(total, operand(i));
            return total;
        },
        [&](const Select&) { return operand(0).as_bool() ? operand(1) : operand(2); },
        [&](const Cast&) { return convert(operand(0), step.node.type()); },
        [&](const Reduce& n) {
            Value total = identity_of(n.op, step.node.type());
            step.domain->for_each(frame, memory,
                                  [&] { total = combine(n.op, total, step.body->evaluate(frame, memory)); });
            return total;
        },
        [](const Load&) { return Value(); }, [](const Lanes&) { return Value(); },
        [](const Invalid&) { return Value(); });
}

}  // namespace pantile::interp
