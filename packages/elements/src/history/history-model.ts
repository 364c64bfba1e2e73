// Owns what a row of the medication history says: where the prescription stands now, in words and with a tone.
import type { DataOf } from '@pestle/client';
import type { MedicationHistory } from '@pestle/client/documents/history';
import type { Tone } from '../kit/icons.ts';
import type { HistoryText } from '../text/en/history.ts';

export type HistoryRecord = DataOf<typeof MedicationHistory>['prescriptions']['nodes'][number];

export type Standing = { readonly tone: Tone; readonly words: string };

/** Where a prescription stands: an ended one says so; else what became of its last order; else that it was never sent. */
export function standing(
  { state, latestFill }: Pick<HistoryRecord, 'state' | 'latestFill'>,
  text: HistoryText,
): Standing {
  if (state === 'CANCELED' || state === 'EXPIRED') return { tone: 'off', words: text.prescription[state] };
  if (latestFill === null)
    return state === 'DEPLETED'
      ? { tone: 'off', words: text.prescription.DEPLETED }
      : { tone: 'wait', words: text.notOrdered };
  if (latestFill.order?.state === 'ROUTING') return { tone: 'wait', words: text.routing };
  const words = text.fill[latestFill.state];
  switch (latestFill.state) {
    case 'DELIVERED':
      return { tone: 'ok', words };
    case 'CANCELED':
      return { tone: 'off', words };
    case 'ERROR':
    case 'STUCK':
      return { tone: 'danger', words };
    case 'QUEUED':
    case 'SENDING':
    case 'SENT':
    case 'RECEIVED':
    case 'FILLING':
    case 'SHIPPED':
      return { tone: 'wait', words };
    default:
      return latestFill.state satisfies never;
  }
}

/** True while the pharmacy may still say something: such a list is looked at more often. */
export function isMoving({ state, latestFill }: Pick<HistoryRecord, 'state' | 'latestFill'>): boolean {
  if (state !== 'ACTIVE' || latestFill === null) return false;
  return !['DELIVERED', 'CANCELED'].includes(latestFill.state);
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

/** What changed between two lists, for a screen reader: only rows that were there before. */
export function changes(
  before: readonly HistoryRecord[],
  after: readonly HistoryRecord[],
  text: HistoryText,
): ReadonlyArray<{ readonly record: HistoryRecord; readonly words: string }> {
  const words = new Map(before.map((record) => [record.id, standing(record, text).words]));
  return after.flatMap((record) => {
    const now = standing(record, text).words;
    const then = words.get(record.id);
    return then === undefined || then === now ? [] : [{ record, words: now }];
  });
}

/** The page of a prescription in the prescriber portal; null where the service is not known yet. */
export function portalLink(apiUrl: string | undefined, prescriptionId: string): string | null {
  return apiUrl === undefined ? null : `${apiUrl}/portal/prescriptions/${encodeURIComponent(prescriptionId)}`;
}
