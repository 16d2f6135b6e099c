// The adapter of your channels, for aplus-check. Complete each place marked FILL IN, then remove its comment. The page
// of the kit for C describes all functions.
#include <condition_variable>
#include <deque>
#include <mutex>
#include "aplus_channels.hpp"

// FILL IN: load your library, here a queue that blocks the calling thread
struct Queue {
  explicit Queue(size_t room) : room(room) {}
  bool push(aplus_token element) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return isClosed || items.size() < room; });
    return add(element);
  }
  bool tryPush(aplus_token element) { std::unique_lock lock(mutex); return items.size() < room && add(element); }
  std::optional<aplus_token> pop() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return isClosed || !items.empty(); });
    if (items.empty()) return std::nullopt;
    const aplus_token element = items.front();
    items.pop_front();
    changed.notify_all();
    return element;
  }
  bool close() { std::unique_lock lock(mutex); changed.notify_all(); return !std::exchange(isClosed, true); }

 private:
  bool add(aplus_token element) { changed.notify_all(); return !isClosed && (items.push_back(element), true); }
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<aplus_token> items;
  const size_t room;
  bool isClosed = false;
};

// FILL IN: what it promises besides, such as error-reaches:all
static auto adapter = aplus::Channels<Queue>("mylib", "", "threads undelivered:told")
    // FILL IN: make channels of the kinds that your library has: bounded, rendezvous, unlimited, conflated
    .kind("bounded", [](auto &given) { return new Queue(given.room); })
    // FILL IN: send and receive; each call has a thread of its own, which it may block
    .send([](Queue &queue, aplus_token element, auto &) { return queue.push(element); })
    .receive([](Queue &queue, auto &) {
      const auto element = queue.pop();
      if (!element) throw aplus::Ended();
      return *element;
    })
    // FILL IN: what else your library has, and leave out what it does not have
    .offer([](Queue &queue, aplus_token element) { return queue.tryPush(element); })
    .close([](Queue &queue) { return queue.close(); });

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() { return adapter.table(); }
