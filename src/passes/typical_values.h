// What bounds and conditions are on an image of ordinary size, in the middle of it. A guess that helps to
// choose between correct programs; correctness never rests on it.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "ir/loops.h"

namespace pantile::passes {

class TypicalValues {
  public:
    // Every dimension of every input and output is taken to run from 0 to 1023.
    explicit TypicalValues(const ir::Loops& loops);

    std::optional<int64_t> operator()(const ir::Expr& e) const;

    // Inside of the loop: its variable stands in the middle.
    void enter(const ir::For& loop);
    void declare(const ir::Declare& local);

  private:
    std::map<std::string, int64_t> values_;
};

}  // namespace pantile::passes
