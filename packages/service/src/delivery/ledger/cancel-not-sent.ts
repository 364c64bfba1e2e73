// A cancel that no channel can carry: why, who acts, and what is said of it. Kept as a fact on the fill, never shown as sent (D10).

import type { FillId, PharmacyId } from '@pestle/rules/ids';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { FillRow, LockedOrder } from '../../prescribing/inside.ts';
import { moveFill } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import { stick } from './fallback.ts';
import type { FillNews } from './fill-news.ts';

/** Why a pharmacy could not be told of a cancel, as shown and counted; and who acts. */
export const CANCEL_NOT_SENT_REASONS = {
  NO_FAX_NUMBER: {
    owner: 'practice',
    text: 'The pharmacy cannot be told of the cancel: it has no fax number. Call it at once: it may dispense.',
  },
  FAX_FORBIDDEN: {
    owner: 'practice',
    text: 'The pharmacy cannot be told of the cancel: where it is, a computer may not fax one. Call it at once: it may dispense.',
  },
  PHARMACY_GONE: {
    owner: 'practice',
    text: 'The pharmacy is no longer known here, so that it cannot be told of the cancel. Find it and call it at once: it may dispense.',
  },
  NOT_DELIVERED: {
    owner: 'practice',
    text: 'The cancel could not be delivered to the pharmacy by any channel. Call it at once: it may dispense.',
  },
  FAX_COPY_NOT_CANCELED: {
    owner: 'practice',
    text: 'A cancel went out for the electronic copy. The pharmacy also has a faxed copy, which could not be canceled. Call it, so that it fills neither.',
  },
} as const;

export type CancelNotSentReason = keyof typeof CANCEL_NOT_SENT_REASONS;

/** Owner and sentence of a reason's code. */
export function cancelNotSentWords(code: string): { readonly owner: string; readonly text: string } {
  return code in CANCEL_NOT_SENT_REASONS
    ? CANCEL_NOT_SENT_REASONS[code as CancelNotSentReason]
    : CANCEL_NOT_SENT_REASONS.NOT_DELIVERED;
}

/** What keeps a pharmacy from being told. */
export interface CancelObstacle {
  readonly reason: CancelNotSentReason;
  readonly pharmacyId: PharmacyId;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Keeps the fact on the fill, which stays what it was, and in its history. */
export async function recordCancelNotSent(
  tx: Tx,
  ports: Ports,
  locked: LockedOrder,
  fillId: FillId,
  { reason, pharmacyId, detail }: CancelObstacle,
): Promise<FillRow> {
  return await moveFill(tx, ports, locked, fillId, {
    event: 'cancel-not-sent',
    source: 'delivery',
    detail: { ...detail, reason, pharmacyId },
    set: {
      cancel_not_sent_at: nowText(ports),
      cancel_not_sent_reason: reason,
      cancel_not_sent_pharmacy_id: pharmacyId,
    },
  });
}

/**
 * A fill that was canceled while it was being sent, and may have arrived, is neither sent nor canceled: nothing more leaves
 * for it (I4), so that a person must act. Called when no attempt of it is under way any more.
 * Answers the news of it.
 */
export async function stickUncanceled(
  tx: Tx,
  ports: Ports,
  locked: LockedOrder,
  fill: FillRow,
): Promise<FillNews | undefined> {
  if (fill.cancel_requested_at === null || fill.cancel_not_sent_at === null) return undefined;
  if (fill.state !== 'QUEUED' && fill.state !== 'SENDING') return undefined;
  return await stick(tx, ports, locked, fill, 'CANCEL_NOT_SENT');
}
