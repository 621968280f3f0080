#include "interp/loop_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "interp/interpret_loops.h"

namespace pantile::interp {

using ir::LoopBuffer;
using ir::MemorySpace;
using ir::Value;

namespace {

// Every element costs a hundred bytes here.
constexpr int64_t kLargestScratch = int64_t{1} << 24;

int64_t floor_mod(int64_t a, int64_t b) { return ((a % b) + b) % b; }

// Coordinates beyond the rank of a buffer have no value.
Content content_of(size_t buffer, const Point& at, size_t rank) {
    Content content{buffer, {}};
    std::copy_n(at.begin(), rank, content.at.begin());
    return content;
}

}  // namespace

LoopMemory::LoopMemory(const ir::Loops& loops)
    : buffers_(loops.buffers),
      rivals_(loops.buffers.size()),
      whole_(loops.buffers.size()),
      scratch_(loops.buffers.size()) {
    for (const std::vector<std::string>& slot : loops.slots) {
        std::vector<size_t> members;
        for (size_t b = 0; b < buffers_.size(); ++b)
            if (std::find(slot.begin(), slot.end(), buffers_[b].name) != slot.end()) members.push_back(b);
        for (const size_t b : members) rivals_[b] = members;
    }
}

std::string LoopMemory::name_of(size_t buffer, const Point& at) const {
    const LoopBuffer& b = buffers_[buffer];
    return fmt::format("'{}' at {}", b.name, point_text(at, b.dims.size()));
}

void LoopMemory::bind(size_t buffer, const AnyBuffer& memory) {
    const size_t elements = is_output(buffers_[buffer]) ? static_cast<size_t>(memory.element_count()) : 0;
    whole_[buffer] = {memory, std::vector<Task>(elements), size_in_bytes(memory.type())};
}

void LoopMemory::allocate(size_t buffer, std::vector<Dimension> dims) {
    for (const size_t other : rivals_[buffer]) {
        if (whole_[other].memory.defined())
            throw std::logic_error(fmt::format("'{}' is allocated in the place of '{}', which is in use",
                                               buffers_[buffer].name, buffers_[other].name));
    }
    const AnyBuffer memory = AnyBuffer::allocate(buffers_[buffer].type, std::move(dims)).value();
    const size_t elements = static_cast<size_t>(memory.element_count());
    whole_[buffer] = {memory, std::vector<Task>(elements), size_in_bytes(memory.type())};
}

// Returns how many bytes it is.
int64_t LoopMemory::make_room(const ScratchPlace& place) {
    const LoopBuffer& b = buffers_[place.buffer];
    Scratch& scratch = scratch_[place.buffer];
    scratch.room = place.extents;
    int64_t bytes = size_in_bytes(b.type);
    for (size_t d = 0; d < scratch.room.size(); ++d) {
        if (b.folds[d] != 0) scratch.room[d] = b.folds[d];
        const int64_t room = std::max<int64_t>(scratch.room[d], 0);
        if (room > 0 && bytes > kLargestScratch / room)
            throw TooExpensive(fmt::format("the scratch of '{}' is too large: dimension {} has room for {}",
                                           b.name, d, room));
        bytes *= room;
    }
    return bytes;
}

void LoopMemory::place_scratch(const std::vector<ScratchPlace>& places, int64_t arena_bytes) {
    // The arena is the first memory; all that lies in it does so in multiples of a unit.
    if (arena_bytes > kLargestScratch) throw TooExpensive(fmt::format("the arena has {} bytes", arena_bytes));
    int64_t unit = arena_bytes;
    for (const ScratchPlace& place : places) {
        if (place.offset)
            unit = std::gcd(unit, std::gcd(*place.offset, size_in_bytes(buffers_[place.buffer].type)));
    }
    memories_.emplace_back(arena_bytes, std::max<int64_t>(unit, 1));
    for (const ScratchPlace& place : places) {
        const int64_t bytes = make_room(place);
        const LoopBuffer& b = buffers_[place.buffer];
        Scratch& scratch = scratch_[place.buffer];
        if (!place.offset) {
            scratch.memory = memories_.size();
            memories_.emplace_back(bytes, size_in_bytes(b.type));
            continue;
        }
        scratch.offset = *place.offset;
        if (scratch.offset < 0 || scratch.offset + bytes > arena_bytes)
            throw std::logic_error(fmt::format("'{}' lies in bytes {} to {} of an arena of {}", b.name,
                                               scratch.offset, scratch.offset + bytes - 1, arena_bytes));
    }
}

void LoopMemory::forget_scratch() {
    for (ScratchMemory& memory : memories_) memory.forget();
}

LoopMemory::Element LoopMemory::element(size_t buffer, const Point& at) const {
    const AnyBuffer& memory = whole_[buffer].memory;
    if (!memory.defined())
        throw std::logic_error(fmt::format("'{}' is used where it is not allocated", buffers_[buffer].name));
    int64_t offset = 0, number = 0, elements = 1;
    for (size_t d = 0; d < memory.dims().size(); ++d) {
        const Dimension& dim = memory.dims()[d];
        if (at[d] < dim.min || at[d] > dim.max())
            throw std::logic_error(fmt::format("{} is used outside [{}, {}] in dimension {}",
                                               name_of(buffer, at), dim.min, dim.max(), d));
        offset += (at[d] - dim.min) * dim.stride;
        number += (at[d] - dim.min) * elements;
        elements *= dim.extent;
    }
    return {static_cast<size_t>(number), memory.data() + offset * whole_[buffer].element_size};
}

int64_t LoopMemory::position(size_t buffer, const Point& at, const Point& mins) const {
    const LoopBuffer& b = buffers_[buffer];
    const Scratch& scratch = scratch_[buffer];
    int64_t number = 0, elements = 1;
    for (size_t d = 0; d < scratch.room.size(); ++d) {
        const int64_t room = scratch.room[d];
        const int64_t i = b.folds[d] != 0 ? floor_mod(at[d], b.folds[d]) : at[d] - mins[d];
        if (i < 0 || i >= room)
            throw std::logic_error(fmt::format("{} is used outside [{}, {}] in dimension {} of its scratch",
                                               name_of(buffer, at), mins[d], mins[d] + room - 1, d));
        number += i * elements;
        elements *= room;
    }
    return scratch.offset + number * size_in_bytes(b.type);
}

void LoopMemory::refuse_scratch_load(size_t buffer, const Point& at, int64_t position) const {
    const ScratchMemory& memory = memories_[scratch_[buffer].memory];
    const LoopBuffer& b = buffers_[buffer];
    const Content* there =
        memory.other_content(position, size_in_bytes(b.type), content_of(buffer, at, b.dims.size()));
    const std::string found = there
                                  ? fmt::format("{} was stored there last", name_of(there->buffer, there->at))
                                  : std::string("it was never written");
    throw std::logic_error(fmt::format("{} is read from scratch, but {}", name_of(buffer, at), found));
}

Value LoopMemory::load(size_t buffer, const Point& at, const Point& mins) const {
    const LoopBuffer& b = buffers_[buffer];
    if (b.space == MemorySpace::scratch) {
        const int64_t where = position(buffer, at, mins);
        const ScratchMemory& memory = memories_[scratch_[buffer].memory];
        const Content wanted = content_of(buffer, at, b.dims.size());
        if (!memory.holds(where, size_in_bytes(b.type), wanted)) refuse_scratch_load(buffer, at, where);
        return memory.load(where, b.type);
    }
    const Element e = element(buffer, at);
    if (is_input(b)) return ir::load_value(b.type, e.address);
    const Task writer = whole_[buffer].writers[e.number];
    if (writer == 0)
        throw std::logic_error(fmt::format("{} is read, but it was never written", name_of(buffer, at)));
    if (tasks_.at_the_same_time(writer, tasks_.current()))
        throw std::logic_error(
            fmt::format("{} is written by one task and read by another", name_of(buffer, at)));
    return ir::load_value(b.type, e.address);
}

void LoopMemory::store(size_t buffer, const Point& at, const Point& mins, const Value& value) {
    const LoopBuffer& b = buffers_[buffer];
    if (b.space == MemorySpace::scratch) {
        const int64_t where = position(buffer, at, mins);
        memories_[scratch_[buffer].memory].store(where, content_of(buffer, at, b.dims.size()), value);
        return;
    }
    if (is_input(b))
        throw std::logic_error(fmt::format("{} is written, but it is an input", name_of(buffer, at)));
    const Element e = element(buffer, at);
    Task& writer = whole_[buffer].writers[e.number];
    if (writer != 0 && tasks_.at_the_same_time(writer, tasks_.current()))
        throw std::logic_error(fmt::format("{} is written by two tasks", name_of(buffer, at)));
    writer = tasks_.current();
    store_value(value, e.address);
}

}  // namespace pantile::interp
