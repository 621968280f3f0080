#include "machine/topology.h"

#include <hwloc.h>

#include <algorithm>
#include <memory>
#include <thread>
#include <type_traits>

namespace pantile::machine {
namespace {

struct Destroy {
    void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
    void operator()(hwloc_bitmap_t set) const { hwloc_bitmap_free(set); }
};
using Tree = std::unique_ptr<std::remove_pointer_t<hwloc_topology_t>, Destroy>;
using CpuSet = std::unique_ptr<std::remove_pointer_t<hwloc_bitmap_t>, Destroy>;

Tree new_tree() {
    hwloc_topology_t tree = nullptr;
    if (hwloc_topology_init(&tree) != 0) return nullptr;
    Tree owned(tree);
    // Caches are left out unless they are asked for where they add nothing to the shape of the tree.
    hwloc_topology_set_cache_types_filter(tree, HWLOC_TYPE_FILTER_KEEP_ALL);
    return owned;
}

// hwloc knows what the system allows to this process, but not what 'taskset' took away.
void restrict_to_affinity(hwloc_topology_t tree) {
    const CpuSet bound(hwloc_bitmap_alloc());
    if (bound && hwloc_get_cpubind(tree, bound.get(), HWLOC_CPUBIND_THREAD) == 0)
        hwloc_topology_restrict(tree, bound.get(), 0);
}

int count_of(hwloc_topology_t tree, hwloc_obj_type_t type) {
    return std::max(hwloc_get_nbobjs_by_type(tree, type), 0);
}

// A system that does not tell cores apart still lists hardware threads.
hwloc_obj_type_t core_type(hwloc_topology_t tree) {
    return count_of(tree, HWLOC_OBJ_CORE) > 0 ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
}

hwloc_obj_t cache_above(hwloc_obj_t core, hwloc_obj_type_t type) {
    hwloc_obj_t up = core;
    while (up != nullptr && up->type != type) up = up->parent;
    return up;
}

enum class Count { share, whole };

// Of the caches of one type, the smallest that a core sees; 0 when no core says that it has a plausible one.
int64_t smallest_cache(hwloc_topology_t tree, hwloc_obj_type_t type, Count count) {
    const hwloc_obj_type_t core = core_type(tree);
    int64_t smallest = 0;
    for (hwloc_obj_t at = hwloc_get_next_obj_by_type(tree, core, nullptr); at != nullptr;
         at = hwloc_get_next_obj_by_type(tree, core, at)) {
        const hwloc_obj_t cache = cache_above(at, type);
        if (cache == nullptr) continue;
        const int users = hwloc_get_nbobjs_inside_cpuset_by_type(tree, cache->cpuset, core);
        const int64_t all = static_cast<int64_t>(
            std::min<uint64_t>(cache->attr->cache.size, static_cast<uint64_t>(kLargestCache)));
        const int64_t bytes = count == Count::share ? all / std::max(users, 1) : all;
        if (bytes >= kSmallestCache) smallest = smallest == 0 ? bytes : std::min(smallest, bytes);
    }
    return smallest;
}

// Names end up in files and on terminals.
std::string printable(const char* name) {
    std::string text;
    for (const char* c = name; c != nullptr && *c != '\0' && text.size() < 100; ++c) {
        if (*c >= ' ' && *c <= '~' && !(*c == ' ' && text.ends_with(' '))) text += *c;
    }
    while (text.ends_with(' ')) text.pop_back();
    return text.empty() ? "unknown processor" : text;
}

std::string name_of(hwloc_topology_t tree) {
    hwloc_obj_t package = hwloc_get_obj_by_type(tree, HWLOC_OBJ_PACKAGE, 0);
    if (package == nullptr) package = hwloc_get_root_obj(tree);
    return printable(hwloc_obj_get_info_by_name(package, "CPUModel"));
}

Topology facts_of(hwloc_topology_t tree) {
    Topology facts;
    facts.name = name_of(tree);
    facts.cores = std::clamp(count_of(tree, core_type(tree)), 1, kMostCores);
    const int64_t l1 = smallest_cache(tree, HWLOC_OBJ_L1CACHE, Count::share);
    const int64_t l2 = smallest_cache(tree, HWLOC_OBJ_L2CACHE, Count::share);
    facts.cache_sizes = l1 != 0 && l2 != 0 ? CacheSizes::known : CacheSizes::assumed;
    if (l1 != 0) facts.l1 = l1;
    if (l2 != 0) facts.l2 = l2;
    const int64_t l3 = smallest_cache(tree, HWLOC_OBJ_L3CACHE, Count::whole);
    // A machine that names its other caches and no third one has none.
    if (l3 != 0 || facts.cache_sizes == CacheSizes::known) facts.l3 = l3;
    return facts;
}

Topology without_hwloc() {
    Topology facts;
    facts.name = printable(nullptr);
    facts.cores = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostCores);
    return facts;
}

}  // namespace

Topology host_topology() {
    const Tree tree = new_tree();
    if (!tree || hwloc_topology_load(tree.get()) != 0) return without_hwloc();
    restrict_to_affinity(tree.get());
    return facts_of(tree.get());
}

std::optional<Topology> topology_of(const std::string& synthetic) {
    const Tree tree = new_tree();
    if (!tree || hwloc_topology_set_synthetic(tree.get(), synthetic.c_str()) != 0 ||
        hwloc_topology_load(tree.get()) != 0)
        return std::nullopt;
    return facts_of(tree.get());
}

}  // namespace pantile::machine
