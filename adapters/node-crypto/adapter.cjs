const crypto = require('node:crypto');

exports.version = process.versions.node;
exports.calls = {
  value: (done) => crypto.scrypt('word', 'salt', 8, done),
  empty: (done) => crypto.randomBytes(0, done),
  invalid: (done) => crypto.randomBytes(-1, done),
};
exports.capabilities = ['timing:later', 'throws:to-platform'];
