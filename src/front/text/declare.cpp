#include "front/text/declare.h"

#include <fmt/format.h>

#include <set>

#include "base/identifier.h"
#include "front/text/family.h"
#include "front/text/words.h"

namespace pantile::front {
namespace {

// Definitions of all members of all families together.
constexpr size_t kMostDefinitions = 20'000;

class Declaration {
  public:
    Declaration(const ast::File& file, Report& report) : file_(file), report_(report) {}

    Program run(const std::map<std::string, int64_t>& defines) {
        check_pipeline_name();
        program_.broken = file_.broken;
        for (size_t i = 0; i < file_.consts.size(); ++i)
            declare_name(file_.consts[i].name, NameKind::constant, i);
        program_.consts = evaluate_consts(file_.consts, defines, report_);
        for (const ast::Input& input : file_.inputs) declare_input(input);
        for (const ast::Param& param : file_.params) {
            declare_name(param.name, NameKind::param, program_.params.size());
            program_.params.push_back(
                {std::string(param.name.text), param.type, {}, {}, {}, param.name.span});
        }
        for (const ast::Define& define : file_.defines) declare_define(define);
        for (const ast::Definition& d : file_.definitions) declare_definition(d);
        return std::move(program_);
    }

  private:
    void check_pipeline_name() {
        if (file_.pipeline) check_name(*file_.pipeline);
    }

    bool check_name(const ast::Identifier& name) {
        const auto why = why_not_declared(name.text);
        if (why) program_.broken.insert(name.text);
        if (why)
            report_.error(name.span, fmt::format("{} cannot be a name: {}.", in_quotes(name.text), *why));
        return !why;
    }

    bool declare_name(const ast::Identifier& name, NameKind kind, size_t index) {
        if (!check_name(name)) return false;
        return declare_checked(std::string(name.text), name.span, {kind, index, name.span});
    }

    bool declare_checked(const std::string& name, SourceSpan span, Global global) {
        const auto [found, is_new] = program_.globals.emplace(name, global);
        if (!is_new) {
            Diagnostic& d = report_.error(span, fmt::format("the name '{}' is used twice.", name));
            d.notes.push_back(fmt::format("'{}' is already {}, at line {}.", name,
                                          describe(found->second.kind), found->second.span.line));
        }
        return is_new;
    }

    // Whether the names are valid and distinct.
    bool check_names(const std::vector<ast::Identifier>& names, std::string_view what) {
        std::set<std::string_view> seen;
        bool good = true;
        for (const ast::Identifier& name : names) {
            if (!check_name(name))
                good = false;
            else if (!seen.insert(name.text).second) {
                report_.error(name.span,
                              fmt::format("{} is the name of two {}.", in_quotes(name.text), what));
                good = false;
            }
        }
        return good;
    }

    // Nothing after an error.
    std::optional<std::vector<std::string>> dims_of(const std::vector<ast::Identifier>& names,
                                                    const ast::Identifier& owner) {
        if (names.size() > ir::kMaxDimensions) {
            report_.error(owner.span, fmt::format("{} has {} dimensions; the most is {}.",
                                                  in_quotes(owner.text), names.size(), ir::kMaxDimensions));
            return std::nullopt;
        }
        if (!check_names(names, "dimensions")) return std::nullopt;
        std::vector<std::string> dims;
        for (const ast::Identifier& name : names) dims.emplace_back(name.text);
        return dims;
    }

    void declare_input(const ast::Input& input) {
        const auto dims = dims_of(input.dims, input.name);
        if (!dims) {
            program_.broken.insert(input.name.text);
            return;
        }
        declare_name(input.name, NameKind::input, program_.inputs.size());
        program_.inputs.push_back({std::string(input.name.text), input.type, *dims, input.name.span});
    }

    void declare_define(const ast::Define& define) {
        declare_name(define.name, NameKind::define, program_.defines.size());
        check_names(define.params, "parameters");
        program_.defines.push_back(&define);
    }

