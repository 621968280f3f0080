#include "driver/arguments.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/largest_output.h"
#include "base/identifier.h"
#include "ir/scalar.h"

namespace pantile::driver {

using namespace ir;

namespace {

template <typename Items>
std::string names_of(const Items& items) {
    std::vector<std::string> names;
    for (const auto& item : items) names.push_back("'" + item.name + "'");
    return fmt::format("{}", fmt::join(names, ", "));
}

class Binder {
  public:
    Binder(const ir::Pipeline& pipeline, const Arguments& arguments)
        : pipeline_(pipeline), arguments_(arguments) {}

    Result<BoundArguments> run() {
        for (const auto& [name, buffer] : arguments_.inputs) {
            if (!pipeline_.find_input(name)) refuse_unknown("input", name, names_of(pipeline_.inputs));
        }
        for (const auto& [name, value] : arguments_.params) {
            if (!pipeline_.find_param(name)) refuse_unknown("parameter", name, names_of(pipeline_.params));
        }
        for (const Input& input : pipeline_.inputs) bind_input(input);
        for (const Param& param : pipeline_.params) bind_param(param);
        if (!found_.empty()) return std::move(found_);
        return std::move(bound_);
    }

  private:
    Diagnostic& report(SourceSpan span, std::string message) {
        found_.push_back(diagnostic_at(pipeline_, span, std::move(message)));
        return found_.back();
    }

    void refuse_unknown(const char* what, const std::string& name, const std::string& known) {
        Diagnostic& d = report({}, fmt::format("'{}' has no {} {}.", pipeline_.name, what, in_quotes(name)));
        d.hints.push_back(known.empty() ? fmt::format("it has no {}s.", what)
                                        : fmt::format("its {}s are: {}.", what, known));
    }

    void bind_input(const Input& input) {
        const auto given = arguments_.inputs.find(input.name);
        if (given == arguments_.inputs.end() || !given->second.defined()) {
            report(input.span, fmt::format("the input '{}' is missing.", input.name))
                .hints.push_back(fmt::format("give it an image of type '{}' with {} dimensions.",
                                             name_of(input.type), input.dims.size()));
            return;
        }
        const AnyBuffer& buffer = given->second;
        if (buffer.type() != input.type) {
            report(input.span, fmt::format("the input '{}' is '{}', but the image given holds '{}'.",
                                           input.name, name_of(input.type), name_of(buffer.type())));
            return;
        }
        if (buffer.rank() != static_cast<int>(input.dims.size())) {
            report(input.span,
                   fmt::format("the input '{}' has {} dimensions ({}), but the image given has {}.",
                               input.name, input.dims.size(), fmt::join(input.dims, ", "), buffer.rank()));
            return;
        }
        for (int d = 0; d < buffer.rank(); ++d) {
            if (!check_dimension(input, buffer.dim(d), static_cast<size_t>(d))) return;
        }
        bound_.inputs.emplace(input.name, buffer);
        bound_.sizes.inputs[input.name] = box_of(buffer);
    }

    bool check_dimension(const Input& input, const Dimension& dim, size_t d) {
        const int64_t limit = analysis::kLargestArgument;
        if (dim.extent >= 1 && dim.min >= -limit && dim.min <= limit && dim.extent <= limit - dim.min + 1)
            return true;
        report(input.span,
               fmt::format("the image for '{}' has {} {} in dimension '{}', starting at {}.", input.name,
                           dim.extent, dim.extent == 1 ? "element" : "elements", input.dims[d], dim.min))
            .notes.push_back(fmt::format("extents are at least 1, and coordinates stay within ±{}.", limit));
        return false;
    }

    void bind_param(const Param& param) {
        const auto given = arguments_.params.find(param.name);
        if (given == arguments_.params.end()) {
            if (param.initial)
                bound_.sizes.params[param.name] = *param.initial;
            else
                report(param.span,
                       fmt::format("the parameter '{}' has no default and no value was given.", param.name))
                    .hints.push_back(fmt::format("give one: '--set {}=…'.", param.name));
            return;
        }
        const std::optional<Value> value = converted(given->second, param.type);
        if (!value) {
            report(param.span, fmt::format("the value given for '{}' is not of type '{}'.", param.name,
                                           name_of(param.type)));
            return;
        }
        // NaN is outside of every range: it fails both comparisons.
        const auto at_most = [](const Value& a, const Value& b) {
            return apply(BinaryOp::le, a, b).as_bool();
        };
        const bool limited = param.lowest && param.highest && !is_bool(param.type);
        if (limited && !(at_most(*param.lowest, *value) && at_most(*value, *param.highest))) {
            report(param.span,
                   fmt::format("the value of '{}', {}, lies outside its range {}..{}.", param.name,
                               to_text(*value), to_text(*param.lowest), to_text(*param.highest)));
            return;
        }
        bound_.sizes.params[param.name] = *value;
    }

