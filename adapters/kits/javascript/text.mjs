// JSON text for traces.

import { constants } from './constants.mjs';
import { charCodeAt, slice } from './intrinsics.mjs';

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
  return stringify(wellFormed(slice(text, 0, longestText)));
}

/** A text with U+FFFD in place of each lone surrogate. */
function wellFormed(text) {
  let result = '';
  let start = 0;
  for (let place = 0; place < text.length; place += 1) {
    const unit = charCodeAt(text, place);
    if (unit >= 0xD800 && unit <= 0xDFFF) {
      const next = charCodeAt(text, place + 1);
      if (unit < 0xDC00 && next >= 0xDC00 && next <= 0xDFFF) {
        place += 1;
      } else {
        result += `${slice(text, start, place)}\ufffd`;
        start = place + 1;
      }
    }
  }
  return start === 0 ? text : result + slice(text, start);
}

/** A number as a trace writes it. */
export function numeral(number) {
  if (isFinite(number)) return is(number, -0) ? '{"is":"-0"}' : `${number}`;
  return `{"is":"${number}"}`;
}
