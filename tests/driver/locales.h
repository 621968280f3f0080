// Locales whose numbers and letters differ from those of C, made for a test.
#pragma once

#include <cstdlib>
#include <locale>
#include <string>
#include <vector>

#include "runtime/environment.h"
#include "runtime/process.h"
#include "runtime/program_path.h"
#include "runtime/temporary_directory.h"

namespace pantile::test {

// 'de_DE.UTF-8' (a comma in numbers, a point between thousands), 'tr_TR' (in which 'i' is no small 'I') and
// 'fr_FR.UTF-8'. Empty where 'localedef' or its data is missing.
class MadeLocales {
  public:
    MadeLocales() {
        make("de_DE", "UTF-8", "de_DE.UTF-8");
        make("tr_TR", "ISO-8859-9", "tr_TR");
        make("fr_FR", "UTF-8", "fr_FR.UTF-8");
    }
    // For LOCPATH.
    const std::string& path() const { return place_.path(); }
    const std::vector<std::string>& names() const { return names_; }

  private:
    void make(const std::string& language, const std::string& letters, const std::string& name) {
        const auto program = runtime::find_program("localedef", "/usr/bin:/bin");
        if (!program) return;
        const auto outcome = runtime::run({.arguments = {*program, "--no-archive", "-i", language, "-f",
                                                         letters, place_.path() + "/" + name},
                                           .environment = {"PATH=/usr/bin:/bin"}});
        if (outcome.exit_status == 0 || outcome.exit_status == 1) names_.push_back(name);
    }

    runtime::TemporaryDirectory place_ =
        runtime::TemporaryDirectory::create("/tmp", "pantile-locales-").value();
    std::vector<std::string> names_;
};

// Numbers of C++ streams with commas, whatever locales there are.
class CommaNumbers : public std::numpunct<char> {
  protected:
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

}  // namespace pantile::test
