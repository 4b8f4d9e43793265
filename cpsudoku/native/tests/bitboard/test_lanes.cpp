// Many puzzles at once: every width, notation, limit and number of threads gives the same answers,
// which are those of the search of one puzzle.
#include <random>

#include "bitboard/many.hpp"
#include "bitboard/single.hpp"
#include "core/threads.hpp"
#include "tests/check.hpp"

namespace {

using namespace cpsudoku;
using namespace cpsudoku::bitboard;

constexpr std::uint64_t kAll = ~std::uint64_t{0} >> 1;

// Rows of 81 bytes, as numbers.  Exactly as long as they are, so that the sanitizer sees any read
// beyond the last.
using Rows = std::vector<std::uint8_t>;

struct Answer {
  std::vector<std::int64_t> counts;
  std::vector<std::uint8_t> solutions;
  std::vector<char> unknown;
  Effort effort{};

  bool operator==(const Answer& other) const {
    return counts == other.counts && solutions == other.solutions && unknown == other.unknown;
  }
};

using Search = Effort (*)(const Puzzles&, const LaneOptions&, Watch&, const Answers&);
constexpr Search kLanes = [](const Puzzles& p, const LaneOptions& o, Watch& w, const Answers& a) {
  return search_lanes(p, o, w, a);
};

Answer search(const Puzzles& puzzles, const LaneOptions& options, Search how = kLanes,
              Watch watch = Watch{}) {
  const std::size_t n = puzzles.size;
  Answer answer{
      std::vector<std::int64_t>(n, -1), std::vector<std::uint8_t>(kCells * n, 99), {}, {}};
  const auto unknown = std::make_unique<bool[]>(n);
  answer.effort =
      how(puzzles, options, watch, {answer.counts.data(), answer.solutions.data(), unknown.get()});
  answer.unknown.assign(unknown.get(), unknown.get() + n);
  return answer;
}

Puzzles numbers(const Rows& rows) {
  return {rows.data(), Notation::kNumbers, kCells, rows.size() / kCells};
}

bool is_solution(const std::uint8_t* row, const std::uint8_t* grid) {
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    if (row[cell] != 0 && row[cell] != grid[cell]) return false;
  }
  return testing::is_final(grid);
}

// Contract puzzles with clues added, removed and changed: impossible, unique and ambiguous.
Rows mutations(const std::vector<testing::Contract>& puzzles, std::size_t n) {
  std::mt19937 random(11);
  Rows rows;
  while (rows.size() < n * kCells) {
    auto row = puzzles[random() % puzzles.size()].digits;
    for (auto changes = random() % 6; changes > 0; --changes) {
      row[random() % kCells] = static_cast<std::uint8_t>(random() % 3 ? random() % 10 : 0);
    }
    rows.insert(rows.end(), row.begin(), row.end());
  }
  rows.shrink_to_fit();
  return rows;
}

void contract_puzzles(const std::vector<testing::Contract>& puzzles) {
  Rows rows;
  for (const auto& one : puzzles) rows.insert(rows.end(), one.digits.begin(), one.digits.end());
  for (const Width width : widths()) {
    for (const std::uint64_t limit : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{7}, kAll}) {
      const Answer answer = search(numbers(rows), {limit, 1, width});
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        const std::uint8_t* grid = answer.solutions.data() + kCells * i;
        CHECK(answer.counts[i] == static_cast<std::int64_t>(std::min(limit, puzzles[i].count)));
        CHECK(!answer.unknown[i]);
        if (puzzles[i].count == 0) {
          CHECK(std::all_of(grid, grid + kCells, [](auto digit) { return digit == 0; }));
        } else {
          CHECK(is_solution(rows.data() + kCells * i, grid));
        }
        if (puzzles[i].count == 1 && puzzles[i].solution.size() == kCells) {
          CHECK(std::equal(grid, grid + kCells, puzzles[i].solution.begin(),
                           [](auto digit, char sign) { return digit == sign - '0'; }));
        }
      }
    }
  }
}

