#include "wasm/answers.hpp"

#include "bitboard/single.hpp"
#include "fd/sampler.hpp"
#include "generation/digger.hpp"
#include "logic/registry.hpp"
#include "symmetry/canonical.hpp"
#include "wasm/steps.hpp"

namespace cpsudoku::wasm {

namespace {

using Masks = std::vector<std::uint64_t>;
using Digits = std::vector<std::uint8_t>;

constexpr std::size_t kMostSolutions = 1000;  // that are kept

Watch watch_of(const Json& question) {
  const Json* seconds = question.find("seconds");
  return seconds ? Watch(seconds->real()) : Watch();
}

Masks masks_of(const Json& list, const Board& board) {
  auto found = numbers<std::uint64_t>(list);
  if (found.size() != board.cells()) throw std::invalid_argument("expected a mask for each cell");
  for (const auto mask : found) {
    if ((mask & ~board.all()) != 0) throw std::invalid_argument("the board has no such digit");
  }
  return found;
}

// The digits of the cells that have one candidate, 0 for the others.
Digits digits_of(const Masks& masks) {
  Digits digits;
  for (const auto mask : masks) {
    digits.push_back(std::popcount(mask) == 1 ? std::countr_zero(mask) + 1 : 0);
  }
  return digits;
}

// What a search found: solutions, perhaps not all of them kept, and whether there are no others.
struct Found {
  std::vector<Digits> solutions;
  std::uint64_t count = 0;
  bool exhausted = false;

