#include "ir/pipeline.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "ir/traverse.h"

namespace pantile::ir {
namespace {

template <typename Item>
const Item* find_named(const std::vector<Item>& items, std::string_view name) {
    const auto found =
        std::find_if(items.begin(), items.end(), [&](const Item& i) { return i.name == name; });
    return found == items.end() ? nullptr : &*found;
}

constexpr std::array<std::string_view, 3> kBounds = {"min", "max", "extent"};

}  // namespace

const Input* Pipeline::find_input(std::string_view wanted) const { return find_named(inputs, wanted); }
const Stage* Pipeline::find_stage(std::string_view wanted) const { return find_named(stages, wanted); }
const Param* Pipeline::find_param(std::string_view wanted) const { return find_named(params, wanted); }

bool Pipeline::is_output(std::string_view stage) const {
    return std::find(outputs.begin(), outputs.end(), stage) != outputs.end();
}

const CoordinateRange* Stage::range_of(size_t dim) const {
    const auto found =
        std::find_if(ranges.begin(), ranges.end(), [&](const CoordinateRange& r) { return r.dim == dim; });
    return found == ranges.end() ? nullptr : &*found;
}

bool is_pure_argument(const Stage& stage, const Update& update, size_t d) {
    const Variable* v = as<Variable>(update.args[d]);
    return v && v->scope == Scope::coordinate && v->name == stage.dims[d];
}

void for_each_expr(const Stage& stage, const std::function<void(const Expr&, size_t)>& visit) {
    for (const Case& c : stage.cases) {
        if (c.condition) visit(*c.condition, 0);
        visit(c.value, 0);
    }
    for (size_t k = 0; k < stage.updates.size(); ++k) {
        const Update& update = stage.updates[k];
        for (const ReductionVariable& v : update.domain.variables) {
            visit(v.min, k + 1);
            visit(v.max, k + 1);
        }
        if (update.domain.where) visit(*update.domain.where, k + 1);
        for (const Expr& arg : update.args) visit(arg, k + 1);
        visit(update.value, k + 1);
    }
}

std::vector<std::string> producers_of(const Stage& stage) {
    std::vector<std::string> names;
    std::unordered_set<std::string> seen;
    for_each_expr(stage, [&](const Expr& e, size_t) {
        for_each_node(e, [&](const Expr& node) {
            const Access* access = as<Access>(node);
            if (access && seen.insert(access->producer).second) names.push_back(access->producer);
        });
    });
    return names;
}

bool reads_from(const Stage& stage, std::string_view producer) {
    const std::vector<std::string> producers = producers_of(stage);
    return std::find(producers.begin(), producers.end(), producer) != producers.end();
}

std::string line_of(const Source& source, int line) {
    size_t begin = 0;
    for (int i = 1; i < line && begin != std::string::npos; ++i) {
        begin = source.text.find('\n', begin);
        if (begin != std::string::npos) ++begin;
    }
    if (line < 1 || begin == std::string::npos) return {};
    return source.text.substr(begin, source.text.find('\n', begin) - begin);
}

Diagnostic diagnostic_at(const Pipeline& pipeline, SourceSpan span, std::string message) {
    Diagnostic d;
    d.span = span;
    d.message = std::move(message);
    if (!pipeline.source) return d;
    d.file = pipeline.source->file;
    d.source_line = line_of(*pipeline.source, span.line);
    return d;
}

Expr dimension(const Input& input, size_t dim, Bound bound, SourceSpan span) {
    const std::string name =
        input.name + "." + input.dims[dim] + "." + std::string(kBounds[static_cast<size_t>(bound)]);
    return variable(Scope::dimension, name, ScalarType::i32, span);
}

std::optional<DimensionName> parse_dimension(const Pipeline& pipeline, const std::string& name) {
    const size_t first = name.find('.');
    const size_t second = name.find('.', first + 1);
    if (first == std::string::npos || second == std::string::npos) return std::nullopt;
    const Input* input = pipeline.find_input(name.substr(0, first));
    if (!input) return std::nullopt;
    const auto dim =
        std::find(input->dims.begin(), input->dims.end(), name.substr(first + 1, second - first - 1));
    const auto bound = std::find(kBounds.begin(), kBounds.end(), name.substr(second + 1));
    if (dim == input->dims.end() || bound == kBounds.end()) return std::nullopt;
    return DimensionName{input->name, static_cast<size_t>(dim - input->dims.begin()),
                         static_cast<Bound>(bound - kBounds.begin())};
}

}  // namespace pantile::ir
