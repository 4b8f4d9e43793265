#include "lines/columns.hpp"

#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <system_error>

#include "lines/cells.hpp"
#include "lines/objects.hpp"

namespace cpsudoku::lines {

namespace {

using Of = ValueColumn::Of;

bool is_short(std::size_t size) {
  return size < static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
}

const char* find(const char* at, const char* end, char wanted) {
  if (at == end) return nullptr;
  return static_cast<const char*>(std::memchr(at, wanted, static_cast<std::size_t>(end - at)));
}

// Makes room for all rows, assuming that they are as long as the first one.
void reserve(ValueColumns& columns, std::size_t rows) {
  for (ValueColumn& column : columns) {
    column.data.reserve(rows * (column.data.size() + 2));
    column.places.reserve(rows + 1);
    column.known.reserve(rows);
  }
}

void put_text(ValueColumn& column, std::string_view text) {
  column.data.append(text);
  column.places.push_back(static_cast<std::int32_t>(column.data.size()));
}

// False if the number is too great.
bool put_whole(ValueColumn& column, std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc{} || read.ptr != end) return false;
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  column.data.append(bytes, sizeof number);
  return true;
}

bool put(ValueColumn& column, std::string_view value) {
  switch (column.of) {
    case Of::kWhole: return put_whole(column, value);
    case Of::kTruth: column.data += value.front() == 't' ? '\1' : '\0'; return true;
    case Of::kText: put_text(column, value.substr(1, value.size() - 2)); return true;
    default: put_text(column, value); return true;
  }
}

// The data of a null; those before the first value are filled in when the type is known.
void put_nothing(ValueColumn& column, std::size_t rows) {
  for (std::size_t i = 0; i < rows; ++i) {
    if (column.of == Of::kWhole) {
      column.data.append(sizeof(std::int64_t), '\0');
    } else if (column.of == Of::kTruth) {
      column.data += '\0';
    } else if (column.of != Of::kNothing) {
      column.places.push_back(column.places.back());
    }
  }
}

// The type of a JSON value; nothing for lists and objects.
std::optional<Of> kind_of(std::string_view value) {
  switch (value.front()) {
    case '"': return Of::kText;
    case 'n': return Of::kNothing;
    case 't':
    case 'f': return Of::kTruth;
    case '[':
    case '{': return {};
    default: return value.find_first_of(".eE") == value.npos ? Of::kWhole : Of::kFraction;
  }
}

// False if the values before are of another type or the value is too great.
bool put_value(ValueColumn& column, std::string_view value) {
  const auto kind = kind_of(value);
  if (!kind) return false;
  const bool is_there = *kind != Of::kNothing;
  if (is_there && column.of == Of::kNothing) {
    column.of = *kind;
    put_nothing(column, column.known.size());
  }
  column.known.push_back(is_there);
  if (is_there) return column.of == *kind && put(column, value);
  column.all_known = false;
  put_nothing(column, 1);
  return true;
}

// Whether there are quotes or bytes that end a line elsewhere.
bool has_doubts(const char* at, const char* end) {
  if (find(at, end, '"') || find(at, end, '\0')) return true;
  while ((at = find(at, end, '\r')) != nullptr) {
    if (++at == end || *at != '\n') return true;
  }
  return false;
}

// Stores the fields of a row; false if there are more or fewer than columns.
bool put_row(ValueColumns& columns, const char* at, const char* end, char separator) {
  if (at == end || *at == '#') return false;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const char* const stop = find(at, end, separator);
    const bool is_last = i + 1 == columns.size();
    if (is_last == (stop != nullptr)) return false;
    put_text(columns[i], view(at, is_last ? end : stop));
    if (!is_last) at = stop + 1;
  }
  return true;
}

constexpr std::size_t kLongestNumber = std::numeric_limits<std::int64_t>::digits10 + 2;

std::int64_t number_of(const RowPart& part, std::size_t row) {
  std::int64_t number = part.first + static_cast<std::int64_t>(row);
  if (!part.data.empty()) {
    std::memcpy(&number, part.data.data() + row * sizeof number, sizeof number);
  }
  return number;
}

std::string_view text_of(const RowPart& part, std::size_t row) {
  if (part.of == Of::kNothing) return part.data;
  const auto begin = static_cast<std::size_t>(part.places[row]);
  return {part.data.data() + begin, static_cast<std::size_t>(part.places[row + 1]) - begin};
}

// Bytes in and bytes out may be the same for all the compiler knows; so they pass an array.
char* write_cells(const char* digits, char blank, char* to) {
  std::array<char, kCells> cells;
  std::memcpy(cells.data(), digits, kCells);
  for (char& cell : cells) cell = cell ? static_cast<char>('0' + cell) : blank;
  std::memcpy(to, cells.data(), kCells);
  return to + kCells;
}

}  // namespace

std::optional<ValueColumns> columns_of_objects(const char* text, std::size_t size) {
  if (!is_short(size)) return {};
  ObjectReader reader;
  ValueColumns columns;
  std::uint64_t names = 0;
  const char* const end = text + size;
  for (const char* at = text; at != end;) {
    const char* const stop = end_of_line(at, end);
    Found found;
    if (!reader.read(at, stop, found)) return {};
    const auto& values = reader.values();
    const bool is_first = at == text;
    if (is_first) {
      names = found.names;
      columns.resize(values.size());
    }
    if (found.names != names || values.size() != columns.size()) return {};
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!put_value(columns[i], values[i])) return {};
    }
    if (is_first) reserve(columns, size / static_cast<std::size_t>(stop + 1 - at) + 1);
    at = stop == end ? end : stop + 1;
  }
  return columns;
}

std::optional<ValueColumns> columns_of_rows(const char* text, std::size_t size, char separator,
                                            std::size_t count) {
  const char* const end = text + size;
  if (!is_short(size) || count == 0 || has_doubts(text, end)) return {};
  ValueColumns columns(count);
  for (ValueColumn& column : columns) column.of = Of::kText;
  for (const char* at = text; at != end;) {
    const char* const stop = end_of_line(at, end);
    const char* const last = stop != at && stop[-1] == '\r' ? stop - 1 : stop;
    if (!put_row(columns, at, last, separator)) return {};
    if (at == text) reserve(columns, size / static_cast<std::size_t>(stop + 1 - at) + 1);
    at = stop == end ? end : stop + 1;
  }
  return columns;
}

std::size_t size_of_rows(const std::vector<RowPart>& parts, std::size_t count) {
  std::size_t size = 0;
  for (const RowPart& part : parts) {
    switch (part.of) {
      case Of::kNothing: size += part.blank ? part.data.size() : count * part.data.size(); break;
      case Of::kWhole: size += count * kLongestNumber; break;
      default: size += static_cast<std::size_t>(part.places[count] - part.places[0]);
    }
  }
  return size;
}

char* write_rows(const std::vector<RowPart>& parts, std::size_t count, char* to) {
  for (std::size_t row = 0; row < count; ++row) {
    for (const RowPart& part : parts) {
      if (part.of == Of::kWhole) {
        to = std::to_chars(to, to + kLongestNumber, number_of(part, row)).ptr;
      } else if (part.blank) {
        to = write_cells(part.data.data() + row * kCells, part.blank, to);
      } else {
        const std::string_view text = text_of(part, row);
        std::memcpy(to, text.data(), text.size());
        to += text.size();
      }
    }
  }
  return to;
}

}  // namespace cpsudoku::lines
