// Evaluates the value expressions of a program.

import { broken } from './broken.mjs';
import { accessor, closure, roles } from './functions.mjs';
import { split } from './intrinsics.mjs';
import * as kinds from './kinds.mjs';
import { make } from './promises.mjs';
import { quoted } from './text.mjs';

const { create, defineProperty } = Object;
const intrinsics = {
  Error, TypeError, RangeError, ReferenceError, SyntaxError, EvalError, URIError,
};

/** The value of an expression. */
export function evaluate(run, value, context) {
  if (typeof value === 'string') return run.names.lookUp(value, context);
  if (typeof value !== 'object' || value === null) return value;
  if ('text' in value) return value.text;
  if ('is' in value) return special(run, value.is);
  if ('error' in value) return makeError(run, value);
  if ('list' in value) return makeList(run, value, context);
  if ('promise' in value) return make(run, value, context);
  if ('thenable' in value) return makeThenable(run, value.thenable, context);
  return broken(`no value: ${JSON.stringify(value)}`);
}

function special(run, word) {
  const { recorder } = run;
  const object = (made, type) => recorder.introduce(made, `"kind":"object","class":"${type}"`);
  switch (word) {
    case 'undefined': return undefined;
    case 'NaN': return NaN;
    case '-0': return -0;
    case 'bigint': return 5n;
    case 'symbol': return object(Symbol('symbol'), 'Symbol');
    case 'date': return object(new Date(), 'Date');
    case 'regexp': return object(/regexp/, 'RegExp');
    case 'object': return object({}, 'Object');
    case 'function-heir': return object(create(Function.prototype), 'Function');
    case 'function': return recorder.introduce(() => undefined, '"kind":"function"');
    case 'array-of-function': {
      const inner = recorder.introduce(() => run.names.mark('O'), '"kind":"function"');
      return recorder.introduce([inner], `"kind":"list","items":${recorder.references([inner])}`);
    }
    default: return kind(run, word, kinds.values);
  }
}

/** The name of a kind without its language. */
function kindName(word, known) {
  const [language, name] = split(word);
  return language === 'javascript' && name in known ? name : broken(`no such kind: ${word}`);
}

function kind(run, word, known) {
  const name = kindName(word, known);
  const value = known[name]();
  const isPrimitive = Object(value) !== value && typeof value !== 'symbol';
  return isPrimitive ? value : run.recorder.introduce(value, `"kind":"object","class":${quoted(name)}`);
}

/** The function that makes user code of a kind. */
export function functionKind(word) {
  return kinds.functions[kindName(word, kinds.functions)];
}

function makeError(run, { error: name, stack }) {
  const type = intrinsics[name] ?? broken(`no such error: ${name}`);
  const error = new type();
  if (stack === false) delete error.stack;
  return run.recorder.introduce(error, `"kind":"error","class":${quoted(name)}`);
}

function makeList(run, { list }, context) {
  const { recorder } = run;
  const values = list.map((item) => evaluate(run, item, context));
  return recorder.introduce(values, `"kind":"list","items":${recorder.references(values)}`);
}

function makeThenable(run, thenable, context) {
  const { as, shape = 'object', then, get } = thenable;
  const { recorder } = run;
  const inherited = {};
  const shapes = {
    object: () => ({ subject: {} }),
    bare: () => ({ subject: create(null) }),
    function: () => ({ subject: () => undefined }),
    heir: () => ({ subject: create(inherited), owner: inherited }),
  };
  const made = (shapes[shape] ?? kinds.shapes[kindName(shape, kinds.shapes)])();
  const { subject, owner = subject, finish } = made;
  recorder.introduce(subject, typeof then === 'string' ? '"kind":"thenable","thenable":true' : '"kind":"thenable"');
  if (as !== undefined) run.names.bind(as, subject, context);
  const property = slot(run, then, context, () => roles.thenable(subject));
  if (get !== undefined) {
    const read = accessor(run, thenable, property, `"on":${recorder.reference(subject)}`, context, subject);
    defineProperty(owner, 'then', { get: read, configurable: true, enumerable: true });
  } else if (then !== undefined) {
    defineProperty(owner, 'then', {
      value: property, writable: true, configurable: true, enumerable: true,
    });
  }
  finish?.(subject);
  return subject;
}

/** The value in a place for a function: a closure, a value that is not a function, or undefined. */
export function slot(run, expression, context, role) {
  if (expression === undefined) return undefined;
  if (typeof expression === 'string') return closure(run, expression, role(), context);
  return evaluate(run, expression.not, context);
}
