// Threads that are joined where their scope ends.
//
//     Threads others(3);
//     while (others.start(work)) { ... }   // false: no more were wanted, or the system gives no more
//
// `std::jthread` in short, which libc++ has only since version 20; and a thread that the system
// refuses is not an error here, since the work is shared among the threads that exist.
#pragma once

#include <cstddef>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace cpsudoku {

class Threads {
 public:
  // For `most` threads.
  explicit Threads(std::size_t most) { threads_.reserve(most); }
  ~Threads() {
    for (std::thread& thread : threads_) thread.join();
  }

  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  std::size_t size() const { return threads_.size(); }

  // Starts `work`, which must not throw, in one more thread.  Returns false where there are `most`
  // already or the system gives no more, be it threads or the memory for one.
  template <class Work>
  bool start(Work&& work) {
    if (threads_.size() == threads_.capacity()) return false;
    try {
      threads_.emplace_back(std::forward<Work>(work));
    } catch (const std::system_error&) { return false; } catch (const std::bad_alloc&) {
      return false;
    }
    return true;
  }

 private:
  std::vector<std::thread> threads_;
};

}  // namespace cpsudoku
