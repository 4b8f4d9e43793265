#include "wasm/json.hpp"

#include <cstdio>
#include <cstdlib>

namespace cpsudoku::wasm {

namespace {

constexpr int kDeepest = 200;  // lists in lists: deeper ones would need more stack than there is

void write_text(const std::string& text, std::string& to) {
  to += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      to += '\\';
      to += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
      to += escaped;
    } else {
      to += c;
    }
  }
  to += '"';
}

}  // namespace

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Json whole() {
    Json found = value(0);
    skip();
    if (at_ != text_.size()) fail("the end");
    return found;
  }

 private:
  [[noreturn]] void fail(const char* expected) const {
    throw std::invalid_argument("JSON, byte " + std::to_string(at_ + 1) + ": expected " + expected);
  }
  void skip() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != text_.npos) ++at_;
  }
  char peek() {
    skip();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool takes(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool takes(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  Json value(int depth) {
    if (depth > kDeepest) fail("fewer lists in lists");
    const char c = peek();
    if (c == '{') return object(depth);
    if (c == '[') return list(depth);
    if (c == '"') return Json(text());
    if (takes("true")) return Json(true);
    if (takes("false")) return Json(false);
    if (takes("null")) return Json();
    return number();
  }

  Json object(int depth) {
    ++at_;
    Json::Object found;
    if (takes('}')) return Json(std::move(found));
    do {
      if (peek() != '"') fail("a name");
      std::string name = text();
      if (!takes(':')) fail("a colon");
      found.emplace_back(std::move(name), value(depth + 1));
    } while (takes(','));
    if (!takes('}')) fail("a comma or a brace");
    return Json(std::move(found));
  }

  Json list(int depth) {
    ++at_;
    Json::List found;
    if (takes(']')) return Json(std::move(found));
    do { found.push_back(value(depth + 1)); } while (takes(','));
    if (!takes(']')) fail("a comma or a bracket");
    return Json(std::move(found));
  }

  std::string text() {
    ++at_;
    std::string found;
    while (at_ < text_.size() && text_[at_] != '"') {
      char c = text_[at_++];
      if (c == '\\' && at_ < text_.size()) c = escaped();
      found += c;
    }
    if (at_ == text_.size()) fail("a quotation mark");
    ++at_;
    return found;
  }
  // Names and words of questions are ASCII: what is not becomes a question mark.
  char escaped() {
    const char c = text_[at_++];
    if (c == 'n') return '\n';
    if (c == 't') return '\t';
    if (c != 'u') return c;
    at_ = at_ + 4 < text_.size() ? at_ + 4 : text_.size();
    return '?';
  }

  Json number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           std::string_view("+-.eE0123456789").find(text_[at_]) != text_.npos) {
      ++at_;
    }
    const std::string digits(text_.substr(begin, at_ - begin));
    char* end = nullptr;
    Json found;
    if (digits.find_first_of(".eE") == digits.npos && digits.size() < 19) {
      found = Json(std::int64_t{std::strtoll(digits.c_str(), &end, 10)});
    } else {
      found.what_ = std::strtod(digits.c_str(), &end);
    }
    if (digits.empty() || *end != '\0') {
      at_ = begin;
      fail("a value");
    }
    return found;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

Json Json::parse(std::string_view text) { return Reader(text).whole(); }

const Json* Json::find(std::string_view name) const {
  for (const auto& [own, value] : fields()) {
    if (own == name) return value.is_null() ? nullptr : &value;
  }
  return nullptr;
}

const Json& Json::at(std::string_view name) const {
  if (const Json* found = find(name)) return *found;
  throw std::invalid_argument("expected a field " + std::string(name));
}

const Json& Json::at(std::size_t place) const {
  if (place < list().size()) return list()[place];
  throw std::invalid_argument("expected a longer list");
}

double Json::real() const {
  if (const auto* found = std::get_if<double>(&what_)) return *found;
  return static_cast<double>(number());
}

std::string Json::text() const {
  std::string found;
  write(found);
  return found;
}

void Json::write(std::string& to) const {
  const auto between = [&to](char open, char close, const auto& items, auto each) {
    to += open;
    bool is_first = true;
    for (const auto& item : items) {
      if (!is_first) to += ',';
      is_first = false;
      each(item);
    }
    to += close;
  };
  if (is_null()) to += "null";
  if (const auto* is = std::get_if<bool>(&what_)) to += *is ? "true" : "false";
  if (const auto* whole = std::get_if<std::int64_t>(&what_)) to += std::to_string(*whole);
  if (const auto* real = std::get_if<double>(&what_)) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.17g", *real);
    to += digits;
  }
  if (const auto* text = std::get_if<std::string>(&what_)) write_text(*text, to);
  if (const auto* items = std::get_if<List>(&what_)) {
    between('[', ']', *items, [&](const Json& item) { item.write(to); });
  }
  if (const auto* fields = std::get_if<Object>(&what_)) {
    between('{', '}', *fields, [&](const Field& field) {
      write_text(field.first, to);
      to += ':';
      field.second.write(to);
    });
  }
}

}  // namespace cpsudoku::wasm
