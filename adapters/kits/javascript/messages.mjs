// Knows of messages between ports, and of threads, which the event loop does not list.
//
// A message to a port of this thread is delivered in the next turn, so that it
// is enough to see each of them sent. What another thread sends, nobody sees.

import { createRequire } from 'node:module';

const threading = createRequire(import.meta.url)('node:worker_threads');
const { Proxy, Set } = globalThis;
const { apply, construct } = Reflect;

/**
 * Tells of each message that this thread sends, before the library loads.
 *
 * @param {() => void} sent
 * @returns {() => number} How many threads live that the library started.
 */
export function watchMessages(sent) {
  for (const { prototype } of [threading.MessagePort, threading.BroadcastChannel, threading.Worker]) {
    const { postMessage } = prototype;
    prototype.postMessage = function (...values) {
      sent();
      return apply(postMessage, this, values);
    };
  }
  const living = new Set();
  threading.Worker = new Proxy(threading.Worker, {
    construct(type, values, heir) {
      const worker = construct(type, values, heir);
      living.add(worker);
      worker.once('exit', () => living.delete(worker));
      return worker;
    },
  });
  return () => living.size;
}
