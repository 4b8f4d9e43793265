// Memory that runs short in any thread is std::bad_alloc in the thread that asked for the work; it ends
// neither the program nor leaves anybody waiting.
//
// Each kind of work that is shared among threads is done again and again: with the first allocation
// failing, then the second, and so on until none fails; of all threads, and of all but the caller's.
#include <iterator>

#include "bitboard/many.hpp"
#include "core/parallel.hpp"
#include "exact_cover/problem.hpp"
#include "generation/digger.hpp"
#include "logic/engine.hpp"
#include "tests/check.hpp"

namespace {

std::atomic<bool> failing{false};
std::atomic<bool> spares_caller{false};
std::atomic<long> good{0};  // this many allocations succeed before all fail
thread_local bool is_caller = false;

// From the one that fails on all do, as when memory is short.
bool fails() {
  if (!failing || (is_caller && spares_caller)) return false;
  return good.fetch_sub(1) <= 0;
}

void* allocated(std::size_t size, std::size_t alignment) {
  if (fails()) throw std::bad_alloc();
  size = (size + alignment - 1) / alignment * alignment;
  void* const found = std::aligned_alloc(alignment, size == 0 ? alignment : size);
  if (!found) throw std::bad_alloc();
  return found;
}

}  // namespace

void* operator new(std::size_t size) { return allocated(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocated(size, static_cast<std::size_t>(alignment));
}
// Not left to the library: the sanitizer's would not be ours.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) { return nullptr; }
}
void operator delete(void* at, const std::nothrow_t&) noexcept { std::free(at); }
void operator delete(void* at) noexcept { std::free(at); }
void operator delete(void* at, std::size_t) noexcept { std::free(at); }
void operator delete(void* at, std::align_val_t) noexcept { std::free(at); }
void operator delete(void* at, std::size_t, std::align_val_t) noexcept { std::free(at); }

namespace {

using namespace cpsudoku;
using namespace cpsudoku::exact_cover;

constexpr unsigned kThreads = 3;
constexpr long kMostFailures = 4000;  // what does not end before is endless

// Returns how often some allocation failed until none did.
template <class Work>
long fail_everywhere(const Work& work) {
  for (long first = 0; first < kMostFailures; first += 1 + first / 8) {
    good = first;
    failing = true;
    bool threw = false;
    try {
      work();
    } catch (const std::bad_alloc&) { threw = true; }
    failing = false;
    if (!threw && good >= 0) return first;
  }
  CHECK(false);
}

template <class Work>
void hold(const Work& work) {
  spares_caller = false;
  CHECK(fail_everywhere(work) > 0);
  spares_caller = true;  // it may have done all of it before the others begin
  fail_everywhere(work);
}

std::vector<std::uint8_t> empty_but(const testing::Contract& puzzle, std::size_t count) {
  std::vector<std::uint8_t> rows;
  for (std::size_t i = 0; i < count; ++i) {
    rows.insert(rows.end(), puzzle.digits.begin(), puzzle.digits.end());
  }
  return rows;
}

void a_loop() {
  hold([] {
    std::vector<std::unique_ptr<int>> made(20);
    in_parallel(kThreads, made.size(), [&](std::size_t i) { made[i] = std::make_unique<int>(7); });
    for (const auto& one : made) CHECK(*one == 7);
  });
}

void lanes(const testing::Contract& puzzle) {
  const auto rows = empty_but(puzzle, 3000);
  const std::size_t n = rows.size() / 81;
  std::vector<std::int64_t> counts(n);
  std::vector<std::uint8_t> solutions(81 * n);
  const auto unknown = std::make_unique<bool[]>(n);
  hold([&] {
    Watch watch;
    bitboard::search_lanes({rows.data(), bitboard::Notation::kNumbers, 81, n}, {2, kThreads}, watch,
                           {counts.data(), solutions.data(), unknown.get()});
  });
}

void covers(const testing::Contract& puzzle) {
  const auto problem = testing::cover<ExactCover>(9, testing::sudoku(3, 3));
  const auto solver = make_cover_solver(problem, "links");
  const auto rows = empty_but(puzzle, 200);
  const std::size_t n = rows.size() / 81;
  std::vector<std::int64_t> counts(n);
  std::vector<std::uint8_t> solutions(81 * n);
  const auto unknown = std::make_unique<bool[]>(n);
  hold([&] {
    Watch watch;
    solve_batch(solver, {rows.data(), n, 81, 9, 2, counts.data(), solutions.data(), unknown.get()},
                kThreads, watch);
  });
}

void ratings(const testing::Contract& puzzle) {
  std::vector<logic::GroupData> groups;
  for (const auto& cells : testing::sudoku(3, 3)) {
    const std::size_t g = groups.size();
    groups.push_back({{cells.begin(), cells.end()},
                      g >= 18 ? logic::Kind::box
                      : g % 2 ? logic::Kind::column
                              : logic::Kind::row});
  }
  const auto engine = logic::make_engine(81, 9, groups);
  logic::OrderData order;
  order.finders = {"hidden single", "naked single"};
  const auto rows = empty_but(puzzle, 8);
  std::vector<logic::Rating> found(rows.size() / 81);
  hold([&] {
    Watch watch;
    engine->rate_many(order, rows, kThreads, watch, 10.0, found);
  });
}

void puzzles_that_are_made() {
  hold([] {
    generation::Digger digger(generation::Wish(), 7, 0, 20, kThreads);
    Watch watch;
    while (!digger.finished()) {
      digger.run(0.05, watch);
      while (digger.take()) {}
    }
  });
}

}  // namespace

int main(int argc, char** argv) {
  CHECK(argc == 2);
  is_caller = true;
  const auto contract = testing::contract(argv[1]);
  const auto unique = std::find_if(contract.begin(), contract.end(),
                                   [](const auto& puzzle) { return puzzle.count == 1; });
  CHECK(unique != contract.end());
  a_loop();
  lanes(*unique);
  covers(*unique);
  ratings(*unique);
  puzzles_that_are_made();
}
