// Owns the rows of the medication history: their order, what stands of each, and the way to the portal.
import type { DataOf } from '@pestle/client';
import type { MedicationHistory } from '@pestle/client/documents/history';
import { formatDate } from '@pestle/rules/dates';
import { firstKnownSentence } from '@pestle/rules/situation-sentence';
import type { FollowedFill, SituationBoard } from '../situation/board.ts';
import { type Around, type ShownSituation, shownSituation } from '../situation/situation-model.ts';

export type HistoryRecord = DataOf<typeof MedicationHistory>['prescriptions']['nodes'][number];

/** What became of its newest order, from whichever element of the page asked most recently; null when it was never ordered. */
export function fillOf(
  { latestFill }: Pick<HistoryRecord, 'latestFill'>,
  board: Pick<SituationBoard, 'of'>,
): FollowedFill | null {
  return latestFill === null ? null : (board.of(latestFill.id) ?? latestFill);
}

/** Where a prescription stands; null when it is signed and was not sent anywhere. */
export function recordSituation(
  record: Pick<HistoryRecord, 'state' | 'daysSupply' | 'expirationDate'>,
  fill: FollowedFill | null,
  { text, clock }: Pick<Around, 'text' | 'clock'>,
): ShownSituation | null {
  const { daysSupply, expirationDate } = record;
  if (fill !== null) return shownSituation(fill, { text, clock, daysSupply, expirationDate });
  if (record.state === 'ACTIVE') return null;
  const key = record.state === 'CANCELED' ? 'canceled' : 'ended';
  const words = text.situations[key];
  const sentence = firstKnownSentence(
    words,
    key === 'ended' ? { date: formatDate(expirationDate, text.language) } : {},
  );
  return { key, word: words.word, sentence, facts: [], alert: '' };
}

/** The newer list with what stood behind its end, newest first and each once: pages that were asked for stay when the first is refreshed. */
export function merged(
  newer: readonly HistoryRecord[],
  before: readonly HistoryRecord[],
): readonly HistoryRecord[] {
  const byId = new Map([...before, ...newer].map((record) => [record.id, record]));
  return [...byId.values()].toSorted((a, b) =>
    a.writtenAt < b.writtenAt ? 1 : a.writtenAt > b.writtenAt ? -1 : 0,
  );
}

/** The page of a prescription in the prescriber portal; null where the service is not known yet. */
export function portalLink(apiUrl: string | undefined, prescriptionId: string): string | null {
  return apiUrl === undefined ? null : `${apiUrl}/portal/prescriptions/${encodeURIComponent(prescriptionId)}`;
}
