// Owns a small reader of JSON shapes: every fault with its path, and the value only when there is none (E4).
import type { Report } from './problems.ts';

/** Reads a value at a path; undefined when it is absent or was reported. */
export type Reader<T> = (value: unknown, path: string, report: Report) => T | undefined;

type Fields = Readonly<Record<string, Reader<unknown>>>;
type ValueOf<F> = F extends Reader<infer T> ? T : never;
type Simplify<T> = { readonly [K in keyof T]: T[K] };
/** The object that a set of required and optional readers makes. */
export type Shape<R extends Fields, O extends Fields> = Simplify<
  { readonly [K in keyof R]: ValueOf<R[K]> } & { readonly [K in keyof O]?: ValueOf<O[K]> }
>;

/** An object with exactly these keys; null counts as left out. Only own keys are looked at. */
export function object<R extends Fields, O extends Fields>(required: R, optional: O): Reader<Shape<R, O>> {
  const readers = new Map<string, Reader<unknown>>([
    ...Object.entries(required),
    ...Object.entries(optional),
  ]);
  return (value, path, report) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      report(path, 'write an object.');
      return undefined;
    }
    const own = new Map<string, unknown>(Object.entries(value));
    const read = new Map<string, unknown>();
    let good = true;
    const fault: Report = (at, message) => {
      good = false;
      report(at, message);
    };
    for (const [key, member] of own) {
      const reader = readers.get(key);
      if (reader === undefined) fault(`${path}.${key}`, 'this key is not known.');
      else if (member !== null && member !== undefined)
        read.set(key, reader(member, `${path}.${key}`, fault));
    }
    for (const key of Object.keys(required)) {
      if (own.get(key) === undefined || own.get(key) === null) fault(`${path}.${key}`, 'this is required.');
    }
    return good ? (Object.fromEntries(read) as Shape<R, O>) : undefined;
  };
}

/** A map from id to a value; a bad value is reported and left out, the others stay. */
export function mapOf<T>(reader: Reader<T>): Reader<ReadonlyMap<string, T>> {
  return (value, path, report) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      report(path, 'write an object whose keys are ids.');
      return undefined;
    }
    const read = new Map<string, T>();
    for (const [key, member] of Object.entries(value)) {
      const one = reader(member, `${path}.${key}`, report);
      if (one !== undefined) read.set(key, one);
    }
    return read;
  };
}

/** Text of 1 to `charactersMax` characters, or of none where blank is allowed. */
export function text(charactersMax: number, blank = false): Reader<string> {
  return (value, path, report) => {
    if (typeof value !== 'string') report(path, 'write text, in quotes.');
    else if (!blank && value.trim() === '') report(path, 'this is required.');
    else if (value.length > charactersMax)
      report(path, `this has ${value.length} characters; at most ${charactersMax} are taken.`);
    else return value;
    return undefined;
  };
}

/** Text that a check takes, with the sentence for other text. */
export function checked(check: (text: string) => boolean, otherwise: string): Reader<string> {
  return (value, path, report) => {
    if (typeof value === 'string' && check(value.trim())) return value.trim();
    report(path, otherwise);
    return undefined;
  };
}

/** A number from `minimum` to `maximum`, whole unless said otherwise. */
export function whole(minimum: number, maximum: number): Reader<number> {
  return (value, path, report) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum)
      return value;
    report(path, `write a whole number from ${minimum} to ${maximum}, without quotes.`);
    return undefined;
  };
}

/** `true` or `false`. */
export const flag: Reader<boolean> = (value, path, report) => {
  if (typeof value === 'boolean') return value;
  report(path, 'write true or false, without quotes.');
  return undefined;
};
