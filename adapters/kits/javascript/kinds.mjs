// The kinds of values, functions and thenables in JavaScript, as `kinds` of ../vocabulary.json lists them.

import { runInNewContext } from 'node:vm';
import { bind } from './intrinsics.mjs';

const {
  assign, create, defineProperty, freeze, getOwnPropertyDescriptor, preventExtensions, seal, setPrototypeOf,
} = Object;
const { toStringTag, toPrimitive } = Symbol;
const NativePromise = Promise;
// Taken before libraries load, which may replace them.
const { Map, Proxy, Reflect, Set, WeakMap, WeakRef, WeakSet } = globalThis;
const refuse = () => { throw new Error('a property that nobody may ask for was read'); };

/** Another realm, with its own constructors, made on first use. */
let realm;
function other() {
  realm ??= runInNewContext(`'use strict'; ({
    object: () => ({}), array: () => [1], error: () => new Error('of another realm'), empty: () => function () {},
    code: (enter) => function (...args) { return enter(this, args); },
  })`);
  return realm;
}

/** A proxy without own properties: it takes their values from another object. */
function virtual(target, owner) {
  const subject = new Proxy(target, {
    get: (_, key) => Reflect.get(key in owner ? owner : target, key, subject),
    has: () => false,
  });
  return subject;
}

const tagged = (object, tag) => defineProperty(object, toStringTag, { value: tag });
const unprintable = (object) => {
  for (const key of [toPrimitive, 'toString', 'valueOf']) defineProperty(object, key, { value: refuse });
  return object;
};
const cyclic = () => {
  const made = {};
  made.self = made;
  return made;
};
class Instance {}
class Callable extends Function {}

/** Makes values of each kind; up to the last group, none of them has a callable `then`. */
export const values = {
  array: () => [1, 2],
  'empty-array': () => [],
  'sparse-array': () => { const made = []; made.length = 3; return made; },
  'frozen-array': () => freeze([1]),
  arguments: () => (function () { return arguments; })(1),
  frozen: () => freeze({}),
  sealed: () => seal({}),
  fixed: () => preventExtensions({}),
  bare: () => create(null),
  instance: () => new Instance(),
  heir: () => create({}),
  proxy: () => virtual({}, create(null)),
  'array-proxy': () => new Proxy([], {}),
  'boxed-text': () => Object('text'),
  'boxed-empty-text': () => Object(''),
  'boxed-zero': () => Object(0),
  'boxed-false': () => Object(false),
  'boxed-symbol': () => Object(Symbol('boxed')),
  'boxed-bigint': () => Object(5n),
  map: () => new Map(),
  set: () => new Set(),
  'weak-map': () => new WeakMap(),
  'weak-set': () => new WeakSet(),
  'weak-ref': () => new WeakRef({}),
  'array-buffer': () => new ArrayBuffer(8),
  'shared-array-buffer': () => new SharedArrayBuffer(8),
  'data-view': () => new DataView(new ArrayBuffer(8)),
  'typed-array': () => new Uint8Array(2),
  buffer: () => Buffer.from('buffer'),
  error: () => new RangeError('an error'),
  'frozen-error': () => freeze(new Error('frozen')),
  'bare-error': () => setPrototypeOf(new Error('bare'), null),
  'error-heir': () => create(Error.prototype),
  'aggregate-error': () => new AggregateError([]),
  'dom-exception': () => new DOMException('dom'),
  iterator: () => [].values(),
  generator: () => (function* () {})(),
  'async-generator': () => (async function* () {})(),
  json: () => JSON,
  math: () => Math,
  global: () => globalThis,
  url: () => new URL('http://localhost'),
  'invalid-date': () => new Date(NaN),
  'abort-signal': () => new AbortController().signal,
  event: () => new Event('event'),
  'realm-object': () => other().object(),
  'realm-array': () => other().array(),
  'realm-error': () => other().error(),
  'function-tagged': () => tagged({}, 'Function'),
  'promise-tagged': () => tagged({}, 'Promise'),
  'call-and-apply': () => ({ call: refuse, apply: refuse, bind: refuse }),
  'name-and-length': () => ({ name: 'handler', length: 1, prototype: {} }),
  'claims-promise': () => ({ constructor: NativePromise }),
  'catch-only': () => ({ catch: refuse, finally: refuse, done: refuse }),
  cyclic,
  unprintable: () => unprintable({}),
  unreadable: () => defineProperty({}, 'other', { get: refuse, enumerable: true }),
  'to-json': () => ({ toJSON: () => ({ other: true }) }),
  'empty-key': () => ({ '': 1, ' then': refuse, Then: refuse }),
  'bigint-zero': () => 0n,
  infinity: () => Infinity,
  'registered-symbol': () => Symbol.for('aplus'),
  'known-symbol': () => Symbol.iterator,

  // Functions.
  class: () => class {},
  'async-function': () => async function () {},
  'async-arrow': () => async () => {},
  'generator-function': () => function* () {},
  'async-generator-function': () => async function* () {},
  'bound-function': () => bind(function () {}, null),
  'function-proxy': () => new Proxy(function () {}, {}),
  'built-in': () => Math.max,
  constructor: () => Map,
  'promise-constructor': () => NativePromise,
  'realm-function': () => other().empty(),
  'bare-function': () => setPrototypeOf(() => {}, null),
  'frozen-function': () => freeze(() => {}),
  'tagged-function': () => tagged(() => {}, 'Object'),
  'function-instance': () => setPrototypeOf(() => {}, Callable.prototype),
  method: () => ({ method() {} }).method,

  // Objects whose properties must not be read.
  'revoked-proxy': () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; },
  'native-promise': () => NativePromise.resolve(),
  'promise-heir': () => create(NativePromise.prototype),
  'throwing-then': () => ({ then: refuse }),
  'throwing-getter': () => defineProperty({}, 'then', { get: refuse }),
};

