// Threads that do one thing at the same time, over and over.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "machine/timing.h"

namespace pantile::machine {

// What members do until there is work: look for it all the time, or sleep until they are woken.
enum class Waiting { awake, asleep };

// The caller of 'run' is member 0. A team that waits awake takes cores from everything else: it should not
// live longer than it is used.
class Team {
  public:
    // With fewer members when the system has no more threads to give.
    explicit Team(int members, Waiting waiting = Waiting::awake);
    ~Team();
    Team(const Team&) = delete;

    int size() const { return static_cast<int>(threads_.size()) + 1; }

    // Calls 'work' with the number of each member, and returns when all have ended. 'work' must not throw.
    void run(const std::function<void(int)>& work);

  private:
    void serve(int member);
    void wait_while(const std::atomic<int>& value, int old);
    void set(std::atomic<int>& value, int next);

    const Waiting waiting_;
    const std::function<void(int)>* work_ = nullptr;  // none: the team is dissolved
    std::atomic<int> round_ = 0;                      // counts the calls of 'run'; publishes 'work_'
    std::atomic<int> at_work_ = 0;
    std::atomic<int> ended_ = 0;  // the last round that every member has ended
    std::mutex mutex_;            // this and the next: for members that sleep
    std::condition_variable changed_;
    std::vector<std::thread> threads_;
};

// Runs 'work' and says how long: on the wall, or of all members the longest time that a core worked for it.
double nanoseconds(Clock clock, Team& team, const std::function<void(int)>& work);

}  // namespace pantile::machine
