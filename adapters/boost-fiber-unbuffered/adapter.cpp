#include <boost/fiber/unbuffered_channel.hpp>
#include <boost/version.hpp>
#include "aplus_channels.hpp"

using Channel = boost::fibers::unbuffered_channel<aplus_token>;
using Status = boost::fibers::channel_op_status;

static auto adapter = aplus::Channels<Channel>("Boost.Fiber unbuffered_channel", BOOST_LIB_VERSION, "threads undelivered:told")
    .kind("rendezvous", [](auto &) { return new Channel(); })
    .send([](Channel &channel, aplus_token element, auto &) { return channel.push(element) == Status::success; })
    .receive([](Channel &channel, auto &) {
      aplus_token element;
      if (channel.pop(element) == Status::closed) throw aplus::Ended();
      return element;
    })
    .close([](Channel &channel) { return channel.close(), std::nullopt; });
APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() { return adapter.table(); }
