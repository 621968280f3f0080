// The steps of the shrinker: each lists simpler specimens, the boldest first. They need not be valid: what
// does not fit any more is fitted (fit.h) or thrown away.
#pragma once

#include "random/specimen.h"

namespace pantile::random {

using Candidates = std::vector<Specimen>;

Candidates with_fewer_outputs(const Specimen& specimen);
Candidates with_fewer_stages(const Specimen& specimen);
Candidates with_fewer_definitions(const Specimen& specimen);
Candidates with_fewer_dimensions(const Specimen& specimen);
Candidates with_simpler_values(const Specimen& specimen);
Candidates with_smaller_images(const Specimen& specimen);
Candidates with_simpler_schedule(const Specimen& specimen);

}  // namespace pantile::random
