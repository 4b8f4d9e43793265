// JSON, as questions and answers need it: read whole, written whole.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cpsudoku::wasm {

class Json {
 public:
  using List = std::vector<Json>;
  using Field = std::pair<std::string, Json>;
  using Object = std::vector<Field>;  // in the order in which they were written

  Json() = default;  // null
  Json(bool value) : what_(value) {}
  template <std::integral Number>
  Json(Number value) : what_(static_cast<std::int64_t>(value)) {}
  Json(const char* value) : what_(std::string(value)) {}
  Json(std::string value) : what_(std::move(value)) {}
  Json(List value) : what_(std::move(value)) {}
  Json(Object value) : what_(std::move(value)) {}
  static Json object(std::initializer_list<Field> fields) { return Json(Object(fields)); }

  // Throws std::invalid_argument, which says at which byte the text is not JSON.
  static Json parse(std::string_view text);
  std::string text() const;

  bool is_null() const { return std::holds_alternative<std::monostate>(what_); }
  // The field of an object; nullptr if it is missing or null.
  const Json* find(std::string_view name) const;
  // These throw std::invalid_argument where it is something else.
  const Json& at(std::string_view name) const;
  const Json& at(std::size_t place) const;
  bool truth() const { return as<bool>("true or false"); }
  std::int64_t number() const { return as<std::int64_t>("a whole number"); }
  double real() const;
  const std::string& words() const { return as<std::string>("a text"); }
  const List& list() const { return as<List>("a list"); }
  const Object& fields() const { return as<Object>("an object"); }

 private:
  friend class Reader;
  template <class T>
  const T& as(const char* expected) const {
    if (const T* found = std::get_if<T>(&what_)) return *found;
    throw std::invalid_argument(std::string("expected ") + expected);
  }
  void write(std::string& to) const;

  std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Object> what_;
};

// A list of whole numbers.  Throws std::invalid_argument where one does not fit.
template <class T>
std::vector<T> numbers(const Json& list) {
  std::vector<T> found;
  for (const Json& one : list.list()) {
    const auto number = one.number();
    found.push_back(static_cast<T>(number));
    if (static_cast<std::int64_t>(found.back()) != number || (number < 0) != (found.back() < T{})) {
      throw std::invalid_argument("too great a number");
    }
  }
  return found;
}

template <class Range>
Json list_of(const Range& items) {
  Json::List found;
  for (const auto& item : items) found.emplace_back(static_cast<std::int64_t>(item));
  return found;
}

}  // namespace cpsudoku::wasm
