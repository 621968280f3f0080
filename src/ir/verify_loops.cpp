#include "ir/verify_loops.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "ir/loop_levels.h"
#include "ir/traverse.h"

namespace pantile::ir {

namespace {

class LoopsVerifier {
  public:
    explicit LoopsVerifier(const Loops& loops) {
        for (const LoopBuffer& b : loops.buffers) {
            buffers_[b.name] = &b;
            add_buffer(b);
        }
        for (const Param& p : loops.params) global_.insert(key({Scope::parameter, p.name, nullptr}));
    }

    std::optional<std::string> run(const Loops& loops) {
        for (const NamedBound& b : loops.bounds) {
            check_expr(b.value);
            global_.insert(key({Scope::local, b.name, nullptr}));
        }
        for (const Check& c : loops.checks) check_expr(c.condition);
        check_expr(loops.arena_bytes);
        for (const LoopBuffer& b : loops.buffers) {
            for (const Expr& extent : b.extents) check_expr(extent);
            if (b.offset) check_expr(*b.offset);
        }
        check_sequence(loops.program);
        return found_;
    }

  private:
    void add_buffer(const LoopBuffer& b) {
        if (b.contents == Contents::given && !belongs_to_caller(b))
            report(fmt::format("'{}' is given, but not by the caller", b.name));
        switch (b.space) {
            case MemorySpace::caller:
                live_.insert(b.name);
                add_box(b);
                return;
            case MemorySpace::scratch: live_.insert(b.name); return;
            case MemorySpace::global: return;
        }
    }

    // The names of the caller's box.
    void add_box(const LoopBuffer& b) {
        for (size_t d = 0; d < b.dims.size(); ++d) {
            global_.insert({key(*as<Variable>(b.mins[d])), key(*as<Variable>(b.maxs[d]))});
            if (is_input(b))
                global_.insert(key({Scope::dimension, b.name + "." + b.dims[d] + ".extent", nullptr}));
        }
    }

    static std::string key(const Variable& v) {
        return fmt::format("{}:{}", static_cast<int>(v.scope), v.name);
    }

    void report(std::string message) {
        if (!found_) found_ = std::move(message);
    }

    void check_element(const std::string& buffer, const Exprs& indices, ScalarType type) {
        const auto b = buffers_.find(buffer);
        if (b == buffers_.end() || !live_.count(buffer))
            return report(fmt::format("the buffer '{}' is not there", buffer));
        if (b->second->dims.size() != indices.size())
            report(fmt::format("'{}' is used with the wrong rank", buffer));
        if (b->second->type != type) report(fmt::format("'{}' is used with the wrong type", buffer));
        if (b->second->space == MemorySpace::scratch) check_box(*b->second);
        for (const Expr& index : indices) {
            if (index.type() != ScalarType::i64)
                report(fmt::format("an index of '{}' is not 64 bits wide", buffer));
        }
    }

    // The box of a scratch buffer must be known wherever the buffer is used.
    void check_box(const LoopBuffer& b) {
        for (size_t d = 0; d < b.mins.size(); ++d) {
            if (b.folds[d] == 0) check_expr(b.mins[d]);
        }
    }

    void check_expr(const Expr& root) {
        for_each_node(root, [&](const Expr& e) {
            if (const Variable* v = as<Variable>(e); v && !is_known(key(*v)))
                report(fmt::format("'{}' has no value", v->name));
            if (const Load* load = as<Load>(e)) check_element(load->buffer, load->indices, e.type());
            if (as<Access>(e) || as<Reduce>(e) || as<Invalid>(e)) report("an expression was not lowered");
            check_lanes(e);
        });
    }

    // Operands are scalars or have the lanes of the whole; lanes count up from a scalar.
    void check_lanes(const Expr& e) {
        if (const Lanes* n = as<Lanes>(e)) {
            if (n->base.lanes() != 1 || n->count < 2) report("lanes do not count up from a scalar");
            return;
        }
        for_each_child(*e, [&](const Expr& child) {
            if (child.lanes() != 1 && child.lanes() != e.lanes())
                report("an expression mixes vectors of different lengths");
        });
        const Variable* v = as<Variable>(e);
        if (!v || v->scope != Scope::local) return;
        const auto local = lanes_.find(v->name);
        if (v->lanes != (local == lanes_.end() ? 1 : local->second))
            report(fmt::format("'{}' is used with the wrong number of lanes", v->name));
    }