void counts_are_those_of_the_search_of_one_puzzle(const Rows& rows) {
  const Answer answer = search(numbers(rows), {2, 1, widths()[0]});
  std::size_t seen[3] = {};
  for (std::size_t i = 0; i < answer.counts.size(); ++i) {
    const std::uint8_t* row = rows.data() + kCells * i;
    Grid first{};
    const auto candidates = testing::masks_of<std::uint16_t>(row);
    const auto count = static_cast<std::int64_t>(count_up_to(candidates, 2, &first));
    CHECK(answer.counts[i] == count);
    ++seen[count];
    if (count > 0) CHECK(is_solution(row, answer.solutions.data() + kCells * i));
    if (count == 1) {
      CHECK(std::equal(first.begin(), first.end(), answer.solutions.begin() + kCells * i));
    }
  }
  CHECK(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
}

void neither_width_nor_threads_nor_order_change_an_answer(const Rows& rows) {
  const std::size_t n = rows.size() / kCells;
  std::vector<std::uint64_t> backwards(n);
  for (std::size_t i = 0; i < n; ++i) backwards[i] = kCells * (n - 1 - i);
  for (const std::uint64_t limit : {1, 2, 3, 50}) {
    const Answer first = search(numbers(rows), {limit, 1, widths()[0]});
    for (const Width width : widths()) {
      for (const unsigned threads : {1u, 4u}) {
        CHECK(search(numbers(rows), {limit, threads, width}) == first);
      }
      Puzzles turned = numbers(rows);
      turned.offsets = backwards.data();
      const Answer other = search(turned, {limit, 2, width});
      CHECK(std::equal(first.counts.begin(), first.counts.end(), other.counts.rbegin()));
      for (std::size_t i = 0; i < n; ++i) {
        CHECK(std::equal(first.solutions.begin() + kCells * i,
                         first.solutions.begin() + kCells * (i + 1),
                         other.solutions.begin() + kCells * (n - 1 - i)));
      }
    }
  }
}

void any_number_of_puzzles_is_answered_as_among_many(const Rows& rows) {
  for (const Width width : widths()) {
    const Answer whole = search(numbers(rows), {2, 1, width});
    for (std::size_t n = 0; n <= 70; ++n) {
      const Rows part(rows.begin(), rows.begin() + kCells * n);
      for (const Search how : {kLanes, Search{search_many}}) {
        const Answer answer = search(numbers(part), {2, 1, width}, how);
        CHECK(std::equal(answer.counts.begin(), answer.counts.end(), whole.counts.begin()));
        CHECK(
            std::equal(answer.solutions.begin(), answer.solutions.end(), whole.solutions.begin()));
      }
    }
  }
}

// All notations, also one puzzle apart from the next, for the lanes and for a few puzzles.
void notations_agree(const Rows& rows) {
  for (const std::size_t n : {std::size_t{3}, std::size_t{100}}) {
    std::vector<std::uint16_t> masks;
    std::vector<char> text(kCells * n + (n - 1));  // ends between them, and none at the end
    for (std::size_t i = 0; i < n; ++i) {
      const Candidates candidates = testing::masks_of<std::uint16_t>(rows.data() + kCells * i);
      masks.insert(masks.end(), candidates.begin(), candidates.end());
      for (std::size_t cell = 0; cell < kCells; ++cell) {
        const std::uint8_t digit = rows[kCells * i + cell];
        text[(kCells + 1) * i + cell] =
            digit ? static_cast<char>('0' + digit) : ".0*_"[(i + cell) % 4];
      }
    }
    masks.shrink_to_fit();
    Puzzles first = numbers(rows);
    first.size = n;
    for (const Width width : widths()) {
      for (const Search how : {kLanes, Search{search_many}}) {
        const Answer expected = search(first, {2, 1, width}, how);
        CHECK(search({text.data(), Notation::kText, kCells + 1, n}, {2, 1, width}, how) ==
              expected);
        CHECK(search({masks.data(), Notation::kCandidates, 2 * kCells, n}, {2, 1, width}, how) ==
              expected);
      }
    }
  }
}

void answers_may_be_text_or_counts_alone(const Rows& rows) {
  const Puzzles puzzles = numbers(rows);
  const std::size_t n = puzzles.size;
  for (const Width width : widths()) {
    const Answer expected = search(puzzles, {2, 1, width});
    Watch watch;
    std::vector<std::int64_t> counts(n);
    search_lanes(puzzles, {2, 1, width}, watch, {counts.data()});
    CHECK(counts == expected.counts);
    std::vector<std::uint8_t> text(kCells * n);
    search_lanes(puzzles, {2, 1, width}, watch, {counts.data(), text.data(), nullptr, '0'});
    CHECK(std::equal(text.begin(), text.end(), expected.solutions.begin(),
                     [](auto sign, auto digit) { return sign == digit + '0'; }));
  }
}

void every_width_searches_the_same_tree(const Rows& rows) {
  const Answer all = search(numbers(rows), {2, 1, widths()[0]});
  Rows settled;
  for (std::size_t i = 0; i < all.counts.size(); ++i) {
    const auto row = rows.begin() + kCells * i;
    if (all.counts[i] < 2) settled.insert(settled.end(), row, row + kCells);
  }
  const Effort first = search(numbers(settled), {2, 1, widths()[0]}).effort;
  CHECK(first.guesses > 0);
  for (const Width width : widths()) {
    const Effort effort = search(numbers(settled), {2, 2, width}).effort;
    CHECK(effort.guesses == first.guesses && effort.nodes == first.nodes);
  }
}

void the_first_malformed_puzzle_is_named(const Rows& rows) {
  for (const Width width : widths()) {
    for (const Search how : {kLanes, Search{search_many}}) {
      for (const std::size_t n : {std::size_t{3}, rows.size() / kCells}) {
        Rows wrong(rows.begin(), rows.begin() + kCells * n);
        for (const std::size_t at : {n - 1, n / 2}) {
          wrong[kCells * at + 80] = 10;
          std::size_t named = n;
          try {
            search(numbers(wrong), {2, 3, width}, how);
          } catch (const MalformedPuzzle& error) { named = error.index(); }
          CHECK(named == at);
        }
      }
    }
  }
}

void empty_grids_by_the_hundred_take_bounded_memory() {
  const Rows empty(300 * kCells, 0);
  for (const Width width : widths()) {
    const Answer answer = search(numbers(empty), {2, 1, width});
    CHECK(std::count(answer.counts.begin(), answer.counts.end(), 2) == 300);
    CHECK(is_solution(empty.data(), answer.solutions.data()));
    CHECK(std::equal(answer.solutions.begin() + kCells, answer.solutions.end(),
                     answer.solutions.begin()));
    CHECK(answer.effort.peak_waiting < 20000);
  }
}

void what_time_did_not_suffice_for_is_unknown() {
  const Rows endless(40 * kCells, 0);
  for (const Width width : widths()) {
    for (const std::size_t n : {std::size_t{2}, std::size_t{40}}) {
      Puzzles puzzles = numbers(endless);
      puzzles.size = n;
      const Answer none = search(puzzles, {kAll, 2, width}, search_many, Watch(0.0));
      const Answer some = search(puzzles, {kAll, 2, width}, search_many, Watch(0.05));
      for (std::size_t i = 0; i < n; ++i) {
        CHECK(none.unknown[i] && none.counts[i] == 0);
        CHECK(some.unknown[i]);
        CHECK(some.counts[i] == 0 ||
              is_solution(endless.data(), some.solutions.data() + kCells * i));
      }
    }
  }
}

// Also after a search that has ended early, or met a malformed puzzle.
void a_space_is_as_good_as_new_for_the_next_call(const Rows& rows) {
  for (const Width width : widths()) {
    const Answer expected = search(numbers(rows), {2, 1, width});
    LaneSpace space(width);
    std::vector<std::int64_t> counts(expected.counts.size());
    std::vector<std::uint8_t> solutions(expected.solutions.size());
    const Answers answers{counts.data(), solutions.data()};
    Watch never, soon(0.002);
    Rows wrong = rows;
    wrong[kCells * 5] = 10;
    for (int round = 0; round < 3; ++round) {
      search_lanes(numbers(rows), {2, 1, width}, never, answers, &space);
      CHECK(counts == expected.counts && solutions == expected.solutions);
      search_lanes(numbers(Rows(60 * kCells, 0)), {kAll, 1, width}, soon, answers, &space);
      search_lanes(numbers(rows), {2, 2, width}, never, answers, &space);
      CHECK(counts == expected.counts && solutions == expected.solutions);
      bool refused = false;
      try {
        search_lanes(numbers(wrong), {2, 1, width}, never, answers, &space);
      } catch (const MalformedPuzzle& error) { refused = error.index() == 5; }
      CHECK(refused);
    }
  }
}

void several_calls_at_once_do_not_meet(const Rows& rows) {
  const Answer alone = search(numbers(rows), {2, 1});
  std::vector<Answer> answers(4);
  {
    Threads threads(answers.size());
    for (Answer& answer : answers) {
      CHECK(threads.start([&] { answer = search(numbers(rows), {2, 2}); }));
    }
  }
  for (const Answer& answer : answers) CHECK(answer == alone);
}

}  // namespace

int main(int argc, char** argv) {
  CHECK(argc == 2);
  const auto contract = testing::contract(argv[1]);
  const Rows rows = mutations(contract, 2500);
  contract_puzzles(contract);
  counts_are_those_of_the_search_of_one_puzzle(rows);
  neither_width_nor_threads_nor_order_change_an_answer(rows);
  any_number_of_puzzles_is_answered_as_among_many(rows);
  notations_agree(rows);
  answers_may_be_text_or_counts_alone(rows);
  every_width_searches_the_same_tree(rows);
  the_first_malformed_puzzle_is_named(rows);
  empty_grids_by_the_hundred_take_bounded_memory();
  what_time_did_not_suffice_for_is_unknown();
  a_space_is_as_good_as_new_for_the_next_call(rows);
  several_calls_at_once_do_not_meet(rows);
}
