'use strict';

// The promise of the language, in a process in which `APLUS_REPLACE` names what was replaced.

exports.library = 'Promise';
exports.Promise = Promise;

const refuse = () => { throw new Error('a function that was replaced'); };
const replacements = {
  as: () => { Object.prototype.as = 'q'; },
  bind: () => { Function.prototype.bind = refuse; },
  exec: () => { RegExp.prototype.exec = () => null; },
};
replacements[process.env.APLUS_REPLACE]();
