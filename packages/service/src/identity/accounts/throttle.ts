// Slows down guessing: leaky buckets in the store, taken from before a proof is looked at and given back when it was right.
import { sql } from 'kysely';
import type { Clock } from '../../kernel/ports.ts';
import type { Tx } from '../../store/store.ts';
import type { IdentityKey } from '../identity-key.ts';
import type { BucketSize } from '../limits.ts';
import { THROTTLE } from '../limits.ts';

const HOUR_SECONDS = 3600;

/** A bucket and what it is for; the name is a keyed hash, so that the table holds no addresses and no e-mails. */
export interface Bucket extends BucketSize {
  readonly name: string;
}

/** What a sign-in draws on. A trusted device has a budget of its own, which nobody else can use up (contract A1, ASVS 6.3.1). */
export function signInBuckets(
  key: IdentityKey,
  attempt: { readonly email: string; readonly address: string; readonly device: string | null },
): Bucket[] {
  const { email, device } = attempt;
  const address = addressBlock(attempt.address);
  if (device !== null) return [{ name: key.mac('throttle device', device, email), ...THROTTLE.device }];
  return [
    { name: key.mac('throttle pair', email, address), ...THROTTLE.accountAtAddress },
    { name: key.mac('throttle account', email), ...THROTTLE.account },
    { name: key.mac('throttle address', address), ...THROTTLE.address },
  ];
}

/**
 * The bucket of one-time codes. Whoever draws on it has proved the password already, so a stranger cannot use it up; and
 * a device on which the person signed in before has its own.
 */
export function secondFactorBuckets(key: IdentityKey, accountId: string, device: string | null): Bucket[] {
  const name = key.mac('throttle second factor', accountId, device ?? '');
  return [{ name, ...THROTTLE.secondFactor }];
}

/** What a request for a new password draws on. */
export function passwordMailBuckets(key: IdentityKey, email: string, address: string): Bucket[] {
  return [
    { name: key.mac('throttle mail', email), ...THROTTLE.passwordMail },
    { name: key.mac('throttle mail address', addressBlock(address)), ...THROTTLE.passwordMailAddress },
  ];
}

export type Taken = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number };

/** Takes one attempt from every bucket, in one order (so that two attempts never wait for each other), or says when to come back. */
export async function takeAttempt(tx: Tx, clock: Clock, buckets: readonly Bucket[]): Promise<Taken> {
  const now = new Date(clock.now()).toISOString();
  let retryAfterSeconds = 0;
  for (const bucket of inOrder(buckets)) {
    const { rows } = await sql<{ level: number }>`
      insert into sign_in_throttle as t (bucket, level, updated_at, expires_at)
      values (${bucket.name}, 1, ${now}::timestamptz, ${now}::timestamptz + ${fullDrain(bucket)}::float8 * interval '1 second')
      on conflict (bucket) do update set
        level = least(${drained(bucket, now)} + 1, ${bucket.capacity}::float8 + 1),
        updated_at = greatest(t.updated_at, excluded.updated_at),
        expires_at = excluded.expires_at
      returning level`.execute(tx);
    const over = (rows[0]?.level ?? 0) - bucket.capacity;
    if (over > 0)
      retryAfterSeconds = Math.max(retryAfterSeconds, Math.ceil((over * HOUR_SECONDS) / bucket.drainPerHour));
  }
  if (retryAfterSeconds === 0) return { ok: true };
  // A refused attempt costs nothing: else hammering one bucket would fill the wider ones behind it.
  await giveBack(tx, buckets);
  return { ok: false, retryAfterSeconds };
}

/** Gives an attempt back: the proof was right, or was never looked at. */
export async function giveBack(tx: Tx, buckets: readonly Bucket[]): Promise<void> {
  for (const bucket of inOrder(buckets)) {
    await sql`update sign_in_throttle set level = greatest(0, level - 1) where bucket = ${bucket.name}`.execute(
      tx,
    );
  }
}

const inOrder = (buckets: readonly Bucket[]): readonly Bucket[] =>
  buckets.toSorted((a, b) => (a.name < b.name ? -1 : 1));

const fullDrain = (bucket: Bucket): number => ((bucket.capacity + 1) * HOUR_SECONDS) / bucket.drainPerHour;

const drained = (bucket: Bucket, now: string) => sql`greatest(0, t.level -
  greatest(0, extract(epoch from ${now}::timestamptz - t.updated_at)::float8) * ${bucket.drainPerHour / HOUR_SECONDS}::float8)`;

/** One household has a whole /64 of IPv6 addresses: they count as one. */
export function addressBlock(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const groups = address.includes('::')
    ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left;
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}
