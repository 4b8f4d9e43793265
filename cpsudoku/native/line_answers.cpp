#include "line_answers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "bitboard/lanes.hpp"
#include "bitboard/single.hpp"

namespace cpsudoku {

namespace {

using bitboard::Grid;
using bitboard::kAllDigits;
using bitboard::kCells;

Grid digits_of(const char* cells) {
  Grid digits;
  read_cells(cells, digits.data());
  return digits;
}

// What the search said of all puzzles of the block.
struct Found {
  explicit Found(std::size_t n)
      : counts(new std::int64_t[n]), solutions(new std::uint8_t[n * kCells]) {}

  std::unique_ptr<std::int64_t[]> counts;
  std::unique_ptr<std::uint8_t[]> solutions;  // digits, as numbers
};

// The answers to a chunk of consecutive puzzles, which begins with the puzzle `first`.
struct Chunk {
  std::size_t first;
  std::string answer{};
  std::vector<Gap> gaps{};  // at: within this answer
  std::uint64_t usual = 0, multiple = 0, none = 0;
};

// Writes the answers to the puzzles of a chunk.
class Writer {
 public:
  Writer(Chunk& to, const char* text, const LineQuestion& question, const Groups& groups,
         Watch watch)
      : to_(to),
        text_(text),
        question_(question),
        groups_(groups),
        watch_(std::move(watch)),
        place_(std::string(question.source) + ':') {}

  void write(const LinePuzzle& puzzle, std::int64_t count, const std::uint8_t* solution) {
    const Grid digits = digits_of(text_ + puzzle.offset);
    if (count > 0 && !groups_.hold(digits.data(), solution)) wrong(puzzle);
    if (question_.wording == Wording::kSolution) {
      if (count == 0) return leave_gap(puzzle);
      append_cells(solution);
      to_.answer += '\n';
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
  std::uint64_t line_of(const LinePuzzle& puzzle) const {
    return question_.first_line + puzzle.line;
  }

  [[noreturn]] void wrong(const LinePuzzle& puzzle) const {
    throw std::logic_error("a wrong solution of the puzzle in line " +
                           std::to_string(line_of(puzzle)));
  }

  void leave_gap(const LinePuzzle& puzzle) {
    to_.gaps.push_back({to_.answer.size(), line_of(puzzle), puzzle.offset});
  }

  void append_cells(const std::uint8_t* digits) {
    char cells[kCells];
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      cells[cell] = static_cast<char>(digits[cell] + '0');
    }
    to_.answer.append(cells, kCells);
  }

  // "SOURCE:LINE", and words behind it: in one piece, as this is most of what is written.
  void append_place(const LinePuzzle& puzzle, std::string_view words) {
    char piece[40];
    char* const end = std::to_chars(piece, piece + 20, line_of(puzzle)).ptr;
    std::copy(words.begin(), words.end(), end);
    to_.answer += place_;
    to_.answer.append(piece, static_cast<std::size_t>(end - piece) + words.size());
  }

  bool clashes(const Grid& digits) const {
    std::array<std::uint64_t, kCells> candidates;
    for (std::size_t cell = 0; cell < kCells; ++cell) candidates[cell] = mask_of(digits[cell]);
    return groups_.clash(candidates.data());
  }

  static std::uint16_t mask_of(std::uint8_t digit) {
    return digit == 0 ? kAllDigits : static_cast<std::uint16_t>(1u << (digit - 1));
  }

  // The two solutions are those that the search of one puzzle finds first, as wherever a puzzle is
  // asked about alone.
  void append_two(const LinePuzzle& puzzle, const Grid& digits) {
    bitboard::Candidates candidates;
    std::transform(digits.begin(), digits.end(), candidates.begin(), mask_of);
    std::array<Grid, 2> grids;
    const auto single = std::make_unique<bitboard::Single>(candidates, question_.width);
    const std::uint64_t found = single->run(2, watch_, grids.data(), 2);
    if (watch_.expired()) return;
    if (found != 2 || grids[0] == grids[1]) wrong(puzzle);
    for (const Grid& grid : grids) {
      if (!groups_.hold(digits.data(), grid.data())) wrong(puzzle);
    }
    append_cells(grids[0].data());
    to_.answer += " and ";
    append_cells(grids[1].data());
    to_.answer += " differ in";
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      if (grids[0][cell] == grids[1][cell]) continue;
      to_.answer += {' ', 'r', static_cast<char>('1' + cell / 9), 'c',
                 static_cast<char>('1' + cell % 9)};
    }
    to_.answer += '\n';
  }

  Chunk& to_;
  const char* text_;
  const LineQuestion& question_;
  const Groups& groups_;
  Watch watch_;
  std::string place_;
};

LineAnswers joined(std::vector<Chunk>& chunks) {
  std::sort(chunks.begin(), chunks.end(),
            [](const Chunk& one, const Chunk& other) { return one.first < other.first; });
  LineAnswers all;
  std::size_t at = 0;
  for (Chunk& chunk : chunks) {
    for (const Gap& gap : chunk.gaps) all.gaps.push_back({at + gap.at, gap.line, gap.offset});
    at += chunk.answer.size();
    all.usual += chunk.usual;
    all.multiple += chunk.multiple;
    all.none += chunk.none;
    all.parts.push_back(std::move(chunk.answer));
  }
  return all;
}

}  // namespace

LineAnswers answer_lines(const char* text, const LineScan& scan, const LineQuestion& question,
                         const Groups& groups, Watch& watch) {
  const std::size_t n = scan.puzzles.size();
  if (n == 0) return {};
  const std::size_t line_size =
      question.wording == Wording::kSolution ? kCells + 1 : question.source.size() + 20;
  Found found(n);
  std::mutex mutex;  // of the chunks
  std::vector<Chunk> chunks;
  const auto write = [&](std::size_t first, std::size_t size) {
    Chunk chunk{first};
    chunk.answer.reserve(size * line_size);
    Writer writer(chunk, text, question, groups, watch.fork());
    for (std::size_t i = first; i < first + size; ++i) {
      writer.write(scan.puzzles[i], found.counts[i], found.solutions.get() + kCells * i);
    }
    const std::lock_guard lock(mutex);
    chunks.push_back(std::move(chunk));
  };
  std::vector<std::uint64_t> offsets(n);
  std::transform(scan.puzzles.begin(), scan.puzzles.end(), offsets.begin(),
                 [](const LinePuzzle& puzzle) { return puzzle.offset; });
  const std::uint64_t limit = question.wording == Wording::kVerdict ? 2 : 1;
  bitboard::search_lanes({text, bitboard::Notation::kText, 0, n, offsets.data()},
                         {limit, question.threads, question.width}, watch,
                         {found.counts.get(), found.solutions.get()}, write);
  if (watch.expired()) return {};
  return joined(chunks);
}

}  // namespace cpsudoku
