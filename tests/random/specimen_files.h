// A failure as a folder of files: pipeline.pan, schedule.json, and check.json with the sizes, the seed of the
// images and what to check. Nothing else is needed to see it again.
#pragma once

#include "pantile/result.h"
#include "random/check_specimen.h"

namespace pantile::random {

struct Failure {
    Specimen specimen;
    Check check;
    std::string what;  // as the check said it
};

// One file each.
struct FailureTexts {
    std::string pipeline;
    std::string schedule;
    std::string check;
};
FailureTexts to_texts(const Failure& failure);
Result<Failure> from_texts(const FailureTexts& texts);

// Makes the folder, or replaces the files in it. The answer is empty, or says what could not be written.
std::string write_folder(const std::string& folder, const Failure& failure);
Result<Failure> read_folder(const std::string& folder);

}  // namespace pantile::random