    void declare_definition(const ast::Definition& d) {
        if (d.head.indices.empty()) return declare_stage(d);
        const ast::Identifier& name = d.head.name;
        const size_t family = family_index(d);
        if (family == kNone || full_) return;
        auto members = members_of(d.head, program_.consts, ir::kMaxStages, report_);
        if (!members) program_.broken.insert(name.text);
        if (!members) return;
        for (Indices& indices : *members) {
            Family& f = program_.families[family];
            const auto found = f.members.find(indices);
            if (found != f.members.end()) {
                add_definition(found->second, {&d, std::move(indices)});
                continue;
            }
            const std::string member = member_name(name.text, indices);
            const size_t stage = program_.stages.size();
            if (!check_member(member, name.span, stage)) continue;
            f.members.emplace(indices, stage);
            add_stage(member, {&d, std::move(indices)});
            if (full_) return;
            program_.stages[stage].is_family_member = true;
        }
    }

    bool check_member(const std::string& member, SourceSpan span, size_t stage) {
        if (const auto why = why_not_a_name(member)) {
            report_.error(span, fmt::format("the member {} of this family cannot have this name: {}.",
                                            in_quotes(member), *why));
            return false;
        }
        return declare_checked(member, span, {NameKind::stage, stage, span});
    }

    static constexpr size_t kNone = static_cast<size_t>(-1);

    size_t family_index(const ast::Definition& d) {
        const ast::Identifier& name = d.head.name;
        const Global* known = program_.find(name.text);
        if (known && known->kind == NameKind::family) {
            const Family& f = program_.families[known->index];
            if (f.index_count == d.head.indices.size()) return known->index;
            report_.error(name.span, fmt::format("the family '{}' has {}, but here are {}.", f.name,
                                                 indices_text(f.index_count), d.head.indices.size()));
            return kNone;
        }
        if (!declare_name(name, NameKind::family, program_.families.size())) return kNone;
        program_.families.push_back({std::string(name.text), d.head.indices.size(), {}});
        return program_.families.size() - 1;
    }

    static std::string indices_text(size_t count) {
        return count == 1 ? "1 index" : fmt::format("{} indices", count);
    }

    void declare_stage(const ast::Definition& d) {
        const ast::Identifier& name = d.head.name;
        const Global* known = program_.find(name.text);
        const bool is_update =
            known && known->kind == NameKind::stage && !program_.stages[known->index].is_family_member;
        if (is_update) return add_definition(known->index, {&d, {}});
        if (known && known->kind == NameKind::family) {
            report_.error(name.span,
                          fmt::format("'{}' is a family; say which member this defines.", name.text),
                          {fmt::format("write '{}[0](…)'.", name.text)});
            return;
        }
        if (!declare_name(name, NameKind::stage, program_.stages.size())) return;
        add_stage(std::string(name.text), {&d, {}});
    }

    void add_stage(std::string name, BoundDefinition definition) {
        if (program_.stages.size() >= ir::kMaxStages) {
            if (!full_)
                report_.error(definition.text->head.name.span,
                              fmt::format("a pipeline has at most {} stages.", ir::kMaxStages));
            full_ = true;
            return;
        }
        StageEntry entry;
        entry.name = std::move(name);
        const std::optional<std::vector<ast::Identifier>> coordinates = coordinates_of(*definition.text);
        entry.has_bad_head = !coordinates || !check_first(*definition.text);
        const auto dims = coordinates ? dims_of(*coordinates, definition.text->head.name) : std::nullopt;
        entry.has_bad_head |= !dims;
        if (dims) entry.dims = *dims;
        if (dims) entry.has_bad_head |= !declare_ranges(definition, entry.ranges);
        entry.is_output = definition.text->is_output;
        entry.definitions.push_back(std::move(definition));
        program_.stages.push_back(std::move(entry));
    }

    // In its first definition a stage is applied to the names of its coordinates.
    std::optional<std::vector<ast::Identifier>> coordinates_of(const ast::Definition& d) {
        std::vector<ast::Identifier> names;
        for (const ast::ExprPtr& arg : d.args) {
            const auto* name = ast::as<ast::Name>(*arg);
            if (!name) {
                report_.error(
                    arg->span,
                    fmt::format("the first definition of {} names its coordinates; this is not a name.",
                                in_quotes(d.head.name.text)),
                    {fmt::format(
                        "define it everywhere first, for example '{}(x, y) = 0', and then update it.",
                        d.head.name.text)});
                return std::nullopt;
            }
            names.push_back({name->text, arg->span});
        }
        for (const ast::FamilyIndex& index : d.head.indices) {
            for (const ast::Identifier& name : names) {
                if (!index.max || index.variable.text != name.text) continue;
                report_.error(name.span,
                              fmt::format("{} is the index of the family and cannot be a coordinate.",
                                          in_quotes(name.text)));
                return std::nullopt;
            }
        }
        return names;
    }

