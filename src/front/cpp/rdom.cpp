#include "pantile/rdom.h"

#include <fmt/format.h>

#include "front/cpp/reductions.h"
#include "front/cpp/stored_form.h"
#include "ir/build.h"
#include "pantile/image_param.h"

namespace pantile {
namespace {

// 'r' alone, else 'rx', 'ry', 'rz', 'rw', 'r4', …
std::string variable_name(const std::string& domain, size_t index, size_t rank) {
    constexpr const char* kLetters[] = {"x", "y", "z", "w"};
    const std::string base = domain.empty() ? "r" : domain;
    if (rank == 1) return base;
    return base + (index < 4 ? kLetters[index] : std::to_string(index));
}

std::shared_ptr<front::RDomContents> contents_of(const std::vector<ir::IndexRange>& ranges,
                                                 const std::string& name) {
    auto contents = std::make_shared<front::RDomContents>();
    for (size_t d = 0; d < ranges.size(); ++d) {
        contents->domain.variables.push_back({variable_name(name, d, ranges.size()), ranges[d].min,
                                              ranges[d].max, std::make_shared<front::Tag>()});
    }
    return contents;
}

std::vector<ir::IndexRange> index_ranges(const std::vector<Range>& ranges) {
    std::vector<ir::IndexRange> out;
    for (const Range& range : ranges) out.push_back(front::index_range(range));
    return out;
}

// A number without its partner is an extent that has no value, and is reported as such.
std::vector<Range> pairs(const std::vector<Expr>& numbers) {
    std::vector<Range> out;
    for (size_t i = 0; i < numbers.size(); i += 2) {
        out.push_back({numbers[i], i + 1 < numbers.size() ? numbers[i + 1] : Expr()});
    }
    return out;
}

std::vector<ir::IndexRange> ranges_of(const std::shared_ptr<const front::InputContents>& image) {
    std::vector<ir::IndexRange> out;
    for (size_t d = 0; d < image->dims.size(); ++d) {
        out.push_back({front::bound_of(image, d, ir::Bound::min), front::bound_of(image, d, ir::Bound::max)});
    }
    return out;
}

std::vector<Range> ranges_of(const AnyBuffer& buffer) {
    std::vector<Range> out;
    for (const Dimension& d : buffer.dims()) out.push_back({d.min, d.extent});
    return out;
}

}  // namespace

RVar::operator Expr() const {
    const std::vector<ir::ReductionVariable>& variables = domain_->domain.variables;
    if (index_ >= variables.size()) {
        return front::from_ir(ir::invalid(fmt::format(
            "dimension {} of an 'RDom' is used, which has {} of them.", index_, variables.size())));
    }
    auto symbol = std::make_shared<front::RVarSymbol>();
    symbol->owner = domain_;
    symbol->index = index_;
    return front::from_ir(
        front::variable_of(ir::Scope::reduction, variables[index_].name, ScalarType::i32, std::move(symbol)));
}

RDom::RDom(Collected, std::shared_ptr<front::RDomContents> contents)
    : contents_(std::move(contents)), x(contents_, 0), y(contents_, 1), z(contents_, 2), w(contents_, 3) {}
RDom::RDom(Collected, const Arguments& arguments) : RDom(pairs(arguments.numbers), arguments.name) {}
RDom::RDom(const std::vector<Range>& ranges, const std::string& name)
    : RDom(Collected(), contents_of(index_ranges(ranges), name)) {}
RDom::RDom(const ImageParam& image, const std::string& name)
    : RDom(Collected(), contents_of(ranges_of(image.contents()), name)) {}
RDom::RDom(const AnyBuffer& buffer, const std::string& name) : RDom(ranges_of(buffer), name) {}

void RDom::where(const Expr& condition) {
    ir::Expr next = front::to_ir(condition);
    if (!ir::is_invalid(next) && !is_bool(next.type())) {
        next = ir::invalid(fmt::format("'where' takes a bool, not '{}'.", name_of(next.type())), {},
                           {"compare: '… != 0'."});
    }
    std::optional<ir::Expr>& all = contents_->domain.where;
    next = front::without_owner(next, *contents_);
    all = all ? ir::binary(ir::BinaryOp::logical_and, *all, next) : next;
}

int RDom::dimensions() const { return static_cast<int>(contents_->domain.variables.size()); }
RVar RDom::operator[](int dimension) const { return {contents_, static_cast<size_t>(dimension)}; }

RDom::operator Expr() const {
    if (dimensions() == 1) return x;
    return front::from_ir(
        ir::invalid(fmt::format("an 'RDom' of {} dimensions is used as a number.", dimensions()), {},
                    {"name one of its variables: 'r.x'."}));
}

}  // namespace pantile
