// The adapter of your functions with completion handlers, for aplus-check. Complete each place marked FILL IN, then
// remove its comment. The page of the kit for javascript describes the kinds of calls.
// FILL IN: start calls of your library, and leave out what it does not have; done takes an error first, then a value
exports.calls = {
  value: (done) => setTimeout(done, 1, null, 'value'),
  error: (done) => setTimeout(done, 1, new Error('failed')),
};
// FILL IN: what your library promises: timing:later or timing:at-once, throws:to-platform or throws:swallowed
exports.capabilities = ['timing:later', 'throws:to-platform'];