    void expect_lanes(const Expr& e, int lanes) {
        if (e.lanes() != 1 && e.lanes() != lanes) report("a value has other lanes than its place");
    }

    // One vector is stored along the first dimension, into elements of its own.
    void check_store(const Store& n) {
        check_element(n.buffer, n.indices, n.value.type());
        const auto b = buffers_.find(n.buffer);
        if (b != buffers_.end() && b->second->contents == Contents::given)
            report(fmt::format("'{}' is given and written", n.buffer));
        if (!n.indices.empty())
            expect_lanes(n.value, n.indices[0].lanes());
        else
            expect_lanes(n.value, 1);
        for (size_t d = 1; d < n.indices.size(); ++d) expect_lanes(n.indices[d], 1);
    }

    bool is_known(const std::string& name) const { return local_.count(name) || global_.count(name); }

    // What a sequence allocates it releases: it can run again.
    void check_sequence(const Sequence& program) {
        std::set<std::string> own;
        for (const Step& step : program.steps) {
            match(
                step, [&](const Sequence& n) { check_sequence(n); },
                [&](const Compute& n) { check_compute(*n.body); },
                [&](const Allocate& n) {
                    check_allocation(n.buffer);
                    own.insert(n.buffer);
                },
                [&](const Release& n) {
                    if (own.erase(n.buffer) == 0)
                        report(fmt::format("'{}' is released where it was not allocated", n.buffer));
                    live_.erase(n.buffer);
                });
        }
        for (const std::string& buffer : own)
            report(fmt::format("'{}' is not released where it was allocated", buffer));
    }

    void check_allocation(const std::string& buffer) {
        const auto b = buffers_.find(buffer);
        if (b == buffers_.end() || b->second->space != MemorySpace::global)
            return report(fmt::format("'{}' is allocated, but is not a global buffer", buffer));
        if (!live_.insert(buffer).second) report(fmt::format("'{}' is allocated twice", buffer));
    }

    void check_compute(const Statement& body) {
        if (auto wrong = misplaced_level(body)) report(std::move(*wrong));
        check_scope(body);
    }

    // Names end with the block that declares them.
    void check_scope(const Statement& s) {
        const size_t before = declared_.size();
        check(s);
        for (; declared_.size() > before; declared_.pop_back()) local_.erase(declared_.back());
    }

    void check(const Statement& s) {
        for_each_expr(s, [&](const Expr& e) { check_expr(e); });
        match(
            s,
            [&](const Block& n) {
                for (const StatementPtr& child : n.statements) check(*child);
            },
            [&](const For& n) {
                expect_lanes(n.min, 1);
                expect_lanes(n.max, 1);
                if (n.step < 1) report(fmt::format("the loop over '{}' does not advance", n.variable));
                const std::string name = key({n.scope, n.variable, nullptr});
                if (!local_.insert(name).second)
                    report(fmt::format("the loop over '{}' hides another", n.variable));
                if (n.scope == Scope::local) lanes_[n.variable] = 1;
                check_scope(*n.body);
                local_.erase(name);
            },
            [&](const Declare& n) {
                const std::string name = key({Scope::local, n.name, nullptr});
                if (local_.insert(name).second)
                    declared_.push_back(name);
                else
                    report(fmt::format("'{}' is declared twice", n.name));
                lanes_[n.name] = n.lanes;
                expect_lanes(n.value, n.lanes);
            },
            [&](const Assign& n) {
                if (!local_.count(key({Scope::local, n.name, nullptr})))
                    report(fmt::format("'{}' is not declared", n.name));
                else
                    expect_lanes(n.value, lanes_.at(n.name));
            },
            [&](const Store& n) { check_store(n); },
            [&](const If& n) {
                if (!is_bool(n.condition.type())) report("a condition is not a bool");
                expect_lanes(n.condition, 1);
                check_scope(*n.then);
                if (n.otherwise) check_scope(*n.otherwise);
            });
    }

    std::map<std::string, const LoopBuffer*> buffers_;
    std::set<std::string> live_;
    std::set<std::string> global_;       // for the whole program
    std::set<std::string> local_;        // here
    std::vector<std::string> declared_;  // of those, the declared ones, in order
    std::map<std::string, int> lanes_;   // of the locals declared last by their names
    std::optional<std::string> found_;
};

}  // namespace

std::optional<std::string> violation_of(const Loops& loops) { return LoopsVerifier(loops).run(loops); }

}  // namespace pantile::ir
