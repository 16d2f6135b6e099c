// Asks the kernel which threads of the process are at work.
//
// A thread is at work from the moment that it is woken, even while a busy
// machine has no processor for it. Only Linux shows this. On other systems, no
// thread is ever seen at work.

import { createRequire } from 'node:module';

const { readdirSync, readFileSync } = createRequire(import.meta.url)('node:fs');
const directory = '/proc/self/task';
/** The kernel's states of a thread that runs or is about to run, and of one that waits for a disk. */
const atWork = 'RD';

/** How many threads are at work, apart from the current one. */
export function threadsAtWork() {
  try {
    return readdirSync(directory).filter((thread) => thread !== `${process.pid}` && isAtWork(thread)).length;
  } catch {
    return 0;
  }
}

function isAtWork(thread) {
  try {
    // The name, which may contain anything, is in parentheses.
    const status = readFileSync(`${directory}/${thread}/stat`, 'latin1');
    return atWork.includes(status[status.lastIndexOf(')') + 2]);
  } catch {
    // The thread has ended meanwhile.
    return false;
  }
}
