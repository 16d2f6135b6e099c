// Tests for node:test, Mocha and Jest: one for each requirement that aplus-check asks of an adapter.
'use strict';

const { spawnSync } = require('node:child_process');
const { existsSync, mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, relative, resolve } = require('node:path');

// The program of the package, or in a checkout the one on the PATH.
const carried = join(__dirname, 'vendor', 'bin', 'aplus-check');
const program = existsSync(carried) ? carried : 'aplus-check';

function testPromises(adapter, ...words) {
  const path = relative('', adapter);
  const shown = path.startsWith('..') ? resolve(adapter) : `./${path}`;
  const runner = chosenRunner();
  runner.group(`aplus-check ${shown}`, () => {
    let results;
    try {
      results = performed(shown, words);
    } catch (error) {
      runner.test('run', () => { throw error; });
      return;
    }
    for (const outcome of outcomes(results)) runner[outcome.kind](outcome);
  });
}

// The report of a run. Runners need all tests at once, so it runs now.
function performed(adapter, words) {
  const folder = mkdtempSync(join(tmpdir(), 'aplus-check-'));
  try {
    const report = join(folder, 'results.json');
    const command = ['run', '--adapter', adapter, ...words, '--quiet', '--no-github', '--report', `json=${report}`];
    const { status, error, stderr } = spawnSync(program, command, {
      argv0: 'aplus-check', encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (error) throw failure(`aplus-check cannot be started: ${error.message}`);
    if (!existsSync(report)) throw failure(stderr.trim() || `aplus-check ended with status ${status}`);
    const results = JSON.parse(readFileSync(report, 'utf8'));
    const broken = results.adapters.find((one) => one.launchFailure);
    if (broken) throw failure(broken.launchFailure.message);
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// An error that a runner shows without the stack of this file.
function failure(text) {
  const error = new Error(text);
  error.stack = text;
  return error;
}

// A test for each requirement, in the order of the cases, and one for what a run reports besides them.
function outcomes({ adapters, interrupted, requirements }) {
  const texts = new Map(requirements.map(({ number, text }) => [number, text]));
  const groups = new Map();
  for (const { cases } of adapters) {
    for (const one of cases) groups.set(one.requirement, [...(groups.get(one.requirement) ?? []), one]);
  }
  const found = [...groups].map(([requirement, cases]) => {
    const elsewhere = adapters.flatMap((adapter) => incidental(adapter, (name) => name === requirement));
    return { name: `${requirement} ${texts.get(requirement) ?? ''}`.trim(), ...outcome(cases, elsewhere) };
  });
  const rest = adapters.flatMap((adapter) => [
    ...adapter.missing.map((name) => `the adapter lacks ${name}, which --require names`),
    ...adapter.stale.map(({ entry, message }) => `line ${entry.line} of the baseline: ${message}`),
    ...incidental(adapter, (name) => !groups.has(name)),
  ]);
  if (interrupted) rest.push('the run was interrupted');
  return [...found, { name: 'run', ...(rest.length > 0 ? { kind: 'fail', text: rest.join('\n') } : { kind: 'pass' }) }];
}

function outcome(cases, elsewhere) {
  const failing = cases.filter(({ standing }) => ['failed', 'aftermath', 'error', 'unexpectedPass'].includes(standing));
  if (failing.length + elsewhere.length > 0) return { kind: 'fail', text: [...explained(failing), ...elsewhere].join('\n') };
  const expected = cases.find(({ standing, verdict }) => standing.startsWith('expected') && verdict !== 'conforms');
  if (expected) return { kind: 'expected', text: expected.expected.reason };
  return cases.some(({ verdict }) => verdict === 'conforms') ? { kind: 'pass' } : { kind: 'skip', text: reason(cases[0]) };
}

// The first failure with its picture, and the ids of the others.
function explained(failing) {
  if (failing.length === 0) return [];
  const size = ({ picture }) => picture?.length ?? 1000;
  const first = failing.reduce((least, one) => (size(one) < size(least) ? one : least));
  const others = failing.filter((one) => one !== first).map(({ id }) => id);
  const { id, title, standing, expected, aftermathOf, violations: [fault] = [], error, picture, replay } = first;
  return [
    `${id} ${title}`,
    standing === 'unexpectedPass' && `passes, although line ${expected.line} of the baseline expects it to fail`,
    standing === 'aftermath' && `passes alone, fails after ${aftermathOf} in the same host`,
    fault && `violates ${fault.requirement}: ${fault.message} (${fault.type})`,
    error && `${error.message} (${error.type})`,
    picture && `\n${picture.join('\n')}\n`,
    replay && `replay  ${replay}`,
    others.length > 0 && `and ${others.length} more: ${others.slice(0, 5).join(', ')}${others.length > 5 ? ', …' : ''}`,
  ].filter(Boolean);
}

// Why a case has no verdict that counts.
function reason({ standing, because, violations, reason: text }) {
  if (standing === 'notReached') return `not reached: ${because.join(', ')} is violated`;
  if (standing === 'advised') return `advice: ${violations[0].message}`;
  return `${standing === 'notRun' ? 'not run' : 'n/a'}: ${text}`;
}

// The violations of the chosen requirements in cases about other ones.
function incidental({ collected }, isChosen) {
  return collected.filter(({ requirement, expected }) => isChosen(requirement) && !expected).map(
    ({ requirement, cases, firstCase, first }) =>
      `violates ${requirement} in ${cases} cases about other requirements, first in ${firstCase}: ${first.message}`);
}

// The runner whose functions are global, else that of Node.
function chosenRunner() {
  const { describe, it, test } = globalThis;
  if (typeof describe !== 'function' || typeof it !== 'function') return nodeRunner(require('node:test'));
  const fail = ({ name, text }) => it(name, () => { throw failure(text); });
  const skip = ({ name, text }) => it.skip(`${name} (${text})`, () => {});
  return {
    group: describe,
    test: it,
    pass: ({ name }) => it(name, () => {}),
    fail,
    skip,
    // Mocha has no test that is expected to fail.
    expected: ({ name, text }) => (typeof test?.failing === 'function'
      ? test.failing(`${name} (expected: ${text})`, () => { throw failure(text); })
      : skip({ name, text: `expected to fail: ${text}` })),
  };
}

function nodeRunner({ describe, it }) {
  return {
    group: describe,
    test: it,
    pass: ({ name }) => it(name, () => {}),
    fail: ({ name, text }) => it(name, () => { throw failure(text); }),
    skip: ({ name, text }) => it(name, { skip: text }, () => {}),
    expected: ({ name, text }) => it(name, { todo: text }, () => { throw failure(text); }),
  };
}

module.exports = { testPromises };
