'use strict';

// The adapter of one mutant, or of the correct promise. Its name is the last argument of the host.

const { mutant } = require('./mutant.cjs');

const name = process.argv.at(-1);
module.exports = mutant(name === 'correct' ? undefined : name);