/** A function of a kind that cannot return the result of user code by itself: a proxy calls the user code instead. */
const disguised = (target) => (enter) => new Proxy(target, { apply: (_, receiver, args) => enter(receiver, args) });
const arrow = (enter) => (...args) => enter(undefined, args);
const constructed = Function('enter', '"use strict"; return function () { return enter(this, [...arguments]); }');

/** Functions that call `enter` with their receiver and their arguments. */
export const functions = {
  arrow,
  method: (enter) => ({ method(...args) { return enter(this, args); } }).method,
  'static-method': (enter) => (class { static method(...args) { return enter(this, args); } }).method,
  getter: (enter) => getOwnPropertyDescriptor({ get x() { return enter(this, [...arguments]); } }, 'x').get,
  setter: (enter) => getOwnPropertyDescriptor({ set x(first) { return enter(this, [...arguments]); } }, 'x').set,
  bound: (enter) => bind(function (...args) { return enter(this, args); }, undefined),
  async: (enter) => async function (...args) { return enter(this, args); },
  'async-arrow': (enter) => async (...args) => enter(undefined, args),
  generator: disguised(function* () {}),
  'async-generator': disguised(async function* () {}),
  class: disguised(class {}),
  proxy: disguised(function () {}),
  realm: (enter) => other().code(enter),
  frozen: (enter) => freeze(arrow(enter)),
  tagged: (enter) => tagged(arrow(enter), 'Object'),
  instance: (enter) => setPrototypeOf(arrow(enter), Callable.prototype),
  'two-parameters': (enter) => function (first, second) { return enter(this, [...arguments]); },
  unnamed: (enter) => { const made = arrow(enter); delete made.name; delete made.length; return made; },
  thenable: (enter) => assign(arrow(enter), { then: refuse, catch: refuse }),
  constructed: (enter) => constructed(enter),
};

const plain = (make, finish) => () => ({ subject: make(), finish });

/** An object whose class has an accessor of `then`, which all its objects share. */
class Answering {
  #owner;

  constructor(owner) {
    this.#owner = owner;
  }

  get then() {
    return Reflect.get(this.#owner, 'then', this);
  }
}

/** Makes thenables: the object, the owner of its `then` if that is another object, and a final step. */
export const shapes = {
  frozen: plain(() => ({}), freeze),
  sealed: plain(() => ({}), seal),
  fixed: plain(() => ({}), preventExtensions),
  instance: () => {
    class Thenable {}
    return { subject: new Thenable(), owner: Thenable.prototype };
  },
  'grand-heir': () => {
    const owner = {};
    return { subject: create(create(owner)), owner };
  },
  'class-accessor': () => {
    const owner = {};
    return { subject: new Answering(owner), owner };
  },
  hidden: plain(() => ({}), (subject) => defineProperty(subject, 'then', { enumerable: false })),
  proxy: () => {
    const owner = create(null);
    return { subject: virtual({}, owner), owner };
  },
  'function-proxy': () => {
    const owner = create(null);
    return { subject: virtual(function () {}, owner), owner };
  },
  realm: plain(() => other().object()),
  date: plain(() => new Date()),
  regexp: plain(() => /regexp/),
  'frozen-function': plain(() => () => {}, freeze),
};
for (const kind of [
  'array', 'arguments', 'map', 'weak-map', 'error', 'boxed-text', 'boxed-false', 'typed-array',
  'buffer', 'generator', 'realm-function', 'class', 'async-function', 'generator-function', 'bound-function',
  'bare-function', 'function-instance', 'promise-tagged', 'claims-promise', 'unprintable',
]) shapes[kind] = plain(values[kind]);
