'use strict';

// Faults that show with size only (S), or in memory (M).

module.exports = {
  'queue-is-capped': (Base, Queue) => class extends Base {
    static queue = new class extends Queue {
      add(job) {
        if (this.jobs.length < 1024 || this.isFlushing) super.add(job);
      }
    }();
  },

  'flush-stops-at-thousand': (Base, Queue) => class extends Base {
    static queue = new class extends Queue {
      runJob(index) {
        if (index < 1000) super.runJob(index);
      }
    }();
  },

  'adoption-recurses': (Base) => class extends Base {
    release(reactions) {
      for (const reaction of reactions) {
        if (reaction.follower === undefined) this.schedule(reaction);
        else this.react(reaction);
      }
    }
  },

  'handlers-are-retained': (Base) => class extends Base {
    history = [];

    register(reaction) {
      this.history.push(reaction);
      super.register(reaction);
    }
  },

  'registration-searches-handlers': (Base) => class extends Base {
    register(reaction) {
      if (!this.reactions.includes(reaction)) super.register(reaction);
    }
  },
};
