#include "lines/job.hpp"

#include <algorithm>

#include "lines/cells.hpp"

namespace cpsudoku::lines {

namespace {

// With larger parts less stays in the caches; with smaller ones the lanes run empty more often.
constexpr std::size_t kLeastPart = std::size_t{1} << 15, kMostPart = std::size_t{1} << 18;

// The number of lines that end in a text.  A loop over bytes took 0.02 s for a million puzzles.
std::uint64_t line_ends(const char* text, std::size_t size) {
  std::uint64_t ends = 0;
  std::size_t at = 0;
  while (size - at >= sizeof(Bytes)) {
    Bytes sums{};  // of at most 255 steps, after which they would overflow
    for (unsigned step = 0; step < 255 && size - at >= sizeof(Bytes); ++step) {
      sums -= reinterpret_cast<Bytes>(bytes_at(text + at) == '\n');
      at += sizeof(Bytes);
    }
    for (std::size_t i = 0; i < sizeof(Bytes); ++i) ends += sums[i];
  }
  return ends + static_cast<std::uint64_t>(std::count(text + at, text + size, '\n'));
}

}  // namespace

LineJob::LineJob(LinePool& pool, const char* text, std::size_t size, bool final,
                 std::uint64_t first_line)
    : pool_(pool), text_(text) {
  if (!final) size = whole_lines(text, size);
  const std::size_t step = std::clamp(size / (4 * pool.spaces.size()), kLeastPart, kMostPart);
  for (std::size_t begin = 0; begin < size;) {
    const std::size_t end = behind_line(text, begin + step, size);
    parts_.push_back({begin, end, first_line + lines_});
    lines_ += line_ends(text + begin, end - begin);
    begin = end;
  }
  last_ = left_ = parts_.size();
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    try {
      pool.pool.add([this, i](unsigned thread) { answer(i, pool_.spaces[thread]); });
    } catch (...) {  // the added tasks use this job
      ended_ = true;
      std::unique_lock lock(mutex_);
      left_ -= parts_.size() - i;
      done_.wait(lock, [this] { return left_ == 0; });
      throw;
    }
  }
}

LineJob::~LineJob() {
  ended_ = true;
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return left_ == 0; });
}

bool LineJob::wait(std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  return done_.wait_for(lock, most, [this] { return left_ == 0; });
}

void LineJob::answer(std::size_t number, LineSpace& space) {
  if (!ended_ && number <= last_) {
    Part& part = parts_[number];
    try {
      Watch watch(std::nullopt, [this] { return ended_.load(); });
      const char* const text = text_ + part.begin;
      part.scan = scan_lines(text, part.end - part.begin, true, 1, pool_.question.form);
      if (part.scan.stopped) end_with(number);
      part.answers = answer_lines(text, part.scan, part.first_line, pool_.question, pool_.houses,
                                  watch, space);
    } catch (...) { part.failure = std::current_exception(); }
  }
  // Under the lock: once it is free and nothing is left, the job may be destroyed.
  const std::lock_guard lock(mutex_);
  if (--left_ == 0) done_.notify_all();
}

void LineJob::end_with(std::size_t number) {
  std::size_t last = last_;
  while (number < last && !last_.compare_exchange_weak(last, number)) {}
}

LineOutcome LineJob::take() {
  LineOutcome all;
  std::size_t at = 0;
  for (Part& part : parts_) {
    if (part.failure) std::rethrow_exception(part.failure);
    LineAnswers& answers = part.answers;
    for (const Gap& gap : answers.gaps) {
      const std::uint64_t solution =
          gap.solution == kNowhere ? kNowhere : part.begin + gap.solution;
      all.gaps.push_back({at + gap.at, gap.line, part.begin + gap.offset, solution});
    }
    at += answers.text.size();
    all.texts.push_back(std::move(answers.text));
    all.usual += answers.usual;
    all.multiple += answers.multiple;
    all.none += answers.none;
    all.end = part.begin + part.scan.end;
    all.lines += part.scan.lines;
    all.stopped = part.scan.stopped;
    if (all.stopped) break;
  }
  return all;
}

}  // namespace cpsudoku::lines
