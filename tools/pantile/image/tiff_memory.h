// libtiff on memory: an open file that reads from or writes to bytes, and keeps its error text to itself.
#pragma once

#include <tiffio.h>

#include <string>

#include "image/format.h"

namespace pantile::image {

class TiffFile {
  public:
    enum class Mode { read, write, write_big };

    // The bytes must outlive the file. Reading never changes them.
    static TiffFile reading(Bytes file);
    static TiffFile writing(Encoded& bytes, Mode mode);

    ~TiffFile();
    TiffFile(const TiffFile&) = delete;
    TiffFile& operator=(const TiffFile&) = delete;

    bool ready() const { return handle_ != nullptr; }
    TIFF* handle() const { return handle_; }
    // The first error of libtiff; the later ones are its consequences.
    std::string error_text() const { return state_.error; }

    // Writes what is pending; false when it failed. The file is closed afterwards.
    bool finish();

    struct State {
        Bytes input;
        Encoded* output = nullptr;
        uint64_t offset = 0;
        char error[256] = "";
    };

  private:
    TiffFile(State state, Mode mode);

    State state_;
    TIFF* handle_ = nullptr;
};

}  // namespace pantile::image
