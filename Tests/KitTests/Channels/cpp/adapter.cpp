// The adapter of the channel.
#include "aplus_channels.hpp"
#include "channel.hpp"

using channel::Channel, channel::Outcome;

/// What a receiver or a poll got.
static aplus_token element(Channel &channel, Outcome outcome, aplus_token found) {
  if (outcome == Outcome::failed) throw aplus::Thrown{channel.reason()};
  if (outcome == Outcome::ended) throw aplus::Ended();
  if (outcome == Outcome::stopped) throw aplus::Cancelled();
  return found;
}
static auto kind(std::size_t room) {
  return [room](const aplus::NewChannel &given) {
    return new Channel(room == 1 ? given.room : room, [given](aplus_token element) { given.undelivered(element); });
  };
}

static auto adapter =
    aplus::Channels<Channel>("channel", "1", "threads undelivered:told drop:hook error-reaches:all channels:cancel-waiting")
        .kind("rendezvous", kind(0)).kind("bounded", kind(1)).kind("unlimited", kind(SIZE_MAX))
        .send([](Channel &channel, aplus_token element, const aplus::Wait &wait) {
          channel::Stop stop;
          const auto watch = wait.whenCancelled([&] { stop.request(); });
          const Outcome outcome = channel.send(element, stop);
          if (outcome == Outcome::stopped) throw aplus::Cancelled();
          return outcome == Outcome::done;
        })
        .receive([](Channel &channel, const aplus::Wait &wait) {
          channel::Stop stop;
          const auto watch = wait.whenCancelled([&] { stop.request(); });
          aplus_token found = 0;
          const Outcome outcome = channel.receive(found, stop);
          return element(channel, outcome, found);
        })
        .offer([](Channel &channel, aplus_token element) { return channel.offer(element) == Outcome::done; })
        .poll([](Channel &channel) -> std::optional<aplus_token> {
          aplus_token found = 0;
          const Outcome outcome = channel.poll(found);
          if (outcome == Outcome::empty) return std::nullopt;
          return element(channel, outcome, found);
        })
        .close([](Channel &channel) { return channel.close(); })
        .fail([](Channel &channel, aplus_token reason) { channel.fail(reason); })
        .cancel([](Channel &channel) { channel.cancel(); });

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() { return adapter.table(); }
