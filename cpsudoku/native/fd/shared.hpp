// What propagators of one network have in common: tables that follow from a relation or an automaton
// alone, whichever cells it is asked of.  Puzzles have few of these and many clues.
#pragma once

#include <map>

#include "fd/automaton.hpp"

namespace cpsudoku::fd {

// The union of what each digit of a set stands for, looked up a byte of the set at a time.
//
// For nine digits that takes 256 + 2 words.
//
//     {2,5,9}   0b1'0001'0010  →  table[0][0b00010010] | table[1][0b1]
class Unions {
 public:
  // What each digit stands for.
  explicit Unions(const std::vector<Mask>& masks) {
    for (std::size_t first = 0; first < masks.size(); first += 8) {
      const std::size_t width = std::min<std::size_t>(8, masks.size() - first);
      const std::size_t start = items_.size();
      start_.push_back(start);
      items_.push_back(0);
      for (std::size_t set = 1; set < std::size_t{1} << width; ++set) {
        const auto lowest = static_cast<std::size_t>(std::countr_zero(set));
        items_.push_back(items_[start + (set & (set - 1))] | masks[first + lowest]);
      }
    }
  }

  Mask operator[](Mask digits) const {
    Mask all = 0;
    for (const std::size_t start : start_) {
      all |= items_[start + (digits & 0xff)];
      digits >>= 8;
    }
    return all;
  }

 private:
  std::vector<std::size_t> start_;
  std::vector<Mask> items_;
};

using Layers = std::vector<Layer>;

// Used while a network is built; what it gives lives as long as its users.
class Shared {
 public:
  // The automaton of a formula, unrolled for its cells.
  std::shared_ptr<const Layers> layers(const Regular& regular) {
    auto& found = layers_[{regular.automaton, regular.cells.size()}];
    if (!found) {
      found = std::make_shared<const Layers>(unrolled(*regular.automaton, regular.cells.size()));
    }
    return found;
  }

  std::shared_ptr<const Unions> unions(const std::vector<Mask>& masks) {
    auto& found = unions_[masks];
    if (!found) found = std::make_shared<const Unions>(masks);
    return found;
  }

 private:
  // (A key owns its automaton, so that no other one comes to its place in memory.)
  std::map<std::pair<std::shared_ptr<const Automaton>, std::size_t>, std::shared_ptr<const Layers>>
      layers_;
  std::map<std::vector<Mask>, std::shared_ptr<const Unions>> unions_;
};

}  // namespace cpsudoku::fd
