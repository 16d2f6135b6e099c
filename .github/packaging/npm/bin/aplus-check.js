#!/usr/bin/env node
// Starts the program that this package carries. `aplus-check ./adapter.js` is short for `aplus-check --adapter ./adapter.js`.
'use strict';

const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { constants } = require('node:os');
const { join } = require('node:path');

const program = join(__dirname, '..', 'vendor', 'bin', 'aplus-check');
const given = process.argv.slice(2);
const isFile = given.length > 0 && /[./]/.test(given[0]) && !given[0].startsWith('-') && existsSync(given[0]);
const first = isFile && !given[0].includes('/') ? [`./${given[0]}`, ...given.slice(1)] : given;
const { status, signal, error } = spawnSync(program, isFile ? ['--adapter', ...first] : given, {
  // The name under which people start it is the one in the commands that it prints.
  argv0: 'aplus-check', stdio: 'inherit',
});
if (error !== undefined) {
  const why = error.code === 'ENOENT' ? `the package is for ${require('../package.json').os} alone` : error.message;
  process.stderr.write(`error: aplus-check cannot be started: ${why}\n`);
  process.exit(3);
}
process.exit(signal === null ? status : 128 + constants.signals[signal]);
