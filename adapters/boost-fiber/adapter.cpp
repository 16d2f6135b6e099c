#include <boost/fiber/buffered_channel.hpp>
#include <boost/version.hpp>
#include "aplus_channels.hpp"

using Channel = boost::fibers::buffered_channel<aplus_token>;
using Status = boost::fibers::channel_op_status;

// A channel has room for one element less than its capacity, which is a power of two.
static auto adapter = aplus::Channels<Channel>("Boost.Fiber buffered_channel", BOOST_LIB_VERSION, "threads undelivered:told")
    .kind("bounded", [](auto &request) { return new Channel(request.room + 1); })
    .send([](Channel &channel, aplus_token element, auto &) { return channel.push(element) == Status::success; })
    .receive([](Channel &channel, auto &) {
      aplus_token element;
      if (channel.pop(element) == Status::closed) throw aplus::Ended();
      return element;
    })
    .offer([](Channel &channel, aplus_token element) { return channel.try_push(element) == Status::success; })
    .poll([](Channel &channel) -> std::optional<aplus_token> {
      aplus_token element;
      const Status status = channel.try_pop(element);
      if (status == Status::closed) throw aplus::Ended();
      return status == Status::success ? std::optional(element) : std::nullopt;
    })
    .close([](Channel &channel) { return channel.close(), std::nullopt; });
APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() { return adapter.table(); }
