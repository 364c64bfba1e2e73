// Owns the stops of an order on its way: what is done, where it is now, what is to come, and where it has halted.
import { SITUATIONS, type Situation, situationOfCode } from '@pestle/rules/situations';
import type { FollowedFill } from './board.ts';

/** `now`: it is there; `halted`: it goes on from there only when a person acts, or not at all. */
export type StopState = 'done' | 'now' | 'to-come' | 'halted';

export interface Stop {
  /** Its word: of a situation, or that it was signed. */
  readonly key: Situation | 'signed';
  readonly state: StopState;
  /** When, as far as it is known. */
  readonly at: string | null;
}

const STAGE: Readonly<Partial<Record<Situation, number>>> = {
  choose: 1,
  queued: 1,
  sending: 1,
  sent: 1,
  faxed: 1,
  'phoned-in': 1,
  unconfirmed: 1,
  received: 2,
  filling: 3,
  ready: 4,
  shipped: 4,
  'picked-up': 4,
  delivered: 4,
};

/** Five stops of a fill that is on its way; of one that has halted those that it has passed, and where it stands. */
export function stopsOf(fill: FollowedFill, signedAt: string, byMail: boolean): readonly Stop[] {
  const key = situationOfCode(fill.situation);
  const signed: Stop = { key: 'signed', state: 'done', at: signedAt };
  const sent: Stop = { key: 'sent', state: 'done', at: fill.sentAt };
  const received: Stop = { key: 'received', state: 'done', at: fill.receivedAt };
  const stage = STAGE[key];
  if (stage === undefined) {
    const passed = [
      signed,
      ...(fill.sentAt === null ? [] : [sent]),
      ...(fill.receivedAt === null ? [] : [received]),
    ];
    return [...passed, { key, state: key === 'ended' ? 'done' : 'halted', at: fill.stateSince }];
  }
  const last: Situation = stage === 4 ? key : byMail ? 'shipped' : 'ready';
  const line: readonly (readonly [Situation, string | null])[] = [
    [
      stage === 1 ? key : fill.faxReason === null ? 'sent' : 'faxed',
      stage === 1 && fill.sentAt === null ? null : fill.sentAt,
    ],
    ['received', fill.receivedAt],
    ['filling', stage === 3 ? fill.stateSince : null],
    [last, stage === 4 ? (fill.readyAt ?? fill.stateSince) : null],
  ];
  const over = SITUATIONS[key].owner === 'none';
  return [
    signed,
    ...line.map(([stop, at], index): Stop => {
      const place = index + 1;
      const state = place < stage || (place === stage && over) ? 'done' : place === stage ? 'now' : 'to-come';
      return { key: stop, state, at: state === 'to-come' ? null : at };
    }),
  ];
}
