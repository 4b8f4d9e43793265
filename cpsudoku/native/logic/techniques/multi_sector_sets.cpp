// Multi-sector locked sets: as many cells as there are pairs of a house and a digit that have all their
// candidates between them.  Each cell takes a digit, and with it a pair; each pair is taken once at
// most.  So all pairs are taken by these cells: no other cell of such a house has the digit, nor has one
// of the cells a digit that would take two pairs.
//
//     multi-sector locked set   the open cells where some rows and columns cross; some digits are
//                               counted by rows, the others by columns  (D. P. Bird and others, of the
//                               Sudoku Players' Forum)
//     SK-loop                   sixteen cells around four solved corners, in four boxes, two rows and
//                               two columns, counted by these eight houses  (S. Kurzhals, 2007)
//
//     . a a | . b b      Each pair of cells of an SK-loop shares some digits with the next pair in their
//     h . . | c . .      line, and others with the next one in their box, once round: a and b in the
//     h . . | c . .      first row, b and c in the second box, c and d in the second column, and so on.
//     ------+------
//     . f f | . e e
//     g . . | d . .
//     g . . | d . .
#include "logic/techniques/families.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kMultiSector{"multi-sector locked set", "multi-sector sets"};
const Technique kLoop{"sk-loop", "multi-sector sets", true};

constexpr int kMostLines = 9;  // with more digits and lines there are too many choices

struct Cover {
  GroupId house;
  Mask digits;
};

void eliminate_covered(const Position& position, const CellSet& cells,
                       const std::vector<Cover>& covers, Step& step) {
  for (Digit d = 0; d < position.houses().digits(); ++d) {
    CellSet once, twice;
    for (const Cover& cover : covers) {
      if (!(cover.digits >> d & 1)) continue;
      const auto& house = position.houses()[cover.house].set;
      twice |= once & house;
      once |= house;
    }
    step.eliminate(((once - cells) | (twice & cells)) & position.cells(d), d);
  }
}

// require: the covers have all candidates of the cells, and there are as many.
bool close_covered(Search& search, const Technique& as, const CellSet& cells,
                   const std::vector<Cover>& covers) {
  Step& step = search.begin(as);
  eliminate_covered(search.position, cells, covers, step);
  if (search.wants_evidence()) {
    step.evidence.cells = as_list(cells);
    for (const auto& [house, digits] : covers) {
      step.evidence.cover.push_back(house);
      step.evidence.sets.push_back({as_list(cells & search.houses()[house].set), digits});
    }
  }
  return search.close();
}

// All choices of digits that are counted by rows; for each, of rows.  A column is worth taking where it
// has more open cells in these rows than other digits.
class Sectors {
 public:
  explicit Sectors(Search& search) : search_(search) {
    const auto& rows = houses().of(Kind::row);
    const auto& columns = houses().of(Kind::column);
    fits_ = rows.size() <= kMostLines && columns.size() <= kMostLines &&
            houses().digits() <= kMostLines && !rows.empty() && !columns.empty();
    for (std::size_t r = 0; fits_ && r < rows.size(); ++r) {
      for (std::size_t c = 0; c < columns.size(); ++c) {
        const Cell cell = (houses()[rows[r]].set & houses()[columns[c]].set).first();
        cells_[r][c] = cell;
        left_[r][c] = cell < 0 ? 0 : search.position.candidates(cell);
      }
    }
  }

  bool find() {
    if (!fits_) return false;
    for (Mask by_rows = 1; by_rows < houses().all_digits(); ++by_rows) {
      if (search_.expired()) return false;
      by_rows_ = by_rows;
      if (add_row(0, {}, {}, 0)) return true;
    }
    return false;
  }

 private:
  using Counts = std::array<int, kMostLines>;
  using Masks = std::array<Mask, kMostLines>;

  const Houses& houses() const { return search_.houses(); }

  // `open` and `others`: of each column the open cells in the rows taken, and their other digits.
  bool add_row(std::size_t row, const Counts& open, const Masks& others, Mask rows) {
    if (row == houses().of(Kind::row).size()) return several(rows) && close(open, others, rows);
    if (add_row(row + 1, open, others, rows)) return true;
    Counts more = open;
    Masks all = others;
    for (std::size_t c = 0; c < houses().of(Kind::column).size(); ++c) {
      more[c] += left_[row][c] != 0;
      all[c] |= left_[row][c] & ~by_rows_;
    }
    return add_row(row + 1, more, all, rows | bit(static_cast<int>(row)));
  }

  bool close(const Counts& open, const Masks& others, Mask rows) {
    Mask columns = 0;
    int gain = 0;
    for (std::size_t c = 0; c < houses().of(Kind::column).size(); ++c) {
      const int more = open[c] - count(others[c]);
      if (more <= 0) continue;
      gain += more;
      columns |= bit(static_cast<int>(c));
    }
    if (!several(columns)) return false;
    std::vector<Cover> covers;
    for (const int r : bits(rows)) {
      Mask digits = 0;
      for (const int c : bits(columns)) digits |= left(r, c) & by_rows_;
      gain -= count(digits);
      if (digits) covers.push_back({houses().of(Kind::row)[r], digits});
    }
    if (gain != 0) return false;
    CellSet cells;
    int crossings = 0;
    for (const int c : bits(columns)) {
      const Mask digits = others[c];
      if (digits) covers.push_back({houses().of(Kind::column)[c], digits});
      for (const int r : bits(rows)) {
        if (!left(r, c)) continue;
        cells.set(cells_[r][c]);
        ++crossings;
      }
    }
    if (cells.count() != crossings) return false;  // lines of overlapping grids cross there twice
    return close_covered(search_, kMultiSector, cells, covers);
  }
  Mask left(int r, int c) const { return left_[r][c]; }

