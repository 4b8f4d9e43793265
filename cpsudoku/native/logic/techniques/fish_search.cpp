#include "logic/techniques/fish_search.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

// Which digits a technique of one digit can still exclude from a cell: those that have a candidate in no
// template, that is, in no way to place the digit in all its houses.  Whatever a fish excludes is such a
// candidate, so for all other digits the search for fish is vain.
class Excludable {
 public:
  // Whether a candidate of the digit is in no template; true where that takes too long to know.
  bool any(const Search& search, Digit digit) {
    if (turn_ != search.turn) {
      turn_ = search.turn;
      known_ = excludable_ = 0;
    }
    if (!(known_ >> digit & 1)) {
      known_ |= bit(digit);
      if (look(search.position, digit)) excludable_ |= bit(digit);
    }
    return excludable_ >> digit & 1;
  }

 private:
  static constexpr int kMostNodes = 3000;

  bool look(const Position& position, Digit digit) {
    position_ = &position;
    digit_ = digit;
    nodes_ = 0;
    CellSet unseen = position.cells(digit);
    std::vector<GroupId> houses;
    for (const GroupId id : position.houses().all()) {
      if (position.places(id, digit)) houses.push_back(id);
    }
    while (unseen.any()) {
      template_.clear();
      const Cell first = unseen.first();
      if (!place(first, position.cells(digit), houses)) return true;
      unseen -= template_;
    }
    return false;
  }

  // Places the digit in a cell, and then in all houses that are left.
  bool place(Cell cell, CellSet cells, const std::vector<GroupId>& houses) {
    if (++nodes_ > kMostNodes) return false;
    template_.set(cell);
    cells.reset(cell);
    cells -= position_->houses().peers(cell);
    std::vector<GroupId> left;
    left.reserve(houses.size());
    CellSet narrowest;
    int least = -1;
    for (const GroupId id : houses) {
      const auto& house = position_->houses()[id].set;
      if (house.has(cell)) continue;
      left.push_back(id);
      const auto places = house & cells;
      const int count = places.count();
      if (least >= 0 && count >= least) continue;
      least = count;
      narrowest = places;
    }
    if (left.empty()) return true;
    for (const Cell next : narrowest) {
      if (place(next, cells, left)) return true;
    }
    template_.reset(cell);
    return false;
  }

  std::uint64_t turn_ = 0;
  Mask known_ = 0;
  Mask excludable_ = 0;
  const Position* position_ = nullptr;
  Digit digit_ = 0;
  CellSet template_;
  int nodes_ = 0;
};

// Calls visit(fish) for each fish with eliminations; ends once it returns true.
class FishSearch {
 public:
  using Visit = FishVisit;
  FishSearch(Search& search, FishShape shape, int size, const FinRule& rule, const Visit& visit)
      : search_(search), shape_(shape), size_(size), rule_(rule), visit_(visit) {}

  bool run(Digit digit, const std::vector<Kind>& bases, const std::vector<Kind>& covers) {
    const bool simple = !rule_.reach && !rule_.anything;
    if (simple && !search_.memory.get<Excludable>().any(search_, digit)) return false;
    fish_.digit = digit;
    bases_ = houses_of(bases);
    covers_ = houses_of(covers);
    is_cover_.assign(search_.houses().groups().size(), 0);
    for (const GroupId id : covers_) is_cover_[id] = 1;
    fish_.base.clear();
    fish_.cover.clear();
    return static_cast<int>(bases_.size()) >= size_ && choose_base(0, {}, {});
  }

 private:
  const Position& position() const { return search_.position; }
  CellSet places(GroupId id) const {
    return search_.houses()[id].set & position().cells(fish_.digit);
  }

  CellSet excluded_by(Cell fin) const {
    if (rule_.anything) return position().cells(fish_.digit);
    if (rule_.reach) return (*rule_.reach)[fin];
    return search_.houses().peers(fin);
  }

  std::vector<GroupId> houses_of(const std::vector<Kind>& kinds) const {
    std::vector<GroupId> result;
    for (const Kind kind : kinds) {
      for (const GroupId id : search_.houses().of(kind)) {
        if (position().places(id, fish_.digit)) result.push_back(id);
      }
    }
    return result;
  }

  bool choose_base(std::size_t from, const CellSet& body, const CellSet& endo) {
    if (static_cast<int>(fish_.base.size()) == size_) return search_covers(body, endo);
    for (std::size_t i = from; i < bases_.size(); ++i) {
      const auto mine = places(bases_[i]);
      const auto twice = endo | (mine & body);
      if (twice.any() && (!rule_.wanted || twice.count() > rule_.most_endo)) continue;
      fish_.base.push_back(bases_[i]);
      const bool stop = choose_base(i + 1, body | mine, twice);
      fish_.base.pop_back();
      if (stop || search_.cut_short) return stop;
    }
    return false;
  }

  bool search_covers(const CellSet& body, const CellSet& endo) {
    if (search_.expired()) return false;
    fish_.body = body;
    fish_.endo_fins = endo;
    for (const GroupId id : fish_.base) is_cover_[id] += 2;
    auto visible = position().cells(fish_.digit);
    for (const Cell cell : endo) visible &= excluded_by(cell);
    const bool stop = visible.any() && cover(body, {}, {}, visible);
    for (const GroupId id : fish_.base) is_cover_[id] -= 2;
    return stop;
  }

