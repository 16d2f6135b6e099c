// A host for promises in JavaScript, Node.js 18 or later.
//
//   node host.mjs ADAPTER-FILE [--name NAME] [--library LIBRARY]
//
// It is a file of its own, in the words of old versions of Node.js, because these cannot read the others.

const needed = 18;
const { node } = process.versions;

if (parseInt(node, 10) >= needed) {
  import('./main.mjs');
} else {
  const fatal = `Node.js ${node} is too old: adapters in JavaScript need Node.js ${needed} or later`;
  process.stdout.write(`${JSON.stringify({ fatal })}\n`, () => process.exit(1));
}