  Search& search_;
  bool fits_ = false;
  Mask by_rows_ = 0;
  std::array<std::array<Cell, kMostLines>, kMostLines> cells_{};
  std::array<std::array<Mask, kMostLines>, kMostLines> left_{};  // candidates; none where solved
};

class SkLoops {
 public:
  explicit SkLoops(Search& search) : search_(search) {}

  bool find() {
    const auto& rows = houses().of(Kind::row);
    const auto& columns = houses().of(Kind::column);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (std::size_t s = r + 1; s < rows.size(); ++s) {
        if (search_.expired()) return false;
        for (std::size_t c = 0; c < columns.size(); ++c) {
          for (std::size_t d = c + 1; d < columns.size(); ++d) {
            lines_ = {rows[r], rows[s], columns[c], columns[d]};
            if (is_ring() && close()) return true;
          }
        }
      }
    }
    return false;
  }

 private:
  const Houses& houses() const { return search_.houses(); }
  Mask candidates(const CellSet& cells) const {
    Mask all = 0;
    for (const Cell cell : cells) all |= search_.position.candidates(cell);
    return all;
  }
  static std::size_t at(std::size_t row, std::size_t column) { return 2 * row + column; }

  // Whether the lines cross in solved cells of four boxes, with two open cells of each line beside.
  bool is_ring() {
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t j = 0; j < 2; ++j) {
        const auto& row = houses()[lines_[i]].set;
        const auto& column = houses()[lines_[2 + j]].set;
        const Cell corner = (row & column).first();
        if (corner < 0 || search_.position.digit(corner) < 0) return false;
        const GroupId box = houses().group_of(corner, Kind::box);
        if (box < 0) return false;
        boxes_[at(i, j)] = box;
        beside_[at(i, j)] = row & houses()[box].set & search_.position.open();
        below_[at(i, j)] = column & houses()[box].set & search_.position.open();
        if (beside_[at(i, j)].count() != 2 || below_[at(i, j)].count() != 2) return false;
      }
    }
    const auto& b = boxes_;
    return b[0] != b[1] && b[0] != b[2] && b[1] != b[3] && b[2] != b[3];
  }

  // The digits that each line counts are some of those that both of its pairs have; what is left of two
  // pairs is counted by their box.
  bool close() {
    for (std::size_t line = 0; line < 4; ++line) {
      const auto& pairs = line < 2 ? beside_ : below_;
      const std::size_t one = line < 2 ? at(line, 0) : at(0, line - 2);
      const std::size_t other = line < 2 ? at(line, 1) : at(1, line - 2);
      shared_[line] = candidates(pairs[one]) & candidates(pairs[other]);
    }
    for (Mask a = shared_[0];; a = (a - 1) & shared_[0]) {
      for (Mask b = shared_[1];; b = (b - 1) & shared_[1]) {
        counted_[0] = a;
        counted_[1] = b;
        if (count(a) + count(b) + best_column(0) + best_column(1) == 16 && close_counted())
          return true;
        if (!b) break;
      }
      if (!a) break;
    }
    return false;
  }

  Mask in_box(std::size_t i, std::size_t j) const {
    return (candidates(beside_[at(i, j)]) & ~counted_[i]) |
           (candidates(below_[at(i, j)]) & ~counted_[2 + j]);
  }
  // The fewest digits that a column and its two boxes count.
  int best_column(std::size_t j) {
    Mask best = 0;
    int least = 64;
    for (Mask some = shared_[2 + j];; some = (some - 1) & shared_[2 + j]) {
      counted_[2 + j] = some;
      const int many = count(some) + count(in_box(0, j)) + count(in_box(1, j));
      if (many < least) {
        least = many;
        best = some;
      }
      if (!some) break;
    }
    counted_[2 + j] = best;
    return least;
  }

  bool close_counted() {
    CellSet cells;
    std::vector<Cover> covers;
    for (std::size_t line = 0; line < 4; ++line) {
      if (counted_[line]) covers.push_back({lines_[line], counted_[line]});
    }
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t j = 0; j < 2; ++j) {
        cells |= beside_[at(i, j)] | below_[at(i, j)];
        if (const Mask digits = in_box(i, j)) covers.push_back({boxes_[at(i, j)], digits});
      }
    }
    return cells.count() == 16 && close_covered(search_, kLoop, cells, covers);
  }

  Search& search_;
  std::array<GroupId, 4> lines_{};   // two rows, two columns
  std::array<GroupId, 4> boxes_{};   // of the corners
  std::array<CellSet, 4> beside_{};  // of each corner, the other cells of its row in its box
  std::array<CellSet, 4> below_{};   // of its column
  std::array<Mask, 4> shared_{};     // of each line, the digits of both pairs
  std::array<Mask, 4> counted_{};    // those of them that the line counts
};

}  // namespace

std::vector<Finder> multi_sector_sets() {
  return {finder(kLoop, [](Search& search) { return SkLoops(search).find(); }),
          finder(kMultiSector, [](Search& search) { return Sectors(search).find(); })};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
