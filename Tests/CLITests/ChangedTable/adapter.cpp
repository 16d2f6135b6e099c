// The adapter of cpp-pool, with the change to its table that APLUS_CHANGE names.
#include <cstddef>
#include <cstdlib>
#include <string>

#define aplus_adapter unchanged_adapter
#include "../../../adapters/cpp-pool/adapter.cpp"
#undef aplus_adapter

static aplus_promise *then_nothing(
    aplus_promise *p, aplus_handler ok, aplus_handler bad, void *context, aplus_drop drop) {
  release(then(p, ok, bad, context, drop));
  return nullptr;
}
static aplus_promise *then_itself(
    aplus_promise *p, aplus_handler ok, aplus_handler bad, void *context, aplus_drop drop) {
  then_nothing(p, ok, bad, context, drop);
  retain(p);
  return p;
}

APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() {
  static aplus_adapter_v1 table = *unchanged_adapter();
  const char *name = std::getenv("APLUS_CHANGE");
  const std::string_view change = name == nullptr ? "" : name;
  if (change == "first-release") {
    table.size = offsetof(aplus_adapter_v1, make_context);
    table.capabilities = "threads parallel acceptance";
  } else if (change == "second-release") {
    table.size = offsetof(aplus_adapter_v1, start);
    table.capabilities = "threads parallel acceptance contexts:serial,dead";
  } else if (change == "third-release") {
    table.size = offsetof(aplus_adapter_v1, wait);
    table.capabilities = "threads parallel acceptance contexts:serial,dead";
  } else if (change == "fourth-release") {
    table.size = offsetof(aplus_adapter_v1, make_channel);
  } else if (change == "without-then-on") {
    table.then_on = nullptr;
  } else if (change == "without-wait") {
    table.wait = nullptr;
  } else if (change == "only-await") {
    table.wait = nullptr;
    table.capabilities = "threads await contexts:serial,dead combinators:all";
  } else if (change == "without-combine") {
    table.combine = nullptr;
  } else if (change == "cancel-without-reason") {
    table.cancel = [](aplus_promise *) {};
    table.wait = nullptr;
    table.capabilities = "contexts:serial combinators:all cancellation:rejection cancellation:reason";
  } else if (change.substr(0, 11) == "then-gives-") {
    if (change.find("nothing") != change.npos) table.then = then_nothing;
    if (change.find("itself") != change.npos) table.then = then_itself;
    if (change.find("unclaimed") == change.npos) {
      table.wait = nullptr;
      table.capabilities = table.then == then_nothing ? "contexts:serial combinators:all then-returns:nothing"
                                                      : "contexts:serial combinators:all then-returns:same";
    }
  } else if (change == "without-claim") {
    table.wait = nullptr;
    table.capabilities = "threads combinators:all";
  } else if (change.substr(0, 6) == "claim ") {
    static const std::string claims = table.capabilities + std::string(change.substr(5));
    table.capabilities = claims.c_str();
  }
  return &table;
}
