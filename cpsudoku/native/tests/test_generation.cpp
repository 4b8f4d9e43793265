// Generation: grids obey the rules, puzzles depend only on their key, wishes are kept.

#include "bitboard/single.hpp"
#include "tests/check.hpp"
#include "generation/digger.hpp"
#include "generation/filling.hpp"
#include "grids/sampling.hpp"

namespace {

using namespace cpsudoku;
using generation::ClassicGrid;
using generation::Digger;
using generation::Filler;
using generation::Layout;
using generation::Made;
using generation::Wish;
using testing::Groups;

bool obeys(const std::uint8_t* grid, const Groups& groups) {
  return std::all_of(groups.begin(), groups.end(), [&](const auto& group) {
    std::uint64_t seen = 0;
    for (const auto cell : group) seen |= std::uint64_t{1} << grid[cell];
    return seen == (std::uint64_t{2} << group.size()) - 2;
  });
}

template <class Mask>
void test_filling(std::uint32_t height, std::uint32_t width) {
  const std::uint32_t size = height * width;
  const auto groups = testing::sudoku(height, width);
  Filler<Mask> filler(std::make_shared<const Layout>(static_cast<int>(size), size * size, groups));
  const std::vector<std::uint64_t> open(size * size, (std::uint64_t{1} << size) - 1);
  std::vector<std::uint8_t> grid(size * size);
  Watch watch;
  for (std::uint64_t index = 0; index < 20; ++index) {
    Randomness chance(1, index);
    CHECK(filler.fill(open, chance, watch, grid) == generation::Filled::done);
    CHECK(obeys(grid.data(), groups));
  }
}

std::vector<Made> make(const Wish& wish, std::uint64_t first, std::uint64_t count,
                       unsigned threads) {
  Digger digger(wish, 7, first, count, threads);
  std::vector<Made> found;
  Watch watch;
  while (!digger.finished()) {
    digger.run(0.05, watch);
    while (const auto made = digger.take()) found.push_back(*made);
  }
  return found;
}

std::uint64_t solutions(const ClassicGrid& puzzle) {
  return bitboard::count_up_to(testing::masks_of<std::uint16_t>(puzzle.data()), 2);
}

// The largest number of arrangements of a band, found by trying all column sets up to renaming.
template <unsigned H, unsigned W>
std::uint32_t most_arrangements() {
  using Sets = std::array<grids::Set, W>;
  // All ways to deal the digits to the columns of a stack, columns and digits in ascending order:
  // neither the order of the columns nor that of the stacks changes the number.
  std::array<unsigned, H * W> owner;
  for (unsigned d = 0; d < H * W; ++d) owner[d] = d / H;
  std::vector<Sets> deals;
  do {
    Sets sets{};
    for (unsigned d = 0; d < H * W; ++d) sets[owner[d]] |= static_cast<grids::Set>(1u << d);
    if (std::is_sorted(sets.begin(), sets.end(),
                       [](auto a, auto b) { return std::countr_zero(a) < std::countr_zero(b); })) {
      deals.push_back(sets);
    }
  } while (std::next_permutation(owner.begin(), owner.end()));

  std::uint32_t most = 0;
  const auto count = [&most](const std::array<const Sets*, H>& stacks) {
    typename grids::Band<H, W>::Columns columns;
    for (unsigned s = 0; s < H; ++s)
      std::copy(stacks[s]->begin(), stacks[s]->end(), &columns[s * W]);
    most = std::max(most, grids::Band<H, W>(columns).count());
  };
  // The first stack's names can be chosen: let it be the first deal.
  for (std::size_t i = 0; i < deals.size(); ++i) {
    if constexpr (H == 2) {
      count({&deals[0], &deals[i]});
    } else {
      for (std::size_t j = i; j < deals.size(); ++j) count({&deals[0], &deals[i], &deals[j]});
    }
  }
  return most;
}

void test_digging() {
  const auto classic = testing::sudoku(3, 3);
  const auto made = make(Wish(), 0, 300, 1);
  CHECK(made.size() == 300);
  for (std::size_t i = 0; i < made.size(); ++i) {
    CHECK(made[i].index == i && made[i].met);
    CHECK(obeys(made[i].grid.data(), classic));
    CHECK(solutions(made[i].puzzle) == 1);
    for (std::size_t cell = 0; cell < 81; ++cell) {
      if (made[i].puzzle[cell] == 0) continue;
      CHECK(made[i].puzzle[cell] == made[i].grid[cell]);
      ClassicGrid less = made[i].puzzle;
      less[cell] = 0;
      CHECK(solutions(less) == 2);
    }
  }
  const auto again = make(Wish(), 100, 50, 3);
  for (std::size_t i = 0; i < again.size(); ++i) CHECK(again[i].puzzle == made[100 + i].puzzle);
}

void test_wishes() {
  Wish rare;  // several attempts for one puzzle at the same time
  rare.most = 21;
  const auto one = make(rare, 0, 5, 1), other = make(rare, 0, 5, 4);
  CHECK(one.size() == 5 && other.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(one[i].puzzle == other[i].puzzle && one[i].attempts == other[i].attempts);
    CHECK(std::count(one[i].puzzle.begin(), one[i].puzzle.end(), 0) >= 60);
  }
  Wish hopeless;
  hopeless.most = 17;
  hopeless.attempts = 50;
  for (const Made& made : make(hopeless, 0, 3, 2)) CHECK(!made.met && made.attempts == 50);

  Wish boxed;
  boxed.plan.most_blanks.fill(5);
  boxed.least_blanks.fill(4);
  for (const Made& made : make(boxed, 0, 20, 1)) {
    for (std::size_t box = 0; box < 9; ++box) {
      int blanks = 0;
      for (std::size_t i = 0; i < 9; ++i) {
        blanks += made.puzzle[box / 3 * 27 + box % 3 * 3 + i / 3 * 9 + i % 3] == 0;
      }
      CHECK(blanks == 4 || blanks == 5);
    }
  }
}

}  // namespace

int main() {
  for (std::uint64_t index = 0; index < 500; ++index) {
    Randomness chance(3, index);
    CHECK(obeys(generation::classic_grid(chance).data(), testing::sudoku(3, 3)));
  }
  test_filling<std::uint16_t>(2, 3);
  test_filling<std::uint16_t>(4, 4);
  test_filling<std::uint64_t>(4, 5);
  test_digging();
  test_wishes();
  CHECK((most_arrangements<2, 2>() == grids::kMostArrangements<2, 2>));
  CHECK((most_arrangements<2, 3>() == grids::kMostArrangements<2, 3>));
  CHECK((most_arrangements<3, 3>() == grids::kMostArrangements<3, 3>));
}
