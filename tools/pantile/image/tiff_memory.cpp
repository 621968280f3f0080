#include "image/tiff_memory.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <new>
#include <utility>

namespace pantile::image {
namespace {

constexpr tmsize_t kMostSingleAllocation = tmsize_t{256} << 20;

using State = TiffFile::State;

State& state_of(thandle_t handle) { return *static_cast<State*>(handle); }

Bytes contents(const State& state) { return state.output != nullptr ? Bytes(*state.output) : state.input; }

tmsize_t read_bytes(thandle_t handle, void* to, tmsize_t wanted) {
    State& state = state_of(handle);
    const Bytes file = contents(state);
    if (wanted <= 0 || state.offset >= file.size()) return 0;
    const size_t count =
        std::min(static_cast<size_t>(wanted), file.size() - static_cast<size_t>(state.offset));
    std::memcpy(to, file.data() + state.offset, count);
    state.offset += count;
    return static_cast<tmsize_t>(count);
}

bool grow(Encoded& bytes, size_t size) noexcept {
    try {
        if (bytes.size() < size) bytes.resize(size);
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

tmsize_t write_bytes(thandle_t handle, void* from, tmsize_t wanted) {
    State& state = state_of(handle);
    const size_t count = static_cast<size_t>(wanted);
    if (state.output == nullptr || wanted <= 0 || !grow(*state.output, state.offset + count)) return 0;
    std::memcpy(state.output->data() + state.offset, from, count);
    state.offset += count;
    return wanted;
}

toff_t seek(thandle_t handle, toff_t offset, int whence) {
    State& state = state_of(handle);
    if (whence == SEEK_CUR) offset += state.offset;
    if (whence == SEEK_END) offset += contents(state).size();
    state.offset = offset;
    return offset;
}

int close_nothing(thandle_t) { return 0; }

toff_t size_of_file(thandle_t handle) { return contents(state_of(handle)).size(); }

// Declining to map makes libtiff read through the callbacks above, which check every range.
int map_nothing(thandle_t, void**, toff_t*) { return 0; }
void unmap_nothing(thandle_t, void*, toff_t) {}

__attribute__((format(printf, 4, 0))) int keep_error(TIFF*, void* user, const char*, const char* format,
                                                     va_list arguments) {
    State& state = *static_cast<State*>(user);
    if (state.error[0] == '\0') std::vsnprintf(state.error, sizeof state.error, format, arguments);
    return 1;
}

int ignore_warning(TIFF*, void*, const char*, const char*, va_list) { return 1; }

const char* mode_text(TiffFile::Mode mode) {
    switch (mode) {
        case TiffFile::Mode::read: return "rm";
        case TiffFile::Mode::write: return "w";
        case TiffFile::Mode::write_big: return "w8";
    }
    return "rm";
}

}  // namespace

TiffFile TiffFile::reading(Bytes file) { return TiffFile(State{.input = file}, Mode::read); }

TiffFile TiffFile::writing(Encoded& bytes, Mode mode) { return TiffFile(State{.output = &bytes}, mode); }

TiffFile::TiffFile(State state, Mode mode) : state_(std::move(state)) {
    TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
    if (options == nullptr) return;
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, kMostSingleAllocation);
    TIFFOpenOptionsSetErrorHandlerExtR(options, keep_error, &state_);
    TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_warning, &state_);
    handle_ = TIFFClientOpenExt("", mode_text(mode), &state_, read_bytes, write_bytes, seek, close_nothing,
                                size_of_file, map_nothing, unmap_nothing, options);
    TIFFOpenOptionsFree(options);
}

TiffFile::~TiffFile() { finish(); }

bool TiffFile::finish() {
    if (handle_ == nullptr) return false;
    const bool flushed = state_.output == nullptr || TIFFFlush(handle_) == 1;
    TIFFClose(handle_);
    handle_ = nullptr;
    return flushed && state_.error[0] == '\0';
}

}  // namespace pantile::image
