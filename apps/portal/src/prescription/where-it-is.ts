// Owns how the record tells where a prescription is: situation, pharmacy, every fact with its time, and what happened line by line.

import type { DataOf } from '@pestle/client';
import type { PortalPrescription } from '@pestle/client/documents/portal';
import type { Clock, Fact, ShownSituation } from '@pestle/elements/views';
import { momentText, note, unbroken } from '@pestle/elements/views';
import { triedText } from '@pestle/rules/delivery-words';
import { formatPhone } from '@pestle/rules/phone';
import { SITUATIONS } from '@pestle/rules/situations';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { happenedList } from '../page/happened.ts';
import type { SharedWords } from '../page/words.ts';
import type { OrdersText } from '../text/en/orders.ts';
import type { PrescriptionText } from '../text/en/prescription.ts';

export type Fill = NonNullable<DataOf<typeof PortalPrescription>['prescription']['latestFill']>;

/** The words of the page, in one language. */
export interface RecordWords {
  readonly words: PrescriptionText;
  readonly orders: OrdersText;
  readonly shared: SharedWords;
}

/** Nothing for what is not known. `look` is a class of the value. */
export function fact(
  label: string,
  value: string | null,
  look: 'number' | '' = '',
): TemplateResult | typeof nothing {
  return value === null || value === ''
    ? nothing
    : html`<dt>${label}</dt><dd class=${look === '' ? nothing : look}>${unbroken(value)}</dd>`;
}

export function whereItIs(
  fill: Fill,
  situation: ShownSituation,
  clock: Clock,
  { words, shared }: RecordWords,
): TemplateResult {
  const { pharmacy, order } = fill;
  const address = pharmacy?.address;
  return html`<section class="card" aria-labelledby="where">
    <h2 id="where">${words.where}</h2>
    ${
      pharmacy === null
        ? nothing
        : html`<p><strong>${pharmacy.name}</strong></p>
          ${address == null ? nothing : html`<p>${address.street1}${address.street2 === null ? '' : `, ${address.street2}`}, ${address.city}, ${address.state} ${address.postalCode}</p>`}
          ${pharmacy.phone === null ? nothing : html`<p><a href="tel:+1${pharmacy.phone}">${formatPhone(pharmacy.phone)}</a></p>`}`
    }
    ${sentenceOf(situation)}
    ${situation.alert === '' ? nothing : note('warn', situation.alert)}
    <dl>
      ${allFacts(fill, situation.facts, clock, { words, shared }).map(({ label, value, phone }) =>
        phone === undefined
          ? fact(label, value)
          : html`<dt>${label}</dt><dd><a href="tel:+1${phone}">${unbroken(value)}</a></dd>`,
      )}
      ${fact(words.facts.atPharmacy, fill.prescriberOrderNumber, 'number')}
      ${fact(words.facts.order, order?.id ?? null)}
      ${fact(words.facts.external, order?.externalId ?? null)}
    </dl>
  </section>`;
}

/** What somebody must act on stands out. */
function sentenceOf({ key, sentence }: ShownSituation): TemplateResult | typeof nothing {
  const { tone } = SITUATIONS[key];
  if (sentence === '') return nothing;
  return tone === 'danger' || tone === 'warn'
    ? note(tone, unbroken(sentence))
    : html`<p dir="auto">${unbroken(sentence)}</p>`;
}

/** Those that every view tells, and the two that only a record has room for. Only what arrived was sent; anything else was tried. */
function allFacts(
  fill: Fill,
  known: readonly Fact[],
  clock: Clock,
  { words, shared }: Pick<RecordWords, 'words' | 'shared'>,
): readonly Fact[] {
  const { facts } = shared.situation;
  const more: Fact[] = [
    { label: facts.sent, value: momentText(fill.sentAt, clock) },
    fill.sentAt === null
      ? { label: words.facts.triedBy, value: triedText(fill.transmissions, words.tried) }
      : { label: words.facts.sentBy, value: words.tried.channels[fill.channel ?? ''] ?? '' },
    { label: facts.received, value: momentText(fill.receivedAt, clock) },
  ];
  const labels = new Set(known.map(({ label }) => label));
  return [...more.filter(({ label, value }) => value !== '' && !labels.has(label)), ...known];
}

export function whatHappened(
  { events, pharmacy }: Fill,
  clock: Clock,
  { words, orders }: RecordWords,
): TemplateResult {
  return html`<section class="card" aria-labelledby="events">
    <h2 id="events">${words.happened}</h2>
    ${happenedList({ events, fulfillment: { type: pharmacy?.kind ?? null } }, orders, clock)}
  </section>`;
}
