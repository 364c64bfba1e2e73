// The configuration that the guide gives to operators, with the addresses, ports and folders of this run in place of the guide's.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('../../deploy/failover/', import.meta.url);

/** `from` as it stands in the guide's file, `to` as this run needs it. */
export type Replacement = readonly [from: string, to: string];

/** Throws when the guide's file does not say what is to be replaced: then the run would be about another configuration. */
export function guideFile(name: string, replacements: readonly Replacement[]): string {
  const path = new URL(name, FOLDER);
  let text = readFileSync(path, 'utf8');
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`${fileURLToPath(path)} does not say ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}
