// What clues say about regions whose cells are known to be together or apart; see partition.cpp.
#pragma once

#include "fd/propagators/graph.hpp"
#include "fd/propagators/group.hpp"

namespace cpsudoku::fd {

inline constexpr std::size_t kMostListed = 10;  // places of a count whose choices are all tried

// A clue, and what is known of it beforehand.
struct KnownClue {
  Regions::Clue said;
  // Of a count of few places: cells with the first, as bits, of one region.
  std::optional<std::vector<std::uint32_t>> choices;
};

// Whether cells may be those of one region among some: each piece is all of it, or leads out.
template <int W>
bool may_be_region(const std::vector<Place>& places, std::uint32_t choice, const Regions& regions,
                   const Graph<W>& graph) {
  BitSet<W> among, left;
  for (std::size_t i = 0; i < places.size(); ++i) {
    among.set(places[i]);
    if (choice >> i & 1) left.set(places[i]);
  }
  const BitSet<W> chosen = left;
  const int size = chosen.count(), wanted = static_cast<int>(regions.size);
  if (size > wanted) return false;
  if (regions.neighbours.empty()) return true;
  while (left.any()) {
    const BitSet<W> piece = graph.flood(BitSet<W>::one(left.first()), chosen);
    left -= piece;
    const bool is_all = piece == chosen && size == wanted;
    if (!is_all && among.contains(graph.beside(piece))) return false;
  }
  return true;
}

template <int W>
std::optional<std::vector<std::uint32_t>> choices_of(const Regions::Clue& said,
                                                     const Regions& regions,
                                                     const Graph<W>& graph) {
  const auto& places = said.arms[0];
  if (said.kind != Regions::Kind::count || places.size() > kMostListed) return std::nullopt;
  std::vector<std::uint32_t> choices;
  for (std::uint32_t choice = 1; choice < 1u << places.size(); choice += 2) {
    if (may_be_region(places, choice, regions, graph)) choices.push_back(choice);
  }
  return choices;
}

// Reads clues into what is known now, and that into the digits of their controls.  Now has the cells
// `together` with one and those `apart` from it, and can `join_all` and `separate_all`, which say false
// where that cannot be.
template <class Now>
class ClueReader {
  using Set = typename Now::Set;

 public:
  // size: of a region.
  ClueReader(Now& now, int size) : now_(now), size_(size) {}

  bool follow(const KnownClue& clue, Mask& digits) {
    if (clue.said.kind == Regions::Kind::run) return run(clue, digits);
    if (clue.said.kind == Regions::Kind::distinct) return distinct(clue, digits);
    return clue.choices ? choose(clue, digits) : count(clue, digits);
  }

 private:
  // The numbers that digits stand for, 0 … 63, as bits; and back.
  static Word numbers_of(const KnownClue& clue, Mask digits) {
    const std::int64_t shift = clue.said.shift;
    if (shift >= 64 || shift <= -64) return 0;
    return shift >= 0 ? digits << shift : digits >> -shift;
  }
  static Mask digits_of(const KnownClue& clue, Word numbers) {
    const std::int64_t shift = clue.said.shift;
    if (shift >= 64 || shift <= -64) return 0;
    return shift >= 0 ? numbers >> shift : numbers << -shift;
  }

  bool choose(const KnownClue& clue, Mask& digits) {
    const auto& places = clue.said.arms[0];
    const std::size_t k = places.size();
    const Word wanted = numbers_of(clue, digits);
    std::array<std::uint32_t, kMostListed> with{}, against{};
    for (std::size_t i = 0; i < k; ++i) {
      const Set mine = now_.together(places[i]), others = now_.apart(places[i]);
      for (std::size_t j = 0; j < k; ++j) {
        with[i] |= static_cast<std::uint32_t>(mine.has(places[j])) << j;
        against[i] |= static_cast<std::uint32_t>(others.has(places[j])) << j;
      }
    }
    std::uint32_t always = ~0u, ever = 0;
    Word counts = 0;
    for (const std::uint32_t choice : *clue.choices) {
      const int number = bit_count(choice);
      if ((wanted >> number & 1) == 0) continue;
      bool fits = true;
      for (std::uint32_t rest = choice; rest != 0 && fits; rest &= rest - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(rest));
        fits = (against[i] & choice) == 0 && (with[i] & ~choice) == 0;
      }
      if (!fits) continue;
      always &= choice;
      ever |= choice;
      counts |= Word{1} << number;
    }
    if (counts == 0) return false;
    digits &= digits_of(clue, counts);
    for (std::size_t i = 1; i < k; ++i) {
      if ((always >> i & 1) != 0 && !now_.join_all(places[0], Set::one(places[i]))) return false;
      if ((ever >> i & 1) == 0 && !now_.separate_all(places[0], Set::one(places[i]))) return false;
    }
    return true;
  }

