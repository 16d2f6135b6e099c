#ifndef APLUS_CHANNELS_HPP
#define APLUS_CHANNELS_HPP

/// The C interface for adapters of libraries with channels, for C++17: an adapter gives a lambda for each kind of channel,
/// and one for each thing that can be done with a channel. Calls may block their thread, as each has its own.
///
///     using Queue = mylib::Queue<aplus_token>;
///     static auto adapter = aplus::Channels<Queue>("mylib", "1.0", "undelivered:told")
///         .kind("bounded", [](auto &given) { return new Queue(given.room); })
///         .send([](Queue &queue, aplus_token element, auto &) { return queue.push(element); })
///         .receive([](Queue &queue, auto &) { return queue.pop(); });
///     APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() { return adapter.table(); }

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "aplus_callbacks.hpp"

namespace aplus {

/// Thrown by `receive` and `poll` where no more elements come.
struct Ended {};

/// Thrown by `send` and `receive` where the call was cancelled.
struct Cancelled {};

/// A channel to make.
struct NewChannel {
  /// How many elements a `bounded` channel has room for.
  uint64_t room;
  const aplus_completion *hook;

  /// Reports an element that the channel has taken and that nobody will receive, where `drop:hook` is claimed.
  void undelivered(aplus_token element) const { aplus_succeed(hook, element); }
};

/// A call that may wait.
class Wait {
 public:
  explicit Wait(const aplus_wait *wait) : wait_(wait) {}

  /// Whether the call was cancelled.
  bool isCancelled() const { return wait_->is_cancelled(wait_); }

  /// Has a function called when the call is cancelled, at once if it has been, as long as the result lives. Make and
  /// destroy that without a lock that the function takes.
  [[nodiscard]] auto whenCancelled(std::function<void()> function) const {
    auto remove = [wait = wait_](std::function<void()> *kept) {
      wait->when_cancelled(wait, nullptr, nullptr);
      delete kept;
    };
    std::unique_ptr<std::function<void()>, decltype(remove)> kept(new auto(std::move(function)), remove);
    wait_->when_cancelled(wait_, [](void *kept) { (*static_cast<std::function<void()> *>(kept))(); }, kept.get());
    return kept;
  }

