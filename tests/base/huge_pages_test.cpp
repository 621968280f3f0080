#include "base/huge_pages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>

namespace pantile {
namespace {

// Whatever the system decides, the memory stays as it was, at any address and of any size.
TEST(HugePages, AskingForThemChangesNothing) {
    for (const size_t bytes : {size_t{1}, size_t{4096}, size_t{5} << 20, (size_t{17} << 20) + 3}) {
        for (const size_t offset : {size_t{0}, size_t{1}, size_t{4095}}) {
            const std::unique_ptr<std::byte, void (*)(void*)> memory(
                static_cast<std::byte*>(std::calloc(bytes + offset, 1)), std::free);
            ASSERT_NE(memory, nullptr);
            std::byte* const begin = memory.get() + offset;
            prefer_huge_pages(begin, bytes);
            EXPECT_TRUE(std::all_of(begin, begin + bytes, [](std::byte b) { return b == std::byte{0}; }));
            std::fill(begin, begin + bytes, std::byte{7});
            prefer_huge_pages(begin, bytes);
            EXPECT_TRUE(std::all_of(begin, begin + bytes, [](std::byte b) { return b == std::byte{7}; }));
        }
    }
}

}  // namespace
}  // namespace pantile
