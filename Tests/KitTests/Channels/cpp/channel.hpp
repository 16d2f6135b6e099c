// A channel in C++ whose calls block their thread, right unless APLUS_FAULT names a fault of it.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

namespace channel {

inline bool has(std::string_view fault) {
  const char *name = std::getenv("APLUS_FAULT");
  return name != nullptr && name == fault;
}

/// Ends a wait, from any thread.
class Stop {
 public:
  void request() {
    std::lock_guard lock(mutex_);
    isRequested_ = true;
    if (notify_) notify_();
  }

 private:
  friend class Channel;
  std::mutex mutex_;
  std::atomic<bool> isRequested_{false};
  std::function<void()> notify_;
};

enum class Outcome { done, full, empty, ended, failed, stopped };

using Element = std::uint64_t;

/// A channel with room for some elements, or for none: then a send ends when its element is taken.
class Channel {
 public:
  Channel(std::size_t room, std::function<void(Element)> dropped) : room_(room), dropped_(std::move(dropped)) {}

  Outcome send(Element element, Stop &stop) {
    const Notified notified(*this, stop);
    std::unique_lock lock(mutex_);
    if (end_) return Outcome::ended;
    const auto own = senders_.insert(senders_.end(), Sender{element});
    admit();
    changed_.wait(lock, [&] { return own->isTaken || end_ || isStopped(stop); });
    const bool isTaken = own->isTaken;
    if (isTaken || !has("cancelled-send-stays")) senders_.erase(own);
    return isTaken ? Outcome::done : end_ ? Outcome::ended : Outcome::stopped;
  }

  Outcome offer(Element element) {
    std::lock_guard lock(mutex_);
    if (end_) return Outcome::ended;
    if (items_.size() >= room()) return has("offer-says-yes") ? Outcome::done : Outcome::full;
    items_.push_back(element);
    changed_.notify_all();
    return Outcome::done;
  }

  Outcome receive(Element &element, Stop &stop) {
    const Notified notified(*this, stop);
    std::unique_lock lock(mutex_);
    ++waiting_;
    admit();
    const std::size_t turn = next_++;
    changed_.wait(lock, [&] {
      if (has("close-wakes-one") && turn > 0 && end_) return isStopped(stop);
      return !items_.empty() || end_ || isStopped(stop);
    });
    --waiting_;
    if (items_.empty()) return end_ ? finished() : Outcome::stopped;
    if (stop.isRequested_ && has("cancel-takes-the-element")) return take(element), Outcome::stopped;
    take(element);
    return Outcome::done;
  }

  Outcome poll(Element &element) {
    std::lock_guard lock(mutex_);
    ++waiting_;
    admit();
    --waiting_;
    if (items_.empty()) return end_ ? finished() : Outcome::empty;
    take(element);
    return Outcome::done;
  }

  /// Closes the channel; returns whether this call did it.
  bool close() { return end(Outcome::ended, 0) || has("closes-again"); }

  void fail(Element reason) { end(Outcome::failed, reason); }

  /// Ends the channel, and drops its elements.
  void cancel() {
    std::deque<Element> items;
    {
      std::lock_guard lock(mutex_);
      std::swap(items, items_);
      if (!end_) end_ = Outcome::ended;
      changed_.notify_all();
    }
    if (!has("drops-without-a-report")) std::for_each(items.begin(), items.end(), dropped_);
  }

  /// What ended the channel.
  Element reason() const { return reason_; }

 private:
  struct Sender {
    Element element;
    bool isTaken = false;
  };

  /// Wakes the waits on the channel when a stop is requested.
  class Notified {
   public:
    Notified(Channel &channel, Stop &stop) : stop_(stop) {
      std::lock_guard lock(stop_.mutex_);
      stop_.notify_ = [&channel] {
        std::lock_guard lock(channel.mutex_);
        channel.changed_.notify_all();
      };
    }
    ~Notified() {
      std::lock_guard lock(stop_.mutex_);
      stop_.notify_ = nullptr;
    }

   private:
    Stop &stop_;
  };

  static bool isStopped(const Stop &stop) { return stop.isRequested_ && !has("ignores-cancels"); }

  /// How many elements there may be: without room, one for each receiver that waits.
  std::size_t room() const { return room_ == 0 ? waiting_ : room_; }

  /// Takes elements of senders that wait, as far as there is room.
  void admit() {
    if (end_) return;
    const std::size_t most = room() + (has("room-for-one-more") ? 1 : 0);
    for (Sender &sender : senders_) {
      if (sender.isTaken) continue;
      if (items_.size() >= most) break;
      items_.push_back(sender.element);
      sender.isTaken = true;
    }
    changed_.notify_all();
  }

  void take(Element &element) {
    element = has("newest-first") ? items_.back() : items_.front();
    has("newest-first") ? items_.pop_back() : items_.pop_front();
    if (!has("forgets-senders")) admit();
  }

  Outcome finished() const { return end_ == Outcome::failed && has("error-becomes-the-end") ? Outcome::ended : *end_; }

  bool end(Outcome how, Element reason) {
    std::lock_guard lock(mutex_);
    if (end_) return false;
    reason_ = reason;
    end_ = how;
    changed_.notify_all();
    return true;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  const std::size_t room_;
  const std::function<void(Element)> dropped_;
  std::deque<Element> items_;
  std::list<Sender> senders_;
  /// How many receivers wait.
  std::size_t waiting_ = 0;
  std::size_t next_ = 0;
  std::optional<Outcome> end_;
  Element reason_ = 0;
};

}  // namespace channel
