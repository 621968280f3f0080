#include "runtime/publish_file.h"

#include <fcntl.h>

#include "workshop.h"

namespace pantile::runtime {
namespace {

FileDescriptor open_directory(const std::string& path) {
    return FileDescriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

TEST(PublishFile, writes_all_pieces_and_replaces_what_was_there) {
    const Workshop workshop;
    const FileDescriptor home = open_directory(workshop.place + "/home");
    EXPECT_EQ(publish_file(home.number(), "a.json", {"one ", "two"}), 0);
    EXPECT_EQ(read_file(workshop.place + "/home/a.json"), "one two");
    EXPECT_EQ(publish_file(home.number(), "a.json", {"three"}), 0);
    EXPECT_EQ(read_file(workshop.place + "/home/a.json"), "three");
    EXPECT_EQ(files_in(workshop.place + "/home").size(), 1u);
}

TEST(PublishFile, leaves_nothing_behind_when_it_fails) {
    const Workshop workshop;
    const FileDescriptor home = open_directory(workshop.place + "/home");
    std::filesystem::create_directory(workshop.place + "/home/taken");
    EXPECT_NE(publish_file(home.number(), "taken", {"text"}), 0);
    EXPECT_EQ(files_in(workshop.place + "/home").size(), 1u);
    EXPECT_NE(publish_file(-1, "a.json", {"text"}), 0);
}

}  // namespace
}  // namespace pantile::runtime
