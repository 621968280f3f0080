#include "passes/place_scratch.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/symbolic.h"
#include "ir/loop_levels.h"
#include "ir/scratch_layout.h"
#include "ir/uses.h"

namespace pantile::passes {

using namespace ir;

namespace {

using Pair = std::pair<std::string, std::string>;

// The buffers that are in use at the same time somewhere in a task, as ordered pairs.
class Conflicts {
  public:
    explicit Conflicts(const std::set<std::string>& scratch) : scratch_(scratch) {}

    std::set<Pair> of(const StatementPtr& task) {
        visit(task);
        return std::move(found_);
    }

  private:
    struct Life {
        size_t first;
        size_t last;
    };

    void visit(const StatementPtr& s) {
        std::vector<StatementPtr> line;
        flatten(s, line);
        std::map<std::string, Life> lives;
        for (size_t i = 0; i < line.size(); ++i) {
            for (const std::string& name : buffers_used(*line[i])) {
                if (!scratch_.count(name)) continue;
                lives.try_emplace(name, Life{i, i}).first->second.last = i;
            }
        }
        std::set<size_t> branches;
        for (auto a = lives.begin(); a != lives.end(); ++a) {
            for (auto b = std::next(a); b != lives.end(); ++b) {
                if (const auto branch = meet(*a, *b, line)) branches.insert(*branch);
            }
        }
        for (const size_t i : branches) {
            const If& choice = std::get<If>(line[i]->kind);
            visit(choice.then);
            if (choice.otherwise) visit(choice.otherwise);
        }
    }

    static void flatten(const StatementPtr& s, std::vector<StatementPtr>& line) {
        if (const Block* b = std::get_if<Block>(&s->kind))
            for (const StatementPtr& child : b->statements) flatten(child, line);
        else
            line.push_back(s);
    }

    // Notes a conflict, or returns the one If in which both live: its branches tell.
    std::optional<size_t> meet(const std::pair<const std::string, Life>& a,
                               const std::pair<const std::string, Life>& b,
                               const std::vector<StatementPtr>& line) {
        const Life x = a.second, y = b.second;
        if (x.last < y.first || y.last < x.first) return std::nullopt;
        const bool one_statement = x.first == x.last && y.first == y.last;
        const If* choice = one_statement ? std::get_if<If>(&line[x.first]->kind) : nullptr;
        if (choice && buffers_read(choice->condition).empty()) return x.first;
        found_.insert({a.first, b.first});
        return std::nullopt;
    }

    const std::set<std::string>& scratch_;
    std::set<Pair> found_;
};

int64_t constant_bytes(const LoopBuffer& b) { return *constant_int(scratch_layout(b).bytes); }
bool has_constant_size(const LoopBuffer& b) { return constant_int(scratch_layout(b).bytes).has_value(); }

// A bool is a byte in memory.
bool same_element(ScalarType a, ScalarType b) {
    const auto stored = [](ScalarType t) { return is_bool(t) ? ScalarType::u8 : t; };
    return stored(a) == stored(b);
}

// The arena of one step.
class Arena {
  public:
    explicit Arena(std::set<Pair> conflicts) : conflicts_(std::move(conflicts)) {}

    // The lowest place where no byte belongs to a buffer that must not be touched.
    void place(LoopBuffer& b) {
        const int64_t bytes = constant_bytes(b);
        int64_t at = 0;
        // Placed buffers lie in the order of their ends: what was passed once is never in the way again.
        for (const auto& [end, other] : by_end_) {
            const int64_t begin = *constant_int(*other->offset);
            if (end > at && begin < at + bytes && !may_share(b, *other)) at = end;
        }
        b.offset = constant_i64(at);
        by_end_.emplace(at + bytes, &b);
        constant_ = std::max(constant_, at + bytes);
    }

    void place_behind(LoopBuffer& b) {
        const Expr at = bytes();
        b.offset = at;
        behind_ = analysis::plus(at, scratch_layout(b).bytes);
    }

    Expr bytes() const { return behind_ ? *behind_ : constant_i64(constant_); }

  private:
    bool may_share(const LoopBuffer& a, const LoopBuffer& b) const {
        const Pair names = std::minmax(a.name, b.name);
        return same_element(a.type, b.type) && !conflicts_.count(names);
    }

    std::set<Pair> conflicts_;
    std::multimap<int64_t, const LoopBuffer*> by_end_;
    int64_t constant_ = 0;
    std::optional<Expr> behind_;
};

Expr place_step(const Compute& step, std::vector<LoopBuffer>& buffers) {
    const std::set<std::string> used = buffers_used(*step.body);
    std::vector<LoopBuffer*> sized, rest;
    std::set<std::string> names;
    for (LoopBuffer& b : buffers) {
        if (b.space != MemorySpace::scratch || !used.count(b.name)) continue;
        (has_constant_size(b) ? sized : rest).push_back(&b);
        names.insert(b.name);
    }
    std::stable_sort(sized.begin(), sized.end(), [](const LoopBuffer* a, const LoopBuffer* b) {
        return constant_bytes(*a) > constant_bytes(*b);
    });
    const For* tasks = task_loop(step);
    Arena arena(Conflicts(names).of(tasks ? tasks->body : step.body));
    for (LoopBuffer* b : sized) arena.place(*b);
    for (LoopBuffer* b : rest) arena.place_behind(*b);
    return arena.bytes();
}

}  // namespace

Loops place_scratch(const Loops& loops) {
    Loops out = loops;
    Exprs sizes;
    for_each_compute(loops.program, [&](const Compute& step) {
        const Expr bytes = place_step(step, out.buffers);
        if (constant_int(bytes) != 0) sizes.push_back(bytes);
    });
    out.arena_bytes = sizes.empty() ? constant_i64(0) : analysis::greatest(sizes);
    return out;
}

bool share_memory(const LoopBuffer& a, const LoopBuffer& b) {
    const auto x = constant_int(*a.offset), y = constant_int(*b.offset);
    // What has no number for its place has a place of its own.
    if (!x || !y || !has_constant_size(a) || !has_constant_size(b)) return false;
    return *x < *y + constant_bytes(b) && *y < *x + constant_bytes(a);
}

}  // namespace pantile::passes
