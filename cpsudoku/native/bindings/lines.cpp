#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>

#include <string_view>
#include <tuple>
#include <variant>

#include "bindings/shared.hpp"
#include "lines/cells.hpp"
#include "lines/columns.hpp"
#include "lines/job.hpp"
#include "core/parallel.hpp"

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

nb::bytes joined(const std::vector<std::string>& parts) {
  std::size_t size = 0;
  for (const std::string& part : parts) size += part.size();
  PyObject* made = checked(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size)));
  char* to = PyBytes_AsString(made);
  for (const std::string& part : parts) {
    std::memcpy(to, part.data(), part.size());
    to += part.size();
  }
  return nb::steal<nb::bytes>(made);
}

using GapTuple =
    std::tuple<std::size_t, std::uint64_t, std::uint64_t, std::optional<std::uint64_t>>;

// (end, lines, stopped, answer, gaps, usual, multiple, none)
using AnswerTuple = std::tuple<std::size_t, std::uint64_t, bool, nb::bytes, std::vector<GapTuple>,
                               std::uint64_t, std::uint64_t, std::uint64_t>;

// A job of Python's, with its hold on the text.
class BoundLineJob {
 public:
  BoundLineJob(LinePool& pool, nb::handle text, std::size_t size, bool final,
               std::uint64_t first_line)
      : bytes_(text) {
    if (size > bytes_.size()) throw nb::value_error("the text is shorter than its size");
    job_.emplace(pool, bytes_.data(), size, final, first_line);
    lines_ = job_->lines();
  }

  ~BoundLineJob() { end(); }
  BoundLineJob(const BoundLineJob&) = delete;
  BoundLineJob& operator=(const BoundLineJob&) = delete;

  std::uint64_t lines() const { return lines_; }

  AnswerTuple result() {
    const InUse in_use(in_use_);
    if (!job_) throw nb::value_error("the result has been taken");
    while (!waited()) {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }
    const LineOutcome found = job_->take();
    end();
    std::vector<GapTuple> gaps;
    for (const Gap& gap : found.gaps) {
      std::optional<std::uint64_t> solution;
      if (gap.solution != kNowhere) solution = gap.solution;
      gaps.emplace_back(gap.at, gap.line, gap.offset, solution);
    }
    return {found.end, found.lines, found.stopped,  joined(found.texts),
            gaps,      found.usual, found.multiple, found.none};
  }

 private:
  bool waited() {
    nb::gil_scoped_release release;
    return job_->wait(std::chrono::milliseconds(50));
  }

  void end() {
    nb::gil_scoped_release release;
    job_.reset();
  }

  Bytes bytes_;
  std::uint64_t lines_ = 0;
  InUse::Flag in_use_{false};
  std::optional<LineJob> job_;
};

using ColumnsTuple = std::tuple<std::string, std::size_t, std::optional<std::size_t>>;

LineForm form(const std::optional<ColumnsTuple>& columns, bool objects) {
  if (objects) return {LineForm::Of::kObjects, {}};
  if (!columns) return {};
  const auto& [separator, puzzle, solution] = *columns;
  if (separator.size() != 1) throw nb::value_error("expected a separator of one byte");
  return {LineForm::Of::kTable, {separator[0], puzzle, solution}};
}

void make_pool(LinePool* pool, bool verdict, const nb::bytes& source, unsigned threads,
               const Groups& groups, const std::optional<ColumnsTuple>& columns, bool objects,
               const std::optional<nb::bytes>& words) {
  if (!groups.classic()) throw nb::value_error("expected the houses of the classic grid");
  LineQuestion question{verdict ? Wording::kVerdict : Wording::kSolution,
                        std::string(source.c_str(), source.size()), bitboard::width(), "",
                        form(columns, objects)};
  if (words) {
    question.wording = verdict ? Wording::kWords : Wording::kSolvable;
    question.words.assign(words->c_str(), words->size());
  }
  new (pool) LinePool(std::max(1u, checked_threads(threads)), question, groups);
}

