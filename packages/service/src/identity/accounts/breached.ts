// Whether a password is known from breaches: of a small list that comes with the service, and of a range service where one is configured.
import { createHash } from 'node:crypto';
import { request } from 'undici';
import { IDENTITY_LIMITS } from '../limits.ts';
import { COMMON_PASSWORD_PREFIX_BYTES, COMMON_PASSWORD_PREFIXES } from './common-passwords.ts';

/** What a range service said of a password: known to it, not known, or nothing, so that it counts as not known. */
export type RangeOutcome = 'known' | 'unknown' | 'failed';

export interface BreachedDeps {
  /** Of a service that answers the ends of all hashes with a beginning, as `https://api.pwnedpasswords.com/range`; null asks nobody. */
  readonly rangeUrl: string | null;
  readonly counted: (outcome: RangeOutcome) => void;
  readonly onError: (error: unknown) => void;
}

/** True for a password that is known from breaches. Never throws. */
export type IsBreached = (password: string) => Promise<boolean>;

const PREFIX_DIGITS = 5;

export function createBreachedCheck({ rangeUrl, counted, onError }: BreachedDeps): IsBreached {
  const isInRange = async (url: string, password: string): Promise<boolean> => {
    try {
      const isKnown = await askRange(url, password);
      counted(isKnown ? 'known' : 'unknown');
      return isKnown;
    } catch (error) {
      // People sign in while it is away: the small list has been looked at.
      counted('failed');
      onError(error);
      return false;
    }
  };
  return async (text) => {
    const password = text.normalize('NFKC');
    if (isCommon(password)) return true;
    return rangeUrl !== null && (await isInRange(rangeUrl, password));
  };
}

const common = Buffer.from(COMMON_PASSWORD_PREFIXES, 'base64');

/** Capitals do not make another password of a common one. */
export function isCommon(password: string): boolean {
  const wanted = createHash('sha1')
    .update(password.toLowerCase())
    .digest()
    .subarray(0, COMMON_PASSWORD_PREFIX_BYTES);
  let low = 0;
  let high = common.length / COMMON_PASSWORD_PREFIX_BYTES;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = middle * COMMON_PASSWORD_PREFIX_BYTES;
    const order = Buffer.compare(common.subarray(at, at + COMMON_PASSWORD_PREFIX_BYTES), wanted);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

/** Sends the first five hexadecimal digits of the hash and nothing else; padded, so that the answer's length tells nothing. */
async function askRange(url: string, password: string): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
  const signal = AbortSignal.timeout(IDENTITY_LIMITS.passwordRangeTimeoutMs);
  const answer = await request(`${url.replace(/\/$/, '')}/${hash.slice(0, PREFIX_DIGITS)}`, {
    headers: { 'add-padding': 'true', accept: 'text/plain' },
    signal,
  });
  if (answer.statusCode !== 200) {
    await answer.body.dump();
    throw new Error(`PASSWORD_RANGE_URL answered ${answer.statusCode}`);
  }
  let text = '';
  for await (const part of answer.body as AsyncIterable<Buffer>) {
    text += part.toString('latin1');
    if (text.length > IDENTITY_LIMITS.passwordRangeBytesMax)
      throw new Error('PASSWORD_RANGE_URL answered more than a range');
  }
  const end = hash.slice(PREFIX_DIGITS);
  // Padding has the count 0.
  return text.split('\n').some((line) => {
    const [found, count] = line.trim().toUpperCase().split(':');
    return found === end && Number(count) > 0;
  });
}
