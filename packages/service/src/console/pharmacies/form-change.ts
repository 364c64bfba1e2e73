// Writes a record into the fields of a form, and reads the change that a filled-in form means.
import { isRecord } from '../../directory/inside.ts';
import { type FormField, isOfOtherCredentials } from './fields.ts';

type Json = Readonly<Record<string, unknown>>;

/** The field in which everything else can be written as JSON. */
export const OTHERS = 'others';
/** The revision that the form was made from. */
export const REVISION = 'revision';

/** What stands in a field of a record as it is shown; nothing for a secret, which stays where nothing is written. */
export function shownIn(record: unknown, { path, kind }: FormField): string {
  if (kind === 'secret' || kind === 'long-secret') return '';
  const value = at(record, path);
  if (value === undefined || value === null) return '';
  if (kind === 'windows' && Array.isArray(value)) return value.map(windowLine).join('\n');
  if (Array.isArray(value)) return value.join('\n');
  if (kind === 'pairs' && isRecord(value))
    return Object.entries(value)
      .map(([name, text]) => `${name} = ${String(text)}`)
      .join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function windowLine(window: unknown): string {
  const { start, end } = isRecord(window) ? window : {};
  return `${String(start)}/${String(end)}`;
}

/** Whether a secret is kept there. */
export function isSealed(record: unknown, { path }: FormField): boolean {
  return at(record, path) !== undefined;
}

/**
 * What of the record changes: fields that read otherwise than before, an emptied one taken away, and what was written as JSON. Undefined
 * where that is no JSON object.
 */
export function changeIn(
  form: URLSearchParams,
  record: unknown,
  fields: readonly FormField[],
): Json | undefined {
  const others = othersIn(form.get(OTHERS) ?? '');
  if (others === undefined) return undefined;
  const change = structuredClone(others) as Record<string, unknown>;
  const authKind = fields.find(({ label }) => label === 'authKind');
  const kind = authKind === undefined ? '' : (form.get(authKind.path) ?? '').trim();
  const isOtherKind = authKind !== undefined && kind !== shownIn(record, authKind);
  for (const field of fields) {
    // What stands in the fields of other credentials means nothing, and of another kind nothing stays.
    if (isOfOtherCredentials(field, kind)) continue;
    const written = (form.get(field.path) ?? '').replaceAll('\r\n', '\n').trim();
    const isAuth = field.path.includes('endpoint.auth.');
    const isKept = isAuth && isOtherKind ? written === '' : written === shownIn(record, field).trim();
    if (!isKept)
      put(change, field.path, written === '' ? null : valueOf(field, written, at(record, field.path)));
  }
  return change;
}

function valueOf({ kind }: FormField, written: string, before: unknown): unknown {
  const lines = written.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  if (kind === 'lines') return lines;
  if (kind === 'numbers') return lines.map(numberOf);
  if (kind === 'pairs') return pairsOf(lines, before);
  if (kind === 'windows') return lines.map(windowIn);
  if (kind === 'number') return numberOf(written);
  return kind === 'yes-no' ? written === 'true' : written;
}

function windowIn(line: string): Json {
  const [start = '', end = ''] = line.split('/').map((text) => text.trim());
  return { start, end };
}

/** What is no number is refused as the text that it is. */
function numberOf(text: string): number | string {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** A name that is not written any more is taken away. What is no pair is refused as a name without a text. */
function pairsOf(lines: readonly string[], before: unknown): Json {
  const gone = Object.keys(isRecord(before) ? before : {}).map((name) => [name, null] as const);
  const now = lines.map((line) => {
    const [, name = line, text = ''] = /^(.*?)\s*=\s*(.*)$/.exec(line) ?? [];
    return [name, text] as const;
  });
  return Object.fromEntries<unknown>([...gone, ...now]);
}

function othersIn(text: string): Json | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function at(record: unknown, path: string): unknown {
  return path.split('.').reduce((value, step) => (isRecord(value) ? value[step] : undefined), record);
}

function put(change: Record<string, unknown>, path: string, value: unknown): void {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let part = change;
  for (const step of steps) {
    const inner = isRecord(part[step]) ? { ...part[step] } : {};
    part[step] = inner;
    part = inner;
  }
  part[last] = value;
}
