// A loop whose turns are independent, shared among threads.
//
//     in_parallel(threads, parts, [&](std::size_t part) { ... });
//     in_parallel(threads, parts, watch, [&](std::size_t part, Watch& mine) { ... });
//
// All threads that a call needs and no longer come from here (those that wait for work from pool.hpp):
// an exception that leaves a thread ends the whole program, so none may leave one.
#pragma once

#include <cstddef>
#include <functional>

#include "core/watch.hpp"

namespace cpsudoku {

// Calls `turn` with 0 … turns−1, each once, from this thread and up to threads−1 others, and with
// the watch of the thread that it is called from.  The first exception ends the loop early and is
// thrown here.  An expired watch ends nothing by itself: a turn asks it.
void in_parallel(unsigned threads, std::size_t turns, Watch& watch,
                 const std::function<void(std::size_t, Watch&)>& turn);
void in_parallel(unsigned threads, std::size_t turns, const std::function<void(std::size_t)>& turn);

}  // namespace cpsudoku
