#include "machine/team.h"

#include <algorithm>
#include <system_error>

namespace pantile::machine {

Team::Team(int members, Waiting waiting) : waiting_(waiting) {
    try {
        for (int member = 1; member < members; ++member)
            threads_.emplace_back([this, member] { serve(member); });
    } catch (const std::system_error&) {
        // A smaller team works, too.
    }
}

Team::~Team() {
    work_ = nullptr;
    set(round_, round_ + 1);
    for (std::thread& thread : threads_) thread.join();
}

void Team::run(const std::function<void(int)>& work) {
    work_ = &work;
    at_work_ = size();
    const int round = round_ + 1;
    set(round_, round);
    work(0);
    if (--at_work_ == 0) return void(ended_ = round);
    wait_while(ended_, round - 1);
}

void Team::serve(int member) {
    for (int seen = 0;; ++seen) {
        wait_while(round_, seen);
        if (work_ == nullptr) return;
        (*work_)(member);
        if (--at_work_ == 0) set(ended_, seen + 1);
    }
}

// Not atomic::wait: that looks for a while before it sleeps.
void Team::wait_while(const std::atomic<int>& value, int old) {
    if (waiting_ == Waiting::asleep) {
        std::unique_lock lock(mutex_);
        return changed_.wait(lock, [&] { return value != old; });
    }
    // Where there are more threads than cores, the one that is waited for must get its turn.
    constexpr int kPatience = 2000;
    for (int looks = 0; value == old; ++looks) {
        if (looks >= kPatience) std::this_thread::yield();
    }
}

void Team::set(std::atomic<int>& value, int next) {
    if (waiting_ == Waiting::awake) return void(value = next);
    {
        const std::lock_guard lock(mutex_);
        value = next;
    }
    changed_.notify_all();
}

double nanoseconds(Clock clock, Team& team, const std::function<void(int)>& work) {
    if (clock == Clock::wall) return nanoseconds(clock, [&] { team.run(work); });
    std::vector<double> times(static_cast<size_t>(team.size()));
    team.run(
        [&](int member) { times[static_cast<size_t>(member)] = nanoseconds(clock, [&] { work(member); }); });
    return *std::max_element(times.begin(), times.end());
}

}  // namespace pantile::machine
