// Opens a page in a browser without a screen, and prints what is seen there as JSON.
//
//   node browse.mjs BROWSER PAGE [PICTURES]
//
// The browser is spoken to through two pipes, in its own protocol: one JSON text and a zero byte
// for each message. PICTURES is a directory for screenshots.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [program, page, pictures] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), 'browse-'));
const browser = spawn(
  program,
  ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--remote-debugging-pipe',
    `--user-data-dir=${profile}`, 'about:blank'],
  {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    // Chromium leaves directories behind where it keeps temporary files.
    env: { ...process.env, TMPDIR: profile },
  },
);
const waiting = new Map();
const listeners = [];
let number = 0;
let text = '';
browser.stdio[4].on('data', (bytes) => {
  const parts = (text + bytes).split('\0');
  text = parts.pop();
  for (const message of parts.map((part) => JSON.parse(part))) {
    if (message.id) {
      const { resolve, reject } = waiting.get(message.id);
      if (message.error) reject(new Error(message.error.message));
      else resolve(message.result);
    } else {
      for (const listener of listeners) listener(message);
    }
  }
});
browser.on('exit', () => {
  for (const { reject } of waiting.values()) reject(new Error('the browser ended'));
});

let session;
const send = (method, params = {}) => new Promise((resolve, reject) => {
  number += 1;
  waiting.set(number, { resolve, reject });
  browser.stdio[3].write(`${JSON.stringify({ id: number, sessionId: session, method, params })}\0`);
});
const next = (method) => new Promise((resolve) => {
  listeners.push((message) => { if (message.method === method) resolve(message.params); });
});
const evaluate = async (expression) => {
  const { result, exceptionDetails } = await send(
    'Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true },
  );
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? expression);
  return result.value;
};
// Once the next frame is drawn, styles and positions are those of the new state.
const settled = () => evaluate(
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))',
);
const press = async (key, code) => {
  const event = { key, code: key, windowsVirtualKeyCode: code, text: key === 'Enter' ? '\r' : '' };
  await send('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
  await send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  await settled();
};
const view = async (width, height, scheme) => {
  await send('Emulation.setDeviceMetricsOverride', {
    width, height, deviceScaleFactor: 1, mobile: width < 500,
  });
  await send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  });
  await settled();
};
const picture = async (name) => {
  if (!pictures) return;
  const { data } = await send('Page.captureScreenshot', { format: 'png' });
  writeFileSync(join(pictures, `${name}.png`), Buffer.from(data, 'base64'));
};
const overflow = () => evaluate(
  'Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth',
);
const colors = () => evaluate(`(() => {
  const look = (element) => element
    ? [getComputedStyle(element).color, getComputedStyle(element).backgroundColor] : null;
  return [document.body, ...document.querySelectorAll('.legend dt')].map(look);
})()`);

const visit = async (query = '') => {
  const loaded = next('Page.loadEventFired');
  await send('Page.navigate', { url: pathToFileURL(page).href + query });
  await loaded;
};

// What the filters of the board show, and what they leave in the address.
const filters = async () => {
  const rows = () => evaluate(`[...document.querySelectorAll('.overview.first tbody tr')]
    .filter((row) => !row.hidden).map((row) => row.dataset.name)`);
  const state = async () => ({
    rows: await rows(), address: await evaluate('location.search'),
    says: await evaluate("document.querySelector('#tools output').textContent"),
    canReset: await evaluate("!document.querySelector('#tools [type=reset]').hidden"),
  });
  const found = {};
  await visit();
  found.all = await state();
  const [first, second] = found.all.rows;
  const library = await evaluate("document.querySelector('.overview.first tbody tr').dataset.library");
  await visit(`?name=${encodeURIComponent(library.toUpperCase())}`);
  found.byLibrary = await state();
  await visit('?language=c++');
  found.plus = await evaluate("document.querySelector('#tools select').value");
  await visit('?name=no+such+library');
  found.none = await state();
  await evaluate("document.querySelector('#tools [type=reset]').click()");
  await settled();
  found.reset = await state();
  // A topic that some library lacks, and none meets: how many have it, and the link that shows those.
  const lacking = await evaluate(`[...document.querySelectorAll('#tools [name=has]')].map((box) => box.value)`);
  const heads = await evaluate(`[...document.querySelectorAll('.overview.first thead th')].map((head) => head.textContent)`);
  for (const topic of lacking) {
    const place = heads.indexOf(topic);
    const wanted = await evaluate(`[...document.querySelectorAll('.overview.first tbody tr')]
      .filter((row) => row.cells[${place}].dataset.checked !== '0' && row.cells[${place}].className !== 'conforms')
      .map((row) => row.dataset.name)`);
    if (wanted.length === 0) continue;
    found.topic = topic;
    await visit(`?has=${encodeURIComponent(topic)}`);
    found.has = await state();
    await visit(`?name=${encodeURIComponent(wanted[0])}&meets=${encodeURIComponent(topic)}`);
    found.unmet = await state();
    const followed = next('Page.loadEventFired');
    await evaluate("document.querySelector('#tools output a').click()");
    await followed;
    found.followed = await state();
    break;
  }
  await visit('?without=sync');
  found.without = await state();
  found.early = await evaluate(`[...document.querySelectorAll('.overview.first tbody tr')]
    .filter((row) => (row.dataset.kinds ?? '').split(' ').includes('sync')).map((row) => row.dataset.name)`);
  await visit();
  await evaluate("document.querySelector('.overview.first tbody input').click()");
  found.chosen = await state();
  await visit(`?chosen=${first}+${second}&only=yes`);
  found.only = await state();
  await visit();
  for (const press of ['up', 'down', 'unsorted']) {
    await evaluate("document.querySelector('.overview.first thead th:nth-child(3) button').click()");
    found[press] = await state();
  }
  await visit();
  return { ...found, library };
};

