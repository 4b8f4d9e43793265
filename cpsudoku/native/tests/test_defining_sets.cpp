// Defining sets against brute force over tables of random rows, with pools of all sizes.
#include <set>

#include "defining_sets/classic.hpp"
#include "core/randomness.hpp"
#include "tests/check.hpp"

using cpsudoku::Watch;
using cpsudoku::defining_sets::ClassicDefiningSets;
using cpsudoku::defining_sets::DefiningSets;
using Row = std::vector<DefiningSets::Choice>;

namespace {

// A table with four choices for each of some cells.
std::vector<Row> random_rows(std::size_t cells, std::size_t number, cpsudoku::Randomness& chance) {
  std::set<Row> rows;
  while (rows.size() < number) {
    Row row;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const std::uint64_t digit = std::min(chance.below(4), chance.below(4));  // some are rare
      row.push_back(static_cast<DefiningSets::Choice>(4 * cell + digit));
    }
    rows.insert(row);
  }
  return {rows.begin(), rows.end()};
}

std::vector<Row> having(const std::vector<Row>& rows, std::span<const DefiningSets::Choice> set) {
  std::vector<Row> found;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(found), [&](const Row& row) {
    return std::all_of(set.begin(), set.end(),
                       [&](auto c) { return std::count(row.begin(), row.end(), c) > 0; });
  });
  return found;
}

bool some_set_is_unique(const std::vector<Row>& rows, Row& set, std::size_t more,
                        DefiningSets::Choice from, std::size_t choices) {
  if (more == 0) return having(rows, set).size() == 1;
  for (DefiningSets::Choice c = from; c < choices; ++c) {
    set.push_back(c);
    const bool unique = some_set_is_unique(rows, set, more - 1, c + 1, choices);
    set.pop_back();
    if (unique) return true;
  }
  return false;
}

std::size_t least(const std::vector<Row>& rows, std::size_t choices) {
  Row set;
  for (std::size_t size = 1;; ++size) {
    if (some_set_is_unique(rows, set, size, 0, choices)) return size;
  }
}

void test_random_tables() {
  Watch never;
  cpsudoku::Randomness chance(1);
  for (std::size_t turn = 0; turn < 60; ++turn) {
    const std::size_t cells = 4 + turn % 4;
    const std::vector<Row> rows = random_rows(cells, 20 + 10 * (turn % 20), chance);
    const std::size_t wanted = least(rows, 4 * cells);
    for (const std::size_t known : {std::size_t{2}, rows.size() / 3, rows.size()}) {
      DefiningSets sets(4 * cells, cells, [&](DefiningSets& pool, auto set) {
        const std::vector<Row> found = having(rows, set);
        const std::size_t shown = std::min<std::size_t>(2, found.size());
        for (std::size_t i = 0; i < shown; ++i) pool.add(found[found.size() - 1 - i]);
        return static_cast<unsigned>(shown);
      });
      for (std::size_t i = 0; i < known; ++i) sets.add(rows[i]);
      sets.add(rows[0]);
      CHECK(sets.rows() == known);
      if (known == rows.size() && turn % 2) sets.complete();
      CHECK(sets.guess(8, never) == DefiningSets::Answer::found);
      CHECK(having(rows, sets.found()).size() == 1);
      CHECK(sets.found().size() >= wanted);
      for (std::size_t size = 1; size < wanted; ++size) {
        CHECK(sets.find(size, never) == DefiningSets::Answer::none);
      }
      CHECK(sets.find(wanted, never) == DefiningSets::Answer::found);
      CHECK(sets.found().size() == wanted);
      CHECK(having(rows, sets.found()).size() == 1);
    }
  }
}

void test_classic_puzzles(const std::string& path) {
  Watch never;
  std::size_t tested = 0;
  for (const auto& puzzle : cpsudoku::testing::contract(path)) {
    if (puzzle.count < 2 || puzzle.count > 1000) continue;
    const auto candidates = cpsudoku::testing::masks_of<std::uint16_t>(puzzle.digits.data());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> choices;
    for (std::uint32_t cell = 0; cell < 81; ++cell) {
      for (std::uint32_t d = 1; !puzzle.digits[cell] && d <= 9; ++d) choices.emplace_back(cell, d);
    }
    std::size_t sizes[2] = {};
    for (const bool all : {false, true}) {
      ClassicDefiningSets sets(candidates, choices);
      sets.fill(all ? 1000 : 0, 2, 7, never);
      if (all) CHECK(sets.sets().rows() == puzzle.count);
      std::size_t size = 1;
      while (sets.sets().find(size, never) == DefiningSets::Answer::none) ++size;
      sizes[all] = size;
    }
    CHECK(sizes[0] == sizes[1]);
    ++tested;
  }
  CHECK(tested > 0);
}

}  // namespace

int main(int, char** arguments) {
  test_random_tables();
  test_classic_puzzles(arguments[1]);
}
