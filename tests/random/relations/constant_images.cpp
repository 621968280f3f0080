#include "ir/build.h"
#include "random/guarded_image.h"
#include "random/relations/relations.h"
#include "random/rewrite.h"
#include "random/values.h"

namespace pantile::random {

using namespace ir;

std::optional<Trial> constant_images(const Trial& trial, Random& random) {
    Trial constant_trial = trial;
    std::map<std::string, Value> values;
    for (const Input& input : trial.pipeline.inputs) {
        const Value value = random_value(random, input.type);
        values.emplace(input.name, value);
        const AnyBuffer image = AnyBuffer::allocate(input.type, trial.inputs.at(input.name).dims()).value();
        for_each_point(image,
                       [&](const std::vector<int64_t>& at) { store_value(value, image.address_of(at)); });
        constant_trial.inputs.insert_or_assign(input.name, image);
    }
    ask_interpreter(constant_trial);
    if (!constant_trial.broken.empty() || !constant_trial.refused.empty()) return constant_trial;
    return with_pipeline(constant_trial, map_exprs(trial.pipeline, [&](const Expr& e) {
                             return fold_constants(transform(e, [&](const Expr& n) {
                                 const Access* access = as<Access>(n);
                                 const auto value = access ? values.find(access->producer) : values.end();
                                 return value == values.end() ? n : constant(value->second);
                             }));
                         }));
}

}  // namespace pantile::random
