#include "logic/engine.hpp"

#include <thread>

#include "core/parallel.hpp"
#include "logic/walk.hpp"

namespace cpsudoku::logic {
inline namespace CPSUDOKU_BOARDS {
namespace {

constexpr std::size_t kPuzzlesAtOnce = 64;  // that a thread takes at most

class PathOf : public Path {
 public:
  PathOf(const Houses& houses, const OrderData& data, const Start& start)
      : order_(data, houses), walk_(houses, order_, true) {
    walk_.position().start(start.digits, start.candidates, start.at_first);
    walk_.restart();
  }
  const Step* next(Watch& watch) override { return walk_.next(watch); }
  const Rating& rating() const override { return walk_.rating(); }

 private:
  Order order_;
  Walk walk_;
};

class EngineOf : public Engine {
 public:
  EngineOf(int cells, int digits, const std::vector<GroupData>& groups)
      : houses_(cells, digits, groups) {}

  int cells() const override { return houses_.cells(); }
  int digits() const override { return houses_.digits(); }

  std::unique_ptr<Path> path(const OrderData& order, const Start& start) const override {
    return std::make_unique<PathOf>(houses_, order, start);
  }

  std::vector<Step> find_all(const OrderData& order, const Start& start,
                             Watch& watch) const override {
    Position position(houses_);
    position.start(start.digits, start.candidates, start.at_first);
    return logic::find_all(position, Order(order, houses_), watch);
  }

  void rate_many(const OrderData& data, std::span<const std::uint8_t> puzzles, unsigned threads,
                 Watch& watch, std::optional<double> seconds_each,
                 std::span<Rating> ratings) const override {
    const Order order(data, houses_);
    const auto caller = std::this_thread::get_id();
    // A few puzzles that take long are for all threads as well.
    const std::size_t share = ratings.size() / (4 * std::max(threads, 1U));
    const std::size_t at_once = std::clamp<std::size_t>(share, 1, kPuzzlesAtOnce);
    const std::size_t parts = (ratings.size() + at_once - 1) / at_once;
    in_parallel(threads, parts, [&](std::size_t part) {
      // Only the caller's thread may ask the watch's hook.
      Watch forked = watch.fork();
      Watch& mine = std::this_thread::get_id() == caller ? watch : forked;
      const std::size_t begin = part * at_once;
      const std::size_t end = std::min(begin + at_once, ratings.size());
      rate(order, puzzles, mine, seconds_each, ratings, begin, end);
    });
  }

  void walk_many(const OrderData& data, std::span<const std::uint8_t> puzzles, Watch& watch,
                 const std::function<bool(std::size_t, const Step&)>& take) const override {
    const Order order(data, houses_);
    Walk walk(houses_, order, true);
    const auto cells = static_cast<std::size_t>(houses_.cells());
    for (std::size_t i = 0; i < puzzles.size() / cells && !watch.expired(); ++i) {
      walk.position().start(puzzles.subspan(i * cells, cells));
      walk.restart();
      for (const Step* step = walk.next(watch); step && take(i, *step); step = walk.next(watch)) {}
    }
  }

 private:
  void rate(const Order& order, std::span<const std::uint8_t> puzzles, Watch& watch,
            std::optional<double> seconds_each, std::span<Rating> ratings, std::size_t begin,
            std::size_t end) const {
    Walk walk(houses_, order, false);
    const auto cells = static_cast<std::size_t>(houses_.cells());
    for (std::size_t i = begin; i < end; ++i) {
      walk.position().start(puzzles.subspan(i * cells, cells));
      walk.restart();
      if (seconds_each) {
        Watch own = watch.within(*seconds_each);
        go_through(walk, own);
      } else {
        go_through(walk, watch);
      }
      ratings[i] = walk.rating();
    }
  }

  static void go_through(Walk& walk, Watch& watch) {
    while (walk.next(watch)) {}
  }

  Houses houses_;
};

}  // namespace

std::unique_ptr<Engine> make(int cells, int digits, const std::vector<GroupData>& groups) {
  return std::make_unique<EngineOf>(cells, digits, groups);
}

}  // namespace CPSUDOKU_BOARDS

#ifndef CPSUDOKU_WIDE
namespace wide {
std::unique_ptr<Engine> make(int cells, int digits, const std::vector<GroupData>& groups);
}

std::unique_ptr<Engine> make_engine(int cells, int digits, const std::vector<GroupData>& groups) {
  return (cells <= 64 * kNarrow ? narrow::make : wide::make)(cells, digits, groups);
}
#endif

}  // namespace cpsudoku::logic
