#include "fuzz/check_image.h"
#include "fuzz/replay.h"

namespace pantile::fuzz {
namespace {

TEST(FuzzCorpus, EveryImageFileHolds) { expect_corpus_holds("image", 15, check_image); }

}  // namespace
}  // namespace pantile::fuzz
