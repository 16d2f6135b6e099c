// Look-ups of c-ares: a numeric address, a name in /etc/hosts, and names that a name server on the loopback interface
// answers.
#include <ares.h>
#include <cstring>
#include <netdb.h>
#include <poll.h>
#include <set>

#include "aplus_callbacks.hpp"
#include "nameserver.hpp"

namespace {

struct Lookup {
  aplus::Done done;
  NameServer server{};
  ares_channel channel{};
  aplus_token error = APLUS_ERROR;
  bool hasEnded = false;

  explicit Lookup(const aplus::Done &done) : done(done) {
    ares_options options{};
    options.timeout = 24 * 60 * 60 * 1000;
    options.tries = 1;
    options.lookups = const_cast<char *>("fb");
    ares_init_options(&channel, &options, ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_LOOKUPS);
    ares_set_servers_ports_csv(channel, server.name());
  }
  ~Lookup() {
    hasEnded = true;
    ares_destroy(channel);
  }
};

std::set<std::shared_ptr<Lookup>> expected;  // Those that end by themselves.
uint64_t called = 0;

void ended(void *data, int status, int, hostent *host) {
  auto *lookup = static_cast<Lookup *>(data);
  if (status == ARES_EDESTRUCTION) return;
  lookup->hasEnded = true;
  ++called;
  aplus_token value = APLUS_OWN_VALUE;
  if (host && host->h_addrtype == AF_INET6) std::memcpy(&value, host->h_addr_list[0] + 8, sizeof value);
  if (status == ARES_SUCCESS) return lookup->done.value(value);
  lookup->done.error(status == ARES_ECANCELLED ? APLUS_ERROR_CANCELLED : lookup->error);
}

aplus::Call look(const aplus::Done &done, const char *name, int family) {
  auto lookup = std::make_shared<Lookup>(done);
  ares_gethostbyname(lookup->channel, name, family, ended, lookup.get());
  const auto finish = [lookup](const aplus::Outcome &outcome) {
    lookup->error = outcome.error.value_or(APLUS_ERROR);
    lookup->server.answer(outcome.value ? &*outcome.value : nullptr);
    expected.insert(lookup);
  };
  return {finish, [lookup] { ares_cancel(lookup->channel); }};
}

aplus::Starter local(const char *name) {
  return [name](const aplus::Request &, const aplus::Done &done) { return look(done, name, AF_INET); };
}

aplus::Starter answered(bool isFound) {
  return [isFound](const aplus::Request &request, const aplus::Done &done) {
    aplus::Call call = look(done, "name.test.", AF_INET6);
    call.finish(isFound ? aplus::Outcome::success(request.value) : aplus::Outcome::failure());
    return call;
  };
}

// Waits for the answers that are on their way.
uint64_t drain() {
  called = 0;
  for (const auto &lookup : std::exchange(expected, {})) {
    while (!lookup->hasEnded) {
      ares_socket_t socket = ARES_SOCKET_BAD;
      ares_getsock(lookup->channel, &socket, 1);
      pollfd poller{socket, POLLIN, 0};
      poll(&poller, 1, -1);
      ares_process_fd(lookup->channel, socket, ARES_SOCKET_BAD);
    }
  }
  return called;
}

aplus::Callbacks adapter(
    "c-ares", ARES_VERSION_STR, "timing:later cancel:reports-once",
    {{"open", [](auto &, const aplus::Done &done) { return look(done, "name.test.", AF_INET6); }},
     {"echo", answered(true)}, {"value", answered(true)}, {"error", answered(false)},
     {"cached", local("localhost")}, {"empty", local("127.0.0.1")}, {"invalid", local("a..b")}});

}  // namespace

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() {
  ares_library_init(ARES_LIB_INIT_ALL);
  return adapter.drain(drain).table();
}
