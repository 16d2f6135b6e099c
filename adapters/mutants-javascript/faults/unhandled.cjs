'use strict';

// Faults of reports, based on the correct promise with combinators, which here reports unhandled rejections.

const { combining } = require('../combining.cjs');

/** The promise that reports a rejection without a handler once its turn is over. Each fault overrides one method of it. */
const reporting = (Base) => class extends combining(Base) {
  isHandled = false;

  /** Sets the function that gets the reasons. */
  static onUnhandled(report) {
    this.report = report;
  }

  register(reaction) {
    this.isHandled = true;
    super.register(reaction);
  }

  settle(state, value) {
    const isFirst = this.state === 'pending';
    super.settle(state, value);
    if (isFirst) this.watch();
  }

  watch() {
    if (this.state === 'rejected') setImmediate(() => this.look());
  }

  look() {
    if (!this.isHandled) this.tell(this.value);
  }

  tell(reason) {
    this.constructor.report(reason);
  }
};

module.exports = {
  'rejections-are-not-reported': (Base) => class extends reporting(Base) {
    tell() {}
  },

  'passed-on-rejections-are-not-reported': (Base) => class extends reporting(Base) {
    pass(derived) {
      derived.isHandled = true;
      super.pass(derived);
    }
  },

  'rejections-after-finally-are-not-reported': (Base) => class extends reporting(Base) {
    finally(code) {
      const derived = super.finally(code);
      derived.isHandled = true;
      return derived;
    }
  },

  'only-first-rejection-is-reported': (Base) => class extends reporting(Base) {
    static hasReported = false;

    tell(reason) {
      const isFirst = !this.constructor.hasReported;
      this.constructor.hasReported = true;
      setTimeout(() => { this.constructor.hasReported = false; });
      if (isFirst) super.tell(reason);
    }
  },

  'falsy-reasons-are-not-reported': (Base) => class extends reporting(Base) {
    tell(reason) {
      if (reason) super.tell(reason);
    }
  },

  'reports-give-the-promise': (Base) => class extends reporting(Base) {
    tell() {
      super.tell(this);
    }
  },

  'rejections-are-reported-twice': (Base) => class extends reporting(Base) {
    tell(reason) {
      super.tell(reason);
      super.tell(reason);
    }
  },

  'each-link-is-reported': (Base) => class extends reporting(Base) {
    register(reaction) {
      const wasHandled = this.isHandled;
      super.register(reaction);
      this.isHandled = wasHandled || reaction.follower !== undefined || typeof reaction.onRejected === 'function';
    }
  },

  'one-report-for-each-reason': (Base) => class extends reporting(Base) {
    static told = new Set();

    tell(reason) {
      if (!this.constructor.told.has(reason)) super.tell(reason);
      this.constructor.told.add(reason);
    }
  },

  'late-handler-repeats-report': (Base) => class extends reporting(Base) {
    register(reaction) {
      if (this.wasTold) this.tell(this.value);
      super.register(reaction);
    }

    tell(reason) {
      this.wasTold = true;
      super.tell(reason);
    }
  },

  'rejections-are-reported-at-once': (Base) => class extends reporting(Base) {
    watch() {
      if (this.state === 'rejected') this.look();
    }
  },

  'rejections-in-handlers-are-reported-at-once': (Base) => class extends reporting(Base) {
    watch() {
      if (this.state === 'rejected' && this.constructor.queue.isFlushing) this.look();
      else super.watch();
    }
  },

  'rejections-are-reported-between-handlers': (Base) => class extends reporting(Base) {
    /** The promises that the handler rejects which runs. */
    static watched = undefined;

    run(handler, derived) {
      const watched = this.constructor.watched = [];
      super.run(handler, derived);
      this.constructor.watched = undefined;
      for (const promise of watched) promise.look();
    }

    watch() {
      const { watched } = this.constructor;
      if (this.state === 'rejected' && watched !== undefined) watched.push(this);
      else super.watch();
    }
  },

  'handlers-after-a-rejection-do-not-count': (Base) => class extends reporting(Base) {
    register(reaction) {
      const wasHandled = this.isHandled;
      super.register(reaction);
      if (this.state === 'rejected') this.isHandled = wasHandled;
    }
  },

  'followed-rejections-are-reported': (Base) => class extends reporting(Base) {
    register(reaction) {
      const wasHandled = this.isHandled;
      super.register(reaction);
      if (reaction.follower !== undefined) this.isHandled = wasHandled;
    }
  },

  'followed-rejections-are-reported-in-handlers': (Base) => class extends reporting(Base) {
    follow(promise) {
      super.follow(promise);
      if (this.constructor.queue.isFlushing) promise.isHandled = false;
    }
  },

  'members-are-reported': (Base) => class extends reporting(Base) {
    static wait(member, put, reject) {
      super.wait(member, put, reject);
      if (member instanceof Base) member.isHandled = false;
    }
  },

  'members-that-lose-are-reported': (Base) => class extends reporting(Base) {
    static race(members) {
      const promise = super.race(members);
      promise.then(() => {
        for (const member of members) member.isHandled = false;
      }, () => {});
      promise.isHandled = false;
      return promise;
    }
  },

  'finally-does-not-count': (Base) => class extends reporting(Base) {
    finally(code) {
      const derived = super.finally(code);
      this.isHandled = false;
      return derived;
    }
  },

  'recovered-rejections-are-reported': (Base) => class extends reporting(Base) {
    run(handler, derived) {
      super.run(handler, derived);
      if (this.state === 'rejected') this.tell(this.value);
    }
  },

  'values-are-reported': (Base) => class extends reporting(Base) {
    watch() {
      setImmediate(() => this.look());
    }
  },

  'errors-are-reported-as-values': (Base) => class extends reporting(Base) {
    watch() {
      if (this.value instanceof Error) setImmediate(() => this.look());
      else super.watch();
    }
  },

  'reports-of-a-turn-are-capped': (Base) => class extends reporting(Base) {
    static told = 0;

    tell(reason) {
      if (this.constructor.told === 0) setTimeout(() => { this.constructor.told = 0; });
      this.constructor.told += 1;
      if (this.constructor.told <= 64) super.tell(reason);
    }
  },

  'handler-cancels-the-last-report': (Base) => class extends reporting(Base) {
    static watched = [];

    watch() {
      if (this.state !== 'rejected') return;
      const { watched } = this.constructor;
      if (watched.push(this) > 1) return;
      setImmediate(() => {
        for (const promise of watched.splice(0)) promise.look();
      });
    }

    register(reaction) {
      if (this.state === 'rejected' && !this.isHandled) this.constructor.watched.pop();
      super.register(reaction);
    }
  },

  'late-handlers-hide-what-they-throw': (Base) => class extends reporting(Base) {
    then(onFulfilled, onRejected) {
      const derived = super.then(onFulfilled, onRejected);
      if (this.wasTold) derived.isHandled = true;
      return derived;
    }

    tell(reason) {
      this.wasTold = true;
      super.tell(reason);
    }
  },
};
