// Options that several commands have; apart from what works with them, so that the commands start quickly.
import { InvalidArgumentError } from 'commander';

export const STORE_OPTION = [
  '--data <directory>',
  "the embedded store, or the sandbox's directory; without it DATABASE_URL or PESTLE_DATA_DIR decide",
] as const;

/** Of every act of an operator, whose trail names who did it. */
export const BY_OPTION = ['--by <name>', 'who does it; without it the name of the login'] as const;

/** Of every command whose answer a program may want to read. */
export const JSON_OPTION = ['--json', 'write the answer as JSON', false] as const;

export interface JsonOption {
  readonly json?: boolean;
}

/** For an option that may be given several times. */
export function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

/** For an option that is a port. */
export function toPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return Number(text);
}
