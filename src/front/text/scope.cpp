#include "front/text/scope.h"

namespace pantile::front {

void Scope::bind(std::string_view name, Meaning meaning) {
    places_[name].push_back(names_.size());
    names_.push_back(name);
    meanings_.push_back(std::move(meaning));
}

const Meaning* Scope::find(std::string_view name) const {
    const auto found = places_.find(name);
    if (found == places_.end() || found->second.empty() || found->second.back() < base_) return nullptr;
    return &meanings_[found->second.back()];
}

void Scope::restore(Mark mark) {
    while (names_.size() > mark.size) {
        places_[names_.back()].pop_back();
        names_.pop_back();
        meanings_.pop_back();
    }
    base_ = mark.base;
}

std::vector<std::string_view> Scope::visible() const {
    return {names_.begin() + static_cast<std::ptrdiff_t>(base_), names_.end()};
}

}  // namespace pantile::front
