// Dancing links: that lists are linked as they should be at every step, and linked again at the end.
#include "exact_cover/solvers.hpp"

#include <random>

#include "tests/check.hpp"

namespace {

using namespace cpsudoku;
using namespace cpsudoku::exact_cover;
using Option = std::vector<ExactCover::Entry>;

std::unique_ptr<LinkedSearch> links_of(const ExactCover& problem) {
  auto search = make_links_solver(std::make_shared<const CoverMatrix>(problem)).search();
  search->restart({}, {});
  auto* linked = dynamic_cast<LinkedSearch*>(search.release());
  CHECK(linked != nullptr);
  return std::unique_ptr<LinkedSearch>(linked);
}

// Search to the end, and after this many solutions go back; every list must be as it was at the start.
void dance(const ExactCover& problem, std::size_t most, std::size_t expected) {
  const auto search = links_of(problem);
  const auto before = search->links();
  CHECK(search->sane());
  Watch watch;
  std::size_t found = 0;
  bool unlinked = false;
  while (found < most && search->next(watch) == Status::solution) {
    ++found;
    CHECK(search->sane());
    unlinked |= search->links() != before;
  }
  CHECK(found == std::min(most, expected));
  CHECK(unlinked == (found != 0 && problem.primary() != 0));
  search->unwind();
  CHECK(search->sane());
  CHECK(search->links() == before);
}

void knuths_first_example_dances() {
  ExactCover toy(7, 0);
  const std::vector<std::vector<int>> options{{2, 4},    {0, 3, 6}, {1, 2, 5},
                                              {0, 3, 5}, {1, 6},    {3, 4, 6}};
  for (const auto& items : options) {
    Option option;
    for (const int item : items) option.push_back({item, 0});
    toy.add(option);
  }
  dance(toy, 9, 1);
}

// Langford's pairs: two of each number 1 … n in a row, those of k with k others between.
void langford_pairs_dance() {
  for (const auto& [n, expected] : {std::pair{3, 2}, {4, 2}, {5, 0}, {7, 52}, {8, 300}}) {
    ExactCover problem(3 * n, 0);
    for (int k = 1; k <= n; ++k) {
      for (int at = 0; at + k + 1 < 2 * n; ++at) {
        problem.add(Option{{k - 1, 0}, {n + at, 0}, {n + at + k + 1, 0}});
      }
    }
    for (const std::size_t most : {1u, 17u, 1000u}) dance(problem, most, expected);
  }
}

void queens_dance_with_secondary_items() {
  constexpr int n = 8;
  ExactCover problem(2 * n, 4 * n);
  for (int r = 0; r < n; ++r) {
    for (int f = 0; f < n; ++f) {
      problem.add(Option{{r, 0}, {n + f, 0}, {2 * n + r + f, 0}, {5 * n + r - f, 0}});
    }
  }
  for (const std::size_t most : {1u, 50u, 1000u}) dance(problem, most, 92);
}

// Words of three letters across and down in a square of letters, which are the colours.
void a_word_square_dances_with_colours() {
  const std::vector<std::string> words{"bit", "ice", "ten", "tan", "are", "net"};
  ExactCover problem(6, 9);
  for (int line = 0; line < 3; ++line) {
    for (const auto& word : words) {
      Option across{{line, 0}}, down{{3 + line, 0}};
      for (int k = 0; k < 3; ++k) {
        across.push_back({6 + 3 * line + k, word[k]});
        down.push_back({6 + 3 * k + line, word[k]});
      }
      problem.add(across);
      problem.add(down);
    }
  }
  std::size_t expected = 0;  // by trying all triples of words across
  for (const auto& a : words) {
    for (const auto& b : words) {
      for (const auto& c : words) {
        bool square = true;
        for (int k = 0; k < 3; ++k) {
          square &= std::count(words.begin(), words.end(), std::string{a[k], b[k], c[k]}) != 0;
        }
        expected += square;
      }
    }
  }
  CHECK(expected > 1);
  dance(problem, 1, expected);
  dance(problem, 1000, expected);
}

void random_problems_dance() {
  std::mt19937 random(2);
  const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
  for (int round = 0; round < 3000; ++round) {
    const int primary = 2 + below(5), secondary = below(4);
    const bool fours = below(3) == 0;  // rows of four items lie without spacers
    ExactCover problem(fours ? 8 : primary, fours ? 0 : secondary);
    for (int o = below(30); o > 0; --o) {
      Option option;
      if (fours) {
        const int at = below(2);
        for (int k = 0; k < 4; ++k) option.push_back({2 * k + (below(2) ^ at), 0});
      } else {
        for (int item = 0; item < primary + secondary; ++item) {
          if (below(3) == 0) option.push_back({item, item < primary ? 0 : below(3)});
        }
      }
      problem.add(option);
    }
    const auto sparse = make_cover_solver(problem, "sparse").search();
    sparse->restart({}, {});
    const std::size_t expected = testing::count(*sparse);
    dance(problem, 1 + below(4), expected);
    dance(problem, 1000000, expected);
  }
}

}  // namespace

int main() {
  knuths_first_example_dances();
  langford_pairs_dance();
  queens_dance_with_secondary_items();
  a_word_square_dances_with_colours();
  random_problems_dance();
}