 private:
  const aplus_wait *wait_;
};

/// The adapter of a library with channels. A shared library has one, which lives as long as the process.
///
/// Any function may throw `Thrown` with a token: the reason that ended the channel.
template <typename Channel> class Channels {
 public:
  /// `claims` are separated by spaces; what the adapter has a function for is claimed by that.
  Channels(const char *library, const char *version, std::string claims) : claims_(std::move(claims)) {
    table_.abi = APLUS_ABI;
    table_.size = sizeof table_;
    table_.name = table_.library = library;
    table_.version = version;
    table_.make_channel = [](const char *kind, uint64_t room, const aplus_completion *hook) {
      return reinterpret_cast<aplus_channel *>(one()->kinds_.at(kind)(NewChannel{room, hook}));
    };
    table_.release_channel = [](aplus_channel *channel) { delete &lent(channel); };
  }

  /// Makes channels of a kind: `rendezvous`, `bounded`, `unlimited` or `conflated`.
  Channels &kind(const std::string &kind, std::function<Channel *(const NewChannel &)> make) {
    kinds_[kind] = std::move(make);
    return claim(kind);
  }

  /// Sends an element, and waits until the channel has taken it; returns whether it has.
  Channels &send(std::function<bool(Channel &, aplus_token, const Wait &)> send) {
    send_ = std::move(send);
    table_.send = [](aplus_channel *channel, aplus_token element, const aplus_wait *given) {
      return ending([&] {
        const Wait wait(given);
        if (!one()->send_(lent(channel), element, wait)) throw Thrown{APLUS_ERROR};
        return APLUS_OWN_VALUE;
      });
    };
    return claim("send");
  }

  /// Receives an element, and waits for one.
  Channels &receive(std::function<aplus_token(Channel &, const Wait &)> receive) {
    receive_ = std::move(receive);
    table_.receive = [](aplus_channel *channel, const aplus_wait *given) {
      return ending([&] {
        const Wait wait(given);
        return one()->receive_(lent(channel), wait);
      });
    };
    return *this;
  }

  /// Sends an element without waiting; returns whether the channel has taken it.
  Channels &offer(std::function<bool(Channel &, aplus_token)> offer) {
    offer_ = std::move(offer);
    table_.offer = [](aplus_channel *channel, aplus_token element) -> int32_t {
      return one()->offer_(lent(channel), element);
    };
    return claim("offer");
  }

  /// Receives without waiting; returns nothing if the channel is empty.
  Channels &poll(std::function<std::optional<aplus_token>(Channel &)> poll) {
    poll_ = std::move(poll);
    table_.poll = [](aplus_channel *channel) {
      bool isEmpty = false;
      aplus_ending found = ending([&] {
        const std::optional<aplus_token> element = one()->poll_(lent(channel));
        isEmpty = !element;
        return element.value_or(0);
      });
      if (isEmpty) found.kind = APLUS_EMPTY;
      return found;
    };
    return claim("poll");
  }

  /// Closes a channel; returns whether this call did it, or nothing if the library does not say so.
  Channels &close(std::function<std::optional<bool>(Channel &)> close) {
    close_ = std::move(close);
    table_.close_channel = [](aplus_channel *channel) -> int32_t {
      const std::optional<bool> hasClosed = one()->close_(lent(channel));
      return hasClosed ? *hasClosed : -1;
    };
    return claim("close");
  }

  /// Ends a channel with a reason.
  Channels &fail(std::function<void(Channel &, aplus_token)> fail) {
    fail_ = std::move(fail);
    table_.fail_channel = [](aplus_channel *channel, aplus_token reason) { one()->fail_(lent(channel), reason); };
    return claim("fail");
  }

  /// Cancels a channel, which drops its elements.
  Channels &cancel(std::function<void(Channel &)> cancel) {
    cancel_ = std::move(cancel);
    table_.cancel_channel = [](aplus_channel *channel) { one()->cancel_(lent(channel)); };
    return claim("cancel");
  }

  /// Lets go of the sending end, where the library has the ends of a channel apart.
  Channels &dropSender(std::function<void(Channel &)> drop) {
    dropSender_ = std::move(drop);
    table_.drop_sender = [](aplus_channel *channel) { one()->dropSender_(lent(channel)); };
    return claim("drop-sender");
  }

  /// Lets go of the receiving end.
  Channels &dropReceiver(std::function<void(Channel &)> drop) {
    dropReceiver_ = std::move(drop);
    table_.drop_receiver = [](aplus_channel *channel) { one()->dropReceiver_(lent(channel)); };
    return claim("drop-receiver");
  }

  const aplus_adapter_v1 *table() {
    one() = this;
    table_.capabilities = claims_.c_str();
    return &table_;
  }

 private:
  static Channels *&one() {
    static Channels *one = nullptr;
    return one;
  }

  static Channel &lent(aplus_channel *channel) { return *reinterpret_cast<Channel *>(channel); }

  /// What a call gives or throws.
  template <typename Call> static aplus_ending ending(Call call) {
    try {
      return {APLUS_RETURNED, call(), nullptr};
    } catch (const Ended &) {
      return {APLUS_ENDED, 0, nullptr};
    } catch (const Cancelled &) {
      return {APLUS_THREW, APLUS_ERROR_CANCELLED, nullptr};
    } catch (const Thrown &thrown) {
      return {APLUS_THREW, thrown.token, nullptr};
    }
  }

  Channels &claim(const std::string &word) {
    claims_ += " channels:" + word;
    return *this;
  }

  std::string claims_;
  std::map<std::string, std::function<Channel *(const NewChannel &)>> kinds_;
  std::function<bool(Channel &, aplus_token, const Wait &)> send_;
  std::function<aplus_token(Channel &, const Wait &)> receive_;
  std::function<bool(Channel &, aplus_token)> offer_;
  std::function<std::optional<aplus_token>(Channel &)> poll_;
  std::function<std::optional<bool>(Channel &)> close_;
  std::function<void(Channel &, aplus_token)> fail_;
  std::function<void(Channel &)> cancel_;
  std::function<void(Channel &)> dropSender_, dropReceiver_;
  aplus_adapter_v1 table_{};
};

}  // namespace aplus

#endif
