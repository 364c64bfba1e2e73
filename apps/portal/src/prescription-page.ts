// The page of one prescription: the signed record word for word, where it is, what happened, and what else the patient has.
import type { DataOf, Session } from '@pestle/client';
import { PortalPrescription } from '@pestle/client/documents/portal';
import { standing } from '@pestle/elements/history/history-model';
import { chip, note } from '@pestle/elements/kit/icons';
import { medicationLine, quantityText } from '@pestle/elements/kit/medication';
import { history } from '@pestle/elements/text/en/history';
import { formatDate } from '@pestle/rules/dates';
import { formatPhone } from '@pestle/rules/phone';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { SessionPage } from './session-page.ts';

type Loaded = DataOf<typeof PortalPrescription>;
type Prescription = Loaded['prescription'];
type Fill = NonNullable<Prescription['latestFill']>;

export class PrescriptionPage extends SessionPage<Prescription> {
  static override properties = { prescriptionId: { attribute: 'prescription-id' } };
  declare prescriptionId: string;
  protected override readonly heading = 'Prescription';

  protected override subject(): string {
    return this.prescriptionId;
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<Prescription> {
    const { prescription } = await session.query(PortalPrescription, { id: this.prescriptionId }, { signal });
    return prescription;
  }

  protected override show(prescription: Prescription): TemplateResult {
    const { content, latestFill } = prescription;
    const { patient } = content;
    const { tone, words } = standing(prescription, history);
    return html`<div class="page">
      <h1>${medicationLine(content.treatment)}</h1>
      <p>
        <strong>${[patient.firstName, patient.middleName, patient.lastName, patient.suffix].filter(Boolean).join(' ')}</strong>,
        born ${formatDate(patient.dateOfBirth)} · ${chip(tone, words)}
      </p>
      ${latestFill?.stateReasonText == null ? nothing : note('danger', latestFill.stateReasonText)}
      ${this.#notSentAgain(prescription)}
      <div class="pair">
        ${this.#record(prescription)}
        <div class="page">${latestFill === null ? this.#notOrdered() : this.#whereItIs(latestFill)}</div>
      </div>
      <svc-med-history patient-id=${patient.id}></svc-med-history>
    </div>`;
  }

  #record({ content, writtenAt, expirationDate, preparer, contentHash }: Prescription): TemplateResult {
    const { prescriber, treatment } = content;
    const signer = `${prescriber.firstName} ${prescriber.lastName}${prescriber.credentials === null ? '' : `, ${prescriber.credentials}`}`;
    const refills = content.fillsAllowed - 1;
    return html`<section class="card" aria-labelledby="record">
      <h2 id="record">As it was signed</h2>
      <dl>
        ${fact('Directions', content.instructions)}
        ${fact('Quantity', quantityText(content.dispenseQuantity, content.dispenseUnit, history))}
        ${fact('Days supply', content.daysSupply === null ? null : history.days(content.daysSupply))}
        ${fact('Refills', String(refills))}
        ${fact('Substitution', content.dispenseAsWritten ? 'Dispense as written' : 'Allowed')}
        ${fact('Note for the pharmacy', content.notes)}
        ${fact('Do not fill before', content.doNotFillBeforeDate === null ? null : formatDate(content.doNotFillBeforeDate))}
        ${fact('Diagnoses', content.diagnosisCodes.map(({ code }) => code).join(', '))}
        ${fact('Name on the message', treatment.description)}
        ${fact('RxNorm, NDC', [treatment.rxcui, treatment.ndc].filter(Boolean).join(', '))}
        ${fact('Prescriber', `${signer} (NPI ${prescriber.npi})`)}
        ${fact('Prepared by', preparer === null ? null : `${preparer.firstName} ${preparer.lastName}`)}
        ${fact('Written', moment(writtenAt))}
        ${fact('Ends', formatDate(expirationDate))}
      </dl>
      <p class="small muted seal">SHA-256 of what was signed: <span class="hash">${contentHash}</span></p>
    </section>`;
  }

