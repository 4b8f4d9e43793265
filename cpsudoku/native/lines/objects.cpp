#include "lines/objects.hpp"

#include <algorithm>

#include "lines/cells.hpp"

namespace cpsudoku::lines {

namespace {

// Steps over JSON.  Every function is false if the text is not certainly what its name says.
class Json {
 public:
  Json(const char* at, const char* end) : at_(at), end_(end) {}

  bool ended() {
    skip_spaces();
    return at_ == end_;
  }

  // Whether the next character is this one, which is then skipped.
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

  // The place up to which the text is read.
  const char* place() const { return at_; }

  // The elements between brackets, with commas between them.
  template <class Member>
  bool members(char opening, char closing, Member member) {
    if (!passes(opening)) return false;
    if (passes(closing)) return true;
    do {
      if (!member()) return false;
    } while (passes(','));
    return passes(closing);
  }

  void skip_spaces() { at_ = std::find_if_not(at_, end_, is_space); }

 private:
  bool word(std::string_view wanted) {
    if (!view(at_, end_).starts_with(wanted)) return false;
    at_ += wanted.size();
    return true;
  }

  bool digits(std::ptrdiff_t most = 200) {
    const char* const begin = at_;
    at_ = std::find_if_not(at_, end_, [](char c) { return '0' <= c && c <= '9'; });
    return at_ != begin && at_ - begin < most;
  }

  bool takes(char wanted) {
    if (at_ == end_ || *at_ != wanted) return false;
    ++at_;
    return true;
  }

  // Less than 10³⁰⁰, since greater ones may be refused.
  bool number() {
    takes('-');
    if (!takes('0') && !digits()) return false;
    if (takes('.') && !digits()) return false;
    if (takes('e') || takes('E')) {
      if (!takes('+')) takes('-');
      return digits(3);
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

// Names that `formats/documents.py` reads itself or refuses beside a puzzle (`_ASTRAY` there).
bool says_rules(std::string_view name) {
  return is_one_of(name, {"rules", "candidates", "rule", "Rules", "candidate", "Candidates",
                          "boxes", "regions", "diagonals", "windows", "disjoint", "groups", "also",
                          "constraints", "auxiliary", "blocks"});
}

// Whether a name may be one of a variant, which `documents.names_a_variant` decides.
bool may_name_variant(std::string_view name) {
  for (const std::string_view part :
       {"cage",    "Cage",      "killer",   "Killer",      "thermo",   "Thermo", "arrow",
        "Arrow",   "odd",       "Odd",      "even",        "Even",     "parity", "Parity",
        "whisper", "Whisper",   "alindrom", "renban",      "Renban",   "kropki", "Kropki",
        "dots",    "Dots",      "andwich",  "diagonal",    "Diagonal", "knight", "Knight",
        "king",    "King",      "region",   "Region",      "jigsaw",   "Jigsaw", "quad",
        "Quad",    "kyscraper", "ariant",   "clone",       "Clone",    "window", "Window",
        "xv",      "XV",        "nequalit", "littlekiller"}) {
    if (name.find(part) != name.npos) return true;
  }
  return false;
}

// A member of the object of a puzzle, and the place of its value.
bool read_member(Json& json, Found& found, std::string_view& value) {
  std::string_view name, text;
  if (!json.string(name) || !json.passes(':')) return false;
  found.names = with_name(found.names, name);
  json.skip_spaces();
  const char* const begin = json.place();
  if (is_one_of(name, {"puzzle", "quiz", "question", "grid", "board", "givens"})) {
    if (found.puzzle || !json.string(text) || !puts_cells(text, found.puzzle)) return false;
  } else if (is_one_of(name, {"solution", "answer"})) {
    if (found.solution || !json.string(text) || !puts_solution(text, found.solution)) return false;
  } else if (says_rules(name) || may_name_variant(name) || !json.value()) {
    return false;
  }
  value = view(begin, json.place());
  return true;
}

// Removes a text from the beginning of another one.
bool takes(const char*& at, const char* end, std::string_view text) {
  if (static_cast<std::size_t>(end - at) < text.size()) return false;
  if (std::memcmp(at, text.data(), text.size()) != 0) return false;
  at += text.size();
  return true;
}

// Takes a grid in quotes, if `puts` accepts it.
template <class Puts>
bool takes_grid(const char*& at, const char* end, const char*& grid, Puts puts) {
  const auto size = static_cast<std::ptrdiff_t>(kCells) + 2;
  if (end - at < size || *at != '"' || at[size - 1] != '"') return false;
  if (!puts(view(at + 1, at + size - 1), grid)) return false;
  at += size;
  return true;
}

}  // namespace

bool ObjectReader::read_alike(const char* at, const char* end, Found& found) {
  if (between_.empty()) return false;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (!takes(at, end, between_[i])) return false;
    Json json(at, end);
    json.skip_spaces();
    const char* const begin = at = json.place();
    if (i == puzzle_) {
      if (!takes_grid(at, end, found.puzzle, puts_cells)) return false;
    } else if (i == solution_) {
      if (!takes_grid(at, end, found.solution, puts_solution)) return false;
    } else {
      if (!json.value()) return false;
      at = json.place();
    }
    values_[i] = view(begin, at);
  }
  found.names = names_;
  return takes(at, end, between_.back()) && at == end;
}

bool ObjectReader::read_whole(const char* at, const char* end, Found& found) {
  values_.clear();
  between_.clear();
  Json object(at, end);
  const bool known = object.members('{', '}', [&] {
    std::string_view value;
    if (!read_member(object, found, value)) return false;
    values_.push_back(value);
    return true;
  });
  if (!known || !object.ended() || !found.puzzle) return false;
  learn(at, end, found);
  return true;
}

void ObjectReader::learn(const char* at, const char* end, const Found& found) {
  puzzle_ = solution_ = kNone;
  names_ = found.names;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (values_[i].data() + 1 == found.puzzle) puzzle_ = i;
    if (found.solution && values_[i].data() + 1 == found.solution) solution_ = i;
    between_.push_back(view(at, values_[i].data()));
    at = values_[i].data() + values_[i].size();
  }
  between_.push_back(view(at, end));
}

bool ObjectReader::read(const char* at, const char* end, Found& found) {
  if (end != at && end[-1] == '\r') --end;
  if (end - at > kLongest) return false;
  if (read_alike(at, end, found)) return true;
  found = {};
  return !is_odd(at, end) && read_whole(at, end, found);
}

}  // namespace cpsudoku::lines
