// Loads and stores of vectors. They touch exactly the elements that the lanes stand for, or others between
// them: never one before the first or behind the last.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "emit/c_vector_helpers.h"

namespace pantile::emit {

using namespace ir;

namespace {

// Lane i of every step-th element is element i * step. Parts of 'lanes' elements each cover them; the last
// parts begin earlier, so that they end with the last element.
int64_t part_begin(int64_t part, int lanes, int64_t step) {
    return std::min(part * lanes, (step - 1) * (lanes - 1));
}

// The lanes of shuffling two vectors that each stand for some parts; -1 where neither has the element.
std::string shuffle_lanes(int lanes, const std::vector<int64_t>& at) {
    std::string out;
    for (int i = 0; i < lanes; ++i) out += fmt::format(", {}", at[static_cast<size_t>(i)]);
    return out;
}

// Where the lanes 'i' are found in the vectors for the parts [first, middle) and [middle, end). A single part
// has its elements where they lie, a vector made of two has lane i at i.
std::vector<int64_t> lanes_from_parts(int lanes, int64_t step, const std::vector<int64_t>& limits) {
    std::vector<int64_t> at(static_cast<size_t>(lanes), -1);
    for (int64_t i = 0; i < lanes; ++i) {
        const int64_t part = i * step / lanes;
        if (part < limits[0] || part >= limits[2]) continue;
        const bool second = part >= limits[1];
        const bool single = second ? limits[2] - limits[1] == 1 : limits[1] - limits[0] == 1;
        const int64_t lane = single ? i * step - part_begin(part, lanes, step) : i;
        at[static_cast<size_t>(i)] = lane + (second ? lanes : 0);
    }
    return at;
}

}  // namespace

std::string CVectorHelpers::load(ScalarType type, int lanes) {
    const std::string vector = this->type(lane_type(type), lanes);
    const std::string result = is_bool(type) ? fmt::format("({})(v != 0)", vector) : "v";
    return define(sized("load", type, lanes), vector, fmt::format("const {} *p", c_memory_type(type)),
                  fmt::format("    {} v;\n"
                              "    memcpy(&v, p, sizeof v);\n"
                              "    return {};\n",
                              vector, result));
}

std::string CVectorHelpers::load_strided(ScalarType type, int lanes, int64_t step) {
    const std::string vector = this->type(lane_type(type), lanes), load = this->load(type, lanes);
    std::string body;
    for (int64_t part = 0; part < step; ++part) {
        body += fmt::format("    const {} v{} = {}(p + {});\n", vector, part, load,
                            part_begin(part, lanes, step));
    }
    const auto shuffled = [&](const std::string& a, const std::string& b,
                              const std::vector<int64_t>& limits) {
        return fmt::format("__builtin_shufflevector({}, {}{})", a, b,
                           shuffle_lanes(lanes, lanes_from_parts(lanes, step, limits)));
    };
    if (step == 2) {
        body += fmt::format("    return {};\n", shuffled("v0", "v1", {0, 1, 2}));
    } else {
        body += fmt::format("    const {} low = {};\n", vector, shuffled("v0", "v1", {0, 1, 2}));
        if (step == 4)
            body += fmt::format("    const {} high = {};\n", vector, shuffled("v2", "v3", {2, 3, 4}));
        body += fmt::format("    return {};\n", shuffled("low", step == 4 ? "high" : "v2", {0, 2, step}));
    }
    return define(sized(fmt::format("load_by_{}", step), type, lanes), vector,
                  fmt::format("const {} *p", c_memory_type(type)), body);
}

// 'p' is the element of the first lane, the last in memory.
std::string CVectorHelpers::load_reversed(ScalarType type, int lanes) {
    const std::string vector = this->type(lane_type(type), lanes), load = this->load(type, lanes);
    std::vector<int64_t> at;
    for (int i = 0; i < lanes; ++i) at.push_back(lanes - 1 - i);
    return define(sized("load_reversed", type, lanes), vector,
                  fmt::format("const {} *p", c_memory_type(type)),
                  fmt::format("    const {} v = {}(p - {});\n"
                              "    return __builtin_shufflevector(v, v{});\n",
                              vector, load, lanes - 1, shuffle_lanes(lanes, at)));
}

std::string CVectorHelpers::load_halved(ScalarType type, int lanes) {
    const std::string vector = this->type(lane_type(type), lanes), load = this->load(type, lanes / 2);
    std::vector<int64_t> at;
    for (int i = 0; i < lanes; ++i) at.push_back(i / 2 + (i % 2) * (lanes / 2));
    return define(sized("load_halved", type, lanes), vector,
                  fmt::format("const {0} *even, const {0} *odd", c_memory_type(type)),
                  fmt::format("    return __builtin_shufflevector({0}(even), {0}(odd){1});\n", load,
                              shuffle_lanes(lanes, at)));
}

// Vectors of 64 bytes pick from 16 elements at once, those of 32 from two times 8. clang and gcc have
// different names for it.
std::string CVectorHelpers::look_up(ScalarType type, int lanes, int count) {
    const std::string vector = this->type(lane_type(type), lanes);
    const std::string index = this->type(ScalarType::u32, lanes);
    const std::string name = fmt::format("pantile_look_up{}_{}x{}", count, name_of(type), lanes);
    std::string body;
    if (lanes == 16) {
        body += fmt::format(
            "#if defined(__AVX512F__)\n"
            "    {0} all = {{0}};\n"
            "    memcpy(&all, table, {1} * sizeof *table);\n"
            "#if defined(__clang__)\n"
            "    return ({2})__builtin_ia32_permvarsf512(all, ({3})index);\n"
            "#else\n"
            "    return ({2})__builtin_shuffle(all, index);\n"
            "#endif\n"
            "#elif defined(__AVX2__)\n",
            this->type(ScalarType::f32, 16), count, vector, this->type(ScalarType::i32, 16));
    } else {
        body += "#if defined(__AVX2__)\n";
    }
    const std::string eight = this->type(ScalarType::f32, 8), places = this->type(ScalarType::u32, 8);
    const auto pick = [&](const char* from) {
        return fmt::format(
            "#if defined(__clang__)\n"
            "        {0} {1}_picked = __builtin_ia32_permvarsf256({1}, ({2})place);\n"
            "#else\n"
            "        {0} {1}_picked = __builtin_shuffle({1}, place);\n"
            "#endif\n",
            eight, from, this->type(ScalarType::i32, 8));
    };
    body += fmt::format("    {} low = {{0}};\n    memcpy(&low, table, {} * sizeof *table);\n", eight,
                        std::min(count, 8));
    if (count > 8)
        body += fmt::format("    {} high = {{0}};\n    memcpy(&high, table + 8, {} * sizeof *table);\n",
                            eight, count - 8);
    body += fmt::format(
        "    {0} result;\n"
        "    PANTILE_ALL_LANES for (int part = 0; part < {1}; ++part) {{\n"
        "        {2} place;\n"
        "        memcpy(&place, (const char *)&index + 32 * part, 32);\n",
        vector, lanes / 8, places);
    body += pick("low");
    if (count > 8)
        body += pick("high") + fmt::format(
                                   "        const {0} is_high = ({0})(place > 7u);\n"
                                   "        low_picked = ({1})((({0})low_picked & ~is_high) | "
                                   "(({0})high_picked & is_high));\n",
                                   places, eight);
    body +=
        "        memcpy((char *)&result + 32 * part, &low_picked, 32);\n"
        "    }\n"
        "    return result;\n"
        "#else\n";
    body += fmt::format(
        "    {} result;\n"
        "    PANTILE_ALL_LANES for (int lane = 0; lane < {}; ++lane) result[lane] = ({})table[index[lane]];\n"
        "    return result;\n"
        "#endif\n",
        vector, lanes, c_type(lane_type(type)));
    return define(name, vector, fmt::format("const {} *table, {} index", c_memory_type(type), index), body);
}

std::string CVectorHelpers::store(ScalarType type, int lanes) {
    const std::string vector = this->type(lane_type(type), lanes);
    std::string body = is_bool(type) ? "    v &= 1;\n" : "";
    body += "    memcpy(p, &v, sizeof v);\n";
    return define(sized("store", type, lanes), "void",
                  fmt::format("{} *p, {} v", c_memory_type(type), vector), body);
}

std::string CVectorHelpers::stream(ScalarType type, int lanes) {
    constexpr int kLeast = 16;  // bytes, of vector instructions
    const int bytes = size_in_bytes(type) * lanes;
    if (bytes < kLeast) return store(type, lanes);
    const std::string vector = this->type(lane_type(type), lanes);
    std::string body = is_bool(type) ? "    v &= 1;\n" : "";
    body += fmt::format(
        "    if ((uintptr_t)p % sizeof v == 0) {{\n"
        "#if defined(__clang__)\n"
        "        __builtin_nontemporal_store(v, ({} *)(void *)p);\n"
        "        return;\n",
        vector);
    // The name of the instruction, and where it is.
    const std::map<int, std::pair<std::string, std::string>> instructions = {
        {16, {"movntps", "__SSE2__"}}, {32, {"movntps256", "__AVX__"}}, {64, {"movntps512", "__AVX512F__"}}};
    if (const auto found = instructions.find(bytes); found != instructions.end())
        body += fmt::format(
            "#elif defined({})\n"
            "        __builtin_ia32_{}((float *)(void *)p, ({})v);\n"
            "        return;\n",
            found->second.second, found->second.first, this->type(ScalarType::f32, bytes / 4));
    body +=
        "#endif\n"
        "    }\n"
        "    memcpy(p, &v, sizeof v);\n";
    return define(sized("stream", type, lanes), "void",
                  fmt::format("{} *p, {} v", c_memory_type(type), vector), body);
}

std::string CVectorHelpers::end_stream() {
    return define("pantile_end_stream", "void", "void",
                  "#if defined(__SSE2__)\n"
                  "    __builtin_ia32_sfence();\n"
                  "#endif\n");
}

}  // namespace pantile::emit
