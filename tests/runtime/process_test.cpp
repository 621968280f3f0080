#include "runtime/process.h"

#include <fcntl.h>

#include <csignal>

#include "workshop.h"

namespace pantile::runtime {
namespace {

using std::chrono::milliseconds;

// Less than the scripts here sleep.
constexpr double kHang = 60;

double seconds_of(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

ProcessOutcome shell(const std::string& script, milliseconds limit = milliseconds(60000)) {
    return run(
        {.arguments = {"/bin/sh", "-c", script}, .environment = {"PATH=/usr/bin:/bin"}, .limit = limit});
}

bool is_running(pid_t process) {
    std::ifstream status("/proc/" + std::to_string(process) + "/stat");
    std::string number, name, state;
    return static_cast<bool>(status >> number >> name >> state) && state != "Z";
}

TEST(Process, both_output_streams_and_the_status_are_reported) {
    const ProcessOutcome outcome = shell("echo out; echo err >&2; exit 3");
    EXPECT_EQ(outcome.output, "out\nerr\n");
    EXPECT_EQ(outcome.exit_status, 3);
    EXPECT_FALSE(outcome.succeeded());
}

TEST(Process, arguments_reach_the_program_as_they_are) {
    const std::string hostile = "a b; $(touch /tmp/x) `id` ' \" * > & | \\ \n";
    const ProcessOutcome outcome = run({.arguments = {"/bin/echo", "-n", hostile}});
    EXPECT_EQ(outcome.output, hostile);
}

TEST(Process, a_missing_program_is_reported_with_the_reason) {
    const ProcessOutcome outcome = run({.arguments = {"/no/such/program"}});
    EXPECT_NE(outcome.could_not_start, "");
    EXPECT_FALSE(outcome.succeeded());
    EXPECT_NE(run({}).could_not_start, "");
}

TEST(Process, the_whole_process_group_is_killed_at_the_time_limit) {
    ProcessOutcome outcome;
    const double seconds =
        seconds_of([&] { outcome = shell("sleep 100 & echo $!; sleep 100", milliseconds(300)); });
    EXPECT_TRUE(outcome.timed_out);
    EXPECT_EQ(outcome.signal, SIGKILL);
    EXPECT_LT(seconds, kHang);
    const pid_t grandchild = std::stoi(outcome.output);
    for (int i = 0; i < 6000 && is_running(grandchild); ++i) ::usleep(10000);
    EXPECT_FALSE(is_running(grandchild));
}

TEST(Process, a_background_process_that_keeps_the_output_open_does_not_delay_the_end) {
    ProcessOutcome outcome;
    EXPECT_LT(seconds_of([&] { outcome = shell("sleep 100 & echo done"); }), kHang);
    EXPECT_EQ(outcome.output, "done\n");
    EXPECT_TRUE(outcome.succeeded());
}

TEST(Process, a_program_that_closes_its_output_is_still_waited_for) {
    const ProcessOutcome outcome = shell("exec >&- 2>&-; sleep 0.1; exit 5");
    EXPECT_EQ(outcome.exit_status, 5);
}

TEST(Process, output_beyond_the_limit_is_dropped_without_stopping_the_program) {
    const ProcessOutcome outcome = shell("head -c 1000000 /dev/zero");
    EXPECT_TRUE(outcome.succeeded());
    EXPECT_EQ(outcome.output.size(), 64u * 1024u);
}

TEST(Process, endless_output_ends_at_the_time_limit) {
    const ProcessOutcome outcome = shell("exec cat /dev/zero", milliseconds(200));
    EXPECT_TRUE(outcome.timed_out);
    EXPECT_EQ(outcome.output.size(), 64u * 1024u);
}

TEST(Process, standard_input_is_empty) { EXPECT_TRUE(shell("cat").succeeded()); }

TEST(Process, open_files_of_the_host_are_not_inherited) {
    const int leaky = ::open("/dev/null", O_RDONLY);  // without O_CLOEXEC, as a careless host would
    const int high = ::fcntl(leaky, F_DUPFD, 100);
    const ProcessOutcome outcome = shell("ls /proc/$$/fd");
    ::close(leaky);
    ::close(high);
    EXPECT_EQ(outcome.output.find("100"), std::string::npos) << outcome.output;
    EXPECT_EQ(outcome.output.substr(0, 6), "0\n1\n2\n");
}

TEST(Process, only_the_given_environment_is_seen) {
    const ProcessOutcome outcome = run({.arguments = {"/usr/bin/env"}, .environment = {"A=1", "B=x y"}});
    EXPECT_EQ(outcome.output, "A=1\nB=x y\n");
}

TEST(Process, a_host_that_ignores_sigchld_or_closed_its_streams_can_still_run_programs) {
    const int status = wait_for(start_child([] {
        ::signal(SIGCHLD, SIG_IGN);
        for (const int stream : {0, 1, 2}) ::close(stream);
        const ProcessOutcome outcome = shell("echo fine");
        return outcome.succeeded() && outcome.output == "fine\n" ? 0 : 1;
    }));
    EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace pantile::runtime
