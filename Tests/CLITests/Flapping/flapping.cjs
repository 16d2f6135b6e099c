'use strict';

/** The adapter of a promise whose deferreds lose their value where `fails` says so when they are made. */
module.exports = (fails) => ({
  library: 'flapping promise',
  version: '1',
  deferred: () => {
    const isLost = fails();
    let settlers;
    const promise = new Promise((resolve, reject) => { settlers = { resolve, reject }; });
    return { promise, resolve: (value) => { if (!isLost) settlers.resolve(value); }, reject: settlers.reject };
  },
});
