#include "interp/scratch_memory.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pantile::interp {

namespace {

constexpr int64_t kLargestElement = 8;

}  // namespace

std::string point_text(const Point& at, size_t rank) {
    return fmt::format("({})", fmt::join(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(rank), ", "));
}

ScratchMemory::ScratchMemory(int64_t bytes, int64_t unit)
    : bytes_(static_cast<size_t>(bytes)),
      unit_(unit),
      last_(static_cast<size_t>(bytes / unit)),
      cells_(static_cast<size_t>(bytes / unit)) {}

void ScratchMemory::store(int64_t position, const Content& content, const ir::Value& value) {
    const size_t first = static_cast<size_t>(position / unit_);
    const size_t units = static_cast<size_t>(size_in_bytes(value.type()) / unit_);
    ++stores_;
    for (size_t u = first; u < first + units; ++u) last_[u] = stores_;
    cells_[first] = {stores_, content};
    store_value(value, bytes_.data() + position);
}

bool ScratchMemory::holds(int64_t position, int64_t size, const Content& content) const {
    const size_t first = static_cast<size_t>(position / unit_), units = static_cast<size_t>(size / unit_);
    const Cell& cell = cells_[first];
    if (cell.store <= forgotten_ || cell.content != content) return false;
    for (size_t u = first; u < first + units; ++u) {
        if (last_[u] != cell.store) return false;
    }
    return true;
}

ir::Value ScratchMemory::load(int64_t position, ScalarType type) const {
    return ir::load_value(type, bytes_.data() + position);
}

const Content* ScratchMemory::other_content(int64_t position, int64_t size, const Content& content) const {
    for (int64_t u = position / unit_; u < (position + size) / unit_; ++u) {
        const uint64_t store = last_[static_cast<size_t>(u)];
        if (store <= forgotten_) continue;
        // The element that covers this unit begins here or a little before.
        for (int64_t begin = u; begin >= 0 && begin > u - kLargestElement; --begin) {
            const Cell& cell = cells_[static_cast<size_t>(begin)];
            if (cell.store == store && cell.content != content) return &cell.content;
        }
    }
    return nullptr;
}

}  // namespace pantile::interp
