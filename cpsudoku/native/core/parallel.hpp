// A loop whose turns are independent, shared among threads.
//
//     in_parallel(threads, parts, [&](std::size_t part) { ... });
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace cpsudoku {

// Calls `turn` with 0 … turns−1, each once, from this thread and up to threads−1 others.  The first
// exception ends the loop early and is thrown here.
template <class Turn>
void in_parallel(unsigned threads, std::size_t turns, const Turn& turn) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < turns; i = next++) turn(i);
    } catch (...) {
      next = turns;
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < threads && i < turns; ++i) others.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace cpsudoku
