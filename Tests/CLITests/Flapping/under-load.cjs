'use strict';

// A deferred fails that is made while the program that started the host is busy.
const fs = require('node:fs');

/** What the system says of a process: its state, its parent, and so on. */
const fields = (id) => fs.readFileSync(`/proc/${id}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
/** The program, whose guardian is the parent of hosts. */
const program = fields(process.ppid)[1];
/** The processor time that it has used, in hundredths of a second. */
const used = () => Number(fields(program)[11]);

/** The processor time that this host has used, in hundredths of a second. */
const own = () => process.cpuUsage().user / 10_000;

// Other work on the machine takes as much from the program as from this host: both are measured.
module.exports = require('./flapping.cjs')(() => {
  const before = used();
  const end = own() + 10;
  while (own() < end);
  return used() - before >= 4;
});
