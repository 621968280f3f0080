// C identifiers for the names of Loops: 'bx.x.min' becomes 'bx_x_min', and no two names meet in one
// identifier.
#pragma once

#include <map>
#include <set>
#include <string>

#include "ir/loops.h"

namespace pantile::emit {

class CNames {
  public:
    // Reserves what the emitted text uses itself, then the user's own names, so that these stay as they are.
    explicit CNames(const ir::Loops& loops);

    // The identifier for a name; the same name gives the same identifier. 'space' separates what may share a
    // name: the coordinate 'x' and the stage 'x' are two things.
    const std::string& of(const std::string& space, const std::string& name);

    const std::string& buffer(const std::string& name) { return of("buffer", name); }
    const std::string& accessor(const std::string& name) { return of("accessor", name); }
    const std::string& parameter(const std::string& name) { return of("parameter", name); }
    const std::string& bound(const std::string& name) { return of("bound", name); }
    const std::string& loop_variable(ir::Scope scope, const std::string& name);
    const std::string& local(const std::string& name) { return of("local", name); }
    std::string stride(const std::string& buffer, const std::string& dim) {
        return of("stride", buffer + "." + dim + ".stride");
    }
    const std::string& variable(const ir::Variable& v);
    // Of a name of Scope::local.
    const std::string& named(const std::string& name) {
        return ir::is_bound_name(name) ? bound(name) : local(name);
    }

  private:
    std::map<std::pair<std::string, std::string>, std::string> known_;
    std::set<std::string> taken_;
};

}  // namespace pantile::emit
