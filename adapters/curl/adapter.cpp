// Transfers of libcurl's multi interface: of local files, of an address that it refuses, and from a server on the
// loopback interface. The end of a transfer is a message, for which the loop of the application calls the handler.
#include <arpa/inet.h>
#include <curl/curl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "aplus_callbacks.hpp"

namespace {

CURLM *multi() { static CURLM *multi = curl_multi_init(); return multi; }

// A server for one transfer, which it answers with nothing in a right response, or by closing the connection.
class Server {
 public:
  Server() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(listener_, reinterpret_cast<sockaddr *>(&address), sizeof address);
    listen(listener_, 1);
    socklen_t size = sizeof address;
    getsockname(listener_, reinterpret_cast<sockaddr *>(&address), &size);
    address_ = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
  }
  ~Server() {
    close(connection_);
    close(listener_);
  }

  const char *address() const { return address_.c_str(); }

  // Does nothing before the transfer has connected, or once it is answered.
  void answer(bool isRight) {
    static const char text[] = "HTTP/1.1 204 No Content\r\n\r\n";
    if (connection_ >= 0 || (connection_ = accept(listener_, nullptr, nullptr)) < 0) return;
    if (isRight) send(connection_, text, sizeof text - 1, MSG_NOSIGNAL);
    shutdown(connection_, SHUT_WR);
  }

 private:
  int listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  int connection_ = -1;
  std::string address_;
};

struct Transfer : std::enable_shared_from_this<Transfer> {
  aplus::Done done;
  aplus::Outcome given;  // What the answer carries.
  bool endsByItself = true;
  std::optional<Server> server;
  CURL *easy = curl_easy_init();

  Transfer(const aplus::Done &done, aplus_token value) : done(done), given(aplus::Outcome::success(value)) {}
  ~Transfer() { curl_easy_cleanup(easy); }
};

std::set<std::shared_ptr<Transfer>> running;

void remove(const std::shared_ptr<Transfer> &one) {
  if (running.erase(one)) curl_multi_remove_handle(multi(), one->easy);
}

size_t discard(char *, size_t size, size_t count, void *) { return size * count; }

// Starts a transfer; without an address it is from a server, which answers when the call is finished.
aplus::Call transfer(const aplus::Done &done, const char *address, aplus_token value = APLUS_OWN_VALUE) {
  auto one = std::make_shared<Transfer>(done, value);
  if (!address) {
    one->endsByItself = false;
    address = one->server.emplace().address();
  }
  curl_easy_setopt(one->easy, CURLOPT_URL, address);
  curl_easy_setopt(one->easy, CURLOPT_PROXY, "");
  curl_easy_setopt(one->easy, CURLOPT_WRITEFUNCTION, discard);
  curl_easy_setopt(one->easy, CURLOPT_PRIVATE, one.get());
  curl_multi_add_handle(multi(), one->easy);
  running.insert(one);
  const auto finish = [one](const aplus::Outcome &outcome) {
    if (!std::exchange(one->endsByItself, true)) one->given = outcome;
  };
  return {finish, [one] { remove(one); }};
}

void end(const std::shared_ptr<Transfer> &one, CURLcode result) {
  if (result == CURLE_OK) return one->done.value(one->given.value.value_or(APLUS_OWN_VALUE));
  one->done.error(one->given.error.value_or(APLUS_ERROR));
}

// Performs transfers until one has ended, unless none does so by itself.
uint64_t drain() {
  const auto isExpected = [](const auto &one) { return one->endsByItself; };
  uint64_t called = 0;
  while (called == 0 && std::any_of(running.begin(), running.end(), isExpected)) {
    int count = 0;
    curl_multi_perform(multi(), &count);
    while (CURLMsg *message = curl_multi_info_read(multi(), &count)) {
      Transfer *ended = nullptr;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &ended);
      const CURLcode result = message->data.result;
      const auto one = ended->shared_from_this();
      remove(one);
      end(one, result);
      ++called;
    }
    for (const auto &one : running) {
      if (one->server && one->endsByItself) one->server->answer(one->given.value.has_value());
    }
    if (called == 0) curl_multi_poll(multi(), nullptr, 0, 100, nullptr);
  }
  return called;
}

aplus::Starter of(const char *address) {
  return [=](const aplus::Request &request, const aplus::Done &done) { return transfer(done, address, request.value); };
}

aplus::Callbacks adapter(
    "multi interface of libcurl", LIBCURL_VERSION, "timing:later cancel:silent-after-return",
    {{"open", [](const aplus::Request &, const aplus::Done &done) { return transfer(done, nullptr); }},
     {"echo", of("file:///proc/self/stat")}, {"value", of("file:///proc/self/stat")}, {"empty", of("file:///dev/null")},
     {"error", of("file:///no/such/file")}, {"invalid", of("no-such-protocol:")}});

}  // namespace

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() {
  curl_global_init(CURL_GLOBAL_ALL);
  return adapter.drain(drain).table();
}
