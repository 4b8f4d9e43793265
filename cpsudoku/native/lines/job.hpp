// Answers a block of lines on a pool's threads, while the caller reads and writes other blocks.
//
//     block 1  ├─part─┼─part─┼─part─┼─part─┤
//     block 2                              ├─part─┼─part─┼─part─┼─part─┤
//     caller   │ read 2                    │ write 1, read 3           │ write 2, read 4
//
// A part is some thousand lines, which one thread scans, searches, verifies and writes, so that all
// of it stays in its caches.  With two blocks in the pool no thread waits at the end of a block.
#pragma once

#include <exception>

#include "lines/answers.hpp"
#include "core/pool.hpp"

namespace cpsudoku::lines {

// What was found in a block: in its lines up to the first of another kind.
struct LineOutcome {
  std::size_t end = 0;                              // the bytes of these lines
  std::uint64_t lines = 0;                          // their number
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
  // Begins.  The text must not change, and the pool must exist, until the job is destroyed.
  LineJob(LinePool& pool, const char* text, std::size_t size, bool final, std::uint64_t first_line);
  // Ends the job, finished or not.
  ~LineJob();
  LineJob(const LineJob&) = delete;
  LineJob& operator=(const LineJob&) = delete;

  // The number of whole lines of the text, of any kind.
  std::uint64_t lines() const { return lines_; }

  // Waits for a while; returns whether the job is done.
  bool wait(std::chrono::milliseconds most);

  // To be called once, when the job is done.  Throws what `answer_lines` throws.
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
  std::atomic<std::size_t> last_;  // the last part whose answer is needed, as far as is known
  std::mutex mutex_;
  std::condition_variable done_;
  std::size_t left_;  // parts that are not done
};

}  // namespace cpsudoku::lines
