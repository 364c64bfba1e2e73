// Loaded before each process of a test run: writes down the codes of the errors that the service answers there, for `answered-errors.ts`.
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { ANSWERED_FOLDER, isMadeByService } from './answered-errors.ts';

const folder = process.env[ANSWERED_FOLDER];
const written = new Set<string>();

if (folder !== undefined)
  subscribe('pestle:answered-error', (message) => {
    const { code, stack = '' } = message as { readonly code: string; readonly stack?: string };
    if (written.has(code) || !isMadeByService(stack)) return;
    written.add(code);
    // At once: a process may be killed, and its last words are lost.
    appendFileSync(join(folder, `${process.pid}`), `${code}\n`);
  });
