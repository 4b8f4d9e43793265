#include "lines/answers.hpp"

#include <algorithm>
#include <charconv>

#include "bitboard/single.hpp"
#include "lines/cells.hpp"

namespace cpsudoku::lines {

namespace {

using bitboard::Grid;
using bitboard::kAllDigits;

Grid digits_of(const char* cells) {
  Grid digits;
  read_cells(cells, digits.data());
  return digits;
}

// Writes the answers, one puzzle after the other.
class Writer {
 public:
  Writer(LineAnswers& to, const char* text, std::uint64_t first_line, const LineQuestion& question,
         const Groups& groups, Watch& watch)
      : to_(to),
        text_(text),
        first_line_(first_line),
        question_(question),
        groups_(groups),
        watch_(watch),
        place_(question.source + ':'),
        said_(": " + question.words + '\n') {}

  void write(const LinePuzzle& puzzle, std::int64_t count, const std::uint8_t* solution) {
    const Grid digits = digits_of(text_ + puzzle.offset);
    if (count > 0 && !groups_.hold(digits.data(), solution)) wrong(puzzle);
    if (question_.wording == Wording::kVerdict && !given_is_right(puzzle, digits)) {
      return leave_gap(puzzle);
    }
    if (question_.wording == Wording::kSolution) {
      if (count == 0) return leave_gap(puzzle);
      if (count == 1) {
        append_cells(solution);
      } else {
        append_first(puzzle, digits);
      }
      to_.text += '\n';
      ++to_.usual;
    } else if (question_.wording != Wording::kVerdict) {
      if (count == 0 || (count > 1 && question_.wording == Wording::kWords)) {
        return leave_gap(puzzle);
      }
      append_place(puzzle, said_);
      ++to_.usual;
    } else if (count == 1) {
      append_place(puzzle, ": unique\n");
      ++to_.usual;
    } else if (count > 1) {
      append_place(puzzle, ": multiple: ");
      append_two(puzzle, digits);
      ++to_.multiple;
    } else if (!clashes(digits)) {
      append_place(puzzle, ": none\n");
      ++to_.none;
    } else {
      leave_gap(puzzle);
    }
  }

 private:
  bool given_is_right(const LinePuzzle& puzzle, const Grid& digits) const {
    if (puzzle.solution == kNowhere) return true;
    return groups_.hold(digits.data(), digits_of(text_ + puzzle.solution).data());
  }

  std::uint64_t line_of(const LinePuzzle& puzzle) const { return first_line_ + puzzle.line; }

  [[noreturn]] void wrong(const LinePuzzle& puzzle) const {
    throw std::logic_error("a wrong solution of the puzzle in line " +
                           std::to_string(line_of(puzzle)));
  }

  void leave_gap(const LinePuzzle& puzzle) {
    to_.gaps.push_back({to_.text.size(), line_of(puzzle), puzzle.offset, puzzle.solution});
  }

  void append_cells(const std::uint8_t* digits) {
    char cells[kCells];
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      cells[cell] = static_cast<char>(digits[cell] + '0');
    }
    to_.text.append(cells, kCells);
  }

  // "SOURCE:LINE" and words after it.
  void append_place(const LinePuzzle& puzzle, std::string_view words) {
    char number[20];
    char* const end = std::to_chars(number, number + sizeof number, line_of(puzzle)).ptr;
    to_.text += place_;
    to_.text.append(number, end);
    to_.text += words;
  }

  bool clashes(const Grid& digits) const {
    std::array<std::uint64_t, kCells> candidates;
    for (std::size_t cell = 0; cell < kCells; ++cell) candidates[cell] = mask_of(digits[cell]);
    return groups_.clash(candidates.data());
  }

  static std::uint16_t mask_of(std::uint8_t digit) {
    return digit == 0 ? kAllDigits : static_cast<std::uint16_t>(1u << (digit - 1));
  }

  // The first solutions in the order of the search of one puzzle, so that they are the same as for
  // a puzzle alone.  False if the watch has expired.
  template <std::size_t kNumber>
  bool find(const LinePuzzle& puzzle, const Grid& digits, std::array<Grid, kNumber>& grids) {
    bitboard::Candidates candidates;
    std::transform(digits.begin(), digits.end(), candidates.begin(), mask_of);
    const auto single = std::make_unique<bitboard::Single>(candidates, question_.width);
    const std::uint64_t found = single->run(kNumber, watch_, grids.data(), kNumber);
    if (watch_.expired()) return false;
    if (found != kNumber) wrong(puzzle);
    for (const Grid& grid : grids) {
      if (!groups_.hold(digits.data(), grid.data())) wrong(puzzle);
    }
    return true;
  }

  void append_first(const LinePuzzle& puzzle, const Grid& digits) {
    std::array<Grid, 1> grids;
    if (find(puzzle, digits, grids)) append_cells(grids[0].data());
  }

  void append_two(const LinePuzzle& puzzle, const Grid& digits) {
    std::array<Grid, 2> grids;
    if (!find(puzzle, digits, grids)) return;
    if (grids[0] == grids[1]) wrong(puzzle);
    append_cells(grids[0].data());
    to_.text += " and ";
    append_cells(grids[1].data());
    to_.text += " differ in";
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      if (grids[0][cell] == grids[1][cell]) continue;
      to_.text +=
          {' ', 'r', static_cast<char>('1' + cell / 9), 'c', static_cast<char>('1' + cell % 9)};
    }
    to_.text += '\n';
  }

  LineAnswers& to_;
  const char* text_;
  std::uint64_t first_line_;
  const LineQuestion& question_;
  const Groups& groups_;
  Watch& watch_;
  std::string place_;
  std::string said_;
};

}  // namespace

LineAnswers answer_lines(const char* text, const LineScan& scan, std::uint64_t first_line,
                         const LineQuestion& question, const Groups& groups, Watch& watch,
                         LineSpace& space) {
  LineAnswers answers;
  const std::size_t n = scan.puzzles.size();
  if (n == 0) return answers;
  space.offsets.resize(n);
  space.counts.resize(n);
  space.solutions.resize(n * kCells);
  std::transform(scan.puzzles.begin(), scan.puzzles.end(), space.offsets.begin(),
                 [](const LinePuzzle& puzzle) { return puzzle.offset; });
  const bitboard::Puzzles puzzles{text, bitboard::Notation::kText, 0, n, space.offsets.data()};
  // Two even if one solution is asked for: of several the lanes may find another one first than the
  // search of one puzzle does.  Looking for only one would save a tenth of the time.
  bitboard::search_lanes(puzzles, {2, 1, question.width}, watch,
                         {space.counts.data(), space.solutions.data()}, &space.lanes);
  if (watch.expired()) return answers;

  const std::size_t place = question.source.size() + question.words.size() + 20;
  answers.text.reserve(n * (question.wording == Wording::kSolution ? kCells + 1 : place));
  Writer writer(answers, text, first_line, question, groups, watch);
  for (std::size_t i = 0; i < n; ++i) {
    writer.write(scan.puzzles[i], space.counts[i], space.solutions.data() + kCells * i);
  }
  return answers;
}

}  // namespace cpsudoku::lines
