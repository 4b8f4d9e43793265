// A loop whose turns are independent, shared among threads.
//
//     in_parallel(threads, parts, [&](std::size_t part) { ... });
//     in_parallel(threads, parts, watch, [&](std::size_t part, Watch& mine) { ... });
//
// All threads that a call needs and no longer come from here (those that wait for work from pool.hpp):
// an exception that leaves a thread ends the whole program, so none may leave one.
#pragma once

#include <algorithm>
#include <exception>
#include <mutex>

#include "core/threads.hpp"
#include "core/watch.hpp"

namespace cpsudoku {

// Calls `turn` with 0 … turns−1, each once, from this thread and up to threads−1 others, and with
// the watch of the thread that it is called from.  The first exception ends the loop early and is
// thrown here.  An expired watch ends nothing by itself: a turn asks it.
template <class Turn>
void in_parallel(unsigned threads, std::size_t turns, Watch& watch, const Turn& turn) {
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

template <class Turn>
void in_parallel(unsigned threads, std::size_t turns, const Turn& turn) {
  Watch never;
  in_parallel(threads, turns, never, [&turn](std::size_t i, Watch&) { turn(i); });
}

}  // namespace cpsudoku
