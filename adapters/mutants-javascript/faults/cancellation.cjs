'use strict';

// Faults against the cancellation profiles `downstream` and `rejection`, based on the correct promise with a cancel.

const { combining } = require('../combining.cjs');

/** The default reason of a cancel. */
class Cancellation extends Error {}

/** The promises of some links, and those below the promises that were freed. */
const living = (links) => links.flatMap(({ promise, links }) => promise.deref() ?? living(links));

/** The promise with cancels that go downstream. Each fault overrides one method or two of it. */
const cancellable = (Base) => class extends Base {
  /** Links to the promises that `then` made of this one; they do not keep these. */
  links = [];
  isCancelled = false;

  then(onFulfilled, onRejected) {
    const derived = super.then(onFulfilled, onRejected);
    this.links.push({ promise: new WeakRef(derived), links: derived.links });
    return derived;
  }

  get children() {
    return living(this.links);
  }

  /** Cancels the promise and all promises below it, as far as they are pending. */
  cancel(reason = new Cancellation()) {
    const next = [this];
    for (let promise = next.pop(); promise !== undefined; promise = next.pop()) {
      promise.receiveCancel(reason);
      next.push(...promise.cancelTargets());
    }
  }

  receiveCancel(reason) {
    if (this.state === 'pending') this.isCancelled = true;
    this.settle('rejected', reason);
  }

  cancelTargets() {
    return this.children;
  }

  /** Passes a cancel on before handlers run, so that they cannot undo it. */
  react(reaction) {
    if (this.isCancelled) this.passCancel(reaction.derived ?? reaction.follower);
    super.react(reaction);
  }

  passCancel(promise) {
    promise.receiveCancel(this.value);
  }

  static isCancellation(reason) {
    return reason instanceof Cancellation;
  }
};

/** The promise with combinators whose cancel is a rejection, which reaches nothing else. */
const rejecting = (Base) => class extends combining(Base) {
  static cancelProfile = 'rejection';

  cancel(reason = new Cancellation()) {
    this.settle('rejected', reason);
  }

  static isCancellation(reason) {
    return reason instanceof Cancellation;
  }
};

