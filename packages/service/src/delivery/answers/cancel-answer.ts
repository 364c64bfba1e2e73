// What a pharmacy answered to a cancel, by whichever channel and whenever it comes: recorded with its words, never acted on (D10).

import { type CancelRxResponse, type Received, saysTwoThings } from '@pestle/script';
import { CANCEL_DENIAL_REASONS } from '@pestle/script/codes';
import { plainWords } from '../../kernel/plain-words.ts';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { FillChange, FillRow } from '../../prescribing/inside.ts';
import { sealCancelReason, sealDiscontinueReason } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import { isOfIssue } from '../ledger/issues.ts';
import type { CancelAnswer } from '../ledger/sent.ts';
import type { TransmissionRow } from '../ledger/tables.ts';
import { DELIVERY_LIMITS } from '../limits.ts';

const { cancelReasonCharactersMax: WORDS_MAX } = DELIVERY_LIMITS;

/** Undefined for a response that says neither, or both. */
export function cancelAnswerOf(message: Received<CancelRxResponse>): CancelAnswer | undefined {
  if (saysTwoThings(message)) return undefined;
  const { response } = message;
  if (response?.outcome === 'Approved')
    return { answer: 'approved', reason: plainWords(response.note, WORDS_MAX) };
  if (response?.outcome !== 'Denied') return undefined;
  const reason = plainWords(response.denialReason, WORDS_MAX) ?? codedReason(response.reasonCodes ?? []);
  return { answer: 'denied', reason };
}

function codedReason(codes: readonly string[]): string | null {
  const meanings: Readonly<Record<string, string>> = CANCEL_DENIAL_REASONS;
  const known = codes.flatMap((code) =>
    Object.hasOwn(meanings, code.trim()) ? (meanings[code.trim()] ?? []) : [],
  );
  return known.length === 0 ? null : known.join('; ');
}

/**
 * The cancel at a pharmacy that the order has left is shown on the fill too, until the fill itself is canceled: then only
 * answers about its present issue count.
 */
export function speaksForTheFill(transmission: TransmissionRow, fill: FillRow): boolean {
  return isOfIssue(transmission, fill) || fill.cancel_requested_at === null;
}

/** The columns of a fill that keep an answer; none where it is about an earlier issue of a fill that is canceled itself. */
export function answerOnFill(
  tx: Tx,
  ports: Ports,
  transmission: TransmissionRow,
  fill: FillRow,
  { answer, reason }: CancelAnswer,
): FillChange {
  if (!speaksForTheFill(transmission, fill)) return {};
  return {
    cancel_answer: answer,
    cancel_answered_at: nowText(ports),
    sealed_cancel_reason: reason === null ? null : sealCancelReason(keysOf(tx), fill.id, reason),
  };
}

/** The same of an answer to "no more refills", which says nothing of a cancel; none where it is about an earlier issue. */
export function discontinueAnswerOnFill(
  tx: Tx,
  ports: Ports,
  transmission: TransmissionRow,
  fill: FillRow,
  { answer, reason }: CancelAnswer,
): FillChange {
  if (!isOfIssue(transmission, fill)) return {};
  return {
    discontinue_answer: answer,
    discontinue_answered_at: nowText(ports),
    sealed_discontinue_reason: reason === null ? null : sealDiscontinueReason(keysOf(tx), fill.id, reason),
  };
}
