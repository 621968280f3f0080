#include "runtime/host_cpu.h"

#include <gtest/gtest.h>

namespace pantile::runtime {
namespace {

TEST(HostCpu, instruction_sets_of_the_first_processor_are_its_identity) {
    EXPECT_EQ(
        cpu_identity("processor\t: 0\nmodel name\t: A\ncpu MHz\t: 7\nflags\t\t: sse avx\n\nflags\t: other\n"),
        "model name\t: A\nflags\t\t: sse avx\n");
    EXPECT_EQ(cpu_identity("processor : 0\nFeatures : fp asimd\nCPU part : 0xd0c\n"),
              "Features : fp asimd\nCPU part : 0xd0c\n");
}

TEST(HostCpu, a_text_without_instruction_sets_has_no_identity) {
    EXPECT_EQ(cpu_identity(""), "");
    EXPECT_EQ(cpu_identity("\n\n"), "");
    EXPECT_EQ(cpu_identity("model name : A"), "");
}

TEST(HostCpu, vectors_are_as_wide_as_the_widest_instruction_set) {
    EXPECT_EQ(vector_bytes("flags : sse avx avx2 avx512f avx512bw avx512vl\n"), 64);
    EXPECT_EQ(vector_bytes("flags : sse avx avx2 avx512f\n"), 32);
    EXPECT_EQ(vector_bytes("flags : sse avx\n"), 16);
    EXPECT_EQ(vector_bytes("Features : fp asimd\n"), 16);
    EXPECT_EQ(vector_bytes(""), 16);
}

TEST(HostCpu, this_machine_can_tell) { EXPECT_NE(host_cpu_identity(), ""); }

}  // namespace
}  // namespace pantile::runtime
