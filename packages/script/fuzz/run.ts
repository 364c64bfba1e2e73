// The fuzz run: every broken document is read or refused with a typed error, in time that grows with its length, and what is read or checked
// without a finding is written back unchanged.
import assert from 'node:assert/strict';
import { cancelRx, fullNewRx, longNewRx, newRx } from '@pestle/testbed/messages/script-messages';
import {
  type BuildOptions,
  build,
  check,
  MESSAGE_TYPES,
  type Message,
  outcomeOf,
  type Profile,
  read,
  ScriptError,
} from '../src/index.ts';
import { mutate, random } from './mutate.ts';
import { mutateTyped } from './mutate-typed.ts';

/** The most processor time an input may take: a share for each of its bytes, and as much besides as a small one and a collection take. */
export const MAX_MICROSECONDS_PER_BYTE = 2;
export const MAX_BESIDES_MICROSECONDS = 15_000;
/** Every so many inputs one is a typed message with odd values in it instead of a broken document. */
const TYPED_EVERY = 6;

export interface FuzzReport {
  readonly inputs: number;
  /** Read, or checked without a finding, and written back unchanged. */
  readonly accepted: number;
  /** Refusals by error code; `findings` for typed messages. */
  readonly refused: Readonly<Record<string, number>>;
  /** Processor time for each byte of the input that took longest for its length, of those that are longer than a kilobyte. */
  readonly slowestMicrosecondsPerByte: number;
}

export interface FuzzOptions {
  readonly seed: number;
  /** The number of the first input: a failure names the one to repeat. */
  readonly from?: number;
  /** Ends after so many inputs … */
  readonly inputs?: number;
  /** … or after so many milliseconds, whichever is first. */
  readonly forMs?: number;
}

/** The documents that are broken: every message type that can be built from the fixtures, in both versions and forms. */
export function corpus(): readonly string[] {
  const answers = MESSAGE_TYPES.filter((type) => type !== 'NewRx' && type !== 'CancelRx').map((type) => ({
    ...fullNewRx,
    type,
    header: { ...newRx.header, relatesToMessageId: 'm1' },
    code: '900',
    descriptionCodes: ['220', '1000'],
    description: 'a < b & c',
    verifyStatus: { code: '010' },
    response: { outcome: 'Denied', reasonCodes: ['AA', 'AP'], denialReason: 'dispensed' },
    fillStatus: { outcome: 'PartiallyDispensed', note: 'half' },
    messageRequestCode: 'G',
    medicationDispensed: fullNewRx.medicationPrescribed,
    medicationResponse: fullNewRx.medicationPrescribed,
    medicationsRequested: [fullNewRx.medicationPrescribed, newRx.medicationPrescribed],
  }));
  const messages = [newRx, fullNewRx, longNewRx, cancelRx, ...answers];
  return messages.flatMap((message) =>
    (['2017071', '2023011'] as const).flatMap((version) =>
      (['xml', 'json'] as const).map(
        (form) =>
          build(message as typeof newRx, { version, form, cancelContent: 'full', unchecked: true }).text,
      ),
    ),
  );
}

/** Whole typed messages, one with parts that the model does not have. */
function models(): readonly object[] {
  const x = { name: 'X', text: 'x', attributes: { a: 'b' }, children: [] };
  const unmodelled = [
    { parent: 'Header', after: 'To', element: x },
    { parent: 'Body/NewRx/Patient', attribute: 'b', value: 'c' },
    { parent: 'Body/NewRx', element: { name: 'Prescriber', text: '', children: [x] } },
  ];
  return [newRx, fullNewRx, { ...longNewRx, unmodelled }, cancelRx];
}

/** Runs until the inputs or the time are used up. Throws an Error that carries the seed and the input's number. */
export function fuzz({
  seed,
  from = 0,
  inputs = Number.POSITIVE_INFINITY,
  forMs = Number.POSITIVE_INFINITY,
}: FuzzOptions): FuzzReport {
  const documents = corpus();
  const messages = models();
  const started = performance.now();
  const refused: Record<string, number> = {};
  let accepted = 0;
  let slowestMicrosecondsPerByte = 0;
  let count = 0;
  for (; count < inputs && performance.now() - started < forMs; count += 1) {
    // Two seeds have no input in common: their numbers lie far apart.
    const number = (Math.imul(seed, 0x9e3779b1) >>> 0) + from + count;
    const next = random(number);
    const isTyped = number % TYPED_EVERY === 0;
    const input = isTyped
      ? mutateTyped(messages[(number / TYPED_EVERY) % messages.length] ?? newRx, next)
      : brokenDocument(documents[number % documents.length] ?? '', next);
    try {
      const { result, microseconds, bytes } = timed(input);
      if (result === undefined) accepted += 1;
      else refused[result] = (refused[result] ?? 0) + 1;
      if (bytes > 1024)
        slowestMicrosecondsPerByte = Math.max(slowestMicrosecondsPerByte, microseconds / bytes);
    } catch (error) {
      throw new Error(
        `fuzz input ${from + count} of seed ${seed} (repeat with --seed ${seed} --from ${from + count} --inputs 1): ${String(error)}`,
        { cause: error },
      );
    }
  }
  return { inputs: count, accepted, refused, slowestMicrosecondsPerByte };
}

