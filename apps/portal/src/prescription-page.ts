// The page of one prescription: the signed record word for word, where it is, what happened, and what else the patient has.
import type { DataOf, Session } from '@pestle/client';
import { PortalPrescription } from '@pestle/client/documents/portal';
import { recordStanding } from '@pestle/elements/history/history-model';
import { note, chip as stateChip } from '@pestle/elements/kit/icons';
import { medicationLine, quantityText } from '@pestle/elements/kit/medication';
import { boardOf } from '@pestle/elements/standing/board';
import type { Standing } from '@pestle/elements/standing/standing-model';
import { clockOf, situationChip, standingLines } from '@pestle/elements/standing/standing-view';
import { type Clock, momentText } from '@pestle/elements/standing/times';
import { history } from '@pestle/elements/text/en/history';
import { standing as text } from '@pestle/elements/text/en/standing';
import { formatDate } from '@pestle/rules/dates';
import { eventText } from '@pestle/rules/fill-events';
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
  #watched: Session | undefined;
  #stopWatching: (() => void) | undefined;

  protected override subject(): string {
    return this.prescriptionId;
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<Prescription> {
    const board = boardOf(session);
    const asked = board.asking();
    const { prescription } = await session.query(PortalPrescription, { id: this.prescriptionId }, { signal });
    if (prescription.latestFill !== null) board.take(asked, [prescription.latestFill]);
    return prescription;
  }

  protected override show(prescription: Prescription, session: Session): TemplateResult {
    const { content } = prescription;
    this.#watch(session);
    // What the history below has read since counts here, too.
    const fill = prescription.latestFill;
    const latestFill =
      fill === null ? null : { ...fill, ...boardOf(session).of(fill.id), pharmacy: fill.pharmacy };
    const { patient } = content;
    const clock = clockOf(session, text);
    const known = { ...prescription, daysSupply: content.daysSupply };
    const stands = recordStanding(known, latestFill, { text, clock });
    const chip =
      stands === null ? stateChip('wait', text.notOrdered) : situationChip(stands.key, stands.word);
    return html`<div class="page">
      <h1>${medicationLine(content.treatment)}</h1>
      <p>
        <strong>${[patient.firstName, patient.middleName, patient.lastName, patient.suffix].filter(Boolean).join(' ')}</strong>,
        born ${formatDate(patient.dateOfBirth)} · ${chip}
      </p>
      ${this.#notSentAgain(prescription)}
      <div class="pair">
        ${this.#record(prescription, clock)}
        <div class="page">${latestFill === null ? this.#notOrdered() : this.#whereItIs(latestFill, stands, clock)}</div>
      </div>
      <svc-med-history patient-id=${patient.id}></svc-med-history>
    </div>`;
  }

  #watch(session: Session): void {
    if (this.#watched === session) return;
    this.#stopWatching?.();
    this.#watched = session;
    this.#stopWatching = boardOf(session).subscribe(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopWatching?.();
    this.#watched = undefined;
  }

  #record(
    { content, writtenAt, expirationDate, preparer, contentHash }: Prescription,
    clock: Clock,
  ): TemplateResult {
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
        ${fact('Written', momentText(writtenAt, clock))}
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

  #whereItIs(fill: Fill, stands: Standing | null, clock: Clock): TemplateResult {
    const { pharmacy, order } = fill;
    const address = pharmacy?.address;
    const fulfillment = fill.fulfillment.type === 'MAIL_ORDER' ? 'mail' : 'pickup';
    return html`<section class="card" aria-labelledby="where">
        <h2 id="where">Where it is</h2>
        ${
          pharmacy === null
            ? nothing
            : html`<p><strong>${pharmacy.name}</strong></p>
              ${address == null ? nothing : html`<p>${address.street1}${address.street2 === null ? '' : `, ${address.street2}`}, ${address.city}, ${address.state} ${address.postalCode}</p>`}
              ${pharmacy.phone === null ? nothing : html`<p>${formatPhone(pharmacy.phone)}</p>`}`
        }
        ${stands === null ? nothing : standingLines(stands)}
        <dl>
          ${fact('Reached by', fill.channel === null ? null : (CHANNELS[fill.channel] ?? fill.channel))}
          ${fact('Order number at the pharmacy', fill.prescriberOrderNumber)}
          ${fact('Order', order?.id ?? null)}
          ${fact('Your number of the order', order?.externalId ?? null)}
        </dl>
      </section>
      <section class="card" aria-labelledby="events">
        <h2 id="events">What happened</h2>
        <ol class="events">
          ${fill.events.toReversed().map(
            (event) => html`<li>
              <strong>${eventText({ ...event, detail: detailOf(event.detail) }, fulfillment)}</strong>
              <div class="small muted">${momentText(event.at, clock)} · ${SOURCES[event.source] ?? event.source}</div>
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

const SOURCES: Readonly<Record<string, string>> = {
  user: 'by the practice',
  patient: 'by the patient',
  pharmacy: 'by the pharmacy',
  link: 'by the pharmacy, on its page',
  delivery: 'by the service',
  service: 'by the service',
};

function detailOf(detail: unknown): Readonly<Record<string, unknown>> | null {
  return typeof detail === 'object' && detail !== null ? (detail as Readonly<Record<string, unknown>>) : null;
}

/** Nothing for what is not known. */
function fact(label: string, value: string | null): TemplateResult | typeof nothing {
  return value === null || value === '' ? nothing : html`<dt>${label}</dt><dd>${value}</dd>`;
}
