#include "bitboard/lanes.hpp"

#include <cstring>
#include <limits>
#include <mutex>
#include <string>

#include "core/parallel.hpp"

namespace cpsudoku::bitboard {

namespace {

const Lanes& lanes(Width width) {
#if defined(CPSUDOKU_X86)
  if (width == Width::avx512) return kAvx512Lanes;
  if (width == Width::avx2) return kAvx2Lanes;
#endif
  static_cast<void>(width);
  return kPortableLanes;
}

}  // namespace

struct LaneSpace::Memory {
  struct Free {
    void operator()(void* memory) const { ::operator delete(memory, std::align_val_t{64}); }
  };
  using Zeroed = std::unique_ptr<void, Free>;

  static Zeroed zeroed(std::size_t bytes) {
    Zeroed memory(::operator new(bytes, std::align_val_t{64}));
    std::memset(memory.get(), 0, bytes);
    return memory;
  }

  Width width;
  Zeroed state;
  std::vector<Zeroed> segments{};  // that the state points to
  std::vector<Progress> progress{};
};

LaneSpace::LaneSpace(Width width)
    : memory_(new Memory{width, Memory::zeroed(lanes(width).memory)},
              [](Memory* it) { delete it; }) {}

namespace {

void add(Effort& sum, const Effort& part) {
  sum.nodes += part.nodes;
  sum.guesses += part.guesses;
  sum.rounds += part.rounds;
  sum.lane_rounds += part.lane_rounds;
  sum.exchanges += part.exchanges;
  sum.peak_waiting = std::max(sum.peak_waiting, part.peak_waiting);
}

}  // namespace

// One thread's part: chunk after chunk, until there are none.
class LaneWorker {
 public:
  // What the threads of one call share.
  struct Call {
    const Puzzles& puzzles;
    const LaneOptions& options;
    const Answers& answers;
    std::size_t chunk;
    std::atomic<std::size_t> next{0};  // the first puzzle that no thread has taken
    std::mutex mutex{};                // of what follows
    Effort effort{};
    std::size_t malformed = std::numeric_limits<std::size_t>::max();
  };

  LaneWorker(Call& call, Watch& watch, LaneSpace& space)
      : call_(call), watch_(watch), memory_(*space.memory_) {
    memory_.progress.resize(std::min(call.chunk, call.puzzles.size));
  }

  void run() {
    bool expired = false;
    for (;;) {
      const std::size_t first = call_.next.fetch_add(call_.chunk);
      if (first >= call_.puzzles.size) break;
      const std::size_t size = std::min(call_.chunk, call_.puzzles.size - first);
      if (expired || watch_.expired()) {
        expired = true;
        std::fill_n(memory_.progress.begin(), size, Progress{0, 0, 0, 0, true});
      } else {
        switch (search(first, static_cast<std::uint32_t>(size))) {
          case Ended::kDone: break;
          case Ended::kExpired: expired = true; break;
          case Ended::kMalformed: return give_up(first + job_.malformed);
          case Ended::kNoMemory: throw std::bad_alloc();
        }
      }
      hand_in(first, size);
    }
    const std::lock_guard lock(call_.mutex);
    add(call_.effort, job_.effort);
  }

 private:
  Ended search(std::size_t first, std::uint32_t size) {
    const Puzzles& p = call_.puzzles;
    job_.rows = p.offsets ? static_cast<const std::uint8_t*>(p.rows) : p.row(first);
    job_.offsets = p.offsets ? p.offsets + first : nullptr;
    job_.stride = p.stride;
    job_.size = size;
    job_.notation = p.notation;
    job_.limit = call_.options.limit;
    job_.progress = memory_.progress.data();
    job_.solutions = call_.answers.solutions ? call_.answers.solutions + 81 * first : nullptr;
    job_.zero = call_.answers.zero;
    job_.owner = this;
    job_.expired = [](void* owner) { return static_cast<LaneWorker*>(owner)->watch_.expired(); };
    job_.allocate = [](void* owner, std::size_t bytes) {
      return static_cast<LaneWorker*>(owner)->allocate(bytes);
    };
    return lanes(memory_.width).solve(job_, memory_.state.get());
  }

  void* allocate(std::size_t bytes) noexcept {
    try {
      memory_.segments.push_back(LaneSpace::Memory::zeroed(bytes));
      return memory_.segments.back().get();
    } catch (const std::bad_alloc&) { return nullptr; }
  }

  void hand_in(std::size_t first, std::size_t size) {
    const Answers& to = call_.answers;
    for (std::size_t i = 0; i < size; ++i) {
      const Progress& p = memory_.progress[i];
      to.counts[first + i] = static_cast<std::int64_t>(p.count);
      if (to.unknown) to.unknown[first + i] = p.open;
      if (to.solutions && p.count == 0) std::memset(to.solutions + 81 * (first + i), to.zero, 81);
    }
  }

  // Later chunks need not be searched, but earlier ones may have an earlier fault.
  void give_up(std::size_t malformed) {
    call_.next = call_.puzzles.size;
    const std::lock_guard lock(call_.mutex);
    call_.malformed = std::min(call_.malformed, malformed);
  }

  Call& call_;
  Watch& watch_;
  LaneSpace::Memory& memory_;
  Job job_{};
};

namespace {

// Large enough that filling the lanes at the start and emptying them at the end is nothing, small
// enough that the threads end together; and where many solutions are counted, which takes long, so
// small that some hundred puzzles keep all threads at work.
std::size_t chunk_for(std::size_t puzzles, const LaneOptions& options, unsigned threads) {
  constexpr std::size_t kMost = 8192;
  constexpr std::uint64_t kMany = 16;
  if (threads == 1) return kMost;
  const std::size_t least =
      options.limit > kMany ? static_cast<std::size_t>(lanes(options.width).count) : 1024;
  return std::clamp(puzzles / (threads * std::size_t{8}), least, kMost);
}

}  // namespace

MalformedPuzzle::MalformedPuzzle(std::size_t index, Notation notation)
    : std::invalid_argument("puzzle " + std::to_string(index + 1) +
                            (notation == Notation::kCandidates
                                 ? " has a mask with bits beyond the nine digits'"
                                 : " has a byte that is neither a digit nor a blank")),
      index_(index) {}

Effort search_lanes(const Puzzles& puzzles, const LaneOptions& options, Watch& watch,
                    const Answers& answers, LaneSpace* space) {
  const unsigned wanted = std::max(1u, options.threads);
  LaneWorker::Call call{puzzles, options, answers, chunk_for(puzzles.size, options, wanted)};
  const auto threads = static_cast<unsigned>(
      std::min<std::size_t>(wanted, (puzzles.size + call.chunk - 1) / call.chunk));
  // A turn is a worker that takes chunks until there are none, so that a thread has one worker.
  in_parallel(threads, threads, watch, [&](std::size_t turn, Watch& own) {
    std::optional<LaneSpace> fresh;
    const bool known = turn == 0 && space != nullptr;
    LaneWorker(call, own, known ? *space : fresh.emplace(options.width)).run();
  });
  if (call.malformed < puzzles.size) throw MalformedPuzzle(call.malformed, puzzles.notation);
  return call.effort;
}

int lanes_of(Width width) { return lanes(width).count; }

}  // namespace cpsudoku::bitboard
