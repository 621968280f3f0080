#include "pantile/image_param.h"

#include <fmt/format.h>

#include "front/cpp/call.h"
#include "front/cpp/reductions.h"

namespace pantile {
namespace {

std::string default_name(size_t dimension) {
    constexpr const char* kNames[] = {"x", "y", "c", "w"};
    return dimension < 4 ? kNames[dimension] : fmt::format("v{}", dimension);
}

Expr bound(const std::shared_ptr<const front::InputContents>& image, int dimension, ir::Bound which) {
    const auto d = static_cast<size_t>(dimension);
    if (dimension >= 0 && d < image->dims.size()) return front::from_ir(front::bound_of(image, d, which));
    return front::from_ir(ir::invalid(fmt::format("dimension {} of '{}' is used, which has {} of them.",
                                                  dimension, image->name, image->dims.size())));
}

}  // namespace

Expr ImageDimension::min() const { return bound(image_, dimension_, ir::Bound::min); }
Expr ImageDimension::max() const { return bound(image_, dimension_, ir::Bound::max); }
Expr ImageDimension::extent() const { return bound(image_, dimension_, ir::Bound::extent); }

ImageParam::ImageParam(ScalarType type, int dimensions, std::string name,
                       std::vector<std::string> dimension_names)
    : contents_(std::make_shared<front::InputContents>()) {
    contents_->name = std::move(name);
    contents_->type = type;
    contents_->dims = std::move(dimension_names);
    const size_t rank = static_cast<size_t>(std::max(dimensions, 0));
    for (size_t d = contents_->dims.size(); d < rank; ++d) contents_->dims.push_back(default_name(d));
    contents_->dims.resize(rank);
}

ImageParam::ImageParam(AnyBuffer buffer, std::string name)
    : ImageParam(buffer.type(), buffer.rank(), std::move(name)) {
    set(std::move(buffer));
}

Expr ImageParam::read(const std::vector<Expr>& args) const {
    return front::from_ir(
        front::call(std::shared_ptr<const front::InputContents>(contents_), front::to_ir(args)));
}

void ImageParam::set(AnyBuffer buffer) { contents_->buffer = std::move(buffer); }
const AnyBuffer& ImageParam::get() const { return contents_->buffer; }
const std::string& ImageParam::name() const { return contents_->name; }
ScalarType ImageParam::type() const { return contents_->type; }
int ImageParam::dimensions() const { return static_cast<int>(contents_->dims.size()); }

}  // namespace pantile
