#include "emit/sanitized_program.h"

#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <iterator>

#include "driver/compile.h"
#include "emit/emit_c.h"
#include "runtime/environment.h"
#include "runtime/process.h"
#include "runtime/program_path.h"
#include "runtime/temporary_directory.h"

namespace pantile::emit {
namespace {

// The file: a number of arguments, then each as 0 and 8 bytes (a parameter), or 1 (an input) or 2 (an output)
// and a buffer: its type, rank, dimensions, number of bytes, and bytes.
constexpr std::string_view kMain = R"(#include HEADER
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef CALLBACK
#include <pthread.h>
#include <stdatomic.h>
struct work { void (*body)(void *, int64_t); void *context; int64_t count; _Atomic int64_t next; };
static void *worker(void *p) {
    struct work *w = p;
    for (int64_t i; (i = atomic_fetch_add(&w->next, 1)) < w->count;) w->body(w->context, i);
    return NULL;
}
static void parallel_for(void *pool, int64_t count, void (*body)(void *, int64_t), void *context) {
    struct work w = {body, context, count, 0};
    pthread_t threads[4];
    (void)pool;
    for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, worker, &w);
    for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
}
static const struct pantile_executor executor = {parallel_for, NULL, 4};
#define MORE , &executor
#else
#define MORE
#endif
static FILE *file;
static int64_t number(void) {
    int64_t n = 0;
    if (fread(&n, sizeof n, 1, file) != 1) exit(98);
    return n;
}
int main(void) {
    file = fopen("args.bin", "rb");
    if (file == NULL) return 97;
    const int64_t count = number();
    void **const args = calloc((size_t)count + 1, sizeof *args);
    int64_t *const kinds = calloc((size_t)count + 1, sizeof *kinds), *const bytes = calloc((size_t)count + 1, sizeof *bytes);
    for (int64_t i = 0; i < count; ++i) {
        kinds[i] = number();
        if (kinds[i] == 0) {
            int64_t *const value = malloc(sizeof *value);
            *value = number();
            args[i] = value;
            continue;
        }
        struct pantile_buffer *const buffer = calloc(1, sizeof *buffer);
        buffer->type = (int32_t)number();
        buffer->rank = (int32_t)number();
        for (int d = 0; d < buffer->rank; ++d) {
            buffer->dim[d].min = number();
            buffer->dim[d].extent = number();
            buffer->dim[d].stride = number();
        }
        bytes[i] = number();
        buffer->data = malloc((size_t)bytes[i]);
        if (kinds[i] == 1 && fread(buffer->data, 1, (size_t)bytes[i], file) != (size_t)bytes[i]) return 98;
        args[i] = buffer;
    }
    fclose(file);
    const int status = ENTRY(args, 0 MORE);
    if (status != 0) {
        fprintf(stderr, "status %d: %s\n", status, MESSAGE(status));
        return 99;
    }
    file = fopen("out.bin", "wb");
    for (int64_t i = 0; i < count; ++i) {
        if (kinds[i] == 2) fwrite(((struct pantile_buffer *)args[i])->data, 1, (size_t)bytes[i], file);
        if (kinds[i] != 0) free(((struct pantile_buffer *)args[i])->data);
        free(args[i]);
    }
    fclose(file);
    free(args), free(kinds), free(bytes);
    FREE_MEMORY();
    return 0;
}
)";

class ArgumentsFile {
  public:
    explicit ArgumentsFile(const std::string& path) : out_(path, std::ios::binary) {}

    void number(int64_t n) { bytes(&n, sizeof n); }
    void parameter(const ir::Value& value) {
        int64_t n = 0;
        ir::store_value(value, reinterpret_cast<std::byte*>(&n));
        number(0);
        number(n);
    }
    // Dense, as all that is allocated here.
    void buffer(const AnyBuffer& image, bool is_output) {
        number(is_output ? 2 : 1);
        number(static_cast<int64_t>(image.type()));
        number(image.rank());
        for (const Dimension& dim : image.dims()) {
            number(dim.min);
            number(dim.extent);
            number(dim.stride);
        }
        number(size_of(image));
        if (!is_output) bytes(image.data(), static_cast<size_t>(size_of(image)));
    }
    static int64_t size_of(const AnyBuffer& image) {
        return image.element_count() * size_in_bytes(image.type());
    }

  private:
    void bytes(const void* from, size_t count) {
        out_.write(static_cast<const char*>(from), static_cast<std::streamsize>(count));
    }
    std::ofstream out_;
};

void write_file(const std::string& path, std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
}

std::string read_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> flags_of(const SanitizedBuild& build) {
    std::vector<std::string> flags = {"-std=c11", "-O1", "-g1", "-fno-omit-frame-pointer", "-march=native"};
    for (const std::string& flag : math_flags(Math::strict)) flags.push_back(flag);
    if (build.sanitizer == Sanitizer::thread) {
        flags.insert(flags.end(), {"-fsanitize=thread", "-DCALLBACK", "-pthread"});
    } else {
        flags.insert(flags.end(), {"-fsanitize=address,undefined,float-cast-overflow",
                                   "-fno-sanitize-recover=all", "-fno-openmp"});
    }
    return flags;
}

