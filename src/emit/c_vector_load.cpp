// Which load brings the elements of all lanes.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "emit/c_vector.h"
#include "ir/lane_index.h"
#include "ir/traverse.h"

namespace pantile::emit {

using namespace ir;

std::string CVectors::address(const Load& n, const Expr& first_index) {
    Exprs at = n.indices;
    at[0] = first_index;
    return "&" + scalars_.element(n.buffer, at);
}

bool CVectors::is_dense(const std::string& name) const {
    const LoopBuffer& b = buffer(name);
    return b.folds.empty() || b.folds[0] == 0;
}

bool CVectors::is_along_rows(const Load& n) const {
    return is_dense(n.buffer) &&
           std::all_of(n.indices.begin() + 1, n.indices.end(), [](const Expr& i) { return i.lanes() == 1; });
}

std::string CVectors::load(const Load& n, ScalarType type) {
    const LaneIndex index = lane_index(n.indices[0]);
    const bool along_rows = is_along_rows(n);
    if (along_rows && index.order != LaneOrder::other && !index.is_clamped) {
        const auto at = [&](int lane) { return address(n, at_lane(n.indices[0], lane)); };
        if (const auto ordered = ordered_load(type, index, {at(0), at(1)})) return *ordered;
    }
    if (const auto shuffled = from_small_table(n, type)) return *shuffled;
    const std::string stem = fmt::format("{}.lanes{}", n.buffer, ++loads_);
    const std::string id = names_.of("load", stem);
    if (along_rows && index.is_clamped && write_clamped(n, type, index, stem)) return id;
    out_.line(fmt::format("{} {};", type_of(type), id));
    write_gather(n, type, id);
    return id;
}

// All at once where no lane is cut off, one by one elsewhere.
bool CVectors::write_clamped(const Load& n, ScalarType type, const LaneIndex& index,
                             const std::string& stem) {
    // The even and the odd lanes of a halved index are two runs, each as long as its last lane says.
    const int runs = index.order == LaneOrder::halved ? 2 : 1;
    const int64_t length = runs == 2 ? lanes_ / 2 - 1 : index.step * (lanes_ - 1);
    std::vector<std::string> firsts, names, conditions;
    for (int run = 0; run < runs; ++run) {
        const std::string name = run == 0 ? stem : stem + ".odd";
        const std::string &first = names_.bound(name + ".first"), &last = names_.bound(name + ".last");
        firsts.push_back(address(n, variable(Scope::local, name + ".first", ScalarType::i64)));
        names.push_back(
            fmt::format("{} = {}, {} = {}", first, index_at(n, run), last, index_at(n, lanes_ - runs + run)));
        conditions.push_back(fmt::format("({} - {} == {})", last, first, length));
    }
    const auto ordered = ordered_load(type, index, firsts);
    if (!ordered) return false;
    const std::string& id = names_.of("load", stem);
    for (const std::string& name : names) out_.code(fmt::format("const int64_t {};", name));
    out_.line(fmt::format("{} {};", type_of(type), id));
    out_.open(fmt::format("if {}{}{} {{", runs == 2 ? "(" : "", fmt::join(conditions, " & "),
                          runs == 2 ? ")" : ""));
    out_.code(fmt::format("{} = {};", id, *ordered));
    out_.reopen("} else {");
    write_gather(n, type, id);
    out_.close();
    return true;
}

// The load when nothing is cut off, from where the first lanes lie.
std::optional<std::string> CVectors::ordered_load(ScalarType type, const LaneIndex& index,
                                                  const std::vector<std::string>& firsts) {
    const auto from = [&](const std::string& name) { return fmt::format("{}({})", name, firsts[0]); };
    switch (load_kind(index)) {
        case LoadKind::dense: return from(helpers_.load(type, lanes_));
        case LoadKind::reversed: return from(helpers_.load_reversed(type, lanes_));
        case LoadKind::strided: return from(helpers_.load_strided(type, lanes_, index.step));
        case LoadKind::halved:
            if (lanes_ < 4) return std::nullopt;
            return fmt::format("{}({}, {})", helpers_.load_halved(type, lanes_), firsts[0], firsts[1]);
        case LoadKind::gather: return std::nullopt;
    }
    return std::nullopt;
}

// The vector of an index that a constant is added to at most.
static std::optional<Expr> varying_part(const Expr& index) {
    const Sum* sum = as<Sum>(index);
    if (!sum) return as<Cast>(index) ? std::optional(index) : std::nullopt;
    std::optional<Expr> found;
    for (const Expr& term : sum->terms) {
        if (constant_int(term)) continue;
        if (found || !as<Cast>(term)) return std::nullopt;
        found = term;
    }
    return found;
}

const LoopBuffer& CVectors::buffer(const std::string& name) const {
    return *std::find_if(loops_.buffers.begin(), loops_.buffers.end(),
                         [&](const LoopBuffer& b) { return b.name == name; });
}

// The first and the last element of its rows, where they are numbers: of an input, of what was checked to be
// there. All that is ever loaded lies between them.
std::optional<analysis::ValueRange> CVectors::known_row(const LoopBuffer& b) const {
    const auto end = [&](std::string_view which, const Expr& variable) -> std::optional<int64_t> {
        const Variable* v = as<Variable>(variable);
        const std::string name = is_input(b) ? fmt::format("{}.{}.need_{}", b.name, b.dims[0], which)
                                 : v         ? v->name
                                             : "";
        for (const NamedBound& bound : loops_.bounds)
            if (bound.name == name) return constant_int(bound.value);
        return std::nullopt;
    };
    const auto min = end("min", b.mins[0]), max = end("max", b.maxs[0]);
    if (!min || !max) return std::nullopt;
    return analysis::ValueRange{*min, *max};
}

// Tables of a few elements of 32 bits, by an index whose values are known to be few: all of them are loaded,
// and an instruction picks for all lanes. Not more than the table has: its box may be known better than the
// index is here.
std::optional<std::string> CVectors::from_small_table(const Load& n, ScalarType type) {
    const int64_t most = largest_table(type);
    if (most == 0 || lanes_ % 8 != 0 || !is_along_rows(n)) return std::nullopt;
    const std::optional<Expr> varying = varying_part(n.indices[0]);
    const Cast* wide = varying ? as<Cast>(*varying) : nullptr;
    const bool is_local = wide && as<Variable>(wide->operand) && is_integer(wide->operand.type()) &&
                          size_in_bits(wide->operand.type()) <= 32;
    const auto all = ranges_(n.indices[0]), own = is_local ? ranges_(*varying) : std::nullopt;
    const auto row = known_row(buffer(n.buffer));
    if (!all || !own || !row) return std::nullopt;
    const int64_t first = std::max(all->min, row->min), last = std::min(all->max, row->max);
    if (last < first || last - first >= most) return std::nullopt;
    // What is added to the vector alike is added to its first value, too.
    const int64_t begin = first - (all->min - own->min);
    const Expr index = make_node(Cast{wide->operand}, ScalarType::i32);
    const Expr place = make_node(
        Binary{BinaryOp::sub, index, constant(Value::of_int(ScalarType::i32, begin))}, ScalarType::i32);
    return fmt::format("{}({}, {})", helpers_.look_up(type, lanes_, static_cast<int>(last - first + 1)),
                       address(n, constant(Value::of_int(ScalarType::i64, first))), value(place).text);
}

// An element of a row by an index of 32 bits. Coordinates have no more, so neither has the distance from the
// row's first element, once it is taken to be unsigned; in 64 bits it would take twice as many vectors.
std::optional<std::string> CVectors::looked_up(const Load& n) {
    const Cast* wide = as<Cast>(n.indices[0]);
    const bool fits = wide && as<Variable>(wide->operand) && wide->operand.lanes() > 1 &&
                      is_integer(wide->operand.type()) && size_in_bits(wide->operand.type()) == 32;
    if (!fits || !is_along_rows(n)) return std::nullopt;
    const Expr& first = buffer(n.buffer).mins[0];
    const std::string row = n.indices.size() == 1 ? names_.buffer(n.buffer) : "(" + address(n, first) + ")";
    return fmt::format("{}[(uint32_t){} - (uint32_t){}]", row, scalars_.value(wide->operand),
                       scalars_.value(first));
}

// In memory first: compilers keep it in registers where that pays, and build the vector at once.
void CVectors::write_gather(const Load& n, ScalarType type, const std::string& into) {
    const std::string memory = names_.of("load", into + ".memory");
    out_.line(fmt::format("{} {}[{}];", c_memory_type(type), memory, lanes_));
    if (lanes_ > kMostUnrolled) write_lanes_of_locals(n, into);
    out_.line("PANTILE_ALL_LANES");
    out_.code(fmt::format("for (int lane = 0; lane < {}; ++lane) {}[lane] = {};", lanes_, memory,
                          looked_up(n).value_or(scalars_.element(n.buffer, n.indices))));
    scalars_.forget_lanes();
    out_.line(fmt::format("{} = {}({});", into, helpers_.load(type, lanes_), memory));
}

// In a loop that is not unrolled, a lane of a vector would be read by storing all of it, each time.
void CVectors::write_lanes_of_locals(const Load& n, const std::string& into) {
    std::set<std::string> seen;
    const auto write = [&](const Expr& e) {
        const Variable* v = as<Variable>(e);
        if (!v || v->lanes == 1 || is_bool(e.type()) || !seen.insert(v->name).second) return;
        const std::string lanes = names_.of("load", into + "." + v->name);
        out_.line(fmt::format("{} {}[{}];", c_type(e.type()), lanes, lanes_));
        out_.line(fmt::format("{}({}, {});", helpers_.store(e.type(), lanes_), lanes, names_.variable(*v)));
        scalars_.note_lanes(v->name, lanes);
    };
    for (const Expr& index : n.indices) for_each_node(index, write);
}

}  // namespace pantile::emit
