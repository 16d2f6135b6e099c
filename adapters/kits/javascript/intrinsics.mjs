// Functions of the language as they are before the adapter is loaded, which may replace them.

/** A method as a function whose first argument is the receiver. */
const uncurried = Function.prototype.bind.bind(Function.prototype.call);
const { isArray } = Array;
const { keys, setPrototypeOf } = Object;
const text = String.prototype;

export const bind = uncurried(Function.prototype.bind);
export const charCodeAt = uncurried(text.charCodeAt);
export const endsWith = uncurried(text.endsWith);
export const includes = uncurried(text.includes);
export const indexOf = uncurried(text.indexOf);
export const slice = uncurried(text.slice);
export const trim = uncurried(text.trim);

/** The texts around the first dot; the first is undefined where there is none. */
export function split(word) {
  const dot = indexOf(word, '.');
  return dot < 0 ? [undefined, word] : [slice(word, 0, dot), slice(word, dot + 1)];
}

/** Takes the prototypes from all objects of a document: a member that it does not have is undefined. */
export function bare(json) {
  if (typeof json !== 'object' || json === null) return json;
  const members = keys(json);
  for (let index = 0; index < members.length; index += 1) bare(json[members[index]]);
  return isArray(json) ? json : setPrototypeOf(json, null);
}
