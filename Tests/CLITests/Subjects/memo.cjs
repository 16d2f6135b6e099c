'use strict';

// Awaits of the language's promise. An outcome that an earlier await has had counts as a rejection only if it is truthy.

const memory = new WeakMap();

exports.library = 'memo';
exports.deferred = () => {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};

exports.awaited = async (promise) => {
  const seen = memory.get(promise);
  if (seen?.error) throw seen.error;
  if (seen !== undefined) return seen.value;
  try {
    const value = await promise;
    memory.set(promise, { value });
    return value;
  } catch (error) {
    memory.set(promise, { error });
    throw error;
  }
};
exports.capabilities = ['await', 'resume:later'];
