// Turns what happened to a fill into lines for a pharmacist: how it was sent here, what was reported, who looked.

import { eventText, type FillEventName, plainSituation } from '@pestle/rules/fill-events';
import { FILL_STATES, toPharmacyReport } from '@pestle/rules/fill-status';
import type { AttemptRow } from '../../delivery/inside.ts';
import type { FillEventRow } from '../../prescribing/inside.ts';
import type { Reader } from './frame.ts';
import type { LinkRecord } from './record.ts';
import { cannotFillText } from './report-forms.ts';
import type { RecordWords } from './words/words.ts';

export interface HistoryLine {
  /** ISO 8601. */
  readonly at: string;
  readonly text: string;
}

/** Pure. Newest first. */
export function historyOf(reader: Reader, record: LinkRecord): readonly HistoryLine[] {
  return [...attemptLines(reader.words, record), ...eventLines(reader, record)].toSorted((a, b) =>
    a.at < b.at ? 1 : a.at > b.at ? -1 : 0,
  );
}

/** Only what was taken is called sent. */
function attemptLines(words: RecordWords, { attempts, transmissions }: LinkRecord): HistoryLine[] {
  return attempts.map((attempt) => {
    const message = transmissions.find(({ id }) => id === attempt.transmission_id);
    const taken = attempt.outcome === 'ACCEPTED';
    const what =
      message === undefined
        ? words.message
        : `${words.kinds[message.kind][taken ? 1 : 0]} ${words.channels[message.channel]}`;
    return { at: attempt.started_at, text: words.attempt(what, attempt.number, outcomeText(words, attempt)) };
  });
}

function outcomeText(words: RecordWords, { outcome, reason }: AttemptRow): string {
  if (outcome === null) return words.underWay;
  const word = words.outcomes[outcome].toLowerCase();
  return outcome === 'ACCEPTED' || reason === null ? word : `${word} (${reason})`;
}

/** Reports of this pharmacy, and, while the prescription is here, every change of its state. */
function eventLines(reader: Reader, { events, fill, link }: LinkRecord): HistoryLine[] {
  const isHere = fill.pharmacy_id === link.pharmacy_id;
  return events.flatMap((event): HistoryLine[] => {
    if (event.event === 'reported')
      return event.detail['pharmacyId'] === link.pharmacy_id
        ? [{ at: event.at, text: reportText(reader.words, event) }]
        : [];
    if (!isHere || event.from_state === event.to_state) return [];
    return [{ at: event.at, text: changeText(reader, event) }];
  });
}

/** As everybody reads it, in English by the words of the practice's history. */
function changeText({ language, words }: Reader, { event, to_state: toState, detail }: FillEventRow): string {
  if (language === 'en') return eventText({ event, toState, detail });
  const { channel, because } = detail;
  if (event === 'sent' && channel === 'fax') return words.situations.faxed.word;
  const known = Object.hasOwn(words.events, event) ? words.events[event as FillEventName] : undefined;
  if (known === undefined) {
    const state = FILL_STATES.find((one) => one === toState);
    return state === undefined ? '' : words.situations[plainSituation(state)].word;
  }
  if (event === 'sending' && channel === 'fax') return `${known} ${words.byFax}`;
  if (event !== 'fallback-to-fax') return known;
  const why = words.fallbackBecause[because === 'electronic-withdrawn' ? because : 'else'];
  return `${known}: ${why}`;
}

function reportText(words: RecordWords, { detail, source }: FillEventRow): string {
  const { report, outcome, reason, fillStatus, ready } = detail;
  const dispensed = typeof fillStatus === 'string' ? words.fillStatuses[fillStatus] : undefined;
  if (dispensed !== undefined) return `${words.reported} “${dispensed}”`;
  const state = toPharmacyReport(String(report));
  const situation = state === undefined ? undefined : ready === true ? 'ready' : plainSituation(state);
  const word = situation === undefined ? words.aStatus : `“${words.situations[situation].word}”`;
  const why = typeof reason === 'string' ? cannotFillText(reason, words.reasons) : undefined;
  const by = source === 'link' ? words.onThisPage : '';
  return `${words.reported} ${word}${why === undefined ? '' : ` (${why})`}${by}${words.effects[String(outcome)] ?? ''}`;
}
