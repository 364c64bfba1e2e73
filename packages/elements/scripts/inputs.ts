// Tells whether a build is still that of the sources.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const SOURCES = [
  'packages/{elements,client,rules}/src/**/*.{ts,json}',
  'packages/{elements,client,rules}/package.json',
  'packages/elements/scripts/*.ts',
];

/** Changes with every source, with every dependency and with what builds; `more` are sources of what is built from these. */
export function hashOfInputs(root: string, more: readonly string[] = []): string {
  return hashOfFiles(root, [...SOURCES, ...more]);
}

/** Of the files below `root` that match; tests and the client's documents do not count: what is made of these, their ids, does. */
export function hashOfFiles(root: string, patterns: readonly string[]): string {
  const hash = createHash('sha256');
  const files = globSync(patterns, { cwd: root })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !file.endsWith('.test.ts') && !/\/documents\/(?!generated\/)/.test(file))
    .toSorted();
  for (const file of [...files, 'package-lock.json'])
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}
