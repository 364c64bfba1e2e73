// What the rooms take from outside: the clock and randomness, passed in so that tests and simulations can control them.
import { randomBytes } from 'node:crypto';
import type { Id } from '@pestle/rules/ids';
import { newId, ULID_RANDOM_BYTES } from '@pestle/rules/ids';

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

export interface Random {
  bytes(length: number): Uint8Array;
}

export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
}

export const systemPorts: Ports = {
  clock: { now: () => Date.now() },
  random: { bytes: (length) => randomBytes(length) },
};

export function makeId<P extends string>(ports: Ports, prefix: P): Id<P> {
  return newId(prefix, ports.clock.now(), ports.random.bytes(ULID_RANDOM_BYTES));
}

/** The present moment as ISO 8601 UTC text. */
export function nowText(ports: Pick<Ports, 'clock'>): string {
  return new Date(ports.clock.now()).toISOString();
}