std::unique_ptr<BoundLineJob> begin(LinePool& pool, nb::handle text, std::size_t size, bool final,
                                    std::uint64_t first_line) {
  return std::make_unique<BoundLineJob>(pool, text, size, final, first_line);
}

using Digits = Rows<std::uint8_t>;

// The first line that is not a puzzle, or has other names than the first, if there is one before the
// end of the scan: cuts the scan there.
void cut_at_gap(LineScan& scan, const char* text) {
  std::size_t n = 0;
  const auto is_alike = [&](const LinePuzzle& puzzle) {
    return puzzle.line == n && puzzle.names == scan.puzzles[0].names;
  };
  while (n < scan.puzzles.size() && is_alike(scan.puzzles[n])) ++n;
  if (scan.lines == n) return;
  scan.puzzles.resize(n);
  scan.lines = n;
  scan.stopped = true;
  if (n == 0) {
    scan.end = 0;
  } else {
    const char* const last = text + scan.puzzles[n - 1].offset;
    scan.end = static_cast<std::size_t>(
        static_cast<const char*>(std::memchr(last, '\n', scan.end)) + 1 - text);
  }
}

std::tuple<std::size_t, std::size_t> line_digits(nb::handle text, std::size_t from, Digits to,
                                                 unsigned threads, bool objects) {
  const Bytes bytes(text);
  if (from > bytes.size()) throw nb::value_error("the text is shorter than that");
  if (to.shape(1) != 81) throw nb::value_error("expected room for puzzles of 81 cells");
  checked_threads(threads);
  nb::gil_scoped_release release;
  const char* const begin = bytes.data() + from;
  LineScan scan = scan_lines(begin, bytes.size() - from, true, threads, form({}, objects));
  cut_at_gap(scan, begin);
  const std::size_t n = scan.puzzles.size();
  if (to.shape(0) < n) throw nb::value_error("there is no room for all puzzles");
  constexpr std::size_t kPart = 8192;
  std::uint8_t* const room = to.data();
  in_parallel(threads, (n + kPart - 1) / kPart, [&](std::size_t part) {
    const std::size_t end = std::min(n, (part + 1) * kPart);
    for (std::size_t i = part * kPart; i < end; ++i) {
      read_cells(begin + scan.puzzles[i].offset, room + 81 * i);
    }
  });
  return {n, from + scan.end};
}

