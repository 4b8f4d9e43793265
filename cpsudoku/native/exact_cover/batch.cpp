#include "exact_cover/problem.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>

#include "core/threads.hpp"

namespace cpsudoku::exact_cover {

namespace {

// Grids that a thread takes at a time: few enough to share hard ones out.
constexpr std::size_t kAtOnce = 16;
// How often the calling thread looks up while others work: the watch's hook is asked as often.
constexpr auto kLookUp = std::chrono::milliseconds(50);

void validate(const CoverBatch& batch) {
  for (std::size_t at = 0; at < batch.count * batch.cells; ++at) {
    if (batch.grids[at] > batch.size) {
      throw std::invalid_argument("puzzle " + std::to_string(at / batch.cells) + " has digit " +
                                  std::to_string(batch.grids[at]) + " in cell " +
                                  std::to_string(at % batch.cells) + "; expected 0 to " +
                                  std::to_string(batch.size));
    }
  }
}

class Worker {
 public:
  Worker(const CoverSolver& solver, const CoverBatch& batch)
      : batch_(batch), search_(solver.search()) {}

  void solve(std::size_t number, Watch& watch) {
    const std::uint8_t* grid = batch_.grids + number * batch_.cells;
    std::uint8_t* solution = batch_.solutions + number * batch_.cells;
    givens_.clear();
    for (std::size_t cell = 0; cell < batch_.cells; ++cell) {
      if (grid[cell] != 0) givens_.push_back(static_cast<int>(cell * batch_.size + grid[cell] - 1));
    }
    std::uint64_t found = 0;
    auto step = Status::stopped;
    std::fill(solution, solution + batch_.cells, std::uint8_t{0});
    if (!watch.expired()) {
      search_->restart(givens_, {});
      while ((step = search_->next(watch)) == Status::solution) {
        if (found == 0) write(solution);
        if (++found == batch_.limit) break;
      }
    }
    batch_.counts[number] = static_cast<std::int64_t>(found);
    batch_.unknown[number] = step == Status::stopped;
  }

 private:
  void write(std::uint8_t* solution) const {
    for (const std::uint32_t option : search_->solution()) {
      solution[option / batch_.size] = static_cast<std::uint8_t>(option % batch_.size + 1);
    }
  }

  const CoverBatch& batch_;
  std::unique_ptr<CoverSearch> search_;
  std::vector<int> givens_;
};

}  // namespace

void solve_batch(const CoverSolver& solver, const CoverBatch& batch, unsigned threads,
                 Watch& watch) {
  validate(batch);
  std::atomic<std::size_t> next{0};
  const auto work = [&](Watch& own) {
    Worker worker(solver, batch);
    for (std::size_t from; (from = next.fetch_add(kAtOnce)) < batch.count;) {
      const std::size_t to = std::min(batch.count, from + kAtOnce);
      for (std::size_t number = from; number < to; ++number) worker.solve(number, own);
    }
  };
  const std::size_t chunks = (batch.count + kAtOnce - 1) / kAtOnce;
  const std::size_t count = std::min<std::size_t>(std::max(threads, 1u), chunks);
  if (count <= 1) return work(watch);

  // The calling thread only looks after the watch, so that its hook is asked whatever the others do.
  std::mutex mutex;
  std::condition_variable done;
  std::size_t running = 0;
  std::exception_ptr failure;
  Threads workers(count);
  const auto start = [&] {
    return workers.start([&, own = watch.fork()]() mutable {
      std::exception_ptr fault;
      try {
        work(own);
      } catch (...) { fault = std::current_exception(); }
      const std::lock_guard lock(mutex);
      if (fault) failure = fault;
      --running;
      done.notify_one();
    });
  };
  for (std::size_t i = 0; i < count; ++i) {
    const std::lock_guard lock(mutex);
    if (start()) ++running;
  }
  if (workers.size() == 0) return work(watch);
  {
    std::unique_lock lock(mutex);
    while (!done.wait_for(lock, kLookUp, [&] { return running == 0; })) {
      lock.unlock();  // the hook may wait for Python's lock
      watch.expired();
      lock.lock();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace cpsudoku::exact_cover
