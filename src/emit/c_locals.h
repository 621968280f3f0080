// What a function uses of the frame, as constants at its beginning.
#pragma once

#include <set>

#include "emit/c_file.h"
#include "emit/text.h"

namespace pantile::emit {

// Declares the images, parameters and bounds that the statements use: the compiler then knows that no store
// changes them. 'known' are the identifiers that the function has already.
void write_locals(const CFile& file, const ir::Statement& body, std::set<std::string> known, TextWriter& out);

// The same for the bounds in an expression alone.
void write_bounds_of(const CFile& file, const ir::Exprs& exprs, TextWriter& out);

}  // namespace pantile::emit
