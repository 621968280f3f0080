// What a read outside of an image or a Func gives. The results are Funcs, but no stages: a call of one
// rewrites the index and reads the source.
#pragma once

#include <vector>

#include "pantile/func.h"
#include "pantile/image_param.h"
#include "pantile/rdom.h"

#pragma GCC visibility push(default)
namespace pantile::BoundaryConditions {

// Without ranges: all of the image. With ranges: these, one for each dimension from the first on; a dimension
// whose range is {Expr(), Expr()}, or that has none, is left as it is.

// a a a | a b c | c c c
Func repeat_edge(const ImageParam& image);
Func repeat_edge(const Func& source, const std::vector<Range>& ranges);

// a b c | a b c | a b c
Func repeat_image(const ImageParam& image);
Func repeat_image(const Func& source, const std::vector<Range>& ranges);

// c b a | a b c | c b a
Func mirror_image(const ImageParam& image);
Func mirror_image(const Func& source, const std::vector<Range>& ranges);

// c b | a b c | b a
Func mirror_interior(const ImageParam& image);
Func mirror_interior(const Func& source, const std::vector<Range>& ranges);

// v v v | a b c | v v v
Func constant_exterior(const ImageParam& image, const Expr& value);
Func constant_exterior(const Func& source, const Expr& value, const std::vector<Range>& ranges);

}  // namespace pantile::BoundaryConditions
#pragma GCC visibility pop
