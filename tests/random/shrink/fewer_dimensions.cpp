// Inputs and stages with a dimension less: they keep what they have at one of its coordinates.
#include "ir/build.h"
#include "random/rewrite.h"
#include "random/shrink/steps.h"

namespace pantile::random {

using namespace ir;

namespace {

template <typename T>
void erase_at(std::vector<T>& items, size_t i) {
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(i));
}

// Every read has one index less.
void drop_from_reads(Specimen& s, const std::string& name, size_t d) {
    s.pipeline = map_exprs(s.pipeline, [&](const Expr& e) {
        return transform(e, [&](const Expr& n) {
            const Access* read = as<Access>(n);
            if (!read || read->producer != name) return n;
            Exprs args = read->args;
            erase_at(args, d);
            return access(name, n.type(), std::move(args));
        });
    });
    for (auto* boxes : {&s.sizes.inputs, &s.sizes.outputs})
        if (const auto box = boxes->find(name); box != boxes->end()) erase_at(box->second, d);
}

Specimen without_stage_dimension(Specimen s, size_t stage, size_t d) {
    const std::string name = s.pipeline.stages[stage].name, dim = s.pipeline.stages[stage].dims[d];
    const auto box = s.sizes.outputs.find(name);
    const int64_t at = box == s.sizes.outputs.end() ? 0 : box->second[d].min;
    drop_from_reads(s, name, d);
    Stage& changed = s.pipeline.stages[stage];
    erase_at(changed.dims, d);
    std::erase_if(changed.ranges, [&](const CoordinateRange& r) { return r.dim == d; });
    for (CoordinateRange& r : changed.ranges) r.dim -= r.dim > d ? 1 : 0;
    for (Update& u : changed.updates) erase_at(u.args, d);
    changed = map_exprs(changed, [&](const Expr& e) {
        return substitute(e, Scope::coordinate, {{dim, constant_i32(at)}});
    });
    return s;
}

Specimen without_input_dimension(Specimen s, size_t input, size_t d) {
    const std::string name = s.pipeline.inputs[input].name;
    drop_from_reads(s, name, d);
    erase_at(s.pipeline.inputs[input].dims, d);
    return s;
}

}  // namespace

Candidates with_fewer_dimensions(const Specimen& s) {
    Candidates out;
    for (size_t i = 0; i < s.pipeline.stages.size(); ++i)
        for (size_t d = s.pipeline.stages[i].dims.size(); d-- > 0;)
            out.push_back(without_stage_dimension(s, i, d));
    for (size_t i = 0; i < s.pipeline.inputs.size(); ++i)
        for (size_t d = s.pipeline.inputs[i].dims.size(); d-- > 0 && s.pipeline.inputs[i].dims.size() > 1;)
            out.push_back(without_input_dimension(s, i, d));
    return out;
}

}  // namespace pantile::random
