// Lines of text: which ones are puzzles, where the reader stops, and the answers to blocks of them.

#include "tests/check.hpp"
#include "lines/columns.hpp"
#include "lines/job.hpp"
#include "lines/objects.hpp"

namespace {

using namespace cpsudoku;
using namespace cpsudoku::lines;

// A text on the heap that ends where it ends, so that any read beyond is seen.
struct Text {
  explicit Text(const std::string& text) : bytes(text.begin(), text.end()) {
    bytes.shrink_to_fit();
  }
  LineScan scan(bool final = true, unsigned threads = 1) const {
    return scan_lines(bytes.data(), bytes.size(), final, threads);
  }
  std::vector<char> bytes;
};

std::string joined(const LineOutcome& found) {
  std::string all;
  for (const auto& part : found.texts) all += part;
  return all;
}

LineOutcome answered(LinePool& pool, const Text& text, std::uint64_t first_line) {
  LineJob job(pool, text.bytes.data(), text.bytes.size(), true, first_line);
  while (!job.wait(std::chrono::milliseconds(50))) {}
  return job.take();
}

void lines_of_which_there_is_no_doubt(const std::string& puzzle) {
  const Text text(puzzle + "\n" + puzzle + " 1.2 easy\r\n\n# a comment\n \t\n" + puzzle + ",x");
  for (const unsigned threads : {1u, 4u}) {
    const LineScan found = text.scan(true, threads);
    CHECK(!found.stopped && found.end == text.bytes.size() && found.lines == 6);
    CHECK(found.puzzles.size() == 3);
    CHECK(found.puzzles[0].offset == 0 && found.puzzles[0].line == 0);
    CHECK(found.puzzles[1].offset == 82 && found.puzzles[1].line == 1);
    CHECK(found.puzzles[2].line == 5);
    CHECK(found.puzzles[2].offset == text.bytes.size() - 83);
  }
}

void the_reader_stops_at_any_other_line(const std::string& puzzle) {
  for (const std::string& other :
       {puzzle + "x", puzzle.substr(1), " " + puzzle, std::string("#rules: 9"),
        puzzle.substr(0, 80) + "x", puzzle.substr(0, 40) + "\n" + puzzle.substr(40),
        std::string("nonsense"), puzzle.substr(0, 80) + '\0', puzzle + " \r "}) {
    const Text text(puzzle + "\n" + other + "\n" + puzzle + "\n");
    const LineScan found = text.scan();
    CHECK(found.stopped && found.end == 82 && found.lines == 1 && found.puzzles.size() == 1);
  }
}

void a_last_line_without_its_end_may_go_on(const std::string& puzzle) {
  for (std::size_t length = 0; length <= 81; ++length) {
    const Text text(puzzle + "\n" + puzzle.substr(0, length));
    const LineScan found = text.scan(false);
    CHECK(!found.stopped && found.end == 82 && found.puzzles.size() == 1);
  }
  CHECK(Text(puzzle).scan(true).puzzles.size() == 1);
  CHECK(Text("").scan(true).puzzles.empty());
}

void threads_find_the_same(const std::string& puzzle) {
  std::string many;
  for (int i = 0; i < 20000; ++i) many += i % 7 ? puzzle + "\n" : "# " + std::to_string(i) + "\n";
  for (const bool stops : {false, true}) {
    const Text text(stops ? many + "?\n" + many : many);
    const LineScan one = text.scan(true, 1), four = text.scan(true, 4);
    CHECK(one.end == four.end && one.lines == four.lines && one.stopped == four.stopped);
    CHECK(one.stopped == stops && one.lines == 20000);
    CHECK(std::equal(one.puzzles.begin(), one.puzzles.end(), four.puzzles.begin(),
                     four.puzzles.end(), [](const LinePuzzle& a, const LinePuzzle& b) {
                       return a.offset == b.offset && a.line == b.line;
                     }));
  }
}

// What is written of a puzzle, by its number of solutions.
void check_answer(const std::string& answer, const testing::Contract& one, const LineScan& scan,
                  std::size_t i, std::size_t& at) {
  const std::string place = "f:" + std::to_string(scan.puzzles[i].line + 100) + ": ";
  if (one.count == 0) {
    if (answer.compare(at, place.size() + 5, place + "none\n") == 0) at += place.size() + 5;
    return;  // a gap, if its givens clash
  }
  const std::string words = one.count == 1 ? "unique\n" : "multiple: ";
  CHECK(answer.compare(at, place.size() + words.size(), place + words) == 0);
  at += place.size() + words.size();
  if (one.count == 1) return;
  std::vector<std::string> grids{answer.substr(at, 81), answer.substr(at + 86, 81)};
  CHECK(answer.compare(at + 81, 5, " and ") == 0);
  for (const auto& grid : grids) {
    std::vector<std::uint8_t> digits;
    for (const char sign : grid) digits.push_back(static_cast<std::uint8_t>(sign - '0'));
    CHECK(testing::is_final(digits.data()));
    for (std::size_t cell = 0; cell < 81; ++cell) {
      CHECK(one.digits[cell] == 0 || one.digits[cell] == digits[cell]);
    }
  }
  CHECK(grids[0] != grids[1]);
  CHECK(answer.compare(at + 167, 10, " differ in") == 0);
  at = answer.find('\n', at) + 1;
}

void answers_are_those_of_the_contract(const std::vector<testing::Contract>& contract) {
  std::string lines;
  std::vector<testing::Contract> asked;
  for (int round = 0; round < 30; ++round) {
    for (const auto& one : contract) {
      lines += one.text + "\n";
      asked.push_back(one);
    }
  }
  const Text text(lines);
  const LineScan scan = text.scan();
  CHECK(scan.puzzles.size() == asked.size());
  for (const auto width : bitboard::widths()) {
    for (const unsigned threads : {1u, 3u}) {
      LinePool verdicts(threads, {Wording::kVerdict, "f", width}, classic_houses());
      const LineOutcome said = answered(verdicts, text, 100);
      CHECK(!said.stopped && said.end == text.bytes.size() && said.lines == asked.size());
      const std::string answer = joined(said);
      std::size_t at = 0;
      for (std::size_t i = 0; i < asked.size(); ++i) check_answer(answer, asked[i], scan, i, at);
      CHECK(at == answer.size());
      CHECK(said.usual + said.multiple + said.none + said.gaps.size() == asked.size());

      LinePool solutions(threads, {Wording::kSolution, "f", width}, classic_houses());
      const LineOutcome grids = answered(solutions, text, 100);
      CHECK(joined(grids).size() == 82 * grids.usual);
      std::size_t gap = 0;
      for (std::size_t i = 0; i < asked.size(); ++i) {
        if (asked[i].count != 0) continue;
        CHECK(grids.gaps[gap].offset == scan.puzzles[i].offset);
        CHECK(grids.gaps[gap].line == scan.puzzles[i].line + 100);
        CHECK(grids.gaps[gap].at == 82 * (i - gap));
        ++gap;
      }
      CHECK(gap == grids.gaps.size() && grids.usual + gap == asked.size());
    }
  }
}

// Answers end with the line before, in whichever part of the text it is.
void answers_end_where_the_reader_stops(const std::string& puzzle) {
  LinePool pool(3, {Wording::kSolution, "f", bitboard::width()}, classic_houses());
  std::string lines;
  for (int i = 0; i < 12000; ++i) lines += puzzle + "\n";
  for (const std::size_t line : {0, 1, 5000, 11999}) {
    std::string stops = lines;
    stops[82 * line] = '?';
    const LineOutcome found = answered(pool, Text(stops), 1);
    CHECK(found.stopped && found.lines == line && found.end == 82 * line);
    CHECK(found.usual == line && joined(found).size() == 82 * line);
  }
}

void a_job_may_be_dropped_at_any_time(const std::string& puzzle) {
  LinePool pool(2, {Wording::kVerdict, "f", bitboard::width()}, classic_houses());
  std::string lines;
  for (int i = 0; i < 12000; ++i) lines += puzzle + "\n";
  const Text text(lines);
  for (int i = 0; i < 20; ++i) {
    LineJob one(pool, text.bytes.data(), text.bytes.size(), true, 1);
    LineJob other(pool, text.bytes.data(), text.bytes.size(), true, 1);
    one.wait(std::chrono::milliseconds(i % 4));
  }
}

// An object after another one is what it is alone, whether or not both have the same names.
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
      const Kind kind = alone.read(at, end, expected);
      CHECK(after.read(at, end, found) == kind);
      if (kind != Kind::kPuzzle) continue;
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

void places_are_those_of_lines() {
  const std::string text = "ab\n\nc";
  CHECK((line_places(text.data(), 5) == std::vector<std::int32_t>{0, 3, 4, 5}));
  CHECK((line_places(text.data(), 4) == std::vector<std::int32_t>{0, 3, 4}));
  CHECK((line_places(text.data(), 0) == std::vector<std::int32_t>{0}));
}

}  // namespace

int main(int argc, char** argv) {
  CHECK(argc == 2);
  const auto contract = testing::contract(argv[1]);
  const std::string& puzzle = contract[0].text;
  lines_of_which_there_is_no_doubt(puzzle);
  the_reader_stops_at_any_other_line(puzzle);
  a_last_line_without_its_end_may_go_on(puzzle);
  threads_find_the_same(puzzle);
  answers_are_those_of_the_contract(contract);
  answers_end_where_the_reader_stops(puzzle);
  a_job_may_be_dropped_at_any_time(puzzle);
  an_object_is_the_same_after_any_other(puzzle);
  objects_are_columns_where_they_are_alike(puzzle);
  rows_are_columns_where_they_are_plain();
  places_are_those_of_lines();
}
