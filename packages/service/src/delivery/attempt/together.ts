// What attempts that come together share: the claim and the beginning of those, their plain ends, and the texts that follow.
import type { Id, OrganizationId } from '@pestle/rules/ids';
import type { Departure } from '../../outbox/outbox.ts';
import type { Facts } from '../ledger/facts.ts';
import type { Sent } from '../ledger/sent.ts';
import type { Channel } from '../ledger/tables.ts';
import type { TextContent } from '../texts/write-text.ts';
import type { Begun } from './begun.ts';
import type { Prepared } from './prepared.ts';

/** Which attempt begins and how long it may take. False `leaves`: it only gives up, needs no room and heeds no window of maintenance. */
export interface Beginning {
  readonly facts: Facts;
  readonly message: Prepared;
  readonly attempt: number;
  readonly timeoutMs: number;
  readonly leaves: boolean;
}

/**
 * `begun`: the row is claimed and the attempt put down, durably. `not-had`: somebody else has it, the lane is full, or a window of
 * maintenance covers what leaves. `changed`: the signer or the prescription is not what was judged, or a recall holds it back.
 */
export type BeginAnswer = 'begun' | 'not-had' | 'changed';

/** Begins an attempt. Those that come together share one round trip and one commit; of one order each comes alone. */
export type Begin = (beginning: Beginning) => Promise<BeginAnswer>;

export interface Acceptance {
  readonly facts: Facts;
  readonly channel: Channel;
  readonly attempt: number;
  readonly sent: Sent;
}

/** A text that tells the patient of it, which is in the outbox now. */
export interface PlacedText {
  readonly id: Id<'txt'>;
  readonly orgId: OrganizationId;
  /** The transmission that it tells of. */
  readonly cause: string;
  readonly content: TextContent;
}

/**
 * Records an acceptance where it is the plain end, and counts it for its lane. Answers false, with nothing written of
 * it, where `finishAttempt` must look at more.
 */
export type AcceptPlainly = (acceptance: Acceptance) => Promise<boolean>;

/** A text that was just written, handed on with its content, so that its first attempt need not read it. */
export interface TextDeparture extends Departure {
  readonly text?: PlacedText;
}

/** Claims a text that is due. Answers a boolean where nothing is to be sent: false when the row stays as it was. */
export type BeginText = (departure: TextDeparture) => Promise<Begun | boolean>;
