// Which parts of a program run at the same time: the iterations of a parallel loop are tasks, and what two
// tasks of one loop do must not meet.
#pragma once

#include <cstdint>
#include <vector>

namespace pantile::interp {

using Task = uint32_t;

class Tasks {
  public:
    // Numbers begin with 1, the program itself: 0 is left for 'none'.
    Task current() const { return current_; }

    // An execution of a parallel loop, for 'begin'.
    uint32_t new_loop() { return ++loops_; }

    void begin(uint32_t loop) {
        all_.push_back({current_, loop, all_[current_].depth + 1});
        current_ = static_cast<Task>(all_.size() - 1);
    }
    void end() { current_ = all_[current_].parent; }

    // Whether the two belong to different iterations of one parallel loop.
    bool at_the_same_time(Task a, Task b) const {
        if (a == b) return false;
        while (all_[a].depth > all_[b].depth) a = all_[a].parent;
        while (all_[b].depth > all_[a].depth) b = all_[b].parent;
        while (all_[a].parent != all_[b].parent) {
            a = all_[a].parent;
            b = all_[b].parent;
        }
        return a != b && all_[a].loop == all_[b].loop;
    }

  private:
    struct Known {
        Task parent;
        uint32_t loop;
        uint32_t depth;
    };
    std::vector<Known> all_ = {{0, 0, 0}, {0, 0, 0}};
    Task current_ = 1;
    uint32_t loops_ = 0;
};

}  // namespace pantile::interp
