// `aplus-check/test` inside the real runners, with the aplus-check that is on the PATH. Mocha and Jest are asked for where
// they are on the PATH, too.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const cases = ['--filter=2.1.2.1-a.*', '--filter=2.2.4-a.fulfilled.*', '--filter=2.2.1.1-a.null', '--seed=1'];
const folders = [];

after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

// A project with the package, an adapter and a test file.
function project(adapter, words) {
  const folder = mkdtempSync(join(tmpdir(), 'runners-'));
  folders.push(folder);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(here, '..', 'npm'), join(folder, 'node_modules', 'aplus-check'));
  copyFileSync(join(here, adapter), join(folder, 'adapter.cjs'));
  writeFileSync(join(folder, 'package.json'), '{"jest": {"testMatch": ["**/*.test.cjs"]}}');
  writeFileSync(join(folder, 'known.txt'), '2.2.4-a.*.already zalgo # it calls at once\nelsewhere:2.2.4 zalgo # it calls at once\n');
  const call = `testPromises(require.resolve('./adapter.cjs'), ...${JSON.stringify([...cases, ...words])})`;
  writeFileSync(join(folder, 'promises.test.cjs'), `require('aplus-check/test').${call};\n`);
  return folder;
}

const runners = {
  node: { command: ['node', '--test', '--test-reporter=tap', 'promises.test.cjs'], expected: /not ok .* # TODO it calls at once/ },
  mocha: { command: ['mocha', '--no-color', 'promises.test.cjs'], expected: /- 2\.2\.4 .*\(expected to fail: it calls at once\)/ },
  jest: { command: ['jest', '--no-color', '--verbose'], expected: /✓ 2\.2\.4 .*\(expected: it calls at once\)/ },
};

function run(runner, folder) {
  const [program, ...words] = runners[runner].command;
  // A runner of node:test inside another one reports to that one.
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd: folder, encoding: 'utf8', env });
  return { status, text: `${stdout}${stderr}`, isMissing: error?.code === 'ENOENT' };
}

for (const runner of Object.keys(runners)) {
  describe(runner, () => {
    const skip = spawnSync(runner, ['--version']).error && `there is no ${runner}`;

    test('a requirement fails with its picture, passes, or is skipped', { skip }, () => {
      const { status, text } = run(runner, project('library.cjs', []));
      assert.notEqual(status, 0);
      for (const words of [
        '2.1.2.1 A fulfilled promise never changes to another state', 'ran inside then on p (aplus.zalgo)', '│ observed',
        'aplus-check --adapter ./adapter.cjs --filter 2.2.4-a.fulfilled.already --seed 1', 'n/a: nonfunctions',
      ]) assert(text.includes(words), `${words}\n${text}`);
      // The frames of the module say nothing about the library.
      assert.doesNotMatch(text, /\n *at .*test\.js:/);
    });

    test('what the baseline expects does not fail', { skip }, () => {
      const { status, text } = run(runner, project('library.cjs', ['--baseline=known.txt']));
      assert.equal(status, 0, text);
      assert.match(text, runners[runner].expected);
    });

    test('a conforming library passes', { skip }, () => {
      const { status, text } = run(runner, project('right.cjs', []));
      assert.equal(status, 0, text);
      assert.match(text, /2\.2\.4 Handlers are called from a clean stack/);
    });

    test('what the run requires is a test of its own', { skip }, () => {
      const { status, text } = run(runner, project('right.cjs', ['--require=threads']));
      assert.notEqual(status, 0);
      assert(text.includes('the adapter lacks threads, which --require names'), text);
    });

    test('a run without results fails with its reason', { skip }, () => {
      const { status, text } = run(runner, project('right.cjs', ['--chapter=none']));
      assert.notEqual(status, 0);
      assert.match(text, /found 'none'|chapter/);
    });
  });
}
