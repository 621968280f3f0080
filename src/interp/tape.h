// An expression laid out for evaluation: its nodes in order, each computed once per point.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ir/expr.h"

namespace pantile::interp {

// Where the values of names are found, one slot each.
class Slots {
  public:
    size_t of(ir::Scope scope, const std::string& name) {
        return numbers_.try_emplace({scope, name}, numbers_.size()).first->second;
    }
    size_t count() const { return numbers_.size(); }

  private:
    std::map<std::pair<ir::Scope, std::string>, size_t> numbers_;
};

// Reads an element of an input or stage.
class Memory {
  public:
    virtual ~Memory() = default;
    virtual ir::Value read(const std::string& producer, const std::vector<int64_t>& at) const = 0;
};

// Values of all names, by slot.
using Frame = std::vector<ir::Value>;

class Tape;

// A reduction domain as tapes: walks its points in order, the first variable fastest.
class DomainTape {
  public:
    DomainTape(const ir::ReductionDomain& domain, Slots& slots);
    ~DomainTape();
    DomainTape(DomainTape&&) noexcept;

    // Sets the variables in 'frame' and calls 'body' at each point where the predicate holds.
    void for_each(Frame& frame, const Memory& memory, const std::function<void()>& body) const;

  private:
    void run(size_t remaining, Frame& frame, const Memory& memory, const std::function<void()>& body) const;

    struct Range {
        size_t slot;
        std::unique_ptr<Tape> min;
        std::unique_ptr<Tape> max;
    };
    std::vector<Range> ranges_;
    std::unique_ptr<Tape> where_;
};

class Tape {
  public:
    Tape(const ir::Expr& root, Slots& slots);
    ~Tape();
    Tape(Tape&&) noexcept;

    ir::Value evaluate(Frame& frame, const Memory& memory) const;

  private:
    struct Step;
    ir::Value evaluate(const Step& step, const std::vector<ir::Value>& values, Frame& frame,
                       const Memory& memory) const;
    std::vector<Step> steps_;
};

}  // namespace pantile::interp
