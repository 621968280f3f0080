#include "ir/ops.h"

#include <array>

namespace pantile::ir {
namespace {

// In the order of the enumerators.
constexpr std::array<UnaryFacts, 21> kUnary = {{
    {"-", Notation::prefix, Domain::number},      {"~", Notation::prefix, Domain::integer},
    {"not", Notation::prefix, Domain::boolean},   {"abs", Notation::call, Domain::number},
    {"floor", Notation::call, Domain::floating},  {"ceil", Notation::call, Domain::floating},
    {"round", Notation::call, Domain::floating},  {"trunc", Notation::call, Domain::floating},
    {"sqrt", Notation::call, Domain::floating},   {"exp", Notation::call, Domain::floating},
    {"log", Notation::call, Domain::floating},    {"sin", Notation::call, Domain::floating},
    {"cos", Notation::call, Domain::floating},    {"tan", Notation::call, Domain::floating},
    {"asin", Notation::call, Domain::floating},   {"acos", Notation::call, Domain::floating},
    {"atan", Notation::call, Domain::floating},   {"sinh", Notation::call, Domain::floating},
    {"cosh", Notation::call, Domain::floating},   {"tanh", Notation::call, Domain::floating},
    {"is_nan", Notation::call, Domain::floating},
}};
static_assert(kUnary.size() == static_cast<size_t>(UnaryOp::is_nan) + 1);

constexpr std::array<BinaryFacts, 23> kBinary = {{
    {"-", Notation::infix, Domain::number, Precedence::sum},
    {"*", Notation::infix, Domain::number, Precedence::product},
    {"/", Notation::infix, Domain::number, Precedence::product},
    {"%", Notation::infix, Domain::number, Precedence::product},
    {"quo", Notation::call, Domain::integer, Precedence::atom},
    {"rem", Notation::call, Domain::integer, Precedence::atom},
    {"min", Notation::call, Domain::number, Precedence::atom},
    {"max", Notation::call, Domain::number, Precedence::atom},
    {"pow", Notation::call, Domain::floating, Precedence::atom},
    {"atan2", Notation::call, Domain::floating, Precedence::atom},
    {"&", Notation::infix, Domain::integer, Precedence::bit_and},
    {"|", Notation::infix, Domain::integer, Precedence::bit_or},
    {"^", Notation::infix, Domain::integer, Precedence::bit_xor},
    {"<<", Notation::infix, Domain::integer, Precedence::shift},
    {">>", Notation::infix, Domain::integer, Precedence::shift},
    {"==", Notation::infix, Domain::any, Precedence::comparison},
    {"!=", Notation::infix, Domain::any, Precedence::comparison},
    {"<", Notation::infix, Domain::number, Precedence::comparison},
    {"<=", Notation::infix, Domain::number, Precedence::comparison},
    {">", Notation::infix, Domain::number, Precedence::comparison},
    {">=", Notation::infix, Domain::number, Precedence::comparison},
    {"and", Notation::infix, Domain::boolean, Precedence::logical_and},
    {"or", Notation::infix, Domain::boolean, Precedence::logical_or},
}};
static_assert(kBinary.size() == static_cast<size_t>(BinaryOp::logical_or) + 1);

constexpr std::array<std::string_view, 4> kReduce = {"sum", "product", "minimum", "maximum"};

template <typename Op, typename Table>
std::optional<Op> find_call(const Table& table, std::string_view name) {
    for (size_t i = 0; i < table.size(); ++i) {
        if (table[i].notation == Notation::call && table[i].spelling == name) return static_cast<Op>(i);
    }
    return std::nullopt;
}

}  // namespace

bool contains(Domain domain, ScalarType type) {
    switch (domain) {
        case Domain::number: return !is_bool(type);
        case Domain::integer: return is_integer(type);
        case Domain::floating: return is_float(type);
        case Domain::boolean: return is_bool(type);
        case Domain::any: return true;
    }
    return false;
}

std::string_view describe(Domain domain) {
    constexpr std::array<std::string_view, 5> kWords = {"a number", "an integer", "a float", "a bool",
                                                        "any value"};
    return kWords[static_cast<size_t>(domain)];
}

const UnaryFacts& facts(UnaryOp op) { return kUnary[static_cast<size_t>(op)]; }
const BinaryFacts& facts(BinaryOp op) { return kBinary[static_cast<size_t>(op)]; }
std::string_view spelling(ReduceOp op) { return kReduce[static_cast<size_t>(op)]; }

std::optional<UnaryOp> unary_call(std::string_view name) { return find_call<UnaryOp>(kUnary, name); }
std::optional<BinaryOp> binary_call(std::string_view name) { return find_call<BinaryOp>(kBinary, name); }

std::optional<ReduceOp> reduce_call(std::string_view name) {
    for (size_t i = 0; i < kReduce.size(); ++i) {
        if (kReduce[i] == name) return static_cast<ReduceOp>(i);
    }
    return std::nullopt;
}

bool is_comparison(BinaryOp op) { return op >= BinaryOp::eq && op <= BinaryOp::ge; }

ScalarType result_type(UnaryOp op, ScalarType operand) {
    return op == UnaryOp::is_nan ? ScalarType::boolean : operand;
}

ScalarType result_type(BinaryOp op, ScalarType operand) {
    return is_comparison(op) ? ScalarType::boolean : operand;
}

}  // namespace pantile::ir
