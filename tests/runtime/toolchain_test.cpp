#include "runtime/toolchain.h"

#include <fcntl.h>

#include "workshop.h"

namespace pantile::runtime {
namespace {

// Answers our questions as a compiler does, counts its calls, and compiles everything to a program that
// succeeds.
std::string pretend(const Workshop& workshop, const std::string& version, const std::string& macro) {
    return "echo call >> '" + workshop.place + "/calls'\n" + "if [ \"$1\" = --version ]; then echo '" +
           version + "'; echo 'more'; exit 0; fi\n" + "if [ \"$1\" = -dM ]; then echo '#define " + macro +
           " 1'; exit 0; fi\n" + "printf '#!/bin/sh\\nexit 0\\n' > \"$3\"; chmod 700 \"$3\"";
}
std::string pretend_gcc(const Workshop& workshop) { return pretend(workshop, "pretend 7", "__GNUC__"); }

void install(const Workshop& workshop, const std::string& name, const std::string& script) {
    std::filesystem::create_directories(workshop.place + "/bin");
    const std::string made = workshop.fake_compiler(script).path;
    std::filesystem::rename(made, workshop.place + "/bin/" + name);
}

Environment only_own_programs(const Workshop& workshop) {
    Environment environment = workshop.environment;
    environment.path = workshop.place + "/bin:/usr/bin:/bin";
    return environment;
}

TEST(Toolchain, a_compiler_is_found_on_this_machine) {
    const Workshop workshop;
    const Result<Compiler> compiler = find_compiler({.environment = workshop.environment});
    ASSERT_TRUE(compiler) << render(compiler.diagnostics());
    EXPECT_TRUE(compiler->path.starts_with('/'));
    EXPECT_NE(compiler->version, "");
    EXPECT_TRUE(files_in(workshop.environment.temporary_root).empty());
}

TEST(Toolchain, a_named_compiler_is_looked_up_in_the_path_and_a_path_is_taken_as_it_is) {
    const Workshop workshop;
    install(workshop, "my cc; $x", pretend_gcc(workshop));
    const std::string path = workshop.place + "/bin/my cc; $x";
    const Environment environment = only_own_programs(workshop);
    for (const std::string& name : {std::string("my cc; $x"), path}) {
        const Result<Compiler> compiler = find_compiler({.name = name, .environment = environment});
        ASSERT_TRUE(compiler) << render(compiler.diagnostics());
        EXPECT_EQ(compiler->path, path);
        EXPECT_EQ(compiler->kind, CompilerKind::gcc);
        EXPECT_EQ(compiler->version, "pretend 7");
        EXPECT_TRUE(compiler->openmp);
    }
}

TEST(Toolchain, clang_19_comes_before_gcc_and_a_broken_one_is_passed_over) {
    const Workshop workshop;
    const Environment environment = only_own_programs(workshop);
    install(workshop, "clang", pretend(workshop, "clang version 99", "__clang__"));
    install(workshop, "clang-19", pretend(workshop, "clang version 19", "__clang__"));
    EXPECT_EQ(find_compiler({.environment = environment}).value().version, "clang version 19");
    install(workshop, "clang-19", "exit 1");
    EXPECT_EQ(find_compiler({.environment = environment}).value().version, "clang version 99");
}

TEST(Toolchain, a_later_process_asks_the_cache_and_not_the_compiler) {
    const Workshop workshop;
    install(workshop, "gcc", pretend_gcc(workshop));
    const Cache cache = workshop.open_cache();
    const CompilerChoice choice{.name = "gcc", .environment = only_own_programs(workshop), .cache = &cache};
    const Compiler first = find_compiler(choice).value();
    const std::string calls = read_file(workshop.place + "/calls");
    const Compiler second = find_compiler(choice).value();
    EXPECT_EQ(read_file(workshop.place + "/calls"), calls);
    EXPECT_EQ(second.version, first.version);
    EXPECT_EQ(second.openmp, first.openmp);

    install(workshop, "gcc", pretend_gcc(workshop));  // an upgrade
    EXPECT_TRUE(find_compiler(choice));
    EXPECT_GT(read_file(workshop.place + "/calls").size(), calls.size());
}

TEST(Toolchain, a_compiler_without_openmp_is_usable_and_asked_again_next_time) {
    const Workshop workshop;
    install(workshop, "gcc", "case \"$1\" in -*) echo '#define __GNUC__ 12';; *) exit 1;; esac");
    const Cache cache = workshop.open_cache();
    const CompilerChoice choice{.name = "gcc", .environment = only_own_programs(workshop), .cache = &cache};
    EXPECT_FALSE(find_compiler(choice).value().openmp);
    EXPECT_TRUE(files_in(cache.directory()).empty());
}

TEST(Toolchain, a_missing_compiler_gives_a_hint_how_to_install_one) {
    const Workshop workshop;
    Environment environment = workshop.environment;
    environment.path = workshop.place + ":.::relative/bin";
    for (const std::string& name : {std::string(), std::string("no-such-cc"), std::string("gcc\0x", 5)}) {
        const Result<Compiler> compiler = find_compiler({.name = name, .environment = environment});
        ASSERT_FALSE(compiler);
        EXPECT_NE(render(compiler.diagnostics()).find("apt-get install clang-19"), std::string::npos);
    }
}

TEST(Toolchain, a_program_that_is_no_compiler_is_refused) {
    const Workshop workshop;
    const Result<Compiler> compiler =
        find_compiler({.name = "/bin/true", .environment = workshop.environment});
    ASSERT_FALSE(compiler);
    EXPECT_NE(compiler.diagnostics()[0].message.find("neither clang nor gcc"), std::string::npos);
}

}  // namespace
}  // namespace pantile::runtime
