#include "pantile/type.h"

#include <array>

namespace pantile {
namespace {

struct TypeFacts {
    std::string_view name;
    int bytes;
};

constexpr std::array<TypeFacts, 11> kFacts = {{{"bool", 1},
                                               {"u8", 1},
                                               {"i8", 1},
                                               {"u16", 2},
                                               {"i16", 2},
                                               {"u32", 4},
                                               {"i32", 4},
                                               {"u64", 8},
                                               {"i64", 8},
                                               {"f32", 4},
                                               {"f64", 8}}};

const TypeFacts& facts(ScalarType type) { return kFacts[static_cast<size_t>(type)]; }

}  // namespace

int size_in_bytes(ScalarType type) { return facts(type).bytes; }

std::string_view name_of(ScalarType type) { return facts(type).name; }

std::optional<ScalarType> scalar_type_from_name(std::string_view name) {
    for (const ScalarType type : kAllScalarTypes) {
        if (name_of(type) == name) return type;
    }
    return std::nullopt;
}

// An unsupported width takes the nearest wider one, so that a wrong number of bits is never a crash.
ScalarType UInt(int bits) {
    if (bits <= 1) return ScalarType::boolean;
    return bits <= 8    ? ScalarType::u8
           : bits <= 16 ? ScalarType::u16
           : bits <= 32 ? ScalarType::u32
                        : ScalarType::u64;
}

ScalarType Int(int bits) {
    return bits <= 8    ? ScalarType::i8
           : bits <= 16 ? ScalarType::i16
           : bits <= 32 ? ScalarType::i32
                        : ScalarType::i64;
}

ScalarType Float(int bits) { return bits <= 32 ? ScalarType::f32 : ScalarType::f64; }

}  // namespace pantile
