// Finds files and functions that are longer than the house's limits, by the linter's own count: blank lines and comments are none.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HOUSE_LIMITS } from './limits.ts';
import { kindOf } from './tree.ts';

export interface TooLong {
  readonly file: string;
  readonly what: 'file' | 'function';
  /** What the linter says of it, with the number of lines. */
  readonly says: string;
}

const OXLINT = fileURLToPath(new URL('../../node_modules/oxlint/bin/oxlint', import.meta.url));
const counted = { skipBlankLines: true, skipComments: true };
const CONFIGURATION = {
  plugins: [],
  categories: { correctness: 'off' },
  rules: {
    'max-lines': ['error', { max: HOUSE_LIMITS.linesOfFile, ...counted }],
    'max-lines-per-function': ['error', { max: HOUSE_LIMITS.linesOfFunction, ...counted }],
  },
  ignorePatterns: ['**/node_modules/**', '**/dist/**'],
};

/** Product and stage below `root`; tests are as long as their tables, and generated files as what they hold. */
export function tooLong(root: string): readonly TooLong[] {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-house-'));
  try {
    const configuration = join(folder, 'oxlintrc.json');
    writeFileSync(configuration, JSON.stringify(CONFIGURATION));
    const { stdout } = spawnSync(
      process.execPath,
      [OXLINT, '--config', configuration, '--format', 'json', '.'],
      { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1_024 * 1_024 },
    );
    const { diagnostics } = JSON.parse(stdout) as {
      readonly diagnostics: readonly {
        readonly code: string;
        readonly filename: string;
        readonly message: string;
      }[];
    };
    return diagnostics
      .map(
        ({ code, filename, message }): TooLong => ({
          file: filename,
          what: code.includes('per-function') ? 'function' : 'file',
          says: message,
        }),
      )
      .filter(({ file }) => ['product', 'stage'].includes(kindOf(file)))
      .toSorted((a, b) => (a.file < b.file ? -1 : 1));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
