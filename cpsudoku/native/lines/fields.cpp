#include "lines/fields.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "lines/cells.hpp"

namespace cpsudoku::lines {

namespace {

// Longer lines are left alone: the other readers have limits of their own.
constexpr std::ptrdiff_t kLongest = 1 << 16;

bool puts_cells(std::string_view field, const char*& to) {
  if (field.size() != kCells || !are_cells(field.data())) return false;
  to = field.data();
  return true;
}

bool puts_solution(std::string_view field, const char*& to) {
  if (field.size() != kCells || !are_digits(field.data())) return false;
  to = field.data();
  return true;
}

std::string_view view(const char* from, const char* to) {
  return {from, static_cast<std::size_t>(to - from)};
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// Takes the next field of a row and moves to its end.  False where quotes are not around all of it.
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

// Steps over JSON.  Every function is false where a text is not, or not without a doubt, what it
// says.
class Json {
 public:
  Json(const char* at, const char* end) : at_(at), end_(end) {}

  bool ended() {
    skip_spaces();
    return at_ == end_;
  }

  // Whether the next character is this one, which is passed over.
  bool passes(char wanted) {
    skip_spaces();
    if (at_ == end_ || *at_ != wanted) return false;
    ++at_;
    return true;
  }

  bool string(std::string_view& text) {
    if (!passes('"')) return false;
    const char* const begin = at_;
    for (; at_ != end_ && *at_ != '"'; ++at_) {
      if (*at_ == '\\' || static_cast<unsigned char>(*at_) < 0x20) return false;
    }
    if (at_ == end_) return false;
    text = view(begin, at_++);
    return true;
  }

  bool value(unsigned depth = 0) {
    skip_spaces();
    if (at_ == end_ || depth > 32) return false;
    std::string_view text;
    switch (*at_) {
      case '"': return string(text);
      case '{':
        return members('{', '}', [&] { return string(text) && passes(':') && value(depth + 1); });
      case '[': return members('[', ']', [&] { return value(depth + 1); });
      case 't': return word("true");
      case 'f': return word("false");
      case 'n': return word("null");
      default: return number();
    }
  }

  // What stands between brackets, with commas between it.
  template <class Member>
  bool members(char opening, char closing, Member member) {
    if (!passes(opening)) return false;
    if (passes(closing)) return true;
    do {
      if (!member()) return false;
    } while (passes(','));
    return passes(closing);
  }

 private:
  void skip_spaces() { at_ = std::find_if_not(at_, end_, is_space); }

  bool word(std::string_view wanted) {
    if (!view(at_, end_).starts_with(wanted)) return false;
    at_ += wanted.size();
    return true;
  }

  bool digits() {
    const char* const begin = at_;
    at_ = std::find_if_not(at_, end_, [](char c) { return '0' <= c && c <= '9'; });
    return at_ != begin && at_ - begin < 300;  // Python refuses numbers of thousands of digits
  }

  bool takes(char wanted) {
    if (at_ == end_ || *at_ != wanted) return false;
    ++at_;
    return true;
  }

  bool number() {
    takes('-');
    if (!takes('0') && !digits()) return false;
    if (takes('.') && !digits()) return false;
    if (takes('e') || takes('E')) {
      if (!takes('+')) takes('-');
      return digits();
    }
    return true;
  }

  const char* at_;
  const char* end_;
};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// FNV-1a of names, each with its end.
std::uint64_t with_name(std::uint64_t names, std::string_view name) {
  constexpr std::uint64_t kPrime = 0x100000001b3;
  for (const char byte : name) names = (names ^ static_cast<unsigned char>(byte)) * kPrime;
  return (names ^ 0xff) * kPrime;
}

// A member of the object of a puzzle.
bool read_member(Json& json, Found& found) {
  std::string_view name, text;
  if (!json.string(name) || !json.passes(':')) return false;
  found.names = with_name(found.names, name);
  if (is_one_of(name, {"puzzle", "quiz", "question", "grid", "board", "givens"})) {
    return !found.puzzle && json.string(text) && puts_cells(text, found.puzzle);
  }
  if (is_one_of(name, {"solution", "answer"})) {
    return !found.solution && json.string(text) && puts_solution(text, found.solution);
  }
  // What `formats/documents.py` reads itself, or refuses beside a puzzle (`_ASTRAY` there).
  const bool is_rule = is_one_of(
      name, {"rules", "candidates", "rule", "Rules", "candidate", "Candidates", "boxes", "regions",
             "diagonals", "windows", "disjoint", "groups", "also", "constraints", "auxiliary"});
  return !is_rule && json.value();
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
  // What begins with # may be a row that begins with another column, such as a number.
  const bool has_fields = columns.puzzle != 0 && std::find(first, end, columns.separator) != end;
  if (first == end) return Kind::kNothing;
  if (*first == '#') return has_fields ? Kind::kOther : kind_of_nothing(at, end);
  // After white space of another kind there may be a comment.
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

Kind read_object(const char* at, const char* end, Found& found) {
  if (end != at && end[-1] == '\r') --end;
  Json json(at, end);
  if (!json.passes('{')) return kind_of_nothing(at, end);
  if (end - at > kLongest || is_odd(at, end)) return Kind::kOther;
  Json object(at, end);
  const bool known = object.members('{', '}', [&] { return read_member(object, found); });
  return known && object.ended() && found.puzzle ? Kind::kPuzzle : Kind::kOther;
}

}  // namespace cpsudoku::lines
