#include "generation/board.hpp"

namespace cpsudoku::generation {

namespace {

constexpr std::size_t kNever = 127;  // the place of cells that are never removed

constexpr auto kBox = [] {
  std::array<std::uint8_t, 81> found{};
  for (std::size_t cell = 0; cell < 81; ++cell) {
    found[cell] = static_cast<std::uint8_t>(cell / 27 * 3 + cell % 9 / 3);
  }
  return found;
}();

constexpr std::uint16_t bit(std::size_t i) { return static_cast<std::uint16_t>(1u << i); }

// Three lines → the nine cells that lie in them: bit i is spread to bits 3i … 3i+2.
constexpr std::uint16_t kThrice[8] = {0, 7, 56, 63, 448, 455, 504, 511};
// … or to bits i, i+3 and i+6.
constexpr std::uint16_t kEveryThird[8] = {0, 73, 146, 219, 292, 365, 438, 511};

}  // namespace

Plan::Plan() {
  for (std::uint8_t cell = 0; cell < 81; ++cell) orbits.push_back({cell});
  must_go.assign(81, false);
  most_blanks.fill(9);
}

// The unavoidable sets of a grid while they are collected.
class Board::Sets {
 public:
  explicit Sets(const Board& board) {
    for (auto& places : places_of_) places.set(kNever);
    const auto& orbits = board.plan_->orbits;
    for (std::size_t place = 0; place < orbits.size(); ++place) {
      for (const auto cell : orbits[board.order_[place]]) {
        places_of_[cell] = Places::one(static_cast<int>(place));
      }
    }
  }

  const Places& of(std::size_t cell) const { return places_of_[cell]; }

  // A set that has a cell which is never removed is of no interest.
  void add(const Places& places) {
    const auto last = static_cast<std::size_t>(places.last());
    if (last == kNever) return;
    found_[size_] = places;
    last_[size_++] = static_cast<std::uint8_t>(last);
  }

  void store(Board& board) const {
    std::array<std::uint8_t, 82> start{};
    for (std::size_t i = 0; i < size_; ++i) ++start[last_[i] + std::size_t{1}];
    for (std::size_t place = 0; place < 81; ++place) {
      start[place + 1] = static_cast<std::uint8_t>(start[place + 1] + start[place]);
    }
    board.start_ = start;
    for (std::size_t i = 0; i < size_; ++i) board.sets_[start[last_[i]]++] = found_[i];
  }

 private:
  std::array<Places, 81> places_of_;
  std::array<Places, kMostSets> found_;
  std::array<std::uint8_t, kMostSets> last_;
  std::size_t size_ = 0;
};

bool Board::start(const ClassicGrid& grid, const std::array<std::uint8_t, 81>& order, int least) {
  grid_ = grid;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    candidates_[cell] = static_cast<std::uint16_t>(1u << (grid[cell] - 1));
  }
  order_ = order;
  least_ = least;
  kept_ = {};
  clues_ = 81;
  place_ = part_ = 0;
  failed_ = false;
  for (auto* sets : {&row_digits_, &column_digits_, &box_digits_, &digit_rows_, &digit_columns_,
                     &digit_boxes_}) {
    sets->fill(0x1ff);
  }
  for (auto* sets : {&row_blanks_, &column_blanks_, &box_blanks_}) sets->fill(0);
  Sets sets(*this);
  see_digits(sets);
  see_lines(9, 1, sets);
  see_lines(1, 9, sets);
  sets.store(*this);
  return dig();
}

// The cells of two digits fall into parts within which the two can be exchanged.
void Board::see_digits(Sets& sets) const {
  std::array<std::array<std::uint8_t, 9>, 9> row_of, row_in;  // digit, column or box → row
  std::array<std::array<std::uint16_t, 9>, 9> meets;  // digit, row → column, box (as bits)
  std::array<std::array<Places, 9>, 9> places;        // digit, row
  for (std::size_t cell = 0; cell < 81; ++cell) {
    const std::size_t digit = grid_[cell] - std::size_t{1};
    const std::size_t row = cell / 9;
    meets[digit][row] =
        static_cast<std::uint16_t>(cell % 9 | static_cast<unsigned>(kBox[cell]) << 8);
    row_of[digit][cell % 9] = static_cast<std::uint8_t>(row);
    row_in[digit][kBox[cell]] = static_cast<std::uint8_t>(row);
    places[digit][row] = sets.of(cell);
  }
  for (std::size_t a = 0; a < 9; ++a) {
    for (std::size_t b = a + 1; b < 9; ++b) {
      // Both digits of a row belong together; a row's cell of either leads to the rows where the
      // other is in the same column or box.
      std::array<std::uint32_t, 9> next;
      for (std::size_t row = 0; row < 9; ++row) {
        const unsigned one = meets[a][row], other = meets[b][row];
        next[row] = 1u << row_of[b][one & 255] | 1u << row_in[b][one >> 8] |
                    1u << row_of[a][other & 255] | 1u << row_in[a][other >> 8];
      }
      for (std::uint32_t rest = 0x1ff; rest != 0;) {
        Places found;
        std::uint32_t part = rest & -rest;
        for (std::uint32_t todo = part; todo != 0;) {
          const auto row = static_cast<std::size_t>(std::countr_zero(todo));
          todo = (todo & (todo - 1)) | (next[row] & ~part);
          part |= next[row];
          found |= places[a][row];
          found |= places[b][row];
        }
        rest &= ~part;
        sets.add(found);
      }
    }
  }
}

