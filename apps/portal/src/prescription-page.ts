// The page of one prescription: the signed record word for word, where it is, what happened, and what else the patient has.

import type { DataOf, Session } from '@pestle/client';
import { PortalPrescription } from '@pestle/client/documents/portal';
import type { Clock, ShownSituation } from '@pestle/elements/views';
import {
  boardOf,
  chip,
  clockOf,
  historyWords as history,
  isOver,
  medicationLine,
  momentText,
  note,
  quantityText,
  recordSituation,
  situationChip,
  situationWords as text,
} from '@pestle/elements/views';
import { formatDate } from '@pestle/rules/dates';
import { diagnosisLine } from '@pestle/rules/diagnosis';
import { printedRows } from '@pestle/rules/prescription-fields';
import type { Situation } from '@pestle/rules/situations';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { SessionPage } from './session-page.ts';
import { fact, whatHappened, whereItIs } from './where-it-is.ts';

type Loaded = DataOf<typeof PortalPrescription>;
type Prescription = Loaded['prescription'];

/** Nothing is open any more between practice and pharmacy. */
const GOES_ON: ReadonlySet<Situation> = new Set(['canceled', 'ended', 'picked-up', 'delivered']);

export class PrescriptionPage extends SessionPage<Prescription> {
  static override properties = { prescriptionId: { attribute: 'prescription-id' } };
  declare prescriptionId: string;
  protected override readonly heading = 'Prescription';
  #leave: (() => void) | undefined;

  protected override subject(): string {
    return this.prescriptionId;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leave?.();
    this.#leave = undefined;
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<Prescription> {
    const board = boardOf(session);
    this.#leave?.();
    // The history below may read of it first: two places of one page do not contradict each other.
    this.#leave = board.subscribe(() => {
      const fill = this.data?.latestFill;
      if (fill != null && board.of(fill.id)?.updatedAt !== fill.updatedAt) this.lookNow();
    });
    const asked = board.asking();
    const { prescription } = await session.query(PortalPrescription, { id: this.prescriptionId }, { signal });
    if (prescription.latestFill !== null) board.take(asked, [prescription.latestFill]);
    return prescription;
  }

  protected override isAwaited({ latestFill }: Prescription): boolean {
    return latestFill !== null && !isOver(latestFill);
  }

  protected override show(prescription: Prescription, session: Session): TemplateResult {
    const { content, latestFill } = prescription;
    const { patient, daysSupply } = content;
    const clock = clockOf(session, text);
    const situation = recordSituation({ ...prescription, daysSupply }, latestFill, { text, clock });
    return html`<div class="page">
      <h1>${medicationLine(content.treatment)}</h1>
      <p>
        <strong>${[patient.firstName, patient.middleName, patient.lastName, patient.suffix].filter(Boolean).join(' ')}</strong>,
        born ${formatDate(patient.dateOfBirth)} ·
        <span role="status">${situation === null ? chip('wait', text.notOrdered) : situationChip(situation.key, situation.word)}</span>
      </p>
      ${this.staleNote()}
      ${this.#notSentAgain(prescription, situation)}
      <div class="pair">
        ${this.#record(prescription, clock)}
        <div class="page">${
          latestFill === null || situation === null
            ? this.#notOrdered()
            : html`${whereItIs(latestFill, situation, clock)}${whatHappened(latestFill, clock)}`
        }</div>
      </div>
      <svc-med-history patient-id=${patient.id}></svc-med-history>
    </div>`;
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
        ${fact('Each dose', content.liquidDose)}
        ${fact('Quantity', quantityText(content.dispenseQuantity, content.dispenseUnit, history))}
        ${fact('Days supply', content.daysSupply === null ? null : history.days(content.daysSupply))}
        ${fact('Refills', String(refills))}
        ${fact('Substitution', content.dispenseAsWritten ? 'Dispense as written' : 'Allowed')}
        ${printedRows(content).map(([name, label, text]) => fact(name === 'notes' ? 'Note for the pharmacy' : label, text))}
        ${fact('Do not fill before', content.doNotFillBeforeDate === null ? null : formatDate(content.doNotFillBeforeDate))}
        ${fact('Diagnoses', content.diagnosisCodes.map(diagnosisLine).join('; '))}
        ${fact('Twice on one order because', content.repeatReason)}
        ${fact('These amounts because', content.amountsReason)}
        ${fact('Prescribed again because', content.duplicateReason)}
        ${fact('Name on the message', treatment.description)}
        ${fact('RxNorm, NDC', [treatment.rxcui, treatment.ndc].filter(Boolean).join(', '))}
        ${fact('Prescriber', `${signer} (NPI ${prescriber.npi})`)}
        ${fact('Prepared by', preparer === null ? null : `${preparer.firstName} ${preparer.lastName}`)}
        ${fact('Written', wholeMoment(writtenAt, clock))}
        ${fact('Ends', formatDate(expirationDate))}
      </dl>
      <p class="small muted seal">SHA-256 of what was signed: <span class="hash">${contentHash}</span></p>
    </section>`;
  }

  /**
   * What must not be sent again, and the way on. Nobody is led to a second prescription while the pharmacy may have dispensed the
   * first: there the page says whom to call.
   */
  #notSentAgain(
    { sendObstacle }: Prescription,
    situation: ShownSituation | null,
  ): TemplateResult | typeof nothing {
    if (sendObstacle === null || (situation !== null && !GOES_ON.has(situation.key))) return nothing;
    return note('info', sendObstacle.message);
  }

  #notOrdered(): TemplateResult {
    return html`<section class="card" aria-labelledby="where"><h2 id="where">Where it is</h2><p>It was signed and not sent.</p></section>`;
  }
}

/** With its day, also of today: a record is read later. */
function wholeMoment(at: string, clock: Clock): string {
  return momentText(at, { ...clock, nowMs: 0 });
}
