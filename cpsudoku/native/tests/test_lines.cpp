// Lines of text: which ones are puzzles, where the reader stops, and the values of rows and objects.

#include "tests/check.hpp"
#include "lines/columns.hpp"
#include "lines/objects.hpp"
#include "lines/scan.hpp"

namespace {

using namespace cpsudoku;
using namespace cpsudoku::lines;

// Reads a text that ends where its memory ends, so that any read beyond is seen.
struct Read {
  explicit Read(const std::string& text) : bytes(text.begin(), text.end()) {
    bytes.shrink_to_fit();
    found = scan_lines(bytes.data(), bytes.size());
  }
  std::vector<char> bytes;
  LineScan found;
};

void lines_of_which_there_is_no_doubt(const std::string& puzzle) {
  const Read read(puzzle + "\n" + puzzle + " 1.2 easy\r\n" + puzzle + ",x");
  CHECK(read.found.end == read.bytes.size() && read.found.puzzles.size() == 3);
  CHECK(read.found.puzzles[1] == read.bytes.data() + 82);
  CHECK(read.found.puzzles[2] == read.bytes.data() + read.bytes.size() - 83);
  CHECK(Read(puzzle).found.puzzles.size() == 1);
  CHECK(Read("").found.puzzles.empty());
}

void the_reader_stops_at_any_other_line(const std::string& puzzle) {
  for (const std::string& other :
       {puzzle + "x", puzzle.substr(1), " " + puzzle, std::string("#rules: 9"), std::string(""),
        puzzle.substr(0, 80) + "x", puzzle.substr(0, 40) + "\n" + puzzle.substr(40),
        std::string("nonsense"), puzzle.substr(0, 80) + '\0', puzzle + " \r "}) {
    const Read read(puzzle + "\n" + other + "\n" + puzzle + "\n");
    CHECK(read.found.end == 82 && read.found.puzzles.size() == 1);
  }
}

// An object after another one is what it is by itself, whether or not both have the same names.
void an_object_is_the_same_after_any_other(const std::string& puzzle) {
  const std::string cells = "\"" + puzzle + "\"", digits = "\"" + std::string(81, '1') + "\"";
  const std::vector<std::string> objects{
      "{\"id\": 7, \"puzzle\": " + cells + "}",
      "{\"id\": -1.5e3, \"puzzle\": " + cells + "}",
      "{\"id\": \"a, b\", \"puzzle\": " + cells + "}\r",
      "{\"id\":  [1, {\"x\": null}], \"puzzle\": " + cells + "}",
      "{\"id\": 07, \"puzzle\": " + cells + "}",
      "{\"id\": \"a\\n\", \"puzzle\": " + cells + "}",
      "{\"id\": \"a, \"puzzle\": " + cells + "}",
      "{\"id\": 7, \"puzzle\": \"" + puzzle.substr(1) + "\"}",
      "{\"id\": 7, \"puzzle\": " + cells + "} x",
      "{\"id\": 7, \"puzzle\": " + cells,
      "{\"id\": 7, \"rules\": " + cells + "}",
      "{\"puzzle\": " + cells + ", \"solution\": " + digits + "}",
      "{\"puzzle\": " + cells + ", \"solution\": " + cells + "}",
      "{\"puzzle\": " + cells + ", \"solution\": null}",
      "# a comment",
      ""};
  for (const std::string& one : objects) {
    for (const std::string& then : objects) {
      const std::string text = one + "\n" + then;
      const char* const at = text.data() + one.size() + 1;
      const char* const end = text.data() + text.size();
      ObjectReader alone, after;
      Found first, expected, found;
      after.read(text.data(), at - 1, first);
      const bool is_known = alone.read(at, end, expected);
      CHECK(after.read(at, end, found) == is_known);
      if (!is_known) continue;
      CHECK(found.puzzle == expected.puzzle && found.solution == expected.solution);
      CHECK(found.names == expected.names && after.values() == alone.values());
    }
  }
}

void objects_are_columns_where_they_are_alike(const std::string& puzzle) {
  const auto columns = [&](const std::vector<std::string>& values) {
    std::string text;
    for (const auto& value : values) {
      text += "{\"a\": " + value + ", \"puzzle\": \"" + puzzle + "\"}\n";
    }
    return columns_of_objects(text.data(), text.size());
  };
  using Of = ValueColumn::Of;
  const auto texts = columns({"\"one\"", "null", "\"\""});
  CHECK(texts && texts->size() == 2 && texts->front().of == Of::kText);
  CHECK(texts->front().data == "one" && !texts->front().all_known);
  CHECK((texts->front().places == std::vector<std::int32_t>{0, 3, 3, 3}));
  CHECK((texts->front().known == std::vector<std::uint8_t>{1, 0, 1}));
  CHECK(texts->back().data == puzzle + puzzle + puzzle && texts->back().all_known);
  const auto numbers = columns({"null", "-9223372036854775808"});
  CHECK(numbers && numbers->front().of == Of::kWhole);
  CHECK(numbers->front().data == std::string(15, '\0') + '\x80');
  const auto truths = columns({"true", "false", "null"});
  CHECK(truths && truths->front().of == Of::kTruth);
  CHECK((truths->front().data == std::string{'\1', '\0', '\0'}));
  const auto nothing = columns({"null", "null"});
  CHECK(nothing && nothing->front().of == Of::kNothing && nothing->front().known.size() == 2);
  const auto fractions = columns({"1e3", "0.5"});
  CHECK(fractions && fractions->front().of == Of::kFraction);
  CHECK(fractions->front().data == "1e30.5");
  for (const char* other : {"1.0", "\"x\"", "true", "[1]", "{}", "9223372036854775808"}) {
    CHECK(!columns({"1", other}));
  }
}

void rows_are_columns_where_they_are_plain() {
  const auto columns = [](const std::string& text) {
    return columns_of_rows(text.data(), text.size(), ',', 2);
  };
  const auto found = columns("one,\r\n,two");
  CHECK(found && found->front().data == "one" && found->back().data == "two");
  CHECK((found->back().places == std::vector<std::int32_t>{0, 0, 3}));
  CHECK(columns("") && columns("")->front().places.size() == 1);
  for (const std::string& other :
       {std::string("a\n"), std::string("a,b,c\n"), std::string("a,\"b\"\n"), std::string("#a,b\n"),
        std::string("a,b\rc,d\n"), std::string("a,b\r"), std::string("a,\0b\n", 5),
        std::string("\na,b\n")}) {
    CHECK(!columns(other) && !columns("a,b\n" + other));
  }
}

}  // namespace

int main(int argc, char** argv) {
  CHECK(argc == 2);
  const auto contract = testing::contract(argv[1]);
  const std::string& puzzle = contract[0].text;
  lines_of_which_there_is_no_doubt(puzzle);
  the_reader_stops_at_any_other_line(puzzle);
  an_object_is_the_same_after_any_other(puzzle);
  objects_are_columns_where_they_are_alike(puzzle);
  rows_are_columns_where_they_are_plain();
}
