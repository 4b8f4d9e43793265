// What an order may ask of its techniques beyond their names.
#pragma once

#include <span>
#include <string_view>

namespace cpsudoku::logic {

struct Options {
  int uniqueness = 1;  // 0: without the techniques that suppose that there is one solution
};

struct OptionName {
  const char* name;
  int Options::*member;
};

// By the names that orders use.
std::span<const OptionName> option_names();

}  // namespace cpsudoku::logic
