// A name server on the loopback interface that answers one question, when it is told to.
#include <arpa/inet.h>
#include <cstdint>
#include <cstring>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

class NameServer {
 public:
  NameServer() {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(socket_, reinterpret_cast<sockaddr *>(&place), sizeof place);
    socklen_t length = sizeof place;
    getsockname(socket_, reinterpret_cast<sockaddr *>(&place), &length);
    name_ = "127.0.0.1:" + std::to_string(ntohs(place.sin_port));
  }
  ~NameServer() { close(socket_); }
  NameServer(const NameServer &) = delete;

  /// The address and the port, as c-ares reads them.
  const char *name() const { return name_.c_str(); }

  /// Answers the question with an address that ends with the value, or that there is no such name.
  void answer(const uint64_t *value) const {
    unsigned char text[512 + 28];
    sockaddr_in client{};
    socklen_t size = sizeof client;
    ssize_t length = recvfrom(socket_, text, 512, MSG_DONTWAIT, reinterpret_cast<sockaddr *>(&client), &size);
    if (length < 12) return;
    text[2] |= 0x80;  // an answer
    text[3] = value ? 0x80 : 0x83;
    text[7] = value ? 1 : 0;  // how many addresses follow
    if (value) {
      const unsigned char record[20] = {0xc0, 12, 0, 28, 0, 1, 0, 0, 0, 60, 0, 16, 0xfd};
      std::memcpy(text + length, record, sizeof record);
      std::memcpy(text + length + sizeof record, value, sizeof *value);
      length += sizeof record + sizeof *value;
    }
    sendto(socket_, text, static_cast<std::size_t>(length), 0, reinterpret_cast<sockaddr *>(&client), size);
  }

 private:
  int socket_ = socket(AF_INET, SOCK_DGRAM, 0);
  std::string name_;
};