module.exports = {
  'cancel-is-not-forwarded': (Base) => class extends cancellable(Base) {
    cancelTargets() {
      return [];
    }

    passCancel() {}
  },

  'cancel-reaches-later-children': (Base) => class extends cancellable(Base) {
    wasCancelled = undefined;

    cancel(reason = new Cancellation()) {
      this.wasCancelled = { reason };
      super.cancel(reason);
    }

    then(onFulfilled, onRejected) {
      const derived = super.then(onFulfilled, onRejected);
      if (this.wasCancelled !== undefined && this.state === 'fulfilled') {
        derived.receiveCancel(this.wasCancelled.reason);
      }
      return derived;
    }
  },

  'cancel-misses-running-handler': (Base) => class extends cancellable(Base) {
    running = undefined;

    run(handler, derived) {
      this.running = derived;
      super.run(handler, derived);
      this.running = undefined;
    }

    cancelTargets() {
      return this.children.filter((child) => child !== this.running);
    }
  },

  'cancel-ends-at-third-link': (Base) => class extends cancellable(Base) {
    depth = 0;

    then(onFulfilled, onRejected) {
      const derived = super.then(onFulfilled, onRejected);
      derived.depth = this.depth + 1;
      return derived;
    }

    cancelTargets() {
      return this.children.filter((child) => child.depth <= 3);
    }

    passCancel() {}
  },

  'cancel-reaches-eight-children': (Base) => class extends cancellable(Base) {
    cancelTargets() {
      return this.children.slice(0, 8);
    }

    passCancel() {}
  },

  'falsy-reason-of-cancel-lost': (Base) => class extends cancellable(Base) {
    cancel(reason) {
      super.cancel(reason || undefined);
    }
  },

  'cancel-spares-follower-of-thenable': (Base) => class extends cancellable(Base) {
    isFollowing = false;

    useThen(x, then) {
      this.isFollowing = typeof then === 'function';
      super.useThen(x, then);
    }

    cancel(reason) {
      if (!this.isFollowing || this.state !== 'pending') super.cancel(reason);
    }
  },

  'cancel-throws-reason': (Base) => class extends cancellable(Base) {
    cancel(reason) {
      super.cancel(reason);
      throw this.value;
    }
  },

  'following-undoes-cancel': (Base) => class extends cancellable(Base) {
    react(reaction) {
      const { follower } = reaction;
      if (follower?.isCancelled) Object.assign(follower, { state: this.state, value: this.value });
      else super.react(reaction);
    }
  },

  'then-without-handlers-gives-itself': (Base) => class extends cancellable(Base) {
    then(onFulfilled, onRejected) {
      const handlers = [onFulfilled, onRejected].filter((handler) => typeof handler === 'function');
      return handlers.length === 0 ? this : super.then(onFulfilled, onRejected);
    }
  },

  'cancelled-follower-cuts-list': (Base) => class extends cancellable(Base) {
    follow(promise) {
      this.leader = promise;
      super.follow(promise);
    }

    cancel(reason) {
      if (this.state === 'pending' && this.leader !== undefined) this.leader.isCut = this.leader.state !== 'pending';
      super.cancel(reason);
    }

    react(reaction) {
      if (!this.isCut) super.react(reaction);
    }
  },

  'cancel-reaches-one-child-below-settled': (Base) => class extends cancellable(Base) {
    cancelTargets() {
      return this.state === 'fulfilled' ? this.children.slice(0, 1) : this.children;
    }
  },

  'cancelled-promise-drops-handlers-inside-handlers': (Base) => class extends cancellable(Base) {
    static running = 0;

    call(handler) {
      this.constructor.running += 1;
      try {
        return super.call(handler);
      } finally {
        this.constructor.running -= 1;
      }
    }

    then(onFulfilled, onRejected) {
      const isDropped = this.isCancelled && this.constructor.running > 0 && typeof onFulfilled !== 'function';
      return super.then(onFulfilled, isDropped ? undefined : onRejected);
    }
  },

  'cancel-misses-follower-of-settled': (Base) => class extends cancellable(Base) {
    follow(promise) {
      this.isAwaitingJob = promise.state !== 'pending';
      super.follow(promise);
    }

    receiveCancel(reason) {
      if (this.isAwaitingJob && this.state === 'pending') this.isCancelled = true;
      else super.receiveCancel(reason);
    }
  },

  'cancel-goes-down-by-recursion': (Base) => class extends cancellable(Base) {
    cancel(reason = new Cancellation()) {
      this.receiveCancel(reason);
      for (const child of this.cancelTargets()) child.cancel(reason);
    }
  },

  'falsy-reason-of-cancel-can-change': (Base) => class extends cancellable(Base) {
    receiveCancel(reason) {
      if (this.state === 'rejected' && !this.value) this.value = reason;
      else super.receiveCancel(reason);
    }
  },

  'cancel-drops-registrations-of-its-function': (Base) => class extends rejecting(Base) {
    then(onFulfilled, onRejected) {
      const derived = super.then(onFulfilled, onRejected);
      derived.source = { promise: this, onFulfilled, onRejected };
      return derived;
    }

    cancel(...reason) {
      const { promise, onFulfilled, onRejected } = this.source ?? {};
      const isOther = (reaction) =>
        reaction.onFulfilled !== onFulfilled || reaction.onRejected !== onRejected;
      if (promise?.state === 'pending') promise.reactions = promise.reactions.filter(isOther);
      super.cancel(...reason);
    }
  },

  'cancelled-combination-drops-handlers-of-members': (Base) => class extends rejecting(Base) {
    due = [];

    static all(members) {
      const promise = super.all(members);
      promise.members = members;
      return promise;
    }

    schedule(reaction) {
      this.due.push(reaction);
      super.schedule(reaction);
    }

    react(reaction) {
      if (!reaction.isDropped) super.react(reaction);
    }

    cancel(...reason) {
      for (const { due } of this.members ?? []) for (const reaction of due ?? []) reaction.isDropped = true;
      super.cancel(...reason);
    }
  },
};
