#include <string_view>
#include <tuple>

#include "bindings/shared.hpp"
#include "lines/cells.hpp"
#include "lines/columns.hpp"
#include "lines/scan.hpp"

namespace cpsudoku::bindings {

namespace {

using namespace lines;

// The bytes of any object that has some; the object must not change them meanwhile.
class Bytes {
 public:
  explicit Bytes(nb::handle object) {
    if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_SIMPLE) != 0) throw nb::python_error();
  }
  ~Bytes() { PyBuffer_Release(&view_); }
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;

  const char* data() const { return static_cast<const char*>(view_.buf); }
  std::size_t size() const { return static_cast<std::size_t>(view_.len); }

 private:
  Py_buffer view_;
};

// Bytes that `write` fills from their beginning, at most `most` of them; it returns how many.
template <class Write>
nb::bytes bytes_written(std::size_t most, const Write& write) {
  PyObject* made = checked(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(most)));
  char* const to = PyBytes_AsString(made);
  std::size_t size = 0;
  {
    nb::gil_scoped_release release;
    size = write(to);
  }
  if (size != most && _PyBytes_Resize(&made, static_cast<Py_ssize_t>(size)) != 0) {
    throw nb::python_error();
  }
  return nb::steal<nb::bytes>(made);
}

std::tuple<nb::bytes, std::size_t> line_digits(nb::handle text) {
  const Bytes bytes(text);
  LineScan scan;
  {
    nb::gil_scoped_release release;
    scan = scan_lines(bytes.data(), bytes.size());
  }
  const std::size_t size = lines::kCells * scan.puzzles.size();
  const nb::bytes digits = bytes_written(size, [&](char* to) {
    for (const char* const cells : scan.puzzles) {
      read_cells(cells, reinterpret_cast<std::uint8_t*>(to));
      to += lines::kCells;
    }
    return size;
  });
  return {digits, scan.end};
}

// (what the values are, their places, their data, which there are)
using ColumnTuple = std::tuple<std::string, nb::bytes, nb::bytes, std::optional<nb::bytes>>;

std::optional<std::vector<ColumnTuple>> columns(nb::handle text, const std::string& separator,
                                                std::size_t count) {
  if (separator.size() > 1) throw nb::value_error("expected a separator of one byte");
  const Bytes bytes(text);
  std::optional<ValueColumns> found;
  {
    nb::gil_scoped_release release;
    found = separator.empty() ? columns_of_objects(bytes.data(), bytes.size())
                              : columns_of_rows(bytes.data(), bytes.size(), separator[0], count);
  }
  if (!found || found->size() != count) return {};
  std::vector<ColumnTuple> made;
  for (const ValueColumn& column : *found) {
    std::optional<nb::bytes> known;
    if (!column.all_known) known = bytes_of(column.known);
    made.emplace_back(std::string(1, static_cast<char>(column.of)), bytes_of(column.places),
                      bytes_of(column.data), known);
  }
  return made;
}

std::string_view in(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

// What an object says, which keeps it.
template <class T>
T said_by(nb::handle object) {
  T found;
  if (!nb::try_cast<T>(object, found, false)) throw nb::type_error("expected parts of rows");
  return found;
}

// A kind, and the places and the data of texts.
RowPart column_of(const nb::tuple& said, std::size_t count) {
  using Of = ValueColumn::Of;
  const auto places = said_by<nb::bytes>(said[1]), data = said_by<nb::bytes>(said[2]);
  if (said_by<std::string>(said[0]) == "i") {
    if (data.size() != count * sizeof(std::int64_t))
      throw nb::value_error("expected a number a row");
    return {Of::kWhole, in(data)};
  }
  if (places.size() != (count + 1) * sizeof(std::int32_t)) {
    throw nb::value_error("expected a text a row");
  }
  // Bytes of Python's begin where any number may.
  const auto* const at = static_cast<const std::int32_t*>(places.data());
  std::int32_t before = 0;
  for (std::size_t i = 0; i <= count; before = at[i++]) {
    if (at[i] < before || static_cast<std::size_t>(at[i]) > data.size()) {
      throw nb::value_error("texts that are not one after the other");
    }
  }
  return {Of::kText, in(data), at};
}

// Grids of digits, and what stands for 0.
RowPart grids_of(const nb::tuple& said, std::size_t count) {
  const auto grids = said_by<RowsOf<const std::uint8_t, lines::kCells>>(said[0]);
  const auto blank = said_by<char>(said[1]);
  if (grids.shape(0) != count) throw nb::value_error("expected a grid a row");
  if (blank == '\0') throw nb::value_error("expected a character for blanks");
  const auto* const digits = reinterpret_cast<const char*>(grids.data());
  return {ValueColumn::Of::kNothing, {digits, grids.size()}, nullptr, 0, blank};
}

RowPart part_of(nb::handle said, std::size_t count) {
  using Of = ValueColumn::Of;
  if (nb::isinstance<nb::bytes>(said)) return {Of::kNothing, in(nb::borrow<nb::bytes>(said))};
  if (nb::isinstance<nb::int_>(said)) return {Of::kWhole, {}, nullptr, said_by<std::int64_t>(said)};
  const auto parts = said_by<nb::tuple>(said);
  if (parts.size() == 2) return grids_of(parts, count);
  if (parts.size() != 3) throw nb::type_error("expected parts of rows");
  return column_of(parts, count);
}

nb::bytes rows_text(const nb::typed<nb::sequence, nb::object>& parts, std::size_t count) {
  const nb::tuple held(parts);
  std::vector<RowPart> found;
  for (const nb::handle part : held) found.push_back(part_of(part, count));
  return bytes_written(size_of_rows(found, count), [&](char* to) {
    return static_cast<std::size_t>(write_rows(found, count, to) - to);
  });
}

}  // namespace

void bind_lines(nb::module_& m) {
  m.def("line_digits", &line_digits, "text"_a,
        "Return the digits of the classic puzzles at the beginning of a text, a line each.\n"
        "\n"
        "These are 81 bytes for each, 0 for a blank; also returns where the first line begins\n"
        "that is something else.");
  m.def("value_columns", &columns, "text"_a, "separator"_a, "count"_a,
        "Return the values of rows with a separator, or with an empty one of objects of JSON.\n"
        "\n"
        "Each column is what its values are: t texts, f numbers with a point as texts, i int64,\n"
        "b truth values, n nothing but nulls; where each text begins and the last one ends\n"
        "(int32); the data; and which values there are (uint8) if some are null.  None where\n"
        "lines are not alike, or not plain.");
  m.def("rows_text", &rows_text, "parts"_a, "count"_a,
        "Return rows as one text in UTF-8: in each the parts, one after the other.\n"
        "\n"
        "A part is bytes for all rows, the first of consecutive numbers, a column as\n"
        "`value_columns` returns it (i or another kind, the places and the data of its texts),\n"
        "or grids (n, 81) of digits and the character for 0.");
}

}  // namespace cpsudoku::bindings
