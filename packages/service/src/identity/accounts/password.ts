// Owns how passwords are chosen, kept and compared: Argon2id of the runtime, in PHC text, a few at a time.
import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Asker } from '../../kernel/concurrency/fair-limit.ts';
import { createFairConcurrencyLimit } from '../../kernel/concurrency/fair-limit.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Random } from '../../kernel/ports.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import type { IsBreached } from './breached.ts';
import type { PasswordOwner, PasswordProblem } from './password-rules.ts';
import { passwordProblem } from './password-rules.ts';

const derive = promisify(argon2);
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=1\$([A-Za-z0-9+/]{20,})\$([A-Za-z0-9+/]{40,})$/;

interface Parameters {
  readonly memory: number;
  readonly passes: number;
}

const CURRENT: Parameters = {
  memory: IDENTITY_LIMITS.passwordMemoryKiB,
  passes: IDENTITY_LIMITS.passwordPasses,
};

/** The hash of a password, as PHC text (`$argon2id$v=19$m=…`). Throws UNAVAILABLE when too many are waiting. */
export async function hashPassword(password: string, random: Random, asker: Asker): Promise<string> {
  const salt = random.bytes(SALT_BYTES);
  const tag = await compute(password, salt, CURRENT, asker);
  return phc(CURRENT, salt, tag);
}

/**
 * True when the password is the one that was hashed. `null` (nobody, or a person without a password) takes the same time
 * and is never true. Throws UNAVAILABLE when too many are waiting.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  asker: Asker,
): Promise<boolean> {
  const match = PHC.exec(stored ?? NOBODY);
  const [, memory, passes, salt, tag] = match ?? [];
  if (memory === undefined || passes === undefined || salt === undefined || tag === undefined) {
    throw new Error('a kept password hash cannot be read');
  }
  const expected = Buffer.from(tag, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes) };
  const actual = await compute(password, Buffer.from(salt, 'base64'), parameters, asker);
  return actual.length === expected.length && timingSafeEqual(actual, expected) && stored !== null;
}

/** True when a hash was made with older parameters and should be made anew at the next sign-in. */
export function isOutdatedHash(stored: string): boolean {
  const match = PHC.exec(stored);
  return match?.[1] !== String(CURRENT.memory) || match[2] !== String(CURRENT.passes);
}

/** A password as it is hashed, or why it may not be chosen. */
export async function toNewPassword(
  text: string,
  owner: PasswordOwner,
  isBreached: IsBreached,
): Promise<
  { readonly ok: true; readonly value: string } | { readonly ok: false; readonly problem: PasswordProblem }
> {
  const password = text.normalize('NFKC');
  const problem = await passwordProblem(password, owner);
  if (problem !== null) return { ok: false, problem };
  return (await isBreached(password)) ? { ok: false, problem: 'breached' } : { ok: true, value: password };
}

const limited = createFairConcurrencyLimit({
  concurrency: IDENTITY_LIMITS.passwordHashesAtOnceMax,
  waitingMax: IDENTITY_LIMITS.passwordHashesWaitingMax,
  turnedAway: () => new Failure('UNAVAILABLE', 'Too many people are signing in. Try again in a few seconds.'),
});

function compute(password: string, salt: Uint8Array, parameters: Parameters, asker: Asker): Promise<Buffer> {
  return limited(asker, () =>
    derive('argon2id', {
      message: Buffer.from(password.normalize('NFKC')),
      nonce: salt,
      parallelism: 1,
      tagLength: TAG_BYTES,
      memory: parameters.memory,
      passes: parameters.passes,
    }),
  );
}

function phc(parameters: Parameters, salt: Uint8Array, tag: Uint8Array): string {
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${parameters.memory},t=${parameters.passes},p=1$${base64(salt)}$${base64(tag)}`;
}

/** The hash that stands in for people who do not exist: it costs as much and matches nothing. */
const NOBODY = phc(CURRENT, new Uint8Array(SALT_BYTES), new Uint8Array(TAG_BYTES));
