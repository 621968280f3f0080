// Kernels that tests compile go to a cache of their own, which disappears with the process.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "interp/images.h"
#include "runtime/temporary_directory.h"

namespace pantile::test {

class PrivateCache : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        static const runtime::TemporaryDirectory place =
            runtime::TemporaryDirectory::create("/tmp", "pantile-test-").value();
        setenv("XDG_CACHE_HOME", place.path().c_str(), 1);
    }
};

inline Kernel compiled(const Pipeline& pipeline, const CompileOptions& options = {}) {
    Result<Kernel> kernel = compile(pipeline, options);
    EXPECT_TRUE(kernel) << render(kernel.diagnostics());
    return std::move(kernel).value();
}

// The same box, and the same bits in every element; NaNs are alike.
inline bool identical(const AnyBuffer& a, const AnyBuffer& b) {
    if (a.type() != b.type() || a.rank() != b.rank()) return false;
    for (int d = 0; d < a.rank(); ++d) {
        if (a.dim(d).min != b.dim(d).min || a.dim(d).extent != b.dim(d).extent) return false;
    }
    return values_of(a) == values_of(b);
}

}  // namespace pantile::test
