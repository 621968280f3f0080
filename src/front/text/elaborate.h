// From a parsed file to a pipeline.
#pragma once

#include "front/text/program.h"
#include "front/text/report.h"
#include "ir/pipeline.h"

namespace pantile::front {

// The stages that the outputs need, each after those it reads, otherwise in the order of the text. All stages
// are checked. With errors in 'report' the result holds the stages that were right.
struct Elaborated {
    ir::Pipeline pipeline;
    std::map<const ast::Define*, SourceSpan> first_uses;  // where each definition is expanded first
};

Elaborated elaborate(const ast::File& file, Program program, Report& report);

}  // namespace pantile::front
