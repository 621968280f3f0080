// Names for things that have none, and other names for things whose name is taken.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace pantile::front {

class UniqueNames {
  public:
    // 'wanted', or 'wanted_1', 'wanted_2', … when it is taken.
    std::string claim(const std::string& wanted);
    // 'f0', 'f1', …; the prefix is a name itself.
    std::string claim_numbered(const std::string& prefix);

    void add(const std::string& name) { taken_.insert(name); }
    bool taken(const std::string& name) const { return taken_.count(name) > 0; }
    // Names that are taken in 'other' are taken here too.
    explicit UniqueNames(const UniqueNames* outer = nullptr) : outer_(outer) {}

  private:
    bool free(const std::string& name) const { return !taken(name) && !(outer_ && outer_->taken(name)); }

    const UniqueNames* outer_;
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, size_t> next_;  // the number to try next, by prefix
};

}  // namespace pantile::front