struct Place {
    runtime::TemporaryDirectory directory =
        runtime::TemporaryDirectory::create("/tmp", "pantile-sanitized-").value();
    runtime::Environment environment = runtime::from_process_environment();
    std::string path(const std::string& name) const { return directory.path() + "/" + name; }
};

runtime::ProcessOutcome compile_program(const Place& place, const std::string& name,
                                        const SanitizedBuild& build) {
    const auto compiler = runtime::find_program(build.compiler, place.environment.path);
    std::vector<std::string> command = {compiler.value_or(build.compiler),
                                        place.path(name + ".c"),
                                        place.path("main.c"),
                                        fmt::format("-DHEADER=\"{}.h\"", name),
                                        fmt::format("-DENTRY={}_argv", name),
                                        fmt::format("-DMESSAGE={}_message", name),
                                        fmt::format("-DFREE_MEMORY={}_free_memory", name),
                                        "-o",
                                        place.path("program")};
    for (std::string& flag : flags_of(build)) command.push_back(std::move(flag));
    command.push_back("-lm");
    return runtime::run({.arguments = std::move(command),
                         .environment = runtime::child_environment(place.environment, place.directory.path()),
                         .limit = std::chrono::seconds(400)});
}

// In the folder of its files.
runtime::ProcessOutcome run_program(const Place& place) {
    return runtime::run(
        {.arguments = {"/bin/sh", "-c", "cd \"$0\" && exec ./program", place.directory.path()},
         .environment = {"PATH=" + place.environment.path},
         .limit = std::chrono::seconds(120)});
}

// Debian has the sanitizers' libraries of clang in a package of their own.
bool can_sanitize(const std::string& name) {
    const Place place;
    const auto compiler = runtime::find_program(name, place.environment.path);
    if (!compiler) return false;
    write_file(place.path("main.c"), "int main(void) { return 0; }\n");
    const auto outcome =
        runtime::run({.arguments = {*compiler, "-fsanitize=address,undefined", place.path("main.c"), "-o",
                                    place.path("program")},
                      .environment = runtime::child_environment(place.environment, place.directory.path())});
    return outcome.succeeded();
}

std::string difference(const std::string& found, const ir::Pipeline& pipeline, const Outputs& expected) {
    size_t at = 0;
    for (const std::string& name : pipeline.outputs) {
        const AnyBuffer& image = expected.at(name);
        const size_t size = static_cast<size_t>(ArgumentsFile::size_of(image));
        if (found.size() < at + size) return "the output is too short";
        const AnyBuffer result = AnyBuffer::allocate(image.type(), image.dims()).value();
        std::memcpy(result.data(), found.data() + at, size);
        for (int64_t i = 0; i < image.element_count(); ++i) {
            const int64_t byte = i * size_in_bytes(image.type());
            const ir::Value want = ir::load_value(image.type(), image.data() + byte);
            const ir::Value have = ir::load_value(image.type(), result.data() + byte);
            if (!(want == have)) return fmt::format("element {} of '{}' differs", i, name);
        }
        at += size;
    }
    return "";
}

}  // namespace

std::vector<std::string> sanitizing_compilers() {
    std::vector<std::string> found;
    if (can_sanitize("gcc")) found.push_back("gcc");
    for (const char* name : {"clang-19", "clang"}) {
        if (!can_sanitize(name)) continue;
        found.push_back(name);
        break;
    }
    return found;
}

std::string problem_of(const SanitizedRun& run, const SanitizedBuild& build) {
    const ir::Pipeline& pipeline = run.pipeline;
    CompileOptions options = run.options;
    options.parallel = build.sanitizer == Sanitizer::thread ? Parallel::callback : Parallel::openmp;
    const Result<driver::Compilation> compiled = driver::compile_to_c(pipeline, options);
    if (!compiled) return render(compiled.diagnostics());
    const Place place;
    {
        ArgumentsFile file(place.path("args.bin"));
        file.number(
            static_cast<int64_t>(pipeline.inputs.size() + pipeline.params.size() + pipeline.outputs.size()));
        for (const ir::Input& input : pipeline.inputs) file.buffer(run.inputs.at(input.name), false);
        for (const ir::Param& param : pipeline.params) file.parameter(run.params.at(param.name));
        for (const std::string& output : pipeline.outputs) file.buffer(run.expected.at(output), true);
    }
    write_file(place.path(pipeline.name + ".c"), compiled->files.source);
    write_file(place.path(pipeline.name + ".h"), compiled->files.header);
    write_file(place.path("main.c"), kMain);
    const runtime::ProcessOutcome built = compile_program(place, pipeline.name, build);
    if (!built.succeeded()) return "not compiled: " + built.could_not_start + built.output.substr(0, 3000);
    const runtime::ProcessOutcome ran = run_program(place);
    if (!ran.succeeded() || !ran.output.empty())
        return fmt::format("status {}, signal {}{}\n{}", ran.exit_status, ran.signal,
                           ran.timed_out ? ", too slow" : "", ran.output.substr(0, 6000));
    return difference(read_file(place.path("out.bin")), pipeline, run.expected);
}

}  // namespace pantile::emit