  /** What must not be sent again, and the way on; of what is on its way, the page says where it is. */
  #notSentAgain({ sendObstacle }: Prescription): TemplateResult | typeof nothing {
    if (sendObstacle === null || sendObstacle.code === 'PRESCRIPTION_ON_OPEN_ORDER') return nothing;
    return note('info', sendObstacle.message);
  }

  #notOrdered(): TemplateResult {
    return html`<section class="card" aria-labelledby="where"><h2 id="where">Where it is</h2><p>It was signed and not sent.</p></section>`;
  }

  #whereItIs(fill: Fill): TemplateResult {
    const { pharmacy, order, fulfillment } = fill;
    const address = pharmacy?.address;
    return html`<section class="card" aria-labelledby="where">
        <h2 id="where">Where it is</h2>
        ${
          pharmacy === null
            ? html`<p>${history.routing}</p>`
            : html`<p><strong>${pharmacy.name}</strong></p>
              ${address == null ? nothing : html`<p>${address.street1}${address.street2 === null ? '' : `, ${address.street2}`}, ${address.city}, ${address.state} ${address.postalCode}</p>`}
              ${pharmacy.phone === null ? nothing : html`<p>${formatPhone(pharmacy.phone)}</p>`}`
        }
        <dl>
          ${fact('State', history.fill[fill.state])}
          ${fact('Reached by', fill.channel === null ? null : (CHANNELS[fill.channel] ?? fill.channel))}
          ${fact('Sent', fill.sentAt === null ? null : moment(fill.sentAt))}
          ${fact('Received', fill.receivedAt === null ? null : moment(fill.receivedAt))}
          ${fact('Shipping', [fulfillment.carrier, fulfillment.trackingNumber].filter(Boolean).join(' '))}
          ${fact('Order number at the pharmacy', fill.prescriberOrderNumber)}
          ${fact('Order', order?.id ?? null)}
          ${fact('Your number of the order', order?.externalId ?? null)}
        </dl>
      </section>
      <section class="card" aria-labelledby="events">
        <h2 id="events">What happened</h2>
        <ol class="events">
          ${fill.events.toReversed().map(
            ({ at, event, source, toState }) => html`<li>
              <strong>${eventWords(event, history.fill[toState])}</strong>
              <div class="small muted">${moment(at)} · ${SOURCES[source] ?? source}</div>
            </li>`,
          )}
        </ol>
      </section>`;
  }
}

const CHANNELS: Readonly<Record<string, string>> = {
  script: 'NCPDP SCRIPT',
  api: "The pharmacy's API",
  fax: 'Fax',
};

const EVENTS: Readonly<Record<string, string>> = {
  ordered: 'Ordered',
  'pharmacy-selected': 'Pharmacy chosen',
  rerouted: 'Moved to another pharmacy',
  resent: 'Sent again',
  reissued: 'Issued again',
  'fallback-to-fax': 'Goes by fax, because electronic delivery failed',
  answered: 'The pharmacy answered',
  'fax-stopped': 'The fax was stopped',
  'accepted-late': 'Accepted late, after another way was taken',
  'accepted-after-cancel': 'Accepted after it was canceled',
  'acceptance-withdrawn': 'The pharmacy withdrew its acceptance',
  'held-twice': 'The pharmacy may hold it twice: call it',
  'cancel-requested': 'Cancellation asked for',
  'cancel-sent': 'Cancellation sent to the pharmacy',
  'cancel-by-fax': 'Cancellation sent by fax',
  'cancel-not-sent': 'The pharmacy could not be told of the cancellation: call it',
  'cancel-not-delivered': 'Cancellation could not be delivered; the pharmacy had ended it',
  'cancel-approved': 'The pharmacy approved the cancellation',
  'cancel-denied': 'The pharmacy denied the cancellation',
  'canceled-at-old-pharmacy': 'Canceled at the earlier pharmacy',
  'left-old-pharmacy': 'Taken from the earlier pharmacy',
};

/** What happened, and the state it led to where that is not the same. */
function eventWords(event: string, state: string): string {
  const words = EVENTS[event];
  return words === undefined || words === state ? state : words;
}

const SOURCES: Readonly<Record<string, string>> = {
  user: 'by the practice',
  patient: 'by the patient',
  pharmacy: 'by the pharmacy',
  link: 'by the pharmacy, on its page',
  delivery: 'by the service',
  service: 'by the service',
};

/** Nothing for what is not known. */
function fact(label: string, value: string | null): TemplateResult | typeof nothing {
  return value === null || value === '' ? nothing : html`<dt>${label}</dt><dd>${value}</dd>`;
}

/** In the reader's own zone, with the zone named. */
function moment(at: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long' }).format(new Date(at));
}
