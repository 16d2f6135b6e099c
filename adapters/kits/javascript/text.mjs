// JSON text for traces.

import { constants } from './constants.mjs';

const { Map } = globalThis;
const { is } = Object;
const { isFinite } = Number;
const { stringify } = JSON;
const longestText = constants.longestTextLength;

/** Names of programs as JSON; the same few are written again and again. */
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

/** A text of the library as JSON, of bounded size and without lone surrogates, which no JSON reader takes. */
export function foreign(text) {
  return stringify(text.slice(0, longestText).replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** A number as it is written in a trace. */
export function numeral(number) {
  if (isFinite(number)) return is(number, -0) ? '{"is":"-0"}' : `${number}`;
  return `{"is":"${number}"}`;
}
