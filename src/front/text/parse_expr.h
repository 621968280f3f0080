// Expressions of .pan.
//
//     expr        = or_expr
//     or_expr     = and_expr { 'or' and_expr }
//     and_expr    = not_expr { 'and' not_expr }
//     not_expr    = 'not' not_expr | comparison
//     comparison  = bit_or { ('==' | '!=' | '<' | '<=' | '>' | '>=') bit_or }      a < b < c is a < b and b <
//     c bit_or      = bit_xor { '|' bit_xor } bit_xor     = bit_and { '^' bit_and } bit_and     = shift { '&'
//     shift } shift       = sum { ('<<' | '>>') sum } sum         = product { ('+' | '-') product } product
//     = prefix { ('*' | '/' | '%') prefix } prefix      = ('-' | '~') prefix | postfix postfix     = primary
//     { '(' [ argument { ',' argument } ] ')' } primary     = INTEGER | REAL | 'true' | 'false' | 'inf' |
//     'nan' | '(' expr ')'
//                 | NAME | NAME '[' expr { ',' expr } ']' | NAME '.' NAME '.' ('min' | 'max' | 'extent')
//                 | REDUCE '(' expr for_clause [ with_clause ] ')'
//     argument    = expr | expr '..' expr | '_'                  the last two only for boundary conditions
//     REDUCE      = 'sum' | 'product' | 'minimum' | 'maximum'
//     for_clause  = 'for' range { ',' range } [ 'where' expr ]
//     range       = NAME 'in' expr '..' expr                     both ends included
//     with_clause = 'with' NAME '=' expr { ',' NAME '=' expr }
//
//     NAME is a letter, then letters, digits and '_'. INTEGER is decimal or '0x' and hexadecimal digits. REAL
//     is '1.5', '.5', '2e-3', '1.5e+7'.
#pragma once

#include "front/text/ast.h"
#include "front/text/token_cursor.h"

namespace pantile::front {

inline constexpr int kDeepestNesting = 200;
inline constexpr size_t kMostTerms = 1'000'000;

// On an error every function reports it through the cursor and returns something that must not be used.
class ExprParser {
  public:
    explicit ExprParser(TokenCursor& cursor) : cursor_(cursor) {}

    ast::ExprPtr expr();
    ast::Identifier identifier(std::string_view what);
    ast::ForClause for_clause();            // after 'for'
    std::vector<ast::Local> with_clause();  // from 'with'; empty when there is none
    ast::ExprPtr interval_or_expr();
    ast::Range range();

  private:
    ast::ExprPtr level(ir::Precedence precedence);
    ast::ExprPtr not_expr();
    ast::ExprPtr prefix();
    ast::ExprPtr postfix();
    ast::ExprPtr primary();
    ast::ExprPtr number();
    ast::ExprPtr name_expr();
    ast::ExprPtr reduction(const ast::Identifier& name, ast::ExprPtr body);
    ast::ExprPtr call(ast::ExprPtr callee);
    template <typename Kind>
    ast::ExprPtr make(const SourceSpan& first, Kind kind);
    ast::ExprPtr nothing();

    TokenCursor& cursor_;
    int nesting_ = 0;
    size_t terms_ = 0;
};

}  // namespace pantile::front
