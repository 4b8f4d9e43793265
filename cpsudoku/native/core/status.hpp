// What a search that can be resumed has come to.
#pragma once

namespace cpsudoku {

enum class Status {
  solution,   // it is at one; `next` goes on from there
  exhausted,  // there are no more
  stopped,    // the watch expired, or a limit was reached; `next` goes on where it stopped
};

}  // namespace cpsudoku
