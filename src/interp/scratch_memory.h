// The memory of scratch buffers, where every element remembers what was stored in it: a load that finds
// another point, another buffer or nothing is a mistake of storage folding, of reuse or of the boxes.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "ir/value.h"
#include "pantile/buffer.h"

namespace pantile::interp {

using Point = std::array<int64_t, kMaxRank>;

// '(3, -1)'
std::string point_text(const Point& at, size_t rank);

// What lies in a cell: a point of a buffer.
struct Content {
    size_t buffer;
    Point at;
    bool operator==(const Content&) const = default;
};

class ScratchMemory {
  public:
    // Sizes and positions of all elements are multiples of 'unit' bytes.
    ScratchMemory(int64_t bytes, int64_t unit);

    // Contents are undefined from here on.
    void forget() { forgotten_ = stores_; }

    void store(int64_t position, const Content& content, const ir::Value& value);
    bool holds(int64_t position, int64_t size, const Content& content) const;
    ir::Value load(int64_t position, ScalarType type) const;

    // What was stored last in these bytes, where that is not 'content'; nothing when they were not written.
    const Content* other_content(int64_t position, int64_t size, const Content& content) const;

  private:
    struct Cell {
        uint64_t store = 0;  // the number of the store that wrote it; 0: none
        Content content;
    };

    std::vector<std::byte> bytes_;
    int64_t unit_;
    std::vector<uint64_t> last_;  // for each unit, the number of the store that wrote it last
    std::vector<Cell> cells_;     // by the unit where they begin
    uint64_t stores_ = 0;
    uint64_t forgotten_ = 0;  // stores up to this one do not count any more
};

}  // namespace pantile::interp
