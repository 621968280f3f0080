// Errors as values: where, what, why and what to do about it.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
namespace pantile {

// A place in a source text. Line and column count from 1; line 0 means that there is no place to point at.
struct SourceSpan {
    int line = 0;
    int column = 0;
    int length = 0;
    bool operator==(const SourceSpan&) const = default;
};

enum class Severity { error, warning };

struct Diagnostic {
    Severity severity = Severity::error;
    std::string file;  // as the user named it; may be empty
    SourceSpan span;
    std::string message;      // one sentence, code in single quotes
    std::string source_line;  // the line that 'span' points into; may be empty
    std::vector<std::string> notes;
    std::vector<std::string> hints;
};

using Diagnostics = std::vector<Diagnostic>;

bool has_errors(const Diagnostics& diagnostics);

// The form that a terminal shows: place, message, source line with carets, notes, hints. Ends in a newline.
std::string render(const Diagnostic& diagnostic);
std::string render(const Diagnostics& diagnostics);

// Thrown only by the convenience calls of the public API (realize, Result::value).
class Error : public std::runtime_error {
  public:
    explicit Error(Diagnostics diagnostics)
        : std::runtime_error(render(diagnostics)), diagnostics_(std::move(diagnostics)) {}
    const Diagnostics& diagnostics() const { return diagnostics_; }

  private:
    Diagnostics diagnostics_;
};

}  // namespace pantile
#pragma GCC visibility pop
