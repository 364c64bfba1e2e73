// Writes docs/reference/script: a page per message and the page that lists them.
import { writeFileSync } from 'node:fs';
import { MESSAGE_TYPES } from '../src/index.ts';
import { referenceIndex, referencePage } from './reference.ts';

const folder = new URL('../../../docs/reference/script/', import.meta.url);
for (const type of MESSAGE_TYPES) writeFileSync(new URL(`${type}.md`, folder), referencePage(type));
writeFileSync(new URL('index.md', folder), referenceIndex());
console.log(`${MESSAGE_TYPES.length + 1} pages`);