  const char* verdict(std::uint64_t limit) const {
    if (count > 1) return "multiple";
    if (exhausted) return count == 1 ? "unique" : "none";
    return count == 1 && limit == 1 ? "solved" : "unknown";
  }
};

Found search_classic(const Masks& candidates, std::uint64_t limit, std::size_t room, Watch& watch) {
  bitboard::Candidates masks;
  std::copy(candidates.begin(), candidates.end(), masks.begin());
  const auto search = std::make_unique<bitboard::Single>(masks);
  std::vector<bitboard::Grid> grids(std::min<std::uint64_t>(room, limit));
  Found found;
  found.count = search->run(limit, watch, grids.data(), grids.size());
  found.exhausted = search->exhausted();
  for (std::size_t i = 0; i < std::min<std::uint64_t>(found.count, grids.size()); ++i) {
    found.solutions.emplace_back(grids[i].begin(), grids[i].end());
  }
  return found;
}

Found search(const Board& board, const Masks& candidates, std::uint64_t limit, std::size_t room,
             Watch& watch) {
  if (board.is_classic()) return search_classic(candidates, limit, room, watch);
  fd::Search search(board.network(), candidates);
  Found found;
  while (found.count < limit && search.next(watch) == Status::solution) {
    ++found.count;
    if (found.solutions.size() >= room) continue;
    Digits& digits = found.solutions.emplace_back();
    for (fd::Cell cell = 0; cell < board.cells(); ++cell) {
      digits.push_back(static_cast<std::uint8_t>(std::countr_zero(search.domain(cell)) + 1));
    }
  }
  found.exhausted = search.exhausted();
  return found;
}

std::uint64_t limit_of(const Json& question) {
  const Json* limit = question.find("limit");
  if (!limit) return std::numeric_limits<std::uint64_t>::max();
  if (limit->number() < 1) throw std::invalid_argument("expected a limit of 1 at least");
  return static_cast<std::uint64_t>(limit->number());
}

Json solve(const Board& board, const Json& question, Watch& watch) {
  const auto limit = limit_of(question);
  const Found found =
      search(board, masks_of(question.at("candidates"), board), limit, kMostSolutions, watch);
  Json::List solutions;
  for (const auto& digits : found.solutions) solutions.push_back(list_of(digits));
  return Json::object({{"verdict", found.verdict(limit)}, {"solutions", std::move(solutions)}});
}

Json count(const Board& board, const Json& question, Watch& watch) {
  const Masks masks = masks_of(question.at("candidates"), board);
  const Found found = search(board, masks, limit_of(question), 0, watch);
  return Json::object({{"count", found.count}, {"complete", found.exhausted}});
}

Json candidates(const Board& board, const Json& question, Watch& watch) {
  fd::Sampler sampler(board.network(), masks_of(question.at("candidates"), board));
  const bool complete = sampler.run(1, watch);
  Masks found(board.cells());
  for (const auto& solution : sampler.solutions()) {
    for (std::size_t cell = 0; cell < found.size(); ++cell) {
      found[cell] |= std::uint64_t{1} << static_cast<unsigned>(solution[cell]);
    }
  }
  return Json::object({{"complete", complete}, {"candidates", list_of(found)}});
}

std::vector<std::size_t> givens_of(const Json& question, const Board& board) {
  auto cells = numbers<std::size_t>(question.at("givens"));
  for (const auto cell : cells) {
    if (cell >= board.cells()) throw std::invalid_argument("there is no such cell");
  }
  return cells;
}

// Of givens without a solution some that have none together, none of which can be left out.
Json conflict(const Board& board, const Json& question, Watch& watch) {
  Masks masks = masks_of(question.at("candidates"), board);
  const auto givens = givens_of(question, board);
  const Found whole = search(board, masks, 1, 0, watch);
  bool minimal = whole.exhausted && whole.count == 0;
  std::vector<std::size_t> kept;
  for (const auto cell : minimal ? givens : std::vector<std::size_t>()) {
    const auto before = std::exchange(masks[cell], board.all());
    const Found found = search(board, masks, 1, 0, watch);
    if (found.exhausted && found.count == 0) continue;
    minimal = minimal && found.count != 0;
    masks[cell] = before;
    kept.push_back(cell);
  }
  return Json::object(
      {{"verdict", whole.verdict(1)}, {"givens", list_of(kept)}, {"minimal", minimal}});
}

// The givens each of which a puzzle with one solution could do without.
Json redundant(const Board& board, const Json& question, Watch& watch) {
  Masks masks = masks_of(question.at("candidates"), board);
  const auto givens = givens_of(question, board);
  const Found whole = search(board, masks, 2, 0, watch);
  const bool is_unique = whole.exhausted && whole.count == 1;
  bool known = is_unique;
  std::vector<std::size_t> needless;
  for (const auto cell : is_unique ? givens : std::vector<std::size_t>()) {
    const auto before = std::exchange(masks[cell], board.all());
    const Found found = search(board, masks, 2, 0, watch);
    if (found.count < 2 && found.exhausted) needless.push_back(cell);
    known = known && (found.exhausted || found.count > 1);
    masks[cell] = before;
  }
  return Json::object({{"verdict", whole.verdict(2)},
                       {"givens", list_of(needless)},
                       {"minimal", known && needless.empty()}});
}

logic::OrderData order_of(const Json& data, const Board& board) {
  logic::OrderData order;
  for (const Json& finder : data.at("finders").list()) order.finders.push_back(finder.words());
  for (const auto& [name, number] : data.at("numbers").fields()) {
    order.numbers.emplace_back(name, static_cast<int>(number.number()));
  }
  for (const auto& option : logic::option_names()) {
    if (const Json* value = data.at("options").find(option.name)) {
      order.options.*option.member = static_cast<int>(value->number());
    }
  }
  if (board.has_others()) order.options.uniqueness = 0;
  return order;
}

Json rating_json(const logic::Rating& it) {
  const Json technique = it.technique < 0 ? Json() : Json(logic::techniques()[it.technique]->name);
  return Json::object({{"end", logic::name_of(it.end)},
                       {"hardest", it.hardest},
                       {"technique", technique},
                       {"first", it.first},
                       {"to_placement", it.to_placement},
                       {"total", it.total},
                       {"steps", it.steps}});
}

logic::Start start_of(const Board& board, const Json& question) {
  const Masks masks = masks_of(question.at("candidates"), board);
  logic::Start start{digits_of(masks), {masks.begin(), masks.end()}, {}};
  if (const Json* digits = question.find("digits")) {
    start.digits = numbers<std::uint8_t>(*digits);
    if (start.digits.size() != board.cells())
      throw std::invalid_argument("expected a digit a cell");
    for (const auto digit : start.digits) {
      if (digit > board.digits()) throw std::invalid_argument("the board has no such digit");
    }
  }
  if (const Json* first = question.find("at_first")) {
    const Masks before = masks_of(*first, board);
    start.at_first.assign(before.begin(), before.end());
  }
  return start;
}

Json rate(const Board& board, const Json& question, Watch& watch) {
  const auto order = order_of(question.at("order"), board);
  const auto path = board.engine().path(order, start_of(board, question));
  while (path->next(watch) != nullptr) {}
  return rating_json(path->rating());
}

Standing standing_at(const logic::Start& start, const Board& board) {
  Standing standing{start.digits, start.candidates};
  for (std::size_t cell = 0; cell < board.cells(); ++cell) {
    if (standing.digits[cell] != 0) {
      standing.candidates[cell] = logic::bit(standing.digits[cell] - 1);
    }
  }
  standing.sweep(board);
  return standing;
}

// All steps that can be made at the start, instead of each after the one before.
Json steps_now(const Board& board, const Json& question, Watch& watch) {
  const auto start = start_of(board, question);
  const auto standing = standing_at(start, board);
  const auto all = board.engine().find_all(order_of(question.at("order"), board), start, watch);
  Json::List found;
  for (const auto& step : all) found.push_back(step_json(step, standing, board));
  return Json::object({{"steps", std::move(found)}, {"end", watch.expired() ? "limit" : "open"}});
}

Json steps(const Board& board, const Json& question, Watch& watch) {
  if (question.find("now")) return steps_now(board, question, watch);
  const Json* most = question.find("most");
  const auto start = start_of(board, question);
  const auto path = board.engine().path(order_of(question.at("order"), board), start);
  auto standing = standing_at(start, board);
  Json::List found;
  while (!most || static_cast<std::int64_t>(found.size()) < most->number()) {
    const logic::Step* step = path->next(watch);
    if (step == nullptr) break;
    found.push_back(step_json(*step, standing, board));
    standing.apply(*step, board);
  }
  return Json::object({{"steps", std::move(found)}, {"end", logic::name_of(path->rating().end)}});
}

generation::Wish wish_of(const Json& question) {
  generation::Wish wish;
  if (const Json* clues = question.find("clues")) {
    wish.least = static_cast<int>(clues->at(0).number());
    wish.most = static_cast<int>(clues->at(1).number());
    if (wish.least < 17 || wish.least > wish.most || wish.most > 81) {
      throw std::invalid_argument("expected 17 to 81 givens, the fewest first");
    }
    for (int n = wish.least; n <= wish.most; ++n) wish.targets.push_back(n);
  }
  return wish;
}

// The first puzzle from a number on whose hardest step is within a range; what the path is rated by
// and the range may be left out.
Json generate(const Board& board, const Json& question, Watch& watch) {
  if (!board.is_classic()) throw std::invalid_argument("only classic puzzles are made here");
  constexpr std::uint64_t kAtOnce = 16;
  const auto seed = static_cast<std::uint64_t>(question.at("seed").number());
  auto first = static_cast<std::uint64_t>(question.at("first").number());
  const Json* range = question.find("hardest");
  std::optional<logic::OrderData> order;
  if (range) order = order_of(question.at("order"), board);
  for (; !watch.expired(); first += kAtOnce) {
    generation::Digger digger(wish_of(question), seed, first, kAtOnce, 1);
    digger.run(std::numeric_limits<double>::max(), watch);
    while (const auto made = digger.take()) {
      if (!made->met) continue;
      std::array<logic::Rating, 1> rating;
      if (order) board.engine().rate_many(*order, made->puzzle, 1, watch, std::nullopt, rating);
      const auto& [end, hardest] = std::pair{rating[0].end, rating[0].hardest};
      if (order && (end != logic::End::solved || hardest < range->at(0).number() ||
                    hardest > range->at(1).number())) {
        continue;
      }
      return Json::object({{"puzzle", list_of(made->puzzle)},
                           {"solution", list_of(made->grid)},
                           {"first", made->index},
                           {"hardest", order ? Json(hardest) : Json()}});
    }
  }
  return Json::object({{"puzzle", Json()}});
}

Json canonical(const Board& board, const Json& question, Watch& watch) {
  if (!board.is_classic()) throw std::invalid_argument("only classic puzzles have one here");
  const Masks masks = masks_of(question.at("candidates"), board);
  const Digits givens = digits_of(masks);
  symmetry::Grid puzzle{};
  std::copy(givens.begin(), givens.end(), puzzle.begin());
  const Found found = search(board, masks, 2, 1, watch);
  symmetry::Grid solution{};
  const bool is_unique = found.exhausted && found.count == 1;
  if (is_unique) std::copy_n(found.solutions[0].begin(), solution.size(), solution.begin());
  const auto form = is_unique ? symmetry::canonical_with_solution(puzzle, solution)
                              : symmetry::canonical_without_solution(puzzle);
  return Json::object({{"puzzle", list_of(form.grid)}, {"automorphisms", form.automorphisms}});
}

using Answer = Json (*)(const Board&, const Json&, Watch&);

constexpr std::pair<std::string_view, Answer> kAnswers[] = {
    {"solve", &solve},       {"count", &count},         {"candidates", &candidates},
    {"conflict", &conflict}, {"redundant", &redundant}, {"rate", &rate},
    {"steps", &steps},       {"generate", &generate},   {"canonical", &canonical},
};

// The last board and its text.
struct Kept {
  std::string text;
  std::optional<Board> board;
};

const Board& board_of(std::string_view text) {
  static Kept kept;
  if (!kept.board || kept.text != text) {
    kept.board.reset();
    kept.board.emplace(Json::parse(text));
    kept.text = text;
  }
  return *kept.board;
}

Json refused(const char* kind, const std::string& why) {
  return Json::object({{"error", kind}, {"message", why}});
}

}  // namespace

std::string answer(std::string_view board, std::string_view question) {
  try {
    const Json asked = Json::parse(question);
    const std::string& name = asked.at("question").words();
    const auto found = std::find_if(std::begin(kAnswers), std::end(kAnswers),
                                    [&](const auto& one) { return one.first == name; });
    if (found == std::end(kAnswers)) throw std::invalid_argument("there is no question " + name);
    Watch watch = watch_of(asked);
    return found->second(board_of(board), asked, watch).text();
  } catch (const std::invalid_argument& error) {
    return refused("invalid", error.what()).text();
  } catch (const std::exception& error) { return refused("failed", error.what()).text(); }
}

}  // namespace cpsudoku::wasm
