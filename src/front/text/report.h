// Collects the diagnostics of one parse.
#pragma once

#include <string>
#include <vector>

#include "ir/pipeline.h"
#include "pantile/diagnostic.h"

namespace pantile::front {

class Report {
  public:
    Diagnostic& error(SourceSpan span, std::string message, std::vector<std::string> hints = {});
    void add(Diagnostics found);
    bool empty() const { return found_.empty(); }
    size_t size() const { return found_.size(); }
    const Diagnostics& found() const { return found_; }

    // Sorted by place, one for each place, with the source lines; after kMostShown the rest is only counted.
    Diagnostics finish(const ir::Source& source) &&;

  private:
    Diagnostics found_;
    size_t not_kept_ = 0;
};

inline constexpr size_t kMostShown = 20;

}  // namespace pantile::front
