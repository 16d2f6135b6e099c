const fs = require('node:fs');

const read = (path, controller, done) => (fs.readFile(path, { signal: controller.signal }, done), controller);
exports.version = process.versions.node;
exports.calls = {
  value: (done) => read(__filename, new AbortController(), done),
  empty: (done) => read('/dev/null', new AbortController(), done),
  error: (done) => read('/no/such/file', new AbortController(), done),
  invalid: (done) => fs.readFile({}, done),
  cancelled: (done) => fs.readFile(__filename, { signal: AbortSignal.abort() }, done),
};
exports.cancel = (controller) => controller?.abort();
exports.capabilities = ['timing:later', 'throws:to-platform', 'cancel:reports-once'];
