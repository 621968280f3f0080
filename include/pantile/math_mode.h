// Which results floating-point code may give.
#pragma once

#pragma GCC visibility push(default)
namespace pantile {

// strict: the same bits under every schedule and thread count. fast: may contract and reassociate.
enum class Math { strict, fast };

}  // namespace pantile
#pragma GCC visibility pop
