#include "runtime/shared_object.h"

#include "runtime/elf.h"
#include "workshop.h"

namespace pantile::runtime {
namespace {

std::string object_that_answers(const Workshop& workshop, int answer) {
    copying_compiler(workshop, answer);
    return read_file(workshop.place + "/made.so");
}

TEST(SharedObject, objects_loaded_one_after_the_other_stay_apart) {
    const Workshop workshop;
    std::vector<SharedObject> objects;
    for (int answer = 0; answer < 6; ++answer) {
        objects.push_back(SharedObject::load(object_that_answers(workshop, answer)).value());
    }
    for (int answer = 0; answer < 6; ++answer) {
        EXPECT_EQ(call_answer(objects[static_cast<size_t>(answer)]), answer);
    }
}

TEST(SharedObject, an_unknown_name_is_null) {
    const Workshop workshop;
    const SharedObject object = SharedObject::load(object_that_answers(workshop, 1)).value();
    EXPECT_EQ(object.symbol("no_such_name"), nullptr);
}

TEST(SharedObject, no_descriptor_stays_open) {
    const Workshop workshop;
    const std::string bytes = object_that_answers(workshop, 1);
    const size_t before = files_in("/proc/self/fd").size();
    const SharedObject object = SharedObject::load(bytes).value();
    EXPECT_FALSE(SharedObject::load("garbage"));
    EXPECT_EQ(files_in("/proc/self/fd").size(), before);
}

TEST(SharedObject, an_object_cut_at_any_length_is_refused_before_the_loader_sees_it) {
    const Workshop workshop;
    const std::string bytes = object_that_answers(workshop, 1);
    ASSERT_EQ(defect_of_elf(bytes), "");
    for (size_t length = 0; length < bytes.size(); length += 1 + length / 100) {
        ASSERT_NE(defect_of_elf(std::string_view(bytes).substr(0, length)), "") << length;
    }
    EXPECT_NE(defect_of_elf(std::string_view(bytes).substr(0, bytes.size() - 1)), "");
}

TEST(SharedObject, text_and_executables_are_refused) {
    EXPECT_FALSE(SharedObject::load(""));
    EXPECT_FALSE(SharedObject::load(std::string(100000, 'x')));
    EXPECT_FALSE(
        SharedObject::load("\x7f"
                           "ELF" +
                           std::string(100000, '\xff')));
}

}  // namespace
}  // namespace pantile::runtime
