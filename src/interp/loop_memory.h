// The buffers of Loops. Every access is checked: it lies inside its buffer, what is read was written, and no
// two tasks that run at the same time meet in one element.
#pragma once

#include <optional>

#include "interp/scratch_memory.h"
#include "interp/tasks.h"
#include "ir/loops.h"

namespace pantile::interp {

class LoopMemory {
  public:
    explicit LoopMemory(const ir::Loops& loops);

    // The caller's buffer of an input or output.
    void bind(size_t buffer, const AnyBuffer& memory);

    // Gives a global buffer memory that was never written. Nobody else may be in its place of the
    // workspace.
    void allocate(size_t buffer, std::vector<Dimension> dims);
    void release(size_t buffer) { whole_[buffer] = {}; }

    // Where a scratch buffer lies. Without 'offset' it has a memory of its own; the others share one, in
    // which they must fit.
    struct ScratchPlace {
        size_t buffer;
        std::vector<int64_t> extents;
        std::optional<int64_t> offset;
    };
    void place_scratch(const std::vector<ScratchPlace>& places, int64_t arena_bytes);

    Tasks& tasks() { return tasks_; }
    // Scratch is undefined where a step or a task begins, and after a parallel loop.
    void forget_scratch();

    // 'mins' are those of a scratch buffer at this time.
    ir::Value load(size_t buffer, const Point& at, const Point& mins) const;
    void store(size_t buffer, const Point& at, const Point& mins, const ir::Value& value);

  private:
    // Of a buffer that is no scratch.
    struct Whole {
        AnyBuffer memory;
        std::vector<Task> writers = {};  // of each element, dimension 0 dense; 0: nobody. None for inputs
        int64_t element_size = 0;
    };
    struct Scratch {
        size_t memory = 0;
        int64_t offset = 0;
        std::vector<int64_t> room;  // how many coordinates a dimension holds
    };
    struct Element {
        size_t number;  // among the writers
        std::byte* address;
    };

    Element element(size_t buffer, const Point& at) const;
    int64_t make_room(const ScratchPlace& place);
    int64_t position(size_t buffer, const Point& at, const Point& mins) const;
    [[noreturn]] void refuse_scratch_load(size_t buffer, const Point& at, int64_t position) const;
    std::string name_of(size_t buffer, const Point& at) const;

    const std::vector<ir::LoopBuffer>& buffers_;
    std::vector<std::vector<size_t>> rivals_;  // of each buffer: those that take turns with it in one place
    std::vector<Whole> whole_;
    std::vector<Scratch> scratch_;
    std::vector<ScratchMemory> memories_;
    Tasks tasks_;
};

}  // namespace pantile::interp
