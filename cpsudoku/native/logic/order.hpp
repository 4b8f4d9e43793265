// An order: what is looked for, one after the other, and the number of each technique.
#pragma once

#include <limits>
#include <stdexcept>

#include "logic/engine.hpp"
#include "logic/registry.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

class Order {
 public:
  // Without the finders whose techniques the houses, the size of the board or the options rule out.
  // Throws std::invalid_argument if there is no finder of a name.
  Order(const OrderData& data, const Houses& houses) : options(data.options) {
    for (const auto& name : data.finders) {
      const auto* finder = find_finder(name);
      if (!finder && is_finder(name)) continue;  // looked for on narrow boards alone
      if (!finder) throw std::invalid_argument("there is no technique " + name);
      if (finder->needs_boxes() && houses.of(Kind::box).empty()) continue;
      if (finder->needs_uniqueness() && !options.uniqueness) continue;
      finders.push_back(finder);
    }
    for (const auto* technique : techniques()) {
      const auto same = [&](const auto& pair) { return pair.first == technique->name; };
      const auto found = std::find_if(data.numbers.begin(), data.numbers.end(), same);
      const int number = found == data.numbers.end() ? 0 : found->second;
      numbers_.push_back({technique, number, static_cast<int>(numbers_.size())});
    }
    if constexpr (kWidth != kNarrow) add_own_techniques();
    for (const auto* finder : finders) {
      int least = std::numeric_limits<int>::max();
      for (const auto* technique : finder->yields) least = std::min(least, number(technique).first);
      ascending_ = ascending_ && (least_.empty() || least >= least_.back());
      least_.push_back(least);
    }
  }

  // What every step counts at least that the finder number `finder` and all after it find; 0 where
  // easier ones come after harder ones.
  int least_from(std::size_t finder) const { return ascending_ ? least_[finder] : 0; }

  // The number of a technique, and its index in techniques().
  std::pair<int, int> number(const Technique* technique) const {
    for (const Numbered& each : numbers_) {
      if (each.technique == technique) return {each.number, each.index};
    }
    return {0, -1};
  }

  std::vector<const Finder*> finders;
  Options options;

 private:
  struct Numbered {
    const Technique* technique;
    int number;
    int index;  // in techniques()
  };

  // What is compiled for wide boards has objects of its own for the same names.
  void add_own_techniques() {
    const auto count = static_cast<std::ptrdiff_t>(numbers_.size());
    for (const auto& finder : logic::finders()) {
      for (const auto* technique : finder.yields) {
        const auto same = [&](const Numbered& each) {
          return std::string_view(each.technique->name) == technique->name;
        };
        const auto named = std::find_if(numbers_.begin(), numbers_.begin() + count, same);
        numbers_.push_back({technique, named->number, named->index});
      }
    }
  }

  std::vector<Numbered> numbers_;
  std::vector<int> least_;  // of each finder
  bool ascending_ = true;
};

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
