// The fuzz run: every broken document is read or refused with a typed error, quickly, and what is read is written back unchanged.
import { build, check, MESSAGE_TYPES, outcomeOf, read, ScriptError } from '../src/index.ts';
import { cancelRx, fullNewRx, longNewRx, newRx } from '../test/fixtures.ts';
import { mutate, random } from './mutate.ts';

/** Longest a document may take, in milliseconds: the best of three, so that a pause of the machine does not count. */
export const MAX_DOCUMENT_MS = 100;

export interface FuzzReport {
  readonly inputs: number;
  readonly accepted: number;
  /** Refusals by error code. */
  readonly refused: Readonly<Record<string, number>>;
  readonly slowestMs: number;
}

export interface FuzzOptions {
  readonly seed: number;
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

/** Runs until the inputs or the time are used up. Throws an Error that carries the seed and the document's number. */
export function fuzz({
  seed,
  inputs = Number.POSITIVE_INFINITY,
  forMs = Number.POSITIVE_INFINITY,
}: FuzzOptions): FuzzReport {
  const documents = corpus();
  const started = performance.now();
  const refused: Record<string, number> = {};
  let accepted = 0;
  let slowestMs = 0;
  let count = 0;
  for (; count < inputs && performance.now() - started < forMs; count += 1) {
    const next = random(seed + count);
    const text = mutate(documents[(seed + count) % documents.length] ?? '', next);
    const input = next() < 0.3 ? broken(new TextEncoder().encode(text), next) : text;
    try {
      const code = examine(input);
      if (code === undefined) accepted += 1;
      else refused[code] = (refused[code] ?? 0) + 1;
      slowestMs = Math.max(slowestMs, timeOf(input));
    } catch (error) {
      throw new Error(
        `fuzz input ${count} of seed ${seed} (repeat with --seed ${seed + count} --inputs 1): ${String(error)}`,
        { cause: error },
      );
    }
  }
  return { inputs: count, accepted, refused, slowestMs };
}

/** Flips a few bytes: bad UTF-8 among them. */
function broken(bytes: Uint8Array, next: () => number): Uint8Array {
  for (let flips = Math.floor(next() * 3); flips > 0; flips -= 1)
    bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
  return bytes;
}

function timeOf(input: Uint8Array | string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && (tries === 0 || best > MAX_DOCUMENT_MS); tries += 1) {
    const started = performance.now();
    outcomeOf({ httpStatus: 200, body: input });
    best = Math.min(best, performance.now() - started);
  }
  if (best > MAX_DOCUMENT_MS) throw new Error(`took ${best.toFixed(0)} ms`);
  return best;
}

/** The code of the refusal; undefined for a document that was read. Throws when a promise of the library is broken. */
export function examine(input: Uint8Array | string): string | undefined {
  check(input);
  let first: ReturnType<typeof read>;
  try {
    first = read(input);
  } catch (error) {
    if (error instanceof ScriptError) return error.code;
    throw error;
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
    const once = writtenBy(() => build(first.message, options).text);
    if (once === undefined) continue;
    const again = read(once, { version });
    const twice = build(again.message, { ...options, shape: again.shape }).text;
    if (twice !== once) throw new Error(`${form} is no fixed point:\n${once}\n${twice}`);
  }
  return undefined;
}

/** Undefined where XML cannot carry what JSON brought: a control character. */
function writtenBy(write: () => string): string | undefined {
  try {
    return write();
  } catch (error) {
    if (error instanceof ScriptError && error.code === 'unrepresentable') return undefined;
    throw error;
  }
}
