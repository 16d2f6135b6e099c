'use strict';

// A deferred fails that is made while the program that started the host keeps the processors busy. Times would not
// tell: on a busy machine a host may be kept waiting for as long as the program works for itself.
const fs = require('node:fs');

/** What the system says of this process' guardian, the parent of hosts: its state, its parent, and so on. */
const guardian = fs.readFileSync(`/proc/${process.ppid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
/** Where the system lists the threads of the program, the guardian's parent. */
const threads = `/proc/${guardian[1]}/task`;

/** The name of a thread of the program, or none where it has just ended. */
const name = (thread) => {
  try {
    return fs.readFileSync(`${threads}/${thread}/comm`, 'utf8').trim();
  } catch {
    return undefined;
  }
};

module.exports = require('./flapping.cjs')(() => fs.readdirSync(threads).some((thread) => name(thread) === 'busy'));
