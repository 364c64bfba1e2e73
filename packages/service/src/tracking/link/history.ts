// Turns what happened to a fill into lines for a pharmacist: how it was sent here, what was reported, who looked.
import type { LinkRecord } from './record.ts';

export interface HistoryLine {
  /** ISO 8601. */
  readonly at: string;
  readonly text: string;
}

const KINDS = {
  new: 'Prescription',
  cancel: 'Cancellation',
  late_notice: 'Notice of a second copy',
} as const;
const CHANNELS = {
  script: 'electronically',
  api: 'electronically (your own interface)',
  fax: 'by fax',
} as const;
const OUTCOMES = {
  ACCEPTED: 'taken',
  REJECTED: 'refused',
  RETRY: 'not delivered',
  UNKNOWN: 'no clear answer: it may have arrived',
} as const;

/** Pure. Newest first. */
export function historyOf(record: LinkRecord): readonly HistoryLine[] {
  return [...attemptLines(record), ...eventLines(record)].toSorted((a, b) =>
    a.at < b.at ? 1 : a.at > b.at ? -1 : 0,
  );
}

function attemptLines({ attempts, transmissions }: LinkRecord): HistoryLine[] {
  return attempts.map((attempt) => {
    const sent = transmissions.find(({ id }) => id === attempt.transmission_id);
    const what = sent === undefined ? 'Message' : `${KINDS[sent.kind]} sent ${CHANNELS[sent.channel]}`;
    const outcome = attempt.outcome === null ? 'under way' : OUTCOMES[attempt.outcome];
    const reason = attempt.reason === null ? '' : ` (${attempt.reason})`;
    return { at: attempt.started_at, text: `${what}, attempt ${attempt.number}: ${outcome}${reason}` };
  });
}

/** Reports of this pharmacy, and, while the prescription is here, every change of its state. */
function eventLines({ events, fill, link }: LinkRecord): HistoryLine[] {
  const isHere = fill.pharmacy_id === link.pharmacy_id;
  return events.flatMap((event): HistoryLine[] => {
    const { pharmacyId, report, outcome } = event.detail;
    if (event.event === 'reported') {
      if (pharmacyId !== link.pharmacy_id) return [];
      const effect = outcome === 'applied' ? '' : `, changed nothing (${String(outcome)})`;
      const by = event.source === 'link' ? ' on this page' : '';
      return [{ at: event.at, text: `Reported ${String(report)}${by}${effect}` }];
    }
    if (!isHere || event.from_state === event.to_state) return [];
    return [{ at: event.at, text: `Status: ${event.to_state}` }];
  });
}
