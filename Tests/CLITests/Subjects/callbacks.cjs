// A library with a completion handler and no promises.
exports.fetch = (completion) => setImmediate(completion, null, 'value');
exports.capabilities = ['callbacks'];
