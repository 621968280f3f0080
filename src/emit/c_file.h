// What the writers of one emitted file share.
#pragma once

#include "emit/c_helpers.h"
#include "emit/c_names.h"
#include "emit/c_vector_helpers.h"
#include "emit/emit_c.h"
#include "ir/loops.h"

namespace pantile::emit {

struct CFile {
    const ir::Loops& loops;
    CNames& names;
    CHelpers& helpers;
    CVectorHelpers& vectors;
    ParallelForm parallel;
};

}  // namespace pantile::emit
