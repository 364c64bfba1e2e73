// The documents that browsers ask for by id: one file per area of the client, and those of earlier releases.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SHORT_ID_DIGITS = 16;

/** What pages send: the beginning of a document's SHA-256, since the whole of it does not compress. Earlier pages send all of it. */
export function shortIdOf(id: string): string {
  return id.slice(0, SHORT_ID_DIGITS);
}

/**
 * Texts by id, as `scripts/generate.ts` wrote them, each also by its short id. Read once, when the service is composed.
 * Throws when two documents would have the same short id.
 */
export function persistedDocuments(): ReadonlyMap<string, string> {
  const folder = new URL('./persisted/', import.meta.url);
  const texts = new Map<string, string>();
  for (const name of readdirSync(fileURLToPath(folder))) {
    if (!name.endsWith('.json')) continue;
    const kept = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Record<string, string>;
    for (const [id, text] of Object.entries(kept)) {
      const short = shortIdOf(id);
      if ((texts.get(short) ?? text) !== text) throw new Error(`Two documents begin with the id ${short}.`);
      texts.set(id, text).set(short, text);
    }
  }
  return texts;
}
