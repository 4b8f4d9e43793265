#include "logic/registry.hpp"

#include <algorithm>

#include "logic/techniques/families.hpp"

namespace cpsudoku::logic {

template <int W>
const std::vector<Finder<W>>& finders() {
  static const auto all = [] {
    std::vector<Finder<W>> result;
    const auto add = [&result](std::span<const Family<W>> families) {
      for (const Family<W> family : families) {
        for (auto& finder : family()) result.push_back(std::move(finder));
      }
    };
    add(kFamilies<W>);
    if constexpr (W == kNarrow) add(kNarrowFamilies);
    return result;
  }();
  return all;
}

template <int W>
const Finder<W>* find_finder(std::string_view name) {
  for (const auto& finder : finders<W>()) {
    if (finder.name == name) return &finder;
  }
  return nullptr;
}

const std::vector<const Technique*>& techniques() {
  static const auto all = [] {
    std::vector<const Technique*> result;
    for (const auto& finder : finders<kNarrow>()) {
      for (const auto* technique : finder.yields) {
        if (std::find(result.begin(), result.end(), technique) == result.end()) {
          result.push_back(technique);
        }
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

template const std::vector<Finder<kNarrow>>& finders();
template const std::vector<Finder<kWide>>& finders();
template const Finder<kNarrow>* find_finder(std::string_view);
template const Finder<kWide>* find_finder(std::string_view);

}  // namespace cpsudoku::logic
