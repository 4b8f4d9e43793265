#include "grids/sampling.hpp"

#include <algorithm>
#include <numeric>
#include <type_traits>

#include "grids/band9.hpp"

namespace cpsudoku::grids {

namespace {

template <unsigned H, unsigned W>
using Columns = typename Band<H, W>::Columns;

template <unsigned H, unsigned W>
using Bands = std::array<Columns<H, W>, W>;

constexpr unsigned binomial(unsigned n, unsigned k) {
  return k == 0 || k == n ? 1 : binomial(n - 1, k - 1) + binomial(n - 1, k);
}

// A subset of a set with a given number of members, each equally likely.
Set random_subset(Set set, unsigned members, Randomness& chance) {
  Set chosen = 0;
  for (auto left = static_cast<unsigned>(std::popcount(set)); members; --left) {
    const Set lowest = static_cast<Set>(set & -set);
    set ^= lowest;
    if (chance.below(left) < members) {
      chosen |= lowest;
      --members;
    }
  }
  return chosen;
}

// How many digits a the second band's first column takes of C₂.
template <unsigned H>
unsigned random_share(Randomness& chance) {
  constexpr auto cube = [](unsigned a) { return binomial(H, a) * binomial(H, a) * binomial(H, a); };
  constexpr unsigned ways = [cube] {
    unsigned sum = 0;
    for (unsigned a = 0; a <= H; ++a) sum += cube(a);
    return sum;
  }();
  auto way = static_cast<unsigned>(chance.below(ways));
  unsigned share = 0;
  while (way >= cube(share)) way -= cube(share++);
  return share;
}

// How the three lines of a box exchange their members with the next two boxes: given the sets
// c[0 … 2] of one, the sets of the other, where line i may have nothing of c[i].
template <unsigned H>
std::array<Set, 3> exchange(const std::array<Set, 3>& c, Randomness& chance) {
  const unsigned a = random_share<H>(chance);
  const Set of_second = random_subset(c[1], a, chance);     // to the first line
  const Set of_third = random_subset(c[2], H - a, chance);  // to the first line
  const Set of_first = random_subset(c[0], H - a, chance);  // to the second line
  return {static_cast<Set>(of_second | of_third), static_cast<Set>((c[2] & ~of_third) | of_first),
          static_cast<Set>((c[0] & ~of_first) | (c[1] & ~of_second))};
}

// The column sets of the bands below the first, each choice equally likely.
template <unsigned H, unsigned W>
void fill_below(Bands<H, W>& bands, Randomness& chance) {
  static_assert(W == 2 || W == 3);
  for (unsigned stack = 0; stack < H; ++stack) {
    const Set* c = &bands[0][stack * W];
    if constexpr (W == 2) {
      bands[1][stack * W] = c[1];
      bands[1][stack * W + 1] = c[0];
    } else {
      const auto second = exchange<H>({c[0], c[1], c[2]}, chance);
      for (unsigned k = 0; k < W; ++k) {
        bands[1][stack * W + k] = second[k];
        bands[2][stack * W + k] = static_cast<Set>(Band<H, W>::kAll & ~(c[k] | second[k]));
      }
    }
  }
}

// A first band, each equally likely: the digits dealt to the rows of the first box, exchanged for
// those of the other boxes, and each row of a box in a random order.
template <unsigned H, unsigned W>
typename Band<H, W>::Rows first_band(Randomness& chance) {
  static_assert(H == 2 || H == 3);
  std::array<std::array<Set, H>, H> box{};  // [stack][row]
  std::array<std::uint8_t, H * W> digits;
  std::iota(digits.begin(), digits.end(), std::uint8_t{0});
  chance.shuffle(digits);
  for (unsigned k = 0; k < H * W; ++k) box[0][k / W] |= static_cast<Set>(1u << digits[k]);
  if constexpr (H == 2) {
    box[1] = {box[0][1], box[0][0]};
  } else {
    box[1] = exchange<W>(box[0], chance);
    for (unsigned r = 0; r < H; ++r) {
      box[2][r] = static_cast<Set>(Band<H, W>::kAll & ~(box[0][r] | box[1][r]));
    }
  }
  typename Band<H, W>::Rows rows{};
  for (unsigned stack = 0; stack < H; ++stack) {
    for (unsigned r = 0; r < H; ++r) {
      std::array<Set, W> order;
      Set rest = box[stack][r];
      for (auto& digit : order) {
        digit = static_cast<Set>(rest & -rest);
        rest ^= digit;
      }
      chance.shuffle(order);
      std::copy(order.begin(), order.end(), &rows[r][stack * W]);
    }
  }
  return rows;
}

template <unsigned H, unsigned W>
Columns<H, W> column_sets(const typename Band<H, W>::Rows& rows) {
  Columns<H, W> columns{};
  for (const auto& row : rows) {
    for (unsigned c = 0; c < H * W; ++c) columns[c] |= row[c];
  }
  return columns;
}

template <unsigned H, unsigned W>
using FastBand = std::conditional_t<H == 3 && W == 3, Band9, Band<H, W>>;

template <unsigned H, unsigned W>
void lay(const typename Band<H, W>::Rows& rows, unsigned band, Cells<H, W>& cells) {
  auto* cell = &cells[band * H * H * W];
  for (const auto& row : rows) {
    for (const Set digit : row) *cell++ = static_cast<std::uint8_t>(std::countr_zero(digit) + 1);
  }
}

}  // namespace

template <unsigned H, unsigned W>
Cells<H, W> uniform_grid(Randomness& chance) {
  for (;;) {
    const auto first = first_band<H, W>(chance);
    Bands<H, W> bands{column_sets<H, W>(first)};
    fill_below<H, W>(bands, chance);
    std::array<std::uint32_t, W> arrangements{};
    bool kept = true;
    for (unsigned b = 1; b < W && kept; ++b) {
      arrangements[b] = FastBand<H, W>(bands[b]).count();
      kept = chance.below(kMostArrangements<H, W>) < arrangements[b];
    }
    if (!kept) continue;
    Cells<H, W> cells;
    lay<H, W>(first, 0, cells);
    for (unsigned b = 1; b < W; ++b) {
      const auto number = static_cast<std::uint32_t>(chance.below(arrangements[b]));
      lay<H, W>(FastBand<H, W>(bands[b]).pick(number), b, cells);
    }
    return cells;
  }
}

Cells<3, 3> random_grid(Randomness& chance) {
  // One try in four succeeds; a band that has no arrangement at all has not been seen.
  constexpr unsigned kTries = 200;
  Cells<3, 3> cells;
  for (;;) {
    const auto first = first_band<3, 3>(chance);
    lay<3, 3>(first, 0, cells);
    Bands<3, 3> bands{column_sets<3, 3>(first)};
    fill_below<3, 3>(bands, chance);
    unsigned laid = 1;
    for (; laid < 3; ++laid) {
      const Band9 band(bands[laid]);
      std::optional<Band9::Rows> rows;
      for (unsigned i = 0; i < kTries && !rows; ++i) rows = band.try_random(chance);
      if (!rows) break;
      lay<3, 3>(*rows, laid, cells);
    }
    if (laid == 3) return cells;
  }
}

template Cells<2, 2> uniform_grid<2, 2>(Randomness& chance);
template Cells<2, 3> uniform_grid<2, 3>(Randomness& chance);
template Cells<3, 3> uniform_grid<3, 3>(Randomness& chance);

}  // namespace cpsudoku::grids
