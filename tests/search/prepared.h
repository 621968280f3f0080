// Groups of a program as schedulers see them, for a machine that tests know.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "cost/planned_group.h"
#include "pantile/compile.h"
#include "search/make_schedule.h"

namespace pantile::schedule {

// A laptop with four cores; L1 has 32 KiB, L2 512 KiB.
inline machine::Target laptop() {
    std::ifstream file(PANTILE_SOURCE_DIR "/tests/machines/laptop4.json", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return {machine::from_json(text, "laptop4.json").value(), 4};
}

class PreparedProgram {
  public:
    PreparedProgram(const std::string& items, const std::map<std::string, int64_t>& extents)
        : pipeline_(parse_pan("pipeline p\n" + items, "p.pan").value()),
          prepared_(search::prepare(pipeline_.ir(), {}, search::expected_extents(pipeline_.ir(), extents))
                        .value()) {}

    const cost::StageGraph& graph() const { return prepared_.graph; }
    const ir::Pipeline& pipeline() const { return pipeline_.ir(); }

    cost::StageSet set(const std::vector<std::string>& names) const {
        cost::StageSet out = graph().none();
        for (size_t s = 0; s < graph().stages.size(); ++s) {
            if (std::find(names.begin(), names.end(), graph().stages[s].name) != names.end()) out.insert(s);
        }
        return out;
    }

  private:
    Pipeline pipeline_;
    search::Prepared prepared_;
};

}  // namespace pantile::schedule