nb::bytes places_of_lines(nb::handle text) {
  const Bytes bytes(text);
  return bytes_of(line_places(bytes.data(), bytes.size()));
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

using PartTuple = std::tuple<std::string, nb::bytes, nb::bytes>;

std::string_view in(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

RowPart part_of(const PartTuple& said, std::size_t count) {
  using Of = ValueColumn::Of;
  const auto& [kind, places, data] = said;
  if (kind == "i") {
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

nb::str rows_text(const std::vector<std::variant<nb::bytes, PartTuple>>& parts, std::size_t count) {
  std::vector<RowPart> found;
  for (const auto& part : parts) {
    const auto* const same = std::get_if<nb::bytes>(&part);
    found.push_back(same ? RowPart{ValueColumn::Of::kNothing, in(*same)}
                         : part_of(std::get<PartTuple>(part), count));
  }
  std::string text;
  {
    nb::gil_scoped_release release;
    text = rows_of_parts(found, count);
  }
  return nb::steal<nb::str>(checked(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogatepass")));
}

std::size_t list_digits(const nb::typed<nb::list, nb::str>& texts, Digits to) {
  constexpr auto kCells = static_cast<Py_ssize_t>(lines::kCells);
  const std::size_t n = texts.size();
  if (to.shape(0) < n || to.shape(1) != lines::kCells) {
    throw nb::value_error("there is no room for all puzzles");
  }
  const nb::ft_object_guard unchanged(texts);
  const auto item = [&](std::size_t i) {
    return PyList_GetItem(texts.ptr(), static_cast<Py_ssize_t>(i));
  };
  std::uint8_t* room = to.data();
  for (std::size_t i = 0; i < n; ++i, room += lines::kCells) {
    // Strings of a list that was sorted lie anywhere; to wait for each took three times as long.
    if (i + 8 < n) {
      const char* const later = reinterpret_cast<const char*>(item(i + 8));
      for (const int at : {0, 64, 120}) __builtin_prefetch(later + at);
    }
    PyObject* const text = item(i);
    // The characters are counted first, as others than ASCII would be encoded, and stay so.
    if (!PyUnicode_Check(text) || PyUnicode_GetLength(text) != kCells) return i;
    Py_ssize_t size = 0;
    const char* const cells = PyUnicode_AsUTF8AndSize(text, &size);
    if (cells == nullptr) PyErr_Clear();  // half of a character that takes two
    if (size != kCells || !lines::are_sure_cells(cells)) return i;
    read_cells(cells, room);
  }
  return n;
}

}  // namespace

void bind_lines(nb::module_& m) {
  m.def("list_digits", &list_digits, "texts"_a, "digits"_a.noconvert(),
        "Write the digits of the strings at the beginning of a list that are 81 cells each.\n"
        "\n"
        "Returns how many these are.");
  m.def("line_digits", &line_digits, "text"_a, "start"_a, "digits"_a.noconvert(), nb::kw_only(),
        "threads"_a, "objects"_a = false,
        "Write the digits of the classic puzzles, a line each, from some place in a text on.\n"
        "\n"
        "With `objects` lines are JSON, whose members have the same names in the same order.\n"
        "Returns how many these are, and where the first line begins that is something else.");
  m.def("line_places", &places_of_lines, "text"_a,
        "Return where each line of a text begins and where the last one ends, as bytes of int32.");
  m.def("value_columns", &columns, "text"_a, "separator"_a, "count"_a,
        "Return the values of rows with a separator, or with an empty one of objects of JSON.\n"
        "\n"
        "Each column is what its values are: t texts, f numbers with a point as texts, i int64,\n"
        "b truth values, n nothing but nulls; where each text begins and the last one ends\n"
        "(int32); the data; and which values there are (uint8) if some are null.  None where\n"
        "lines are not alike, or not plain.");
  m.def("rows_text", &rows_text, "parts"_a, "count"_a,
        "Return rows as one text: in each the parts, one after the other.\n"
        "\n"
        "A part is bytes for all rows, or a column as `value_columns` returns it: i or another\n"
        "kind, the places and the data of its texts.");
  nb::class_<BoundLineJob>(m, "LineJob", "A block of lines that is being answered.")
      .def_prop_ro("lines", &BoundLineJob::lines, "How many ends of lines there are to be reached.")
      .def("result", &BoundLineJob::result,
           "Wait until the job is done, and return what it found; once only.\n"
           "\n"
           "These are how many bytes and lines were answered; whether another kind of line\n"
           "follows; the answers; for each puzzle not answered where in them its answer belongs,\n"
           "its line, its offset in the text and that of the solution given beside it; and how\n"
           "many have one solution (any, unless the verdict was asked for), several, and none.");
  nb::class_<LinePool>(m, "LinePool", "Threads that answer the lines of blocks of text.")
      .def("__init__", &make_pool, nb::kw_only(), "verdict"_a, "source"_a, "threads"_a, "groups"_a,
           "columns"_a = nb::none(), "objects"_a = false, "words"_a = nb::none(),
           nb::keep_alive<1, 5>(),
           "Say how lines are read and answered.\n\n"
           "Rows of a table have a separator, a column of puzzles and one of solutions; with\n"
           "`objects` lines are JSON.  The words, if there are some, are said of puzzles with one\n"
           "solution, or unless the verdict is asked for with any; others leave gaps then.")
      .def("begin", &begin, "text"_a, "size"_a, nb::kw_only(), "final"_a, "first_line"_a,
           nb::keep_alive<0, 1>(),
           nb::sig("def begin(self, text: bytes | bytearray, size: int, *, final: bool, "
                   "first_line: int) -> LineJob"),
           "Begin to answer the lines at the beginning of a text that are classic puzzles, blank\n"
           "or comments; the text must not change until their job's result is there.");
}

}  // namespace cpsudoku::bindings
