#include "pantile/boundary_conditions.h"

#include <fmt/format.h>

#include "front/cpp/call.h"
#include "front/cpp/define.h"
#include "front/cpp/reductions.h"
#include "ir/build.h"

namespace pantile::BoundaryConditions {
namespace {

using front::Forward;
using ir::BoundaryKind;
using Ranges = std::vector<std::optional<ir::IndexRange>>;

Ranges whole(const ImageParam& image) {
    Ranges ranges;
    for (int d = 0; d < image.dimensions(); ++d) {
        ranges.push_back(ir::IndexRange{front::to_ir(image.dim(d).min()), front::to_ir(image.dim(d).max())});
    }
    return ranges;
}

Ranges given(const std::vector<Range>& ranges) {
    Ranges out;
    for (const Range& r : ranges) {
        const bool bounded = r.min.defined() || r.extent.defined();
        out.push_back(bounded ? std::optional<ir::IndexRange>(front::index_range(r)) : std::nullopt);
    }
    return out;
}

Func bounded(const Func& source, BoundaryKind kind, Ranges ranges) {
    const Func func;
    front::FuncContents& contents = *func.contents();
    const size_t rank = front::rank_of(*source.contents());
    if (!source.defined()) {
        contents.mistake =
            ir::invalid(fmt::format("{} is read before it is defined.", front::shown(*source.contents())));
    } else if (ranges.size() > rank) {
        contents.mistake = ir::invalid(fmt::format("a boundary condition gives {} for {}, which has {}.",
                                                   front::counted(ranges.size(), "range", "ranges"),
                                                   front::shown(*source.contents()),
                                                   front::counted(rank, "dimension", "dimensions")));
    }
    contents.name = source.name();
    contents.forward = Forward{nullptr, kind, std::move(ranges), std::nullopt};
    contents.callees.push_back(source.contents());
    return func;
}

// A literal takes the type of the source.
Func exterior(const Func& func, const Expr& value) {
    const ir::Expr e = front::to_ir(value);
    const bool number = ir::constant_value(e).has_value();
    func.contents()->forward->exterior = number ? ir::settle_as(e, func.type()) : e;
    return func;
}

}  // namespace

Func repeat_edge(const ImageParam& image) { return bounded(image, BoundaryKind::repeat_edge, whole(image)); }
Func repeat_edge(const Func& source, const std::vector<Range>& ranges) {
    return bounded(source, BoundaryKind::repeat_edge, given(ranges));
}

Func repeat_image(const ImageParam& image) {
    return bounded(image, BoundaryKind::repeat_image, whole(image));
}
Func repeat_image(const Func& source, const std::vector<Range>& ranges) {
    return bounded(source, BoundaryKind::repeat_image, given(ranges));
}

Func mirror_image(const ImageParam& image) {
    return bounded(image, BoundaryKind::mirror_image, whole(image));
}
Func mirror_image(const Func& source, const std::vector<Range>& ranges) {
    return bounded(source, BoundaryKind::mirror_image, given(ranges));
}

Func mirror_interior(const ImageParam& image) {
    return bounded(image, BoundaryKind::mirror_interior, whole(image));
}
Func mirror_interior(const Func& source, const std::vector<Range>& ranges) {
    return bounded(source, BoundaryKind::mirror_interior, given(ranges));
}

Func constant_exterior(const ImageParam& image, const Expr& value) {
    return exterior(bounded(image, BoundaryKind::constant_exterior, whole(image)), value);
}
Func constant_exterior(const Func& source, const Expr& value, const std::vector<Range>& ranges) {
    return exterior(bounded(source, BoundaryKind::constant_exterior, given(ranges)), value);
}

}  // namespace pantile::BoundaryConditions
