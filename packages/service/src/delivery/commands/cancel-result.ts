// What asking to cancel a fill comes to, as whoever asked is told.

import type { FillRow } from '../../prescribing/inside.ts';
import type { CancelObstacle } from '../ledger/cancel-not-sent.ts';
import { cancelNotSentWords } from '../ledger/cancel-not-sent.ts';

export interface CancelResult {
  readonly fillId: string;
  /**
   * CANCELED: nothing ever left. CANCEL_SENT: a cancel is on its way, unconfirmed. CANCEL_NOT_SENT: no channel can carry one.
   * CANCEL_ASKED: staff asked a prescriber, nothing left. REFUSED: too late. `code` and `message` say why, and of the first two which copy could not be canceled with the rest.
   */
  readonly outcome: 'CANCELED' | 'CANCEL_SENT' | 'CANCEL_NOT_SENT' | 'CANCEL_ASKED' | 'REFUSED';
  readonly code: string | null;
  readonly message: string | null;
}

/** Of a prescriber's cancel that was not refused. */
export function resultOf(
  { id: fillId }: FillRow,
  done: { readonly ends: boolean; readonly notified: boolean; readonly obstacle: CancelObstacle | undefined },
): CancelResult {
  const { ends, notified, obstacle } = done;
  const outcome = ends ? 'CANCELED' : notified ? 'CANCEL_SENT' : 'CANCEL_NOT_SENT';
  if (obstacle === undefined) return { fillId, outcome, code: null, message: null };
  return { fillId, outcome, code: obstacle.reason, message: cancelNotSentWords(obstacle.reason).text };
}