// Text that stands out from what is behind it by less than 4.5 to 1.
const faint = () => evaluate(`(() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (color) => {
    const [r, g, b] = color.map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length === 3) return color;
    }
    return [255, 255, 255];
  };
  const found = new Set();
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility() || ![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    const pair = [parse(getComputedStyle(element).color), behind(element)].map(light);
    if (Math.max(...pair) / Math.min(...pair) < 4.5) found.add(element.tagName + '.' + element.className);
  }
  return [...found];
})()`);
// What scrolls by itself and cannot be reached with keys alone.
const unreachable = () => evaluate(`[...document.body.querySelectorAll('*')].filter((element) =>
  element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX)
    && !element.hasAttribute('tabindex')).map((element) => element.tagName + '.' + element.className)`);

const seen = { errors: [] };
try {
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  ({ sessionId: session } = await send('Target.attachToTarget', { targetId, flatten: true }));
  listeners.push(({ method, params }) => {
    if (method === 'Log.entryAdded') seen.errors.push(params.entry.text);
    if (method === 'Runtime.exceptionThrown') seen.errors.push(params.exceptionDetails.text);
    if (method === 'Network.requestWillBeSent' && !/^(file|data):/.test(params.request.url)) {
      seen.errors.push(`asks for ${params.request.url}`);
    }
  });
  for (const part of ['Page', 'Log', 'Runtime', 'Network']) await send(`${part}.enable`);
  await visit();

  await view(1280, 900, 'light');
  seen.title = await evaluate('document.title');
  seen.cells = await evaluate("document.querySelectorAll('.matrix td[id]').length");
  seen.light = await colors();
  seen.faint = await faint();
  seen.wideOverflow = await overflow();
  await picture('light-top');
  await evaluate("document.querySelector('#matrix').scrollIntoView()");
  await settled();
  await picture('light-matrix');

  // The heads must stay where they are while the table moves below them.
  seen.heads = await evaluate(`(() => {
    const box = document.querySelector('.matrix');
    box.scrollTo(10000, 10000);
    const [outer, name, row] = [box, box.querySelector('thead th.name'),
      box.querySelector('tbody tr:last-child th')].map((part) => part.getBoundingClientRect());
    box.scrollTo(0, 0);
    return { top: Math.round(name.top - outer.top), left: Math.round(row.left - outer.left) };
  })()`);

  // From the first cell that fails to the page of the library, with keys alone.
  await evaluate("document.querySelector('.matrix td a').focus()");
  await press('Tab', 9);
  await evaluate("document.querySelector('.matrix td a').focus({ focusVisible: true })");
  seen.outline = await evaluate("getComputedStyle(document.activeElement).outlineStyle");
  seen.cell = await evaluate("document.activeElement.getAttribute('href')");
  const arrived = next('Page.loadEventFired');
  await press('Enter', 13);
  await arrived;
  await settled();
  seen.opened = await evaluate(`(() => {
    const part = document.querySelector('li:target');
    if (!part) return null;
    const box = part.getBoundingClientRect();
    const page = location.pathname.split('/').slice(-2).join('/');
    return {
      id: page + '#' + part.id,
      hasCommand: document.body.textContent.includes('aplus-check --adapter'),
      isInView: box.top >= 0 && box.bottom <= innerHeight + 1 && box.height > 20,
    };
  })()`);
  await picture('light-cell');
  seen.levels = await evaluate(
    "[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((head) => Number(head.tagName[1]))",
  );
  await view(390, 844, 'light');
  seen.libraryOverflow = await overflow();
  // The words of a command: none is broken, and none leaves the page.
  seen.words = await evaluate(`[...document.querySelectorAll('pre .word')].filter((word) => {
    const range = document.createRange();
    range.selectNodeContents(word);
    const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
    return lines.size > 1 && word.textContent.startsWith('--');
  }).length`);
  seen.sideways = await evaluate(
    "[...document.querySelectorAll('pre')].filter((part) => part.scrollWidth > part.clientWidth).length",
  );
  await picture('light-narrow-library');
  // A link to a topic marks its head.
  const part = await evaluate("document.querySelector('nav.marks a:last-child').getAttribute('href')");
  await evaluate(`location.hash = ${JSON.stringify(part)}`);
  await settled();
  seen.marked = await evaluate("getComputedStyle(document.querySelector('section:target > h2') ?? document.body).outlineStyle");
  await view(1280, 900, 'light');
  // A link to a cell far down shows its row and the head of its column.
  await visit();
  const far = await evaluate("[...document.querySelectorAll('.matrix td[id]')].at(-1).id");
  // Another query, so that the page is loaded, and not only its place changed.
  await visit('?far#' + far);
  await settled();
  await settled();
  seen.far = await evaluate(`(() => {
    const cell = document.querySelector('.matrix td:target').getBoundingClientRect();
    const head = document.querySelector('.matrix thead th.name').getBoundingClientRect();
    return { isHeadInView: head.top >= -1 && head.bottom <= cell.top + 1, isCellInView: cell.bottom <= innerHeight + 1 };
  })()`);
  await picture('light-far');
  await visit();

  seen.filters = await filters();
  await view(1280, 900, 'dark');
  seen.dark = await colors();
  seen.faint.push(...await faint());
  await evaluate("document.querySelector('#matrix').scrollIntoView()");
  await settled();
  await picture('dark-matrix');
  // Between a phone and a wide window the table says, and shows at its edge, that it goes on.
  await view(600, 900, 'dark');
  await evaluate("document.querySelector('.overview.first').parentElement.scrollTo(0, 0)");
  await settled();
  seen.middle = await evaluate(`(() => {
    const box = document.querySelector('.overview.first').parentElement;
    return { isWider: box.scrollWidth > box.clientWidth, isCut: getComputedStyle(box).maskImage !== 'none',
      says: box.previousElementSibling.checkVisibility() };
  })()`);
  await picture('dark-middle');
  await view(360, 740, 'dark');
  seen.narrowOverflow = await overflow();
  seen.unreachable = await unreachable();
  // What a card cuts, and heads above cards that are no buttons.
  seen.cutCards = await evaluate(`[...document.querySelectorAll('.cards tbody tr > *')].filter((part) => part.checkVisibility()
    && (part.scrollWidth > part.clientWidth + 1
      || part.getBoundingClientRect().right > part.closest('tr').getBoundingClientRect().right + 1)).length`);
  seen.looseHeads = await evaluate(`[...document.querySelectorAll('.cards thead th')]
    .filter((head) => head.checkVisibility() && !head.querySelector('button')).length`);
  // How much of the first table its names take, which stay where they are.
  seen.names = await evaluate(`(() => {
    const box = document.querySelector('.overview')?.parentElement;
    return box ? Math.round(100 * box.querySelector('th').offsetWidth / box.clientWidth) : 0;
  })()`);
  await picture('dark-narrow');
  await view(360, 740, 'light');
  await evaluate('scrollTo(0, 0)');
  await settled();
  await picture('light-narrow-top');
  await evaluate("document.querySelector('.matrix').scrollIntoView()");
  await settled();
  await picture('light-narrow-matrix');
  seen.scrolls = await evaluate(
    "(() => { const box = document.querySelector('.matrix'); return box.scrollWidth > box.clientWidth; })()",
  );
  console.log(JSON.stringify(seen));
} finally {
  browser.removeAllListeners('exit');
  browser.kill('SIGKILL');
  await new Promise((resolve) => { browser.once('close', resolve); });
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