// Two lines of a band fall into parts within which they can be exchanged.  Lines begin at multiples
// of `step`, and continue by `across`.
void Board::see_lines(std::size_t step, std::size_t across, Sets& sets) const {
  static constexpr std::uint8_t kPairs[3][2] = {{0, 1}, {0, 2}, {1, 2}};
  for (std::size_t band = 0; band < 3; ++band) {
    for (const auto& pair : kPairs) {
      const std::size_t one = (3 * band + pair[0]) * step, other = (3 * band + pair[1]) * step;
      std::array<std::uint8_t, 10> at;  // digit → where the other line has it
      for (std::size_t i = 0; i < 9; ++i) {
        at[grid_[other + i * across]] = static_cast<std::uint8_t>(i);
      }
      for (std::uint32_t rest = 0x1ff; rest != 0;) {
        Places found;
        for (auto i = static_cast<std::size_t>(std::countr_zero(rest)); (rest >> i & 1) != 0;
             i = at[grid_[one + i * across]]) {
          rest ^= 1u << i;
          found |= sets.of(one + i * across);
          found |= sets.of(other + i * across);
        }
        sets.add(found);
      }
    }
  }
}

// Whether the orbit whose turn it is has to stay, as far as that is known without a question.
bool Board::must_stay() const {
  for (std::size_t i = start_[place_]; i < start_[place_ + std::size_t{1}]; ++i) {
    if (!sets_[i].meets(kept_)) return true;
  }
  const auto& orbit = plan_->orbits[order_[place_]];
  if (clues_ - static_cast<int>(orbit.size()) < least_) return true;
  for (const auto cell : orbit) {
    const auto with = [box = kBox[cell]](std::uint8_t other) { return kBox[other] == box; };
    const auto more = std::count_if(orbit.begin(), orbit.end(), with);
    if (blanks(kBox[cell]) + more > plan_->most_blanks[kBox[cell]]) return true;
  }
  return false;
}

// Lets the orbit whose turn it was stay; false if it must go.
bool Board::keep() {
  failed_ = plan_->must_go[order_[place_]];
  kept_.set(place_++);
  part_ = 0;
  return !failed_;
}

void Board::take(std::size_t cell) {
  const std::size_t row = cell / 9, column = cell % 9, box = kBox[cell];
  const std::size_t digit = grid_[cell] - std::size_t{1};
  candidates_[cell] = 0x1ff;
  --clues_;
  row_digits_[row] ^= bit(digit);
  column_digits_[column] ^= bit(digit);
  box_digits_[box] ^= bit(digit);
  digit_rows_[digit] ^= bit(row);
  digit_columns_[digit] ^= bit(column);
  digit_boxes_[digit] ^= bit(box);
  row_blanks_[row] ^= bit(column);
  column_blanks_[column] ^= bit(row);
  box_blanks_[box] ^= bit(row % 3 * 3 + column % 3);
}

void Board::give_back(std::size_t cell) {
  take(cell);  // every change is its own inverse
  candidates_[cell] = bit(grid_[cell] - std::size_t{1});
  clues_ += 2;
}

// Whether a blank's digit follows by a single from the givens.
bool Board::is_forced(std::size_t cell) const {
  const std::size_t row = cell / 9, column = cell % 9, box = kBox[cell];
  const std::size_t digit = grid_[cell] - std::size_t{1};
  // Its own digit is always among those that no given of its houses has.
  const unsigned free = 0x1ffu & ~(row_digits_[row] | column_digits_[column] | box_digits_[box]);
  if ((free & (free - 1)) == 0) return true;
  // The other blanks of a house that do not see the digit.
  const unsigned rows = digit_rows_[digit], columns = digit_columns_[digit];
  const unsigned boxes = digit_boxes_[digit];
  const unsigned band = row / 3, stack = column / 3;
  if ((row_blanks_[row] & ~columns & ~kThrice[boxes >> 3 * band & 7] & ~(1u << column)) == 0) {
    return true;
  }
  const unsigned stacked =
      (boxes >> stack & 1) | (boxes >> (stack + 3) & 1) << 1 | (boxes >> (stack + 6) & 1) << 2;
  if ((column_blanks_[column] & ~rows & ~kThrice[stacked] & ~(1u << row)) == 0) return true;
  return (box_blanks_[box] & ~kThrice[rows >> 3 * band & 7] &
          ~kEveryThird[columns >> 3 * stack & 7] & ~(1u << (row % 3 * 3 + column % 3))) == 0;
}

// Continues until there is something to ask.
bool Board::dig() {
  while (place_ < plan_->orbits.size()) {
    const auto& orbit = plan_->orbits[order_[place_]];
    if (part_ == 0) {
      if (must_stay()) {
        if (!keep()) return false;
        continue;
      }
      for (const auto cell : orbit) take(cell);
    }
    for (; part_ < orbit.size(); ++part_) {
      if (!is_forced(orbit[part_])) return true;
    }
    ++place_;
    part_ = 0;
  }
  return false;
}

bool Board::confirm() {
  if (++part_ == plan_->orbits[order_[place_]].size()) {
    ++place_;
    part_ = 0;
  }
  return dig();
}

bool Board::refute() {
  for (const auto cell : plan_->orbits[order_[place_]]) give_back(cell);
  return keep() && dig();
}

void Board::ask(std::uint16_t* candidates) const {
  std::copy(candidates_.begin(), candidates_.end(), candidates);
  const std::size_t tried = plan_->orbits[order_[place_]][part_];
  candidates[tried] = 0x1ff ^ bit(grid_[tried] - std::size_t{1});
}

ClassicGrid Board::puzzle() const {
  ClassicGrid found = grid_;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    if (candidates_[cell] == 0x1ff) found[cell] = 0;
  }
  return found;
}

}  // namespace cpsudoku::generation
