// What an order may ask of its techniques beyond their names.
#pragma once

#include <span>

namespace cpsudoku::logic {

struct Options {
  int uniqueness = 1;          // 0: without the techniques that suppose that there is one solution
  int rows_first = 0;          // 1: rows, columns, boxes, and house by house, as HoDoKu looks
  int overlap = 0;             // 1: almost locked sets may share cells
  int missing_candidates = 0;  // 1: a corner of a rectangle may have lost one of its two digits
  int locked_set_nodes = 0;    // 1: almost locked sets are nodes of grouped chains
  int two_candidates = 0;      // 1: empty rectangles of two candidates too
};

struct OptionName {
  const char* name;
  int Options::*member;
};

// By the names that orders use.
std::span<const OptionName> option_names();

}  // namespace cpsudoku::logic
