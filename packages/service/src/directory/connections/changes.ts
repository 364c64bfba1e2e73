// Puts what an operator changes onto what is there, keeps the secrets that were not written again, and says what differs without showing one.
import { isDeepStrictEqual } from 'node:util';
import type { FieldProblem } from '../../kernel/errors.ts';

/** Stands for a secret wherever a record is shown; written back it keeps the one that is there. */
export const SEALED = '(sealed)';

type Json = Readonly<Record<string, unknown>>;

/** One field that differs. Of a secret neither value is there, only that it changed. */
export interface FieldChange {
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** What of `auth` nobody is shown. */
const SECRETS = new Set(['token', 'password', 'value', 'clientSecret', 'privateKeyPem']);

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A JSON merge patch (RFC 7396): what is left out stays, null takes away. Only another kind of `auth` replaces the whole of it: the fields of
 * two kinds do not mix.
 */
export function merged(before: unknown, patch: unknown, name = ''): unknown {
  if (!isRecord(patch)) return patch;
  const base = isRecord(before) ? before : {};
  const isOtherKind = name === 'auth' && patch['kind'] !== undefined && patch['kind'] !== base['kind'];
  const entries = new Map(isOtherKind ? [] : Object.entries(base));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined) entries.delete(key);
    else entries.set(key, merged(entries.get(key), value, key));
  }
  return Object.fromEntries(entries);
}

/** The record as it is shown. */
export function shown<T>(record: T): T {
  return mapSecrets(record, '', () => SEALED) as T;
}

/** The record with the kept secrets in their places, and a problem for each that is not there. */
export function withSecrets(
  record: unknown,
  before: unknown,
): { readonly record: unknown; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const known = leaves(before);
  const filled = mapSecrets(record, '', (value, path) => {
    if (value !== SEALED) return value;
    const kept = known.get(path);
    if (kept !== undefined) return kept;
    const message = 'There is no secret that could be kept: write it.';
    problems.push({ path, code: 'REQUIRED', message });
    return value;
  });
  return { record: filled, problems };
}

/** Field by field, in the order of their names. */
export function differences(before: unknown, after: unknown): readonly FieldChange[] {
  const [old, now] = [leaves(before), leaves(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .toSorted()
    .filter((field) => !isDeepStrictEqual(old.get(field), now.get(field)))
    .map((field) => {
      if (isSecret(field)) return { field };
      const [from, to] = [old.get(field), now.get(field)];
      return {
        field,
        ...(from === undefined ? {} : { before: from }),
        ...(to === undefined ? {} : { after: to }),
      };
    });
}

function isSecret(path: string): boolean {
  const parts = path.split('.');
  const endpoint = parts.indexOf('endpoint');
  if (endpoint === -1 || parts.length !== endpoint + 3) return false;
  const [part, name = ''] = parts.slice(endpoint + 1);
  return part === 'headers' || (part === 'auth' && SECRETS.has(name));
}

function mapSecrets(
  value: unknown,
  path: string,
  change: (value: unknown, path: string) => unknown,
): unknown {
  if (!isRecord(value)) return isSecret(path) && value !== undefined ? change(value, path) : value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, mapSecrets(part, below(path, key), change)]),
  );
}

/** Lists count as one value. What is null is not there. */
function leaves(value: unknown): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const walk = (part: unknown, path: string): void => {
    if (part === undefined || part === null) return;
    if (isRecord(part)) for (const [key, inner] of Object.entries(part)) walk(inner, below(path, key));
    else found.set(path, part);
  };
  walk(value, '');
  return found;
}

function below(path: string, key: string): string {
  // A header's name may hold a dot, which would look like a step.
  const step = key.replaceAll('.', '·');
  return path === '' ? step : `${path}.${step}`;
}
