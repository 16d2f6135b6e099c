#ifndef MUTANTS_CANCELLATION_HPP
#define MUTANTS_CANCELLATION_HPP

#include "../promise.hpp"

/// Faults against the cancellation profile `downstream`.
namespace mutants {

struct CancelForgetsSettledPromise : Promise {
  std::vector<Ref> cancel_targets() override {
    return was_settled ? std::vector<Ref>() : living_children();
  }
  void receive_cancel(Outcome reason) override {
    was_settled = !is_pending();
    Promise::receive_cancel(reason);
  }
  std::atomic<bool> was_settled{false};
};

struct DependantsOfCancelledPromiseHang : Promise {
  std::vector<Ref> cancel_targets() override { return {}; }
  void react(const Reaction &reaction) override {
    if (seen_outcome().kind != Outcome::Kind::cancelled) Promise::react(reaction);
  }
};

/// A promise that follows another one waits for that, whatever is cancelled.
struct CancelSparesFollower : Promise {
  void follow(const Ref &other) override {
    is_following = true;
    Promise::follow(other);
  }
  void receive_cancel(Outcome reason) override {
    if (!is_following) Promise::receive_cancel(reason);
  }
  std::atomic<bool> is_following{false};
};

struct CancelLosesItsReason : Promise {
  void cancel(Outcome) override {
    Promise::cancel({Outcome::Kind::cancelled, APLUS_ERROR_CANCELLED});
  }
};

struct CancelReachesSiblings : Promise {
  void adopt_child(Promise &child) override {
    static_cast<CancelReachesSiblings &>(child).parent = weak_from_this();
  }
  std::vector<Ref> cancel_targets() override {
    const Ref above = parent.lock();
    if (!above || is_spreading.exchange(true)) return living_children();
    std::vector<Ref> targets = living_children();
    for (Ref &sibling : static_cast<CancelReachesSiblings &>(*above).living_children()) {
      targets.push_back(std::move(sibling));
    }
    return targets;
  }
  std::weak_ptr<Promise> parent;
  std::atomic<bool> is_spreading{false};
};

/// Calls its parent on a cancel, although the parent may have been freed.
struct CancelTouchesFreedParent : Promise {
  void adopt_child(Promise &child) override {
    static_cast<CancelTouchesFreedParent &>(child).parent = this;
  }
  void receive_cancel(Outcome reason) override {
    if (parent) parent->forget(*this);
    Promise::receive_cancel(reason);
  }
  virtual void forget(const Promise &) {
    std::lock_guard lock(mutex);
    ++forgotten;
  }
  CancelTouchesFreedParent *parent = nullptr;
  int forgotten = 0;
};

/// Cancels the promises that it made, although they may have been freed.
struct CancelTouchesFreedChild : Promise {
  void adopt_child(Promise &child) override {
    std::lock_guard lock(mutex);
    made.push_back(&child);
  }
  std::vector<Ref> cancel_targets() override {
    std::lock_guard lock(mutex);
    std::vector<Ref> targets;
    for (Promise *child : made) targets.push_back(child->shared_from_this());
    return targets;
  }
  std::vector<Promise *> made;
};

}  // namespace mutants

#endif
