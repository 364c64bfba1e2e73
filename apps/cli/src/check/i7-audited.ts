// I7: every change of a state has exactly one entry in the audit trail, in the transaction of the change; the beginning of an attempt has that of its end.
import type { EntryFact, Evidence, Finding, Violation } from './evidence.ts';
import { byKey } from './evidence-keys.ts';

/** What begins an attempt says so at its end, in one entry with its outcome. */
const BEGINS = 'sending';
const ENDS = 'transmission.attempt';

export function checkAudited({ store }: Evidence): Finding {
  const violations: Violation[] = [];
  const fillOf = new Map(store.transmissions.map(({ id, fillId }) => [id, fillId]));
  const entries = byKey(store.entries, ({ transaction }) => transaction);
  const orderOf = new Map(store.fills.map(({ id, orderId }) => [id, orderId]));
  const changes = store.events.filter(
    ({ event, fromState, toState }) => event !== BEGINS && fromState !== toState,
  );
  for (const { fillId, number, transaction } of changes) {
    const own = (entries.get(transaction) ?? []).filter(({ subjectId }) =>
      [fillId, orderOf.get(fillId)].includes(fillOf.get(subjectId) ?? subjectId),
    );
    if (own.length === 0)
      violations.push({ what: `change ${number} of a fill has no entry in the trail`, ids: [fillId] });
    const [twice] = repeated(own);
    if (twice !== undefined)
      violations.push({ what: `change ${number} of a fill has two entries ${twice}`, ids: [fillId] });
  }
  const ended = store.attempts.filter(
    ({ transmissionId, endedAt }) => endedAt !== null && fillOf.has(transmissionId),
  );
  const ends = byKey(
    store.entries.filter(({ action }) => action === ENDS),
    ({ subjectId, attempt }) => `${subjectId} ${attempt}`,
  );
  for (const { transmissionId, number } of ended) {
    const own = ends.get(`${transmissionId} ${number}`) ?? [];
    const cutOff = own.filter((entry) => entry.cutOff).length;
    // Taken over from a worker that goes on after all, it has the entry of the takeover and that of its end.
    if (cutOff > 1 || own.length - cutOff > 1 || own.length === 0)
      violations.push({
        what: `attempt ${number} has ${own.length} entries in the trail`,
        ids: [transmissionId],
      });
  }
  return { invariant: 'I7', examined: changes.length + ended.length, violations };
}

/** What was entered twice for the same thing in one transaction. */
function repeated(entries: readonly EntryFact[]): string[] {
  const kinds = byKey(entries, ({ action, subjectId, attempt }) => `${action} ${subjectId} ${attempt}`);
  return [...kinds].filter(([, same]) => same.length > 1).map(([kind]) => kind);
}
