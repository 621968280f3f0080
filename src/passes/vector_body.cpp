#include "passes/vector_body.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "ir/lane_index.h"
#include "ir/traverse.h"

namespace pantile::passes {

using namespace ir;

namespace {

// What is assigned by a Declare or an Assign.
struct Binding {
    const std::string* name;
    const Expr* value;
};

std::optional<Binding> binding_of(const Statement& s) {
    if (const Declare* n = std::get_if<Declare>(&s.kind)) return Binding{&n->name, &n->value};
    if (const Assign* n = std::get_if<Assign>(&s.kind)) return Binding{&n->name, &n->value};
    return std::nullopt;
}

bool is_loop_variable(const Variable& v, const For& loop) {
    return v.scope == loop.scope && v.name == loop.variable;
}

// The locals whose values differ between the iterations.
std::set<std::string> varying_locals(const For& loop) {
    std::set<std::string> varying;
    const auto differs = [&](const Expr& e) {
        const Exprs nodes = post_order(e);
        return std::any_of(nodes.begin(), nodes.end(), [&](const Expr& node) {
            const Variable* v = as<Variable>(node);
            return v && (is_loop_variable(*v, loop) || (v->scope == Scope::local && varying.count(v->name)));
        });
    };
    // An accumulator starts as a number and may vary only after its last Assign: once is not enough.
    for (size_t before = ~size_t{0}; before != varying.size();) {
        before = varying.size();
        for_each_statement(*loop.body, [&](const Statement& s) {
            const std::optional<Binding> b = binding_of(s);
            if (b && !varying.count(*b->name) && differs(*b->value)) varying.insert(*b->name);
        });
    }
    return varying;
}

class VectorBody {
  public:
    VectorBody(const For& loop, const Expr& first, int lanes, const BuffersByName& buffers)
        : loop_(loop), first_(first), lanes_(lanes), buffers_(buffers), varying_(varying_locals(loop)) {}

    std::optional<StatementPtr> run() {
        const StatementPtr body = rewrite(*loop_.body);
        return possible_ ? std::optional(body) : std::nullopt;
    }

  private:
    // 'first' is i64; where the language sees the coordinate as an i32, the value is the same.
    Expr lanes_of(ScalarType type) const {
        return lanes_from(type == first_.type() ? first_ : make_node(Cast{first_}, type), lanes_);
    }

    Expr rewrite(const Expr& e) {
        return transform(e, [this](const Expr& node) {
            const Variable* v = as<Variable>(node);
            if (!v) return node;
            if (is_loop_variable(*v, loop_)) return lanes_of(node.type());
            if (v->scope != Scope::local || !varying_.count(v->name)) return node;
            const auto inlined = inlined_.find(v->name);
            return inlined != inlined_.end() ? inlined->second : vector_local(v->name, node.type(), lanes_);
        });
    }

    Expr uniform(const Expr& e) {
        const Expr rewritten = rewrite(e);
        possible_ &= rewritten.lanes() == 1;
        return rewritten;
    }

    StatementPtr rewrite(const Statement& s) {
        return match(
            s,
            [&](const Block& n) {
                std::vector<StatementPtr> all;
                for (const StatementPtr& child : n.statements) {
                    if (!inlines(*child)) all.push_back(rewrite(*child));
                }
                return statement(Block{std::move(all)});
            },
            [&](const For& n) {
                possible_ &= n.level == LoopLevel::serial;
                For out = n;
                out.min = uniform(n.min);
                out.max = uniform(n.max);
                return with_body(out, rewrite(*n.body));
            },
            [&](const Declare& n) {
                declared_.insert(n.name);
                return statement(
                    Declare{n.name, rewrite(n.value), n.changes, varying_.count(n.name) ? lanes_ : 1});
            },
            [&](const Assign& n) {
                // What an iteration leaves for the next one cannot be a lane.
                possible_ &= declared_.count(n.name) > 0;
                return statement(Assign{n.name, rewrite(n.value)});
            },
            [&](const Store& n) { return rewrite_store(n); },
            [&](const If& n) {
                const Expr condition = uniform(n.condition);
                return statement(
                    If{condition, rewrite(*n.then), n.otherwise ? rewrite(*n.otherwise) : nullptr});
            });
    }

    StatementPtr rewrite_store(const Store& n) {
        Exprs indices;
        for (const Expr& index : n.indices) indices.push_back(rewrite(index));
        possible_ &= !indices.empty() && is_dense(n.buffer);
        for (size_t d = 0; d < indices.size(); ++d) {
            const LaneIndex index = lane_index(indices[d]);
            possible_ &= d == 0 ? index.order == LaneOrder::linear && index.step == 1 && !index.is_clamped
                                : index.order == LaneOrder::uniform;
        }
        return statement(Store{n.buffer, std::move(indices), rewrite(n.value)});
    }

    bool is_dense(const std::string& buffer) const {
        const std::vector<int64_t>& folds = buffers_.at(buffer)->folds;
        return folds.empty() || folds[0] == 0;
    }

    // Takes an index that runs evenly over the lanes out of its local.
    bool inlines(const Statement& s) {
        const Declare* n = std::get_if<Declare>(&s.kind);
        if (!n || n->changes || n->value.type() != ScalarType::i64 || !varying_.count(n->name)) return false;
        const Expr value = rewrite(n->value);
        if (lane_index(value).order == LaneOrder::other) return false;
        inlined_.insert_or_assign(n->name, value);
        return true;
    }

    const For& loop_;
    const Expr first_;
    const int lanes_;
    const BuffersByName& buffers_;
    const std::set<std::string> varying_;
    std::set<std::string> declared_;
    std::unordered_map<std::string, Expr> inlined_;
    bool possible_ = true;
};

// Collects the widest vector element among what reaches a stored value.
class WidestElement {
  public:
    explicit WidestElement(const Statement& body) : body_(body) {}

    int run() {
        for_each_statement(body_, [&](const Statement& s) {
            const Store* n = std::get_if<Store>(&s.kind);
            if (!n) return;
            count(n->value.type());
            visit(n->value);
        });
        return widest_;
    }

  private:
    void count(ScalarType type) { widest_ = std::max(widest_, size_in_bytes(type)); }

    void visit(const Expr& e) {
        if (e.lanes() == 1 || !seen_.insert(e.id()).second) return;
        count(e.type());
        if (as<Load>(e)) return;
        if (const Variable* v = as<Variable>(e)) return visit_local(v->name);
        for_each_child(*e, [&](const Expr& child) { visit(child); });
    }

    void visit_local(const std::string& name) {
        if (!locals_.insert(name).second) return;
        for_each_statement(body_, [&](const Statement& s) {
            const std::optional<Binding> b = binding_of(s);
            if (b && *b->name == name) visit(*b->value);
        });
    }

    const Statement& body_;
    std::set<const Node*> seen_;
    std::set<std::string> locals_;
    int widest_ = 1;
};

}  // namespace

std::optional<StatementPtr> vector_body(const For& loop, const Expr& first, int lanes,
                                        const BuffersByName& buffers) {
    return VectorBody(loop, first, lanes, buffers).run();
}

BuffersByName buffers_by_name(const Loops& loops) {
    BuffersByName buffers;
    for (const LoopBuffer& b : loops.buffers) buffers[b.name] = &b;
    return buffers;
}

int widest_element(const Statement& body) { return WidestElement(body).run(); }

}  // namespace pantile::passes
