// Owns faults at random: which share of arrivals fails, and how; the same seed gives the same faults.
import { createHash } from 'node:crypto';
import type { Arrival, Pace, Reaction } from './behaviours/behaviour.ts';
import { behaviours } from './behaviours/list.ts';
import type { BehaviourName } from './types.ts';

/** The ways in which an arrival can fail at random. */
export type FaultWay = Exclude<BehaviourName, 'accepts' | 'accepts-for-others' | 'answers-late'>;

/** How often arrivals fail, and how. */
export type FaultPolicy = {
  /** 0 … 1: the share of arrivals that fail. */
  readonly share: number;
  readonly seed: number;
  /** The ways to fail; all of them when left out. */
  readonly ways?: readonly FaultWay[];
};

/** Every way to fail at random, in the order in which the seed picks them. */
export const FAULT_WAYS: readonly FaultWay[] = [
  'accepts-then-drops',
  'answers-garbage',
  'answers-slowly',
  'asks-to-wait',
  'fails-always',
  'fails-twice',
  'never-answers',
  'redirects',
  'rejects',
];

const UINT32_VALUES = 2 ** 32;

/**
 * The way in which this arrival fails, or null when it does not: a function of seed, MessageID and the number of the arrival alone,
 * so that a run can be repeated.
 */
export function faultOf(policy: FaultPolicy, messageId: string, attempt: number): FaultWay | null {
  if (!(policy.share >= 0 && policy.share <= 1))
    throw new RangeError('The share of faults is a number from 0 to 1.');
  const ways = policy.ways ?? FAULT_WAYS;
  const digest = createHash('sha256').update(`${policy.seed}\n${messageId}\n${attempt}`).digest();
  if (digest.readUInt32BE(0) / UINT32_VALUES >= policy.share) return null;
  return ways[digest.readUInt32BE(4) % ways.length] ?? null;
}

/** What the endpoint does when an arrival fails in this way: each try fails on its own, so it is always a first one. */
export function reactionOf(way: FaultWay, kind: Arrival['kind'], pace: Pace): Reaction {
  return behaviours[way].react({ kind, attempt: 1 }, pace);
}
