#include "core/watch.hpp"

#include <algorithm>
#include <utility>

namespace cpsudoku {

namespace {
constexpr auto kHookInterval = std::chrono::milliseconds(50);
// Beyond this a deadline would overflow the clock; it is as good as none.
constexpr double kLongestSeconds = 1e9;
}  // namespace

Watch::Watch(std::optional<double> seconds, std::function<bool()> interrupted)
    : hook_(std::move(interrupted)), interrupted_(std::make_shared<std::atomic<bool>>(false)) {
  const auto now = Clock::now();
  next_hook_ = now + kHookInterval;
  if (seconds && *seconds < kLongestSeconds) {
    deadline_ = now + std::chrono::duration_cast<Clock::duration>(
                          std::chrono::duration<double>(std::max(0.0, *seconds)));
  }
}

bool Watch::expired() {
  if (expired_) return true;
  if (interrupted()) return expired_ = true;
  if (!deadline_ && !hook_) return false;
  const auto now = Clock::now();
  if (deadline_ && now >= *deadline_) return expired_ = true;
  if (hook_ && now >= next_hook_) {
    next_hook_ = now + kHookInterval;
    if (hook_()) {
      interrupted_->store(true, std::memory_order_relaxed);
      return expired_ = true;
    }
  }
  return false;
}

std::optional<double> Watch::left() const {
  if (!deadline_) return std::nullopt;
  return std::max(0.0, std::chrono::duration<double>(*deadline_ - Clock::now()).count());
}

Watch Watch::within(double seconds) {
  expired();  // Asks the hook when it is time to, so that a thousand short parts do not all ask it.
  Watch part(*this);
  const auto end = Watch(seconds).deadline_;
  if (end && (!deadline_ || *end < *deadline_)) part.deadline_ = end;
  return part;
}

Watch Watch::fork() const {
  Watch other(*this);
  other.hook_ = {};
  return other;
}

}  // namespace cpsudoku
