#include "fuzz/check_pan.h"
#include "fuzz/replay.h"

namespace pantile::fuzz {
namespace {

TEST(FuzzCorpus, EveryProgramHolds) { expect_corpus_holds("pan", 30, check_pan); }

}  // namespace
}  // namespace pantile::fuzz
