#include "pantile/param.h"

#include "front/cpp/contents.h"
#include "ir/scalar.h"

namespace pantile::front {
namespace {

std::optional<ir::Value> value_in(ScalarType type, const std::optional<ScalarValue>& value) {
    if (!value) return std::nullopt;
    if (is_bool(type)) return ir::Value::of_bool(value->as<bool>());
    if (is_float(type)) return ir::Value::of_float(type, value->as<double>());
    return ir::Value::of_int(type, value->as<int64_t>());
}

}  // namespace

std::shared_ptr<ParamContents> make_param(const std::string& name, ScalarType type, const ParamRange& range) {
    auto param = std::make_shared<ParamContents>();
    param->name = name;
    param->type = type;
    param->initial = value_in(type, range.initial);
    param->lowest = value_in(type, range.lowest);
    param->highest = value_in(type, range.highest);
    return param;
}

void set_param(ParamContents& param, const ScalarValue& value) { param.value = value; }

ScalarValue get_param(const ParamContents& param) {
    if (param.value) return *param.value;
    if (!param.initial) return {};
    if (is_float(param.type)) return param.initial->as_real();
    return is_unsigned_integer(param.type) ? ScalarValue(param.initial->as_uint())
                                           : ScalarValue(param.initial->as_int());
}

Expr read_param(const std::shared_ptr<ParamContents>& param) {
    return from_ir(variable_of(ir::Scope::parameter, param->name, param->type, param));
}

const std::string& name_of_param(const ParamContents& param) { return param.name; }

}  // namespace pantile::front
