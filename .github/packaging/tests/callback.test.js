'use strict';

const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const net = require('node:net');
const test = require('node:test');
const aplus = require('../npm/callback.js');

const rejects = (promise, message) => assert.rejects(promise, (error) => {
  assert.strictEqual(error.code, 'ERR_ASSERTION');
  assert.match(error.message, message);
  return true;
});

test('a callback that comes once resolves with its arguments', async () => {
  assert.deepStrictEqual(await aplus.callback((done) => setTimeout(done, 30, 1, 2), { timing: 'later' }), [1, 2]);
  assert.deepStrictEqual(await aplus.callback((done) => done(), { timing: 'at-once' }), []);
  const [error, text] = await aplus.callback((done) => fs.readFile(__filename, 'utf8', done), { timing: 'later' });
  assert.strictEqual(error, null);
  assert.match(text, /use strict/);
});

test('a callback that never comes is found at once', async () => {
  const start = Date.now();
  await rejects(aplus.callback(() => {}, { within: 3600_000 }), /never called: nothing keeps the event loop alive/);
  await rejects(aplus.callback((done) => new Promise(() => {}).then(done), { within: 3600_000 }), /never called/);
  assert.ok(Date.now() - start < 60_000);
});

test('an open handle is named', async () => {
  const server = net.createServer().listen(0);
  await rejects(aplus.callback(() => {}, { within: 50 }), /not called within 50 ms\. It may still come: open are .*TCPS/);
  server.close();
});

test('a second call fails with its place', async () => {
  const twice = function callsTwice(done) {
    setTimeout(done, 1);
    setTimeout(() => done(), 20);
  };
  await rejects(aplus.callback(twice), /called twice; expected once\. The second call was[^]*callback\.test\.js/);
  await rejects(aplus.callback((done) => [1, 2, 3].forEach(() => done())), /called 3 times/);
});

test('a second call after the wait is an uncaught exception', () => {
  const program = `
    require('../npm/callback.js').callback((done) => { done(); setTimeout(done, 300); setInterval(() => {}, 1000); })`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', program], { cwd: __dirname, encoding: 'utf8' });
  assert.match(stderr, /called again, after the wait for it was over/);
  assert.strictEqual(status, 1);
});

test('timing is checked', async () => {
  await rejects(aplus.callback((done) => done(), { timing: 'later' }), /before the function returned; expected later/);
  await rejects(aplus.callback((done) => setImmediate(done), { timing: 'at-once' }), /after the function had returned/);
});

test('context is checked', async () => {
  const storage = new (require('node:async_hooks').AsyncLocalStorage)();
  const context = () => storage.getStore() === 'here';
  await aplus.callback((done) => storage.run('here', () => setImmediate(done)), { context });
  await rejects(aplus.callback((done) => setImmediate(done), { context }), /where context\(\) is false/);
});

test('several can wait at once', async () => {
  const all = Array.from({ length: 20 }, (_, index) => aplus.callback((done) => setTimeout(done, index, index)));
  assert.deepStrictEqual((await Promise.all(all)).flat(), [...Array(20).keys()]);
});

test('what the function throws is thrown', async () => {
  await assert.rejects(aplus.callback(() => { throw new RangeError('no'); }), RangeError);
});

test('wrong arguments are refused', async () => {
  await assert.rejects(aplus.callback(3), /expected a function/);
  await assert.rejects(aplus.callback(() => {}, { timing: 'soon' }), /timing is "soon"; expected "later", "at-once" or/);
  await assert.rejects(aplus.callback(() => {}, { context: 1 }), /context must be a function/);
  await assert.rejects(aplus.callback(() => {}, { within: 'x' }), /within is x; expected milliseconds/);
});

test('the runner goes on afterwards', () => {
  assert.deepStrictEqual(process.listeners('beforeExit').length > 0, true);
});
