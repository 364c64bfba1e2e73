// I5: a MessageID is unique, and every retry sends the same bytes (SentTime is fixed at the first attempt).
import type { ArrivalEvidence, Evidence, Finding, Violation } from './evidence.ts';
import { byKey } from './evidence-keys.ts';

/** D9: begins with a letter; SCRIPT's `an..35`. */
const MESSAGE_ID = /^[A-Za-z][A-Za-z0-9]{0,34}$/;

export function checkIdentical({ store, arrivals }: Evidence): Finding {
  const violations: Violation[] = [];
  const broken = (what: string, ...ids: string[]): void => {
    violations.push({ what, ids });
  };
  const electronic = arrivals.filter(({ channel }) => channel !== 'fax');
  for (const { kind, sequence } of electronic)
    if (kind === 'unreadable') broken('a pharmacy could not read a message', `#${sequence}`);
  const messages = byKey(electronic, ({ messageId }) => messageId);
  const stored = byKey(store.transmissions, ({ messageId }) => messageId);
  for (const [messageId, group] of messages) {
    if (!MESSAGE_ID.test(messageId)) broken('a MessageID does not keep its form', messageId);
    if (several(group, ({ bytesSha256 }) => bytesSha256))
      broken('a retry sent other bytes under the same MessageID', messageId);
    if (several(group, ({ pharmacyId }) => pharmacyId) || several(group, ({ kind }) => kind))
      broken('one MessageID named two messages', messageId);
    const [transmission] = stored.get(messageId) ?? [];
    if (transmission === undefined) broken('a message arrived that the store does not know', messageId);
    else if (group.some(({ bytesSha256 }) => bytesSha256 !== transmission.bodySha256))
      broken('what arrived is not what the store says was sent', messageId);
  }
  for (const [messageId, group] of stored)
    if (group.length > 1) broken('the store has one MessageID twice', messageId);
  const faxes = byKey(arrivals, ({ faxId }) => faxId);
  for (const [faxId, group] of faxes)
    if (several(group, ({ bytesSha256 }) => bytesSha256))
      broken('one fax was handed over with other pages', faxId);
  return { invariant: 'I5', examined: messages.size + faxes.size, violations };
}

function several(group: readonly ArrivalEvidence[], of: (arrival: ArrivalEvidence) => unknown): boolean {
  return new Set(group.map(of)).size > 1;
}
