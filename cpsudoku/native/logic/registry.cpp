#include "logic/registry.hpp"

#include "logic/techniques/families.hpp"

namespace cpsudoku::logic {
inline namespace CPSUDOKU_BOARDS {

const std::vector<Finder>& finders() {
  static const auto all = [] {
    std::vector<Finder> result;
    for (Family* const family : kFamilies) {
      for (auto& finder : family()) result.push_back(std::move(finder));
    }
    return result;
  }();
  return all;
}

const Finder* find_finder(std::string_view name) {
  for (const auto& finder : finders()) {
    if (finder.name == name) return &finder;
  }
  return nullptr;
}

}  // namespace CPSUDOKU_BOARDS

#ifndef CPSUDOKU_WIDE
bool is_finder(std::string_view name) { return find_finder(name) != nullptr; }

const std::vector<const Technique*>& techniques() {
  static const auto all = [] {
    std::vector<const Technique*> result;
    for (const auto& finder : finders()) {
      for (const auto* technique : finder.yields) {
        if (!contains(result, technique)) { result.push_back(technique); }
      }
    }
    return result;
  }();
  return all;
}

std::span<const OptionName> option_names() {
  static constexpr OptionName names[] = {
      {"uniqueness", &Options::uniqueness},
      {"rows first", &Options::rows_first},
      {"overlap", &Options::overlap},
      {"missing candidates", &Options::missing_candidates},
      {"locked set nodes", &Options::locked_set_nodes},
      {"two candidates", &Options::two_candidates},
  };
  return names;
}
#endif

}  // namespace cpsudoku::logic
