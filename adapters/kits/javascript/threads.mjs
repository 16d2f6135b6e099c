// Knows which threads of the process are at work, from the kernel.
//
// A thread that has something to do is at work from the moment that it is woken,
// also while a busy machine has no processor for it. Only Linux tells; elsewhere
// no thread is ever seen at work.

import { createRequire } from 'node:module';

const { readdirSync, readFileSync } = createRequire(import.meta.url)('node:fs');
const directory = '/proc/self/task';
/** What the kernel calls a thread that runs or is about to, and one that waits for a disk. */
const atWork = 'RD';

/** How many threads are at work, without the one that asks. */
export function threadsAtWork() {
  try {
    return readdirSync(directory).filter((thread) => thread !== `${process.pid}` && isAtWork(thread)).length;
  } catch {
    return 0;
  }
}

function isAtWork(thread) {
  try {
    // The name stands in parentheses, and may hold anything.
    const status = readFileSync(`${directory}/${thread}/stat`, 'latin1');
    return atWork.includes(status[status.lastIndexOf(')') + 2]);
  } catch {
    // It has ended in the meantime.
    return false;
  }
}
