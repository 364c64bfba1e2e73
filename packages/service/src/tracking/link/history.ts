// Turns what happened to a fill into lines for a pharmacist: how it was sent here, what was reported, who looked.

import { OUTCOME_WORDS } from '@pestle/rules/delivery-words';
import { eventText, FILL_STATUS_WORDS, plainSituation } from '@pestle/rules/fill-events';
import { toPharmacyReport } from '@pestle/rules/fill-status';
import { PRACTICE_EN } from '@pestle/rules/situations-practice-en';
import type { AttemptRow } from '../../delivery/inside.ts';
import type { FillEventRow } from '../../prescribing/inside.ts';
import type { LinkRecord } from './record.ts';
import { cannotFillText } from './report-forms.ts';

export interface HistoryLine {
  /** ISO 8601. */
  readonly at: string;
  readonly text: string;
}

const KINDS = {
  new: 'Prescription',
  cancel: 'Cancellation',
  late_notice: 'Notice of a second copy',
  discontinue: 'No more refills',
} as const;
const CHANNELS = {
  script: 'electronically',
  api: 'electronically (your own interface)',
  fax: 'by fax',
} as const;

/** Pure. Newest first. */
export function historyOf(record: LinkRecord): readonly HistoryLine[] {
  return [...attemptLines(record), ...eventLines(record)].toSorted((a, b) =>
    a.at < b.at ? 1 : a.at > b.at ? -1 : 0,
  );
}

/** Only what was taken is called sent. */
function attemptLines({ attempts, transmissions }: LinkRecord): HistoryLine[] {
  return attempts.map((attempt) => {
    const message = transmissions.find(({ id }) => id === attempt.transmission_id);
    const taken = attempt.outcome === 'ACCEPTED';
    const what =
      message === undefined
        ? 'Message'
        : `${KINDS[message.kind]}${taken ? ' sent' : ''} ${CHANNELS[message.channel]}`;
    return { at: attempt.started_at, text: `${what}, attempt ${attempt.number}: ${outcomeText(attempt)}` };
  });
}

function outcomeText({ outcome, reason }: AttemptRow): string {
  if (outcome === null) return 'under way';
  const word = OUTCOME_WORDS[outcome].toLowerCase();
  return outcome === 'ACCEPTED' || reason === null ? word : `${word} (${reason})`;
}

/** Reports of this pharmacy, and, while the prescription is here, every change of its state. */
function eventLines({ events, fill, link }: LinkRecord): HistoryLine[] {
  const isHere = fill.pharmacy_id === link.pharmacy_id;
  return events.flatMap((event): HistoryLine[] => {
    if (event.event === 'reported')
      return event.detail['pharmacyId'] === link.pharmacy_id
        ? [{ at: event.at, text: reportText(event) }]
        : [];
    if (!isHere || event.from_state === event.to_state) return [];
    const { to_state: toState, detail } = event;
    return [{ at: event.at, text: eventText({ event: event.event, toState, detail }) }];
  });
}

const EFFECTS: Readonly<Record<string, string>> = {
  duplicate: ': known already',
  superseded: ': more was known already',
  contradiction: ': it contradicts what was reported before, and changed nothing',
  'left-pharmacy': ': the prescription had left your pharmacy',
};

function reportText({ detail, source }: FillEventRow): string {
  const { report, outcome, reason, fillStatus } = detail;
  const dispensed = typeof fillStatus === 'string' ? FILL_STATUS_WORDS[fillStatus] : undefined;
  if (dispensed !== undefined) return `Reported “${dispensed}”`;
  const state = toPharmacyReport(String(report));
  const word = state === undefined ? 'a status' : `“${PRACTICE_EN[plainSituation(state)].word}”`;
  const why = typeof reason === 'string' ? cannotFillText(reason) : undefined;
  const by = source === 'link' ? ' on this page' : '';
  return `Reported ${word}${why === undefined ? '' : ` (${why})`}${by}${EFFECTS[String(outcome)] ?? ''}`;
}
