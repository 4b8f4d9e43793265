// Threads that wait for work, and do it in the order in which it came.
//
//     Pool pool(2);
//     pool.add([&](unsigned thread) { ... });  // and more of it, while the first is being done
//
// For work that comes piece by piece; for a loop whose turns are all known see parallel.hpp.  Threads
// that are started anew for each piece often begin on the processor of the one that starts them, and
// wait there for milliseconds although another one is idle.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

#include "core/threads.hpp"

namespace cpsudoku {

class Pool {
 public:
  // Called with the number of the thread, 0 … threads−1; must not throw.
  using Work = std::function<void(unsigned thread)>;

  // With fewer threads where the system gives no more; throws std::system_error if it gives none.
  explicit Pool(unsigned threads) : threads_(threads) {
    unsigned i = 0;
    while (threads_.start([this, i] { run(i); })) ++i;
    if (i == 0)
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
  }

  // Does what has been begun and forgets the rest.
  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    added_.notify_all();
  }

  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  void add(Work work) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(work));
    }
    added_.notify_one();
  }

 private:
  void run(unsigned thread) {
    for (;;) {
      std::unique_lock lock(mutex_);
      added_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
      if (ended_) return;
      const Work work = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      work(thread);
    }
  }

  std::mutex mutex_;
  std::condition_variable added_;
  std::deque<Work> waiting_;
  bool ended_ = false;
  Threads threads_;  // last, since they use all of the above until they are joined
};

}  // namespace cpsudoku
