// What propagators of one network have in common: tables that follow from a relation or an automaton
// alone, whichever cells it is asked of.  Puzzles have few of these and many clues.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "fd/automaton.hpp"
#include "fd/formula.hpp"
#include "fd/unions.hpp"

namespace cpsudoku::fd {

using Layers = std::vector<Layer>;

// Used while a network is built; what it gives lives on with whoever has it.
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
