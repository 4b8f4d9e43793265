// Simple techniques that come into being once some candidates are gone: locked candidates, pairs and
// X-wings.  "Once these are false, those are": what dynamic chains use beside links and choices.
//
//     . . x | . . .      were the 4s at x false, the row's 4s would be locked into the second box,
//     . . . | 4 . 4      which would lose its others
#pragma once

#include "logic/techniques/links.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

struct Event {
  const char* technique;                // by which name the checker knows it
  std::vector<std::uint16_t> premises;  // candidates
  std::vector<std::uint16_t> gone;
  std::vector<std::uint16_t> pattern;
  std::vector<GroupId> base;
  std::vector<GroupId> cover;
};

// All events of a position.
void list_events(const Position& position, const Numbering& numbering, std::vector<Event>& out);

// The step that an event is once its premises are gone.
Step event_step(const Numbering& numbering, const Event& event);

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
