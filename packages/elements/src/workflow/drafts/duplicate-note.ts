// Owns how a draft says that the same was likely prescribed before: by whom and when (W2).
import { formatDate } from '@pestle/rules/dates';
import { html, nothing } from 'lit/html.js';
import { note } from '../../kit/icons.ts';
import type { Text } from '../../text/text.ts';
import type { DraftRecord } from '../state/records.ts';

type Duplicate = DraftRecord['likelyDuplicates'][number];

/** One note with every earlier prescription that counts, the newest first; nothing where there is none. */
export function duplicateNotes(
  { likelyDuplicates }: Pick<DraftRecord, 'likelyDuplicates'>,
  text: Text,
): unknown {
  const [only, ...more] = likelyDuplicates;
  if (only === undefined) return nothing;
  return note(
    'warn',
    more.length === 0
      ? duplicateText(only, text)
      : html`<ul class="plain">${likelyDuplicates.map((one) => html`<li>${duplicateText(one, text)}</li>`)}</ul>`,
  );
}

/** `Already prescribed by Elena Rivera on 22-Nov-2026 at 10:03 AM.` */
export function duplicateText(
  { sameTreatment, treatment, writtenBy, writtenAt }: Duplicate,
  text: Text,
): string {
  const who = writtenBy === null ? '' : `${writtenBy.firstName} ${writtenBy.lastName}`;
  const when = momentText(Date.parse(writtenAt), text);
  return sameTreatment
    ? text.order.prescribedBefore(who, when)
    : text.order.similarBefore(treatment?.name ?? '', who, when);
}

/** A day as everywhere, and the time of day here. */
export function momentText(atMs: number, { kit, order }: Text): string {
  const at = new Date(atMs);
  const time = at.toLocaleTimeString(kit.language, { hour: 'numeric', minute: '2-digit' });
  return order.onAt(formatDate(at.toLocaleDateString('sv')), time);
}