    // Whether all ends are known; what is wrong with the values the verifier says.
    bool declare_ranges(const BoundDefinition& d, std::vector<ir::CoordinateRange>& ranges) {
        const ConstLookup lookup = [&](std::string_view name, SourceSpan span) {
            return range_end(d, name, span);
        };
        const ReportError error = [&](SourceSpan span, std::string message, std::vector<std::string> hints) {
            report_.error(span, std::move(message), std::move(hints));
        };
        for (const ast::CoordinateRange& r : d.text->ranges) {
            const auto min = evaluate_const(*r.range.min, lookup, error);
            const auto max = evaluate_const(*r.range.max, lookup, error);
            if (!min || !max) return false;
            ranges.push_back({r.place, *min, *max});
        }
        return true;
    }

    std::optional<int64_t> range_end(const BoundDefinition& d, std::string_view name, SourceSpan span) {
        const std::vector<ast::FamilyIndex>& indices = d.text->head.indices;
        for (size_t i = 0; i < indices.size(); ++i) {
            if (indices[i].max && indices[i].variable.text == name) return d.indices[i];
        }
        const auto found = program_.consts.find(name);
        if (found != program_.consts.end()) return found->second;
        report_.error(span,
                      fmt::format("{} is not a const; the range of a coordinate is known at compile time.",
                                  in_quotes(name)));
        return std::nullopt;
    }

    bool check_first(const ast::Definition& d) {
        const std::string name = in_quotes(d.head.name.text);
        if (d.assign != ast::Assign::set) {
            report_.error(d.assign_span, fmt::format("{} is updated before it is defined.", name),
                          {fmt::format("give it a first value, for example '{}(…) = 0'.", d.head.name.text)});
            return false;
        }
        if (d.domain) {
            report_.error(
                d.domain->ranges[0].variable.span,
                fmt::format("the first definition of {} runs over its coordinates and has no 'for'.", name),
                {"for a reduction write 'sum(… for i in …)'."});
            return false;
        }
        return true;
    }

    void add_definition(size_t stage, BoundDefinition definition) {
        const ast::Definition& d = *definition.text;
        if (++definitions_ > kMostDefinitions) {
            if (!full_)
                report_.error(d.span, fmt::format("a pipeline has at most {} updates.", kMostDefinitions));
            full_ = true;
            return;
        }
        if (check_update(d)) program_.stages[stage].definitions.push_back(std::move(definition));
    }

    bool check_update(const ast::Definition& d) {
        const std::string name = in_quotes(d.head.name.text);
        const std::string hint = fmt::format("this is an update of {}, since it was defined before.", name);
        if (d.is_output)
            report_.error(d.head.name.span,
                          fmt::format("only the first definition of {} says 'output'.", name), {hint});
        else if (d.type)
            report_.error(d.type_span, fmt::format("only the first definition of {} gives its type.", name),
                          {hint});
        else if (!d.ranges.empty()) {
            report_.error(d.ranges[0].range.variable.span,
                          fmt::format("only the first definition of {} gives its coordinates a range.", name),
                          {hint, "the ranges of an update come at its end: 'for i in 0..9'."});
        } else if (d.is_piecewise) {
            report_.error(d.cases[0].value->span,
                          fmt::format("an update of {} has one value, no cases.", name),
                          {"use 'select(condition, a, b)', or 'for … where …'."});
        } else {
            return true;
        }
        return false;
    }

    const ast::File& file_;
    Report& report_;
    Program program_;
    size_t definitions_ = 0;
    bool full_ = false;
};

}  // namespace

Program declare(const ast::File& file, const std::map<std::string, int64_t>& defines, Report& report) {
    return Declaration(file, report).run(defines);
}

}  // namespace pantile::front
