#include "lines/fields.hpp"

#include <algorithm>

#include "lines/cells.hpp"

namespace cpsudoku::lines {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// Takes the next field of a row and moves to its end.  False if quotes are around a part of it.
bool next_field(const char*& at, const char* end, char separator, std::string_view& field) {
  if (at != end && *at == '"') {
    const char* const close = std::find(at + 1, end, '"');
    if (close == end) return false;
    field = view(at + 1, close);
    at = close + 1;
    return at == end || *at == separator;
  }
  const char* const stop = std::find(at, end, separator);
  field = view(at, stop);
  at = stop;
  return field.find('"') == field.npos;
}

}  // namespace

Kind kind_of_nothing(const char* at, const char* end) {
  at = std::find_if_not(at, end, is_space);
  if (at == end) return Kind::kNothing;
  if (*at != '#' || is_odd(at, end)) return Kind::kOther;
  at = std::find_if(at, end, [](char byte) { return byte != '#'; });
  at = std::find_if_not(at, end, is_space);
  if (at == end) return Kind::kNothing;
  const bool plain = *at > ' ' && *at < '\x7f' && *at != 'r' && *at != 'R';
  return plain ? Kind::kNothing : Kind::kOther;
}

Kind read_row(const char* at, const char* end, const Columns& columns, Found& found) {
  if (end != at && end[-1] == '\r') --end;
  const char* const first = std::find_if_not(at, end, is_space);
  // A line that begins with # may be a row whose first column is another one, such as a number.
  const bool has_fields = columns.puzzle != 0 && std::find(first, end, columns.separator) != end;
  if (first == end) return Kind::kNothing;
  if (*first == '#') return has_fields ? Kind::kOther : kind_of_nothing(at, end);
  // After other white space there may be a comment.
  if (*first < ' ' || *first > '~' || end - at > kLongest || is_odd(at, end)) return Kind::kOther;
  for (std::size_t number = 0;; ++number, ++at) {
    std::string_view field;
    if (!next_field(at, end, columns.separator, field)) return Kind::kOther;
    if (number == columns.puzzle) {
      if (!puts_cells(trimmed(field), found.puzzle)) return Kind::kOther;
    } else if (number == columns.solution) {
      field = trimmed(field);
      if (!field.empty() && !puts_solution(field, found.solution)) return Kind::kOther;
    }
    if (at == end) break;
  }
  return found.puzzle ? Kind::kPuzzle : Kind::kOther;
}

}  // namespace cpsudoku::lines
