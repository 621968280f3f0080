// The words of a .pan text.
#pragma once

#include <string>
#include <string_view>

#include "pantile/diagnostic.h"

namespace pantile::front {

enum class TokenKind : uint8_t { name, integer, real, symbol, bad, end };

struct Token {
    TokenKind kind = TokenKind::end;
    bool begins_line = false;  // no other token stands before it on its line
    std::string_view text;     // points into the source
    SourceSpan span;           // line and column count bytes, from 1
    int indent = 0;            // the column where tabs reach to multiples of 8, from 0
};

}  // namespace pantile::front
