// The documents that browsers ask for by id: one file per area of the client, and those of earlier releases.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Texts by id, as `scripts/generate.ts` wrote them. Read once, when the service is composed. */
export function persistedDocuments(): ReadonlyMap<string, string> {
  const folder = new URL('./persisted/', import.meta.url);
  const texts = new Map<string, string>();
  for (const name of readdirSync(fileURLToPath(folder))) {
    if (!name.endsWith('.json')) continue;
    const kept = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Record<string, string>;
    for (const [id, text] of Object.entries(kept)) texts.set(id, text);
  }
  return texts;
}
