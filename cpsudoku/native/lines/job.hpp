// Answers a block of lines on a pool's threads, while the caller reads and writes other blocks.
//
//     block 1  ├─part─┼─part─┼─part─┼─part─┤
//     block 2                              ├─part─┼─part─┼─part─┼─part─┤
//     caller   │ read 2                    │ write 1, read 3           │ write 2, read 4
//
// A part is some thousand lines, which one thread scans, searches, verifies and writes, so that all of
// this stays in its caches.  With two blocks in the pool no thread waits for another at a block's end.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "lines/answers.hpp"
#include "lines/scan.hpp"
#include "core/pool.hpp"
#include "core/verify.hpp"

namespace cpsudoku::lines {

// What was found of a block: of its lines up to the first of another kind.
struct LineOutcome {
  std::size_t end = 0;                              // how much of the text these are
  std::uint64_t lines = 0;                          // how many
  bool stopped = false;                             // whether a line of another kind follows
  std::vector<std::string> texts{};                 // the answers, in parts
  std::vector<Gap> gaps{};                          // at: within all of the text
  std::uint64_t usual = 0, multiple = 0, none = 0;  // as in `LineAnswers`
};

// Threads that answer one question about all puzzles.
struct LinePool {
  // Require: `groups` are the houses of the classic grid, and outlive the pool.
  LinePool(unsigned threads, LineQuestion what, const Groups& groups)
      : question(std::move(what)), houses(groups), pool(threads) {
    for (unsigned i = 0; i < threads; ++i) spaces.emplace_back(question.width);
  }

  const LineQuestion question;
  const Groups& houses;
  std::vector<LineSpace> spaces{};  // one for each thread
  Pool pool;                        // last, as its threads use the rest
};

class LineJob {
 public:
  // Begins.  The text must stay as it is, and the pool there, until the job is destroyed.
  LineJob(LinePool& pool, const char* text, std::size_t size, bool final, std::uint64_t first_line);
  // Ends it, wherever it is.
  ~LineJob();
  LineJob(const LineJob&) = delete;
  LineJob& operator=(const LineJob&) = delete;

  // How many whole lines the text has, of whatever kind.
  std::uint64_t lines() const { return lines_; }

  // Waits for a while; says whether the job is done.
  bool wait(std::chrono::milliseconds most);

  // Once only, and when the job is done.  Throws what `answer_lines` throws.
  LineOutcome take();

 private:
  struct Part {
    std::size_t begin, end;  // in the text
    std::uint64_t first_line;
    LineScan scan{};  // of the part
    LineAnswers answers{};
    std::exception_ptr failure{};
  };

  void answer(std::size_t number, LineSpace& space);
  void end_with(std::size_t number);

  LinePool& pool_;
  const char* text_;
  std::uint64_t lines_ = 0;
  std::vector<Part> parts_;
  std::atomic<bool> ended_{false};
  std::atomic<std::size_t> last_;  // part of which an answer is of use, as far as is known
  std::mutex mutex_;
  std::condition_variable done_;
  std::size_t left_;  // parts not done
};

}  // namespace cpsudoku::lines