  // `left`: places neither covered nor fins; `visible`: candidates that all fins see.
  bool cover(CellSet left, const CellSet& covered, const CellSet& fins, const CellSet& visible) {
    const int free = size_ - static_cast<int>(fish_.cover.size());
    if (left.none()) return fill(0, covered, fins, visible);
    const Cell place = left.first();
    std::vector<GroupId> tried;
    bool stop = false;
    if (free > 0) {
      for (const auto& m : search_.houses().groups_of(place)) {
        if (is_cover_[m.group] != 1) continue;
        const auto mine = places(m.group);
        if (!mine.meets(fins)) {
          fish_.cover.push_back(m.group);
          stop = cover(left - mine, covered | mine, fins, visible);
          fish_.cover.pop_back();
        }
        is_cover_[m.group] = 4;  // below, it is not in the cover
        tried.push_back(m.group);
        if (stop || search_.cut_short) break;
      }
    }
    if (!stop && rule_.wanted && fins.count() < rule_.most) {
      const auto seen = visible & excluded_by(place);
      if (seen.any()) {
        auto rest = left;
        rest.reset(place);
        auto more = fins;
        more.set(place);
        stop = cover(rest, covered, more, seen);
      }
    }
    for (const GroupId id : tried) is_cover_[id] = 1;
    return stop;
  }

  // Covers that the base has no need of any more.
  bool fill(std::size_t from, const CellSet& covered, const CellSet& fins, const CellSet& visible) {
    if (static_cast<int>(fish_.cover.size()) == size_) return close(fins, visible);
    for (std::size_t i = from; i < covers_.size(); ++i) {
      auto& state = is_cover_[covers_[i]];
      if (state != 1 || places(covers_[i]).meets(fins)) continue;
      bool chosen = false;
      for (const GroupId id : fish_.cover) chosen = chosen || id == covers_[i];
      if (chosen) continue;
      fish_.cover.push_back(covers_[i]);
      const bool stop = fill(i + 1, covered, fins, visible);
      fish_.cover.pop_back();
      if (stop) return true;
    }
    return false;
  }

  bool close(const CellSet& fins, const CellSet& visible) {
    if (rule_.wanted == (fins.none() && fish_.endo_fins.none())) return false;
    if (shape_of() != shape_) return false;
    CellSet once, twice;
    for (const GroupId id : fish_.cover) {
      const auto mine = places(id);
      twice |= once & mine;
      once |= mine;
    }
    fish_.gone = ((once - fish_.body) | twice) & visible;
    if (fish_.gone.none() && !rule_.anything) return false;
    fish_.fins = fins;
    return visit_(fish_);
  }

  // Rows against columns: basic; with boxes: franken; both kinds of lines on one side: mutant.
  FishShape shape_of() const {
    const auto kinds = [&](const std::vector<GroupId>& ids) {
      unsigned seen = 0;
      for (const GroupId id : ids) seen |= 1U << static_cast<unsigned>(search_.houses()[id].kind);
      return seen;
    };
    constexpr unsigned row = 1, column = 2, box = 4;
    const unsigned base = kinds(fish_.base), cover = kinds(fish_.cover);
    const bool lines = ((base & row) == 0 && (cover & column) == 0) ||
                       ((base & column) == 0 && (cover & row) == 0);
    if ((base | cover) & ~(row | column | box) || !lines) return FishShape::mutant;
    if ((base | cover) & box) return FishShape::franken;
    return FishShape::basic;
  }

  Search& search_;
  FishShape shape_;
  int size_;
  FinRule rule_;
  const Visit& visit_;
  Fish fish_;
  std::vector<GroupId> bases_;
  std::vector<GroupId> covers_;
  // 1: may be a cover; 0: not of a kind that may; 3: is a base; 4: ruled out on this branch.
  std::vector<std::uint8_t> is_cover_;
};

}  // namespace

bool for_each_fish_of(Search& search, Digit digit, FishShape shape, int size, const FinRule& rule,
                      const FishVisit& visit) {
  using enum Kind;
  using Kinds = std::vector<Kind>;
  std::vector<std::pair<Kinds, Kinds>> sides;
  if (shape == FishShape::basic) sides = {{{row}, {column}}, {{column}, {row}}};
  if (shape == FishShape::franken)
    sides = {{{row, box}, {column, box}}, {{column, box}, {row, box}}};
  if (shape == FishShape::mutant) {
    const Kinds all{row, column, box, other};
    sides = {{all, all}};
  }
  FishSearch fish(search, shape, size, rule, visit);
  for (const auto& [bases, covers] : sides) {
    if (fish.run(digit, bases, covers)) return true;
  }
  return false;
}

bool for_each_fish(Search& search, FishShape shape, int size, bool finned, const FishVisit& visit) {
  for (Digit d = 0; d < search.houses().digits(); ++d) {
    if (for_each_fish_of(search, d, shape, size, FinRule{.wanted = finned}, visit)) return true;
  }
  return false;
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
