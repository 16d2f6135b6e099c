// The adapter of your promises that functions await, for aplus-check. Complete each place marked FILL IN, then
// remove its comment. The page of the kit for javascript describes all exports.
// FILL IN: make a promise of your library that is settled from outside
exports.deferred = () => {
  let deferred;
  const promise = new Promise((resolve, reject) => { deferred = { resolve, reject }; });
  return { promise, ...deferred };
};
// FILL IN: only if an await can be cancelled, or has a limit: exports.awaited = (promise, { signal, ms }) => ...
exports.capabilities = ['await', 'resume:later'];
