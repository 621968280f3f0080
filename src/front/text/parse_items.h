// The items of a .pan file.
//
//     file        = item { item }                 one of them 'pipeline', the first
//     item        = 'pipeline' NAME
//                 | 'const' NAME '=' const_expr
//                 | 'input' NAME ':' TYPE '(' [ NAME { ',' NAME } ] ')'
//                 | 'param' NAME ':' TYPE [ '=' expr ] [ 'in' expr '..' expr ]
//                 | 'estimate' NAME '=' const_expr { ',' NAME '=' const_expr }
//                 | 'define' NAME [ '(' [ NAME { ',' NAME } ] ')' ] '=' expr [ with_clause ]
//                 | 'output' head { ',' head }
//                 | [ 'output' ] head '(' [ expr { ',' expr } ] ')' [ ':' TYPE ] assign value
//                       [ for_clause ] [ with_clause ]
//     head        = NAME [ '[' index { ',' index } ']' ]
//     index       = const_expr | NAME 'in' const_expr '..' const_expr
//     assign      = '=' | '+=' | '*=' | 'min' '=' | 'max' '='
//     value       = expr | { 'case' expr ':' expr } [ 'otherwise' ':' expr ]
//     const_expr  = expr of integers, consts and index variables with + - * / % min max, known at compile
//     time TYPE        = 'bool' | 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'i32' | 'u64' | 'i64' | 'f32' | 'f64'
//
//     Layout: an item begins in the column of the first token of the file; lines that are indented deeper
//     continue it (a tab reaches to the next multiple of 8). Comments run from '#' or '//' to the end of the
//     line.
//
// Expressions: parse_expr.h.
#pragma once

#include "front/text/ast.h"
#include "front/text/report.h"

namespace pantile::front {

// Items with errors are left out.
ast::File parse_items(std::string_view text, Report& report);

}  // namespace pantile::front
