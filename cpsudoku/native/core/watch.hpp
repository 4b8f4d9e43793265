// When to stop: a wall-clock deadline, or somebody's wish to interrupt.
//
// A core calls `expired()` every few thousand nodes (some tens of microseconds of work) and leaves
// its search when that is true.  Reading the clock takes some 25 ns; the hook, which for Python has
// to take the interpreter's lock, is asked at most every 50 ms.
//
//     cpsudoku::Watch watch(2.5, [] { return user_pressed_ctrl_c(); });
//     while (!watch.expired()) { ... some thousand nodes ... }
//
// One watch belongs to one thread.  A second thread of the same call gets a copy made by `fork()`,
// which shares the deadline and sees the first one's interruption, but never calls the hook.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace cpsudoku {

// What a search that can be resumed has come to.
enum class Status {
  solution,   // it is at one; `next` continues from there
  exhausted,  // there are no more
  stopped,    // the watch expired, or a limit was reached; `next` continues where it stopped
};

class Watch {
 public:
  // Never expires.
  Watch() = default;

  // Expires after `seconds` from now (none: no deadline), or once `interrupted` has returned true.
  explicit Watch(std::optional<double> seconds, std::function<bool()> interrupted = {});

  // True from the moment on that the deadline has passed or the hook has returned true.
  bool expired();

  // Whether the hook has returned true.
  bool interrupted() const { return interrupted_ && interrupted_->load(std::memory_order_relaxed); }

  // Seconds until the deadline, not negative; none without a deadline.
  std::optional<double> left() const;

  // A watch for a part of the work in this thread: it expires with this one, or after `seconds` from
  // now.
  Watch within(double seconds);

  // A watch for another thread of the same call.
  Watch fork() const;

 private:
  using Clock = std::chrono::steady_clock;

  std::optional<Clock::time_point> deadline_;
  std::function<bool()> hook_;
  std::shared_ptr<std::atomic<bool>> interrupted_;
  Clock::time_point next_hook_{};
  bool expired_ = false;
};

}  // namespace cpsudoku
