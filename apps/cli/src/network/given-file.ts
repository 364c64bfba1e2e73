// Reads files that an option names.
import { readFile } from 'node:fs/promises';
import { CommandError } from '../output.ts';

/** A secret on a line of its own. Throws CommandError. */
export async function secretIn(path: string): Promise<string> {
  return (await textIn(path)).trim();
}

/** Throws CommandError. */
export async function textIn(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : 'unknown'}.`);
  }
}
