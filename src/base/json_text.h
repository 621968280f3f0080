// JSON that people write. Text that is too large, nested too deeply or no object is refused, and so is a key
// that an object has twice: readers of JSON take the last one, without a word about the others.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "pantile/result.h"

namespace pantile {

struct JsonForm {
    std::string what;  // 'schedule file', in messages
    size_t most_bytes;
    // Deep values would exhaust the stack of whoever copies or frees them.
    int most_depth;
};

// 'file' is the name that messages show.
Result<nlohmann::json> read_json(const std::string& text, const std::string& file, const JsonForm& form);

struct RenamedKey {
    std::string old_key, key;
};

// An object of an older file, with the keys of today. Where it has a key under both names the old one stays,
// so that it is refused as unknown.
nlohmann::json with_keys_renamed(nlohmann::json object, const std::vector<RenamedKey>& renamed);

}  // namespace pantile
