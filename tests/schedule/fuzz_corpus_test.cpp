#include "fuzz/check_machine.h"
#include "fuzz/check_schedule.h"
#include "fuzz/replay.h"

namespace pantile::fuzz {
namespace {

TEST(FuzzCorpus, EveryScheduleFileHolds) { expect_corpus_holds("schedule", 12, check_schedule); }
TEST(FuzzCorpus, EveryMachineFileHolds) { expect_corpus_holds("machine", 8, check_machine); }

}  // namespace
}  // namespace pantile::fuzz
