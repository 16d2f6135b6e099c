const zlib = require('node:zlib');

exports.version = process.versions.node;
exports.calls = {
  value: (done) => zlib.deflate('text', done),
  empty: (done) => zlib.deflate('', done),
  error: (done) => zlib.inflate('no deflated data', done),
  invalid: (done) => zlib.deflate(5, done),
};
exports.capabilities = ['timing:later', 'throws:to-platform'];
