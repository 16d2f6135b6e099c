/** What is expected of a callback. */
export interface Expectation {
  /** When it must come: never inside the call of the function, always inside it, or either (default). */
  timing?: 'later' | 'at-once' | 'either';
  /** Called inside the callback; returns whether it runs where it should. */
  context?: () => boolean;
  /** The longest wait for the callback in milliseconds (1000), where something else keeps the event loop alive. */
  within?: number;
}

/**
 * Calls a function that takes a callback, and resolves with the arguments of the call once nothing keeps the event loop
 * alive. Rejects with an AssertionError if the callback does not come exactly once, when and where it should. A second
 * call that comes after the wait is an uncaught exception.
 *
 * @example
 * const aplus = require('aplus-check/callback');
 * const [error, data] = await aplus.callback((done) => fs.readFile(path, done), { timing: 'later' });
 */
export function callback<Values extends unknown[]>(
  start: (done: (...values: Values) => void) => void, expectation?: Expectation): Promise<Values>;
