const { execFile } = require('node:child_process');

const run = (file, done, options = {}) => execFile(file, options, (error, output) => (error ? done(error) : done(null, output)));
exports.version = process.versions.node;
exports.calls = {
  value: (done) => run('echo', done),
  error: (done) => run('false', done),
  invalid: (done) => run(5, done),
  cancelled: (done) => run('echo', done, { signal: AbortSignal.abort() }),
};
exports.capabilities = ['timing:later', 'throws:to-platform', 'cancel:reports-once'];