  bool count(const KnownClue& clue, Mask& digits) {
    const auto& places = clue.said.arms[0];
    Set among;
    for (const Place place : places) among.set(place);
    const Set inside = among & now_.together(places[0]), open = among - now_.apart(places[0]);
    return bounded(clue, digits, inside.count(), open.count(), [&](bool is_most) {
      return is_most ? now_.join_all(places[0], open) : now_.separate_all(places[0], open - inside);
    });
  }

  // Keep the numbers between two; where one of them is the only one left, that is what holds.
  template <class Hold>
  bool bounded(const KnownClue& clue, Mask& digits, int least, int most, Hold hold) {
    if (most > 63) return true;
    const Word numbers = numbers_of(clue, digits) & all_digits(most + 1) & ~all_digits(least);
    if (numbers == 0) return false;
    digits &= digits_of(clue, numbers);
    if (least == most || !is_single(numbers)) return true;
    if (numbers == Word{1} << least) return hold(false);
    return numbers != Word{1} << most || hold(true);
  }

  // The lengths that an arm may have, as bits: this many cells, the first among them.
  Word lengths(const std::vector<Place>& arm) const {
    Set run = now_.together(arm[0]), others = now_.apart(arm[0]);
    Word found = 0;
    for (std::size_t length = 1; length <= arm.size() && length < 64; ++length) {
      if (length == arm.size() || !run.has(arm[length])) found |= Word{1} << length;
      if (length == arm.size() || others.has(arm[length])) break;
      run |= now_.together(arm[length]);
      others |= now_.apart(arm[length]);
      if (run.meets(others) || run.count() > size_) break;
    }
    return found;
  }

  bool run(const KnownClue& clue, Mask& digits) {
    const auto& arms = clue.said.arms;
    const std::size_t n = arms.size();
    const Place first = arms[0][0];
    std::vector<Word> own(n), beyond(n + 1);
    Word possible = Word{1} << 1;
    Set along;
    for (std::size_t a = 0; a < n; ++a) {
      own[a] = lengths(arms[a]) >> 1;  // what it adds to the first cell
      possible = sums(possible, own[a]);
      for (const Place place : arms[a]) along.set(place);
    }
    // Cells of the region elsewhere leave no more than the others for the run.
    const int elsewhere = (now_.together(first) - along).count();
    const Word numbers = numbers_of(clue, digits) & possible & all_digits(size_ - elsewhere + 1);
    digits &= digits_of(clue, numbers);
    beyond[n] = numbers >> 1;  // without the first cell
    bool holds = true;
    return keep_completed(
               own, beyond.data(),
               [&](std::size_t a, Word kept) { holds = holds && hold(arms[a], kept); }) &&
           holds;
  }

  static Word sums(Word some, Word others) {
    Word found = 0;
    for (; others != 0; others &= others - 1) found |= some << std::countr_zero(others);
    return found;
  }

  // An arm continues for one of some numbers of cells after its first.
  bool hold(const std::vector<Place>& arm, Word lengths) {
    const auto least = static_cast<std::size_t>(std::countr_zero(lengths));
    for (std::size_t i = 1; i <= least; ++i) {
      if (!now_.join_all(arm[0], Set::one(arm[i]))) return false;
    }
    if (!is_single(lengths) || least + 1 == arm.size()) return true;
    return now_.separate_all(arm[0], Set::one(arm[least + 1]));
  }

  bool distinct(const KnownClue& clue, Mask& digits) {
    std::vector<Place> shards;
    Set met, among;
    for (const Place place : clue.said.arms[0]) {
      among.set(place);
      if (!met.has(place)) shards.push_back(place);
      met |= now_.together(place);
    }
    std::vector<Place> clique;
    for (const Place start : shards) {
      std::vector<Place> found{start};
      for (const Place place : shards) {
        const Set others = now_.apart(place);
        if (all_of(found, [&](Place one) { return others.has(one); })) { found.push_back(place); }
      }
      if (found.size() > clique.size()) clique = found;
    }
    const auto least = static_cast<int>(clique.size()), most = static_cast<int>(shards.size());
    return bounded(clue, digits, least, most, [&](bool is_most) {
      return is_most ? all_apart(shards) : all_with(clique, shards);
    });
  }

  bool all_apart(const std::vector<Place>& shards) {
    for (const Place one : shards) {
      for (const Place other : shards) {
        if (one != other && !now_.separate_all(one, Set::one(other))) return false;
      }
    }
    return true;
  }

  // A shard that is with one of a clique is with the last that it is not apart from.
  bool all_with(const std::vector<Place>& clique, const std::vector<Place>& shards) {
    for (const Place one : shards) {
      int left = 0;
      Place last = 0;
      for (const Place other : clique) {
        if (now_.apart(one).has(other)) continue;
        ++left;
        last = other;
      }
      if (left == 0 || (left == 1 && !now_.join_all(last, Set::one(one)))) return false;
    }
    return true;
  }

  Now& now_;
  int size_;
};

}  // namespace cpsudoku::fd
