// Writes what is generated and checked in: schema.graphql and the reference tables. Tests fail while a file is not current.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configurationReference } from './generate/configuration-reference.ts';
import { errorReference } from './generate/error-reference.ts';
import { limitReference } from './generate/limit-reference.ts';
import { printedSchema } from './generate/printed-schema.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Each generated file and what it must hold. */
export const GENERATED: Readonly<Record<string, () => string | Promise<string>>> = {
  'schema.graphql': printedSchema,
  'docs/reference/errors.md': errorReference,
  'docs/reference/limits.md': () => limitReference(root),
  'docs/reference/configuration.md': configurationReference,
};

/** The names of the generated files that are not current; with `write`, brings them up to date. */
export async function generate(write: boolean): Promise<string[]> {
  const stale: string[] = [];
  for (const [name, make] of Object.entries(GENERATED)) {
    const path = join(root, name);
    const text = await make();
    if (current(path) === text) continue;
    stale.push(name);
    if (!write) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return stale;
}

function current(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  const written = await generate(true);
  console.log(written.length === 0 ? 'Everything generated is current.' : `Wrote ${written.join(', ')}.`);
}
