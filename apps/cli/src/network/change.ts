// Reads what an operator changes: a JSON file, and single fields as `path=value`.
import { text } from 'node:stream/consumers';
import { CommandError, UsageError } from '../output.ts';
import { textIn } from './given-file.ts';

export type Change = Record<string, unknown>;

/** What nobody should write where every program of the machine can read it. */
const SECRET = /(^|\.)auth\.(token|password|value|clientSecret|privateKeyPem)$|(^|\.)headers\./;

/** The file first, then the fields. Throws UsageError where neither says anything, CommandError for what cannot be read. */
export async function readChange(file: string | undefined, fields: readonly string[]): Promise<Change> {
  if (file === undefined && fields.length === 0)
    throw new UsageError('say what changes: fields such as phone=6175550100, or -f FILE');
  const change: Change = file === undefined ? {} : await readObject(file);
  for (const field of fields) await setField(change, field);
  return change;
}

/** JSON from a file, `-` for standard input. */
export async function readJson(file: string): Promise<unknown> {
  const content = await readText(file);
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new CommandError(`${nameOf(file)} is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

export function isObject(value: unknown): value is Change {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function readObject(file: string): Promise<Change> {
  const value = await readJson(file);
  if (!isObject(value)) throw new CommandError(`${nameOf(file)}: this must be one JSON object.`);
  // What `show --json` writes may be edited and sent back.
  const record = value['pharmacy'] ?? value['partner'];
  return isObject(record) ? { ...record } : { ...value };
}

async function setField(change: Change, field: string): Promise<void> {
  const [, path = '', written = ''] = /^([A-Za-z][^=]*)=(.*)$/s.exec(field) ?? [];
  if (path === '')
    throw new UsageError(`write a field as path=value, such as integration.endpoint.url=https://…: ${field}`);
  if (SECRET.test(path) && !written.startsWith('@') && written !== '')
    throw new UsageError(
      `${path}: write a secret as @FILE, for others on this machine can read what a command line says`,
    );
  const steps = path.split('.');
  const last = steps.pop() as string;
  let at = change;
  for (const step of steps) {
    const next = Object.hasOwn(at, step) && isObject(at[step]) ? { ...at[step] } : {};
    define(at, step, next);
    at = next;
  }
  define(at, last, await valueOf(written));
}

/** As an own member, whatever its name is. */
function define(target: Change, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}

/** Nothing takes the field away; JSON is taken as such, but digits stay as they were written. */
async function valueOf(written: string): Promise<unknown> {
  if (written === '') return null;
  if (written.startsWith('@')) return (await readText(written.slice(1))).trim();
  if (!/^(?:[[{"]|true$|false$|null$|-?\d+(?:\.\d+)?$)/.test(written)) return written;
  // Telephone numbers, NPIs and versions are texts that look like numbers.
  if (/^\d{5,}$/.test(written)) return written;
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

async function readText(file: string): Promise<string> {
  return file === '-' ? await text(process.stdin) : await textIn(file);
}

function nameOf(file: string): string {
  return file === '-' ? 'Standard input' : file;
}
