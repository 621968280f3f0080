// How an emitted file runs loops in parallel: by OpenMP, or by a function of the embedding program.
#pragma once

#include "emit/c_file.h"
#include "emit/text.h"
#include "ir/uses.h"

namespace pantile::emit {

// Macros for loops.
std::string_view parallel_definitions(ParallelForm form);

// 'struct pantile_executor', for the header of the callback form.
std::string_view executor_struct();

// The functions that run tasks, and that give a task its thread's scratch.
void write_task_functions(const CFile& file, TextWriter& out);

// The functions that run all tasks of a step (ir::task_loop), each by a call of its task function.
void write_launch(const CFile& file, const ir::Compute& step, TextWriter& out);

// The first line of the function that runs one task of a step.
std::string task_head(const CFile& file, const ir::Compute& step);

// The names of a step's functions.
std::string step_function(const ir::Loops& loops, const ir::Compute& step);
std::string task_function(const ir::Loops& loops, const ir::Compute& step);
std::string job_function(const ir::Loops& loops, const ir::Compute& step);

}  // namespace pantile::emit
