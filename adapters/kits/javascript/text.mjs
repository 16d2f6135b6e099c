// JSON text for traces.

import { constants } from './constants.mjs';

const { Map } = globalThis;
const { is } = Object;
const { isFinite } = Number;
const { stringify } = JSON;
const longestText = constants.longestTextLength;

/** Names as JSON, cached because a program uses the same few again and again. */
const names = new Map();

/** A name of the program as JSON. */
export function quoted(name) {
  let text = names.get(name);
  if (text === undefined) {
    text = stringify(name);
    names.set(name, text);
  }
  return text;
}

/** A string of the library as JSON, of limited length and without lone surrogates, which JSON readers reject. */
export function foreign(text) {
  return stringify(text.slice(0, longestText).replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** A number as a trace writes it. */
export function numeral(number) {
  if (isFinite(number)) return is(number, -0) ? '{"is":"-0"}' : `${number}`;
  return `{"is":"${number}"}`;
}
