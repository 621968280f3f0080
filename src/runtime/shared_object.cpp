#include "runtime/shared_object.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>

#include "runtime/elf.h"
#include "runtime/file.h"
#include "runtime/temporary_directory.h"

namespace pantile::runtime {
namespace {

constexpr int kLoadMode = RTLD_NOW | RTLD_LOCAL;

std::string path_of(const FileDescriptor& file) { return "/proc/self/fd/" + std::to_string(file.number()); }

// dlopen answers a path that it knows with the library that it loaded from there before, although another
// file is behind the path now. Numbers of descriptors are used again, so one that is still known must be
// passed over.
FileDescriptor with_unknown_path(FileDescriptor file) {
    while (file.valid()) {
        void* known = ::dlopen(path_of(file).c_str(), RTLD_LAZY | RTLD_NOLOAD);
        if (known == nullptr) break;
        ::dlclose(known);
        file = FileDescriptor(::fcntl(file.number(), F_DUPFD_CLOEXEC, file.number() + 1));
    }
    return file;
}

// Null when the system has no files in memory, no '/proc', or when the object cannot be loaded at all.
void* load_from_memory(std::string_view bytes) {
    FileDescriptor file(::memfd_create("pantile", MFD_CLOEXEC));
    if (!file.valid() || write_all(file.number(), bytes) != 0) return nullptr;
    file = with_unknown_path(std::move(file));
    return file.valid() ? ::dlopen(path_of(file).c_str(), kLoadMode) : nullptr;
}

// An OpenMP runtime keeps its threads asleep in its own code between calls. If it were unloaded with the last
// object that uses it, they would wake up in unmapped memory: libgomp does not protect itself from that.
void keep_thread_runtime(void* handle) {
    void* entry = ::dlsym(handle, "omp_get_max_threads");
    Dl_info facts = {};
    if (entry == nullptr || ::dladdr(entry, &facts) == 0 || facts.dli_fname == nullptr) return;
    void* runtime = ::dlopen(facts.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    if (runtime != nullptr) ::dlclose(runtime);
}

Diagnostic refusal(const std::string& reason) {
    return {.message = "the compiled code could not be loaded: " + reason + "."};
}

}  // namespace

Result<SharedObject> SharedObject::load(std::string_view bytes, const std::string& temporary_root) {
    if (const std::string defect = defect_of_elf(bytes); !defect.empty()) return refusal(defect);
    if (void* handle = load_from_memory(bytes)) return SharedObject(handle);

    Result<TemporaryDirectory> directory = TemporaryDirectory::create(temporary_root, "pantile-build-");
    if (!directory) return directory.diagnostics();
    const std::string path = directory->path() + "/kernel.so";
    if (const int error = write_new_file(path, bytes); error != 0) return refusal(describe_errno(error));
    if (void* handle = ::dlopen(path.c_str(), kLoadMode)) return SharedObject(handle);
    const char* reason = ::dlerror();
    return refusal(reason == nullptr ? "the loader gives no reason" : reason);
}

SharedObject::SharedObject(void* handle) : handle_(handle) { keep_thread_runtime(handle); }

SharedObject::~SharedObject() {
    if (handle_ != nullptr) ::dlclose(handle_);
}

void* SharedObject::symbol(const std::string& name) const {
    return handle_ == nullptr ? nullptr : ::dlsym(handle_, name.c_str());
}

}  // namespace pantile::runtime
