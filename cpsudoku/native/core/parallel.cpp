#include "core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include "core/threads.hpp"

namespace cpsudoku {

void in_parallel(unsigned threads, std::size_t turns, Watch& watch,
                 const std::function<void(std::size_t, Watch&)>& turn) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&](Watch& mine) {
    try {
      for (std::size_t i = next++; i < turns; i = next++) turn(i, mine);
    } catch (...) {
      next = turns;
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    const std::size_t wanted = std::min<std::size_t>(threads, turns);
    Threads others(wanted > 1 ? wanted - 1 : 0);
    while (others.start([&work, mine = watch.fork()]() mutable { work(mine); })) {}
    work(watch);
  }
  if (failure) std::rethrow_exception(failure);
}

void in_parallel(unsigned threads, std::size_t turns,
                 const std::function<void(std::size_t)>& turn) {
  Watch never;
  in_parallel(threads, turns, never, [&turn](std::size_t i, Watch&) { turn(i); });
}

}  // namespace cpsudoku
