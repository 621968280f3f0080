#include "ir/uses.h"

#include "ir/traverse.h"

namespace pantile::ir {

std::set<std::string> buffers_read(const Expr& e) {
    std::set<std::string> read;
    for_each_node(e, [&](const Expr& n) {
        if (const Load* load = as<Load>(n)) read.insert(load->buffer);
    });
    return read;
}

std::set<std::string> buffers_used(const Statement& s) {
    std::set<std::string> used;
    for_each_statement(s, [&](const Statement& inner) {
        if (const Store* store = std::get_if<Store>(&inner.kind)) used.insert(store->buffer);
        for_each_expr(inner, [&](const Expr& e) { used.merge(buffers_read(e)); });
    });
    return used;
}

}  // namespace pantile::ir
