// The constants that the hosts of all languages share. Their names include the units.

import { readFileSync } from 'node:fs';

const vocabulary = new URL('../vocabulary.json', import.meta.url);

export const { constants, adapter: adapterWords, calls: callKinds, subjects } = JSON.parse(readFileSync(vocabulary, 'utf8'));
