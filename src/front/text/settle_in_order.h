// Settles things that need each other, whatever the order in which they are written, without recursion: a
// chain of 10,000 stages must not need 10,000 frames of the stack.
#pragma once

#include <algorithm>
#include <vector>

namespace pantile::front {

// 'attempt(id)' either settles the thing and returns nothing, or returns the things that must be settled
// before. 'on_cycle(path)' is told when path[0] needs path[1] … needs path[0]; after that attempts must not
// ask for path[0] again. The result is the order in which things were settled: each after those it needs.
template <typename Attempt, typename OnCycle>
std::vector<size_t> settle_in_order(size_t count, Attempt attempt, OnCycle on_cycle) {
    enum class State : char { untouched, active, settled };
    struct Frame {
        size_t id;
        std::vector<size_t> needs;
        size_t next = 0;
    };
    std::vector<State> states(count, State::untouched);
    std::vector<size_t> order;
    std::vector<Frame> path;
    const auto enter = [&](size_t id) {
        states[id] = State::active;
        path.push_back({id, attempt(id)});
    };
    const auto report_cycle = [&](size_t id) {
        const auto first = std::find_if(path.begin(), path.end(), [&](const Frame& f) { return f.id == id; });
        std::vector<size_t> cycle;
        for (auto frame = first; frame != path.end(); ++frame) cycle.push_back(frame->id);
        on_cycle(cycle);
    };
    for (size_t start = 0; start < count; ++start) {
        if (states[start] == State::untouched) enter(start);
        while (!path.empty()) {
            Frame& top = path.back();
            if (top.next < top.needs.size()) {
                const size_t need = top.needs[top.next++];
                if (states[need] == State::untouched)
                    enter(need);
                else if (states[need] == State::active)
                    report_cycle(need);
            } else if (top.needs.empty()) {
                states[top.id] = State::settled;
                order.push_back(top.id);
                path.pop_back();
            } else {
                top.needs = attempt(top.id);
                top.next = 0;
            }
        }
    }
    return order;
}

}  // namespace pantile::front
