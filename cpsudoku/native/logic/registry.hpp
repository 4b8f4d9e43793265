// All that can be found, by name.
//
// A family is a file in techniques/ with one function that lists what it finds; registry.cpp lists
// the families.  A finder is one search; most yield the one technique that they are named after,
// some (chains that are compared with one another) several.
#pragma once

#include <string_view>

#include "logic/search.hpp"

namespace cpsudoku::logic {
inline namespace CPSUDOKU_BOARDS {

struct Finder {
  const char* name;
  std::vector<const Technique*> yields;
  Find find;

  bool needs_boxes() const {
    return all_of(yields, [&](const auto* t) { return t->needs_boxes; });
  }
  bool needs_uniqueness() const {
    return all_of(yields, [&](const auto* t) { return t->needs_uniqueness; });
  }
};

// A finder that yields the one technique that it is named after.
inline Finder finder(const Technique& technique, Find find) {
  return {technique.name, {&technique}, find};
}

const std::vector<Finder>& finders();

const Finder* find_finder(std::string_view name);

}  // namespace CPSUDOKU_BOARDS

// Whether there is a finder of a name, if only on narrow boards.
bool is_finder(std::string_view name);

// All techniques that some finder yields, each once.
const std::vector<const Technique*>& techniques();

inline const Technique* technique_named(std::string_view name) {
  for (const auto* technique : techniques()) {
    if (name == technique->name) return technique;
  }
  return nullptr;
}

}  // namespace cpsudoku::logic
