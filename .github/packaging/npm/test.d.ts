/**
 * Makes one test for each requirement that aplus-check asks of an adapter, in the runner that loads the file: node:test,
 * Mocha or Jest. The adapter is run at once. A failure shows the picture of the simplest case. A test is skipped where no
 * case is applicable; where the baseline expects the failure, it is a `todo` of node:test, `failing` in Jest, and skipped
 * in Mocha. The last test, `run`, fails on a baseline that is out of date, and on capabilities that are missing.
 *
 * @param adapter The path of the adapter's file or directory.
 * @param words Arguments of aplus-check, such as `--quick`.
 *
 * @example
 * require('aplus-check/test').testPromises(require.resolve('./adapter.cjs'), '--quick');
 */
export function testPromises(adapter: string, ...words: string[]): void;