    static std::optional<Value> converted(const ScalarValue& given, ScalarType type) {
        if (is_bool(type)) {
            if (given.is_float()) return std::nullopt;
            return Value::of_bool(given.as<int64_t>() != 0);
        }
        if (is_float(type))
            return given.is_bool() ? std::nullopt : std::optional(Value::of_float(type, given.as<double>()));
        if (!given.is_integer()) return std::nullopt;
        const bool is_huge =
            std::holds_alternative<uint64_t>(given.storage()) && given.as<uint64_t>() > INT64_MAX;
        if (is_huge)
            return type == ScalarType::u64 ? std::optional(Value::of_int(type, given.as<int64_t>()))
                                           : std::nullopt;
        const int64_t v = given.as<int64_t>();
        const Value narrow = Value::of_int(type, v);
        const bool fits = narrow.as_int() == v && (v >= 0 || is_signed_integer(type));
        return fits ? std::optional(narrow) : std::nullopt;
    }

    const ir::Pipeline& pipeline_;
    const Arguments& arguments_;
    BoundArguments bound_;
    Diagnostics found_;
};

}  // namespace

analysis::Box box_of(const AnyBuffer& buffer) {
    analysis::Box box;
    for (const Dimension& dim : buffer.dims()) box.push_back({dim.min, dim.max()});
    return box;
}

Result<BoundArguments> bind_arguments(const ir::Pipeline& pipeline, const Arguments& arguments) {
    return Binder(pipeline, arguments).run();
}

Diagnostics choose_output_boxes(const ir::Pipeline& pipeline, const analysis::Regions& regions,
                                const std::map<std::string, int64_t>& sizes, BoundArguments& bound) {
    Diagnostics found;
    for (const auto& [dim, extent] : sizes) {
        const bool known = std::any_of(
            pipeline.outputs.begin(), pipeline.outputs.end(), [&, name = dim](const std::string& output) {
                const std::vector<std::string>& dims = pipeline.find_stage(output)->dims;
                return std::find(dims.begin(), dims.end(), name) != dims.end();
            });
        if (!known)
            found.push_back({.message = fmt::format("no output of '{}' has a dimension {}.", pipeline.name,
                                                    in_quotes(dim))});
        if (extent < 1 || extent > analysis::kLargestArgument) {
            found.push_back({.message = fmt::format("the size {} = {} is not between 1 and {}.",
                                                    in_quotes(dim), extent, analysis::kLargestArgument)});
        }
    }
    if (!found.empty()) return found;
    Result<std::map<std::string, analysis::Box>> boxes =
        analysis::largest_outputs(pipeline, regions, bound.sizes, sizes);
    if (!boxes) return boxes.diagnostics();
    bound.sizes.outputs = std::move(*boxes);
    return {};
}

Diagnostics take_output_boxes(const ir::Pipeline& pipeline, const Outputs& outputs, BoundArguments& bound) {
    Diagnostics found;
    for (const std::string& name : pipeline.outputs) {
        const Stage& stage = *pipeline.find_stage(name);
        const auto given = outputs.find(name);
        if (given == outputs.end() || !given->second.defined()) {
            found.push_back({.message = fmt::format("the buffer for the output '{}' is missing.", name)});
        } else if (given->second.type() != stage.type ||
                   given->second.rank() != static_cast<int>(stage.dims.size())) {
            found.push_back(
                {.message = fmt::format(
                     "the output '{}' is '{}' with {} dimensions, but its buffer is '{}' with {}.", name,
                     name_of(stage.type), stage.dims.size(), name_of(given->second.type()),
                     given->second.rank())});
        } else {
            bound.sizes.outputs[name] = box_of(given->second);
        }
    }
    return found;
}

}  // namespace pantile::driver
