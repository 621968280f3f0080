// What the names of a file stand for.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "front/text/ast.h"
#include "front/text/const_eval.h"
#include "ir/pipeline.h"

namespace pantile::front {

enum class NameKind { constant, input, param, define, stage, family };

struct Global {
    NameKind kind;
    size_t index;  // into the list of its kind
    SourceSpan span;
};

// A definition together with the values of the family's index variables, in the order of the head.
struct BoundDefinition {
    const ast::Definition* text;
    std::vector<int64_t> indices;
};

// A stage or a member of a family: its first definition and its updates.
struct StageEntry {
    std::string name;
    std::vector<BoundDefinition> definitions;
    std::vector<std::string> dims;
    std::vector<ir::CoordinateRange> ranges;
    bool is_output = false;
    bool is_family_member = false;
    bool has_bad_head = false;
};

struct Family {
    std::string name;
    size_t index_count;
    std::map<std::vector<int64_t>, size_t> members;  // into Program::stages
};

struct Program {
    std::vector<ir::Input> inputs;
    std::vector<ir::Param> params;
    std::vector<const ast::Define*> defines;
    std::vector<StageEntry> stages;
    std::vector<Family> families;
    ConstTable consts;
    std::unordered_map<std::string, Global> globals;
    std::set<std::string_view> broken;  // names whose declaration had an error that was reported

    const Global* find(std::string_view name) const {
        const auto found = globals.find(std::string(name));
        return found == globals.end() ? nullptr : &found->second;
    }
};

// 'G_0', 'P_2_1': the stage that a member of a family becomes.
std::string member_name(std::string_view family, const std::vector<int64_t>& indices);

// "a stage", "an input", …
std::string_view describe(NameKind kind);

// All names, for suggestions, in byte order.
std::vector<std::string_view> global_names(const Program& program);

}  // namespace pantile::front
