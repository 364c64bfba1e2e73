// Owns how the record tells where a prescription is: situation, pharmacy, every fact with its time, and what happened line by line.

import type { DataOf } from '@pestle/client';
import type { PortalPrescription } from '@pestle/client/documents/portal';
import type { Clock, Fact, ShownSituation } from '@pestle/elements/views';
import { momentText, note, situationWords as text } from '@pestle/elements/views';
import { CHANNEL_WORDS, triedText } from '@pestle/rules/delivery-words';
import { eventText } from '@pestle/rules/fill-events';
import { formatPhone } from '@pestle/rules/phone';
import { SITUATIONS } from '@pestle/rules/situations';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';

export type Fill = NonNullable<DataOf<typeof PortalPrescription>['prescription']['latestFill']>;

const SOURCES: Readonly<Record<string, string>> = {
  user: 'by the practice',
  patient: 'by the patient',
  pharmacy: 'by the pharmacy',
  link: 'by the pharmacy, on its page',
  delivery: 'by the service',
  service: 'by the service',
  operator: 'by the operators of the network',
};

/** Nothing for what is not known. */
export function fact(label: string, value: string | null): TemplateResult | typeof nothing {
  return value === null || value === '' ? nothing : html`<dt>${label}</dt><dd>${value}</dd>`;
}

export function whereItIs(fill: Fill, situation: ShownSituation, clock: Clock): TemplateResult {
  const { pharmacy, order } = fill;
  const address = pharmacy?.address;
  return html`<section class="card" aria-labelledby="where">
    <h2 id="where">Where it is</h2>
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
      ${allFacts(fill, situation.facts, clock).map(({ label, value, phone }) =>
        phone === undefined
          ? fact(label, value)
          : html`<dt>${label}</dt><dd><a href="tel:+1${phone}">${value}</a></dd>`,
      )}
      ${fact('Order number at the pharmacy', fill.prescriberOrderNumber)}
      ${fact('Order', order?.id ?? null)}
      ${fact('Your number of the order', order?.externalId ?? null)}
    </dl>
  </section>`;
}

/** What somebody must act on stands out. */
function sentenceOf({ key, sentence }: ShownSituation): TemplateResult | typeof nothing {
  const { tone } = SITUATIONS[key];
  if (sentence === '') return nothing;
  return tone === 'danger' || tone === 'warn' ? note(tone, sentence) : html`<p dir="auto">${sentence}</p>`;
}

/** Those that every view tells, and the two that only a record has room for. Only what arrived was sent; anything else was tried. */
function allFacts(fill: Fill, known: readonly Fact[], clock: Clock): readonly Fact[] {
  const more: Fact[] = [
    { label: text.facts.sent, value: momentText(fill.sentAt, clock) },
    fill.sentAt === null
      ? { label: 'Tried by', value: triedText(fill.transmissions) }
      : { label: 'Sent by', value: CHANNEL_WORDS[fill.channel ?? ''] ?? '' },
    { label: text.facts.received, value: momentText(fill.receivedAt, clock) },
  ];
  const labels = new Set(known.map(({ label }) => label));
  return [...more.filter(({ label, value }) => value !== '' && !labels.has(label)), ...known];
}

export function whatHappened({ events, pharmacy }: Fill, clock: Clock): TemplateResult {
  const fulfillment = pharmacy?.kind === 'MAIL_ORDER' ? 'mail' : 'pickup';
  return html`<section class="card" aria-labelledby="events">
    <h2 id="events">What happened</h2>
    <ol class="events">
      ${events.toReversed().map(
        ({ at, event, source, toState, detail }) => html`<li>
          <strong>${eventText({ event, toState, detail: detailOf(detail) }, fulfillment)}</strong>
          <div class="small muted">${momentText(at, clock)}${SOURCES[source] === undefined ? '' : ` · ${SOURCES[source]}`}</div>
        </li>`,
      )}
    </ol>
  </section>`;
}

function detailOf(detail: unknown): Readonly<Record<string, unknown>> {
  return typeof detail === 'object' && detail !== null ? (detail as Record<string, unknown>) : {};
}
