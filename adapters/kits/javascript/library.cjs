'use strict';

// Loads a library for an adapter: either installed by npm beside it, or by the Linux distribution.

const { readFileSync } = require('node:fs');
const { Module } = require('node:module');
const { delimiter, dirname, join } = require('node:path');
const { constructed, entryPoints } = require('./class.cjs');

Object.assign(exports, { constructed, entryPoints });

/** Where Debian installs libraries. Only its own Node.js searches these folders by default. */
const systemFolders = ['/usr/share/nodejs', '/usr/lib/nodejs'];

/**
 * Loads a library and determines its version.
 *
 * @param {string} name The name that `require` takes.
 * @param {{ packages: { apt: string[] } }} manifest The adapter's `adapter.json`, which names the
 *   packages for the message when the library is missing.
 * @returns {{ exports: any, version: string }}
 */
exports.load = (name, manifest) => {
  searchSystemFolders();
  let path;
  try {
    path = require.resolve(name, { paths: [process.cwd()] });
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    throw missing(name, manifest);
  }
  try {
    return { exports: require(path), version: versionAt(path, name) };
  } catch (error) {
    // A dependency of the library is missing.
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    throw missing(/'([^']+)'/.exec(error.message)?.[1] ?? name, manifest);
  }
};

/** Makes `require` search the folders of the distribution, also for dependencies of the library. */
function searchSystemFolders() {
  const { NODE_PATH } = process.env;
  const folders = NODE_PATH === undefined ? [] : NODE_PATH.split(delimiter);
  const added = systemFolders.filter((folder) => !folders.includes(folder));
  if (added.length === 0) return;
  process.env.NODE_PATH = [...folders, ...added].join(delimiter);
  Module._initPaths();
}

/** The version in the library's nearest `package.json` above one of its files. */
function versionAt(path, module) {
  const [, name] = /^(@[^/]+\/[^/]+|[^/]+)/.exec(module);
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const found = described(join(folder, 'package.json'));
    if (found?.name === name && found.version !== undefined) return found.version;
  }
  return 'unknown';
}

function described(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** An error that the host reports without its stack, because the message is enough for the user. */
function missing(name, { packages: { apt } }) {
  const error = new Error(`the library ${name} is not installed; on Debian: apt-get install ${apt.join(' ')}`);
  error.code = 'APLUS_MISSING_LIBRARY';
  return error;
}
