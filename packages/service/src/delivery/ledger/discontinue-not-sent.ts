// "No more refills" that no channel can carry: why, who acts, and what is said of it. Kept as a fact on the fill (D10).

import type { FillId } from '@pestle/rules/ids';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { FillRow, LockedOrder } from '../../prescribing/inside.ts';
import { moveFill } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { CancelObstacle } from './cancel-not-sent.ts';

const OWNER = 'practice';

/** Why a pharmacy could not be told, as shown; and who acts. */
export const DISCONTINUE_NOT_SENT_REASONS = {
  NO_FAX_NUMBER: {
    owner: OWNER,
    text: 'The pharmacy cannot be told that there are no more refills: no electronic message says it there, and it has no fax number. Call it.',
  },
  FAX_FORBIDDEN: {
    owner: OWNER,
    text: 'The pharmacy cannot be told that there are no more refills: where it is, a computer may not fax it. Call it.',
  },
  PHARMACY_GONE: {
    owner: OWNER,
    text: 'The pharmacy is no longer known here, so that it cannot be told that there are no more refills. Find it and call it.',
  },
  NOT_DELIVERED: {
    owner: OWNER,
    text: 'That there are no more refills could not be delivered to the pharmacy by any channel. Call it.',
  },
  FAX_COPY_NOT_TOLD: {
    owner: OWNER,
    text: 'The pharmacy was told for the electronic copy that there are no more refills. It also has a faxed copy, of which it could not be told. Call it.',
  },
} as const;

export type DiscontinueNotSentReason = keyof typeof DISCONTINUE_NOT_SENT_REASONS;

/** Owner and sentence of a reason's code. */
export function discontinueNotSentWords(code: string): { readonly owner: string; readonly text: string } {
  return code in DISCONTINUE_NOT_SENT_REASONS
    ? DISCONTINUE_NOT_SENT_REASONS[code as DiscontinueNotSentReason]
    : DISCONTINUE_NOT_SENT_REASONS.NOT_DELIVERED;
}

/** What keeps a cancel from a pharmacy keeps this from it as well. */
export function discontinueReasonOf(reason: CancelObstacle['reason']): DiscontinueNotSentReason {
  return reason === 'FAX_COPY_NOT_CANCELED' ? 'FAX_COPY_NOT_TOLD' : reason;
}

/** Keeps the fact on the fill, which stays what it was, and in its history. */
export async function recordDiscontinueNotSent(
  tx: Tx,
  ports: Ports,
  locked: LockedOrder,
  fillId: FillId,
  { reason: obstacle, pharmacyId, detail }: CancelObstacle,
): Promise<FillRow> {
  const reason = discontinueReasonOf(obstacle);
  return await moveFill(tx, ports, locked, fillId, {
    event: 'discontinue-not-sent',
    source: 'delivery',
    detail: { ...detail, reason, pharmacyId },
    set: {
      discontinue_not_sent_at: nowText(ports),
      discontinue_not_sent_reason: reason,
      discontinue_not_sent_pharmacy_id: pharmacyId,
    },
  });
}