function brokenDocument(document: string, next: () => number): Uint8Array | string {
  const text = mutate(document, next);
  return next() < 0.3 ? broken(new TextEncoder().encode(text), next) : text;
}

/** Flips a few bytes: bad UTF-8 among them. */
function broken(bytes: Uint8Array, next: () => number): Uint8Array {
  for (let flips = Math.floor(next() * 3); flips > 0; flips -= 1)
    bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
  return bytes;
}

/**
 * Examines an input. Throws when it takes more time than its length allows: first by the clock, which costs nothing to ask, then by the
 * processor's time and the best of several, so that neither a busy machine nor a collection counts.
 */
function timed(input: unknown): { result: string | undefined; microseconds: number; bytes: number } {
  const isDocument = typeof input === 'string' || input instanceof Uint8Array;
  const bytes = isDocument ? input.length : sizeOf(input);
  const most = MAX_BESIDES_MICROSECONDS + bytes * MAX_MICROSECONDS_PER_BYTE;
  const started = performance.now();
  const result = isDocument ? examine(input) : examineTyped(input);
  let microseconds = (performance.now() - started) * 1000;
  for (let tries = 0; tries < 5 && microseconds > most; tries += 1) {
    const before = process.cpuUsage();
    if (isDocument) examine(input);
    else examineTyped(input);
    const { user, system } = process.cpuUsage(before);
    microseconds = Math.min(microseconds, user + system);
  }
  if (microseconds > most) throw new Error(`took ${(microseconds / 1000).toFixed(0)} ms for ${bytes} bytes`);
  return { result, microseconds, bytes };
}

/** The length of all texts of a typed message. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, part) => sum + sizeOf(part), 1);
}

/** The code of the refusal; undefined for a document that was read. Throws when a promise of the library is broken. */
export function examine(input: Uint8Array | string): string | undefined {
  outcomeOf({ httpStatus: 200, body: input });
  const [unreadable] = check(input);
  let first: ReturnType<typeof read>;
  try {
    first = read(input);
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    assert.equal(unreadable?.rule, 'document', `check finds nothing of ${error.code}`);
    return error.code;
  }
  const { version, shape, attributes: versionAttributes } = first;
  for (const form of ['xml', 'json'] as const) {
    const options = {
      version,
      shape,
      form,
      versionAttributes,
      cancelContent: 'full',
      unchecked: true,
      transliterate: false,
    } as const;
    assertBuilds(first.message, options);
    const once = writtenBy(() => build(first.message, options).text);
    if (once === undefined) continue;
    const reread = read(once, { version });
    const twice = build(reread.message, { ...options, shape: reread.shape }).text;
    if (twice !== once) throw new Error(`${form} is no fixed point:\n${once}\n${twice}`);
  }
  return undefined;
}

/** What `check` finds nothing wrong with, `build` writes. */
function assertBuilds(message: unknown, options: Profile): string | undefined {
  const { unchecked: _unchecked, ...profile } = options as BuildOptions;
  const findings = check(message as Message, profile);
  return findings.length === 0 ? build(message as Message, profile).text : undefined;
}

/** `findings` where there were any; undefined for a message that was written, read and written again. Throws when a promise is broken. */
export function examineTyped(message: unknown): string | undefined {
  let result: string | undefined;
  for (const version of ['2017071', '2023011'] as const)
    for (const form of ['xml', 'json'] as const) {
      const options = { version, form, cancelContent: 'full' } as const;
      const text = assertBuilds(message, options);
      writtenBy(() => build(message as Message, { ...options, unchecked: true }).text);
      if (text === undefined) {
        result = 'findings';
        continue;
      }
      const reread = read(text, { version });
      const twice = build(reread.message, { ...options, shape: reread.shape, unchecked: true }).text;
      if (twice !== text) throw new Error(`${version} ${form} is no fixed point:\n${text}\n${twice}`);
    }
  return result;
}

/** Undefined where XML cannot carry what JSON brought, a control character, and for what is no message at all. */
function writtenBy(write: () => string): string | undefined {
  try {
    return write();
  } catch (error) {
    if (error instanceof ScriptError && (error.code === 'unrepresentable' || error.code === 'refused'))
      return undefined;
    throw error;
  }
}
