#include "emit/c_locals.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "emit/c_frame.h"
#include "ir/traverse.h"
#include "passes/place_scratch.h"

namespace pantile::emit {

using namespace ir;

namespace {

class LocalsWriter {
  public:
    LocalsWriter(const CFile& file, std::set<std::string> known, TextWriter& out)
        : loops_(file.loops), names_(file.names), declared_(std::move(known)), out_(out) {}

    void collect(const Statement& body) {
        for_each_statement(body, [&](const Statement& s) {
            if (const Declare* local = std::get_if<Declare>(&s.kind))
                declared_.insert(names_.named(local->name));
            if (const For* loop = std::get_if<For>(&s.kind); loop && loop->scope == Scope::local)
                declared_.insert(names_.named(loop->variable));
            if (const Store* store = std::get_if<Store>(&s.kind)) buffers_[store->buffer] = true;
            for_each_expr(s, [&](const Expr& e) { collect(e); });
        });
        for (const LoopBuffer& b : loops_.buffers) {
            if (b.space != MemorySpace::scratch || !buffers_.count(b.name)) continue;
            for (size_t d = 0; d < b.mins.size(); ++d) {
                if (b.folds[d] == 0) collect(b.mins[d]);
            }
        }
    }

    void collect(const Expr& e) {
        for_each_node(e, [&](const Expr& n) { collect_node(n); });
    }

    void write() {
        for (const LoopBuffer& b : loops_.buffers) {
            const auto used = buffers_.find(b.name);
            if (used == buffers_.end()) continue;
            b.space == MemorySpace::scratch ? write_scratch(b) : write_buffer(b, used->second);
        }
        for (const Param& p : loops_.params) {
            if (!params_.count(p.name)) continue;
            const std::string& id = names_.parameter(p.name);
            out_.line(fmt::format("const {0} {1} = frame->{1};", c_type(p.type), id));
        }
        declare({bounds_.begin(), bounds_.end()});
    }

  private:
    void collect_node(const Expr& n) {
        if (const Load* load = as<Load>(n)) buffers_.try_emplace(load->buffer, false);
        const Variable* v = as<Variable>(n);
        if (!v) return;
        if (v->scope == Scope::parameter) params_.insert(v->name);
        const bool is_bound =
            v->scope == Scope::dimension || (v->scope == Scope::local && is_bound_name(v->name));
        if (is_bound) bounds_.insert(names_.variable(*v));
    }

    // Those that are not there yet, on one line.
    void declare(const std::vector<std::string>& ids) {
        std::vector<std::string> parts;
        for (const std::string& id : ids) {
            if (declared_.insert(id).second) parts.push_back(fmt::format("{0} = frame->{0}", id));
        }
        if (!parts.empty()) out_.code(fmt::format("const int64_t {};", fmt::join(parts, ", ")));
    }

    void write_buffer(const LoopBuffer& b, bool is_written) {
        const std::string& id = names_.buffer(b.name);
        out_.line(fmt::format("{}{} *const restrict {} = frame->{};", is_written ? "" : "const ",
                              c_memory_type(b.type), id, id));
        std::vector<std::string> ids;
        for (size_t d = 0; d < b.dims.size(); ++d) {
            ids.push_back(names_.variable(*as<Variable>(b.mins[d])));
            if (d > 0) ids.push_back(names_.stride(b.name, b.dims[d]));
        }
        declare(ids);
    }

    // Buffers that share memory are not 'restrict': that would promise the compiler that they do not.
    void write_scratch(const LoopBuffer& b) {
        const bool alone =
            std::none_of(loops_.buffers.begin(), loops_.buffers.end(), [&](const LoopBuffer& o) {
                return o.space == MemorySpace::scratch && o.name != b.name && buffers_.count(o.name) &&
                       passes::share_memory(b, o);
            });
        const std::string offset = scratch_offset(b, names_);
        std::vector<std::string> ids;
        if (!constant_int(*b.offset)) ids.push_back(offset);
        for (size_t d = 1; d < b.dims.size(); ++d) {
            if (const std::string stride = scratch_stride(b, d, names_); stride[0] > '9')
                ids.push_back(stride);
        }
        declare(ids);
        out_.line(fmt::format("{} *const {}{} = (void *)(arena + {});", c_memory_type(b.type),
                              alone ? "restrict " : "", names_.buffer(b.name), offset));
    }

    const Loops& loops_;
    CNames& names_;
    std::set<std::string> declared_;
    TextWriter& out_;
    std::map<std::string, bool> buffers_;  // whether it is written
    std::set<std::string> params_;
    std::set<std::string> bounds_;
};

}  // namespace

void write_locals(const CFile& file, const Statement& body, std::set<std::string> known, TextWriter& out) {
    LocalsWriter writer(file, std::move(known), out);
    writer.collect(body);
    writer.write();
}

void write_bounds_of(const CFile& file, const Exprs& exprs, TextWriter& out) {
    LocalsWriter writer(file, {}, out);
    for (const Expr& e : exprs) writer.collect(e);
    writer.write();
}

}  // namespace pantile::emit
