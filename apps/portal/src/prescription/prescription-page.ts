// The page of one prescription: the signed record word for word, where it is, what happened, and what else the patient has.

import type { DataOf, Session } from '@pestle/client';
import { PortalPrescription } from '@pestle/client/documents/portal';
import type { Clock, ShownSituation } from '@pestle/elements/views';
import {
  boardOf,
  chip,
  clockOf,
  isOver,
  momentText,
  note,
  quantityText,
  recordSituation,
  situationChip,
} from '@pestle/elements/views';
import { formatDate } from '@pestle/rules/dates';
import { diagnosisLine } from '@pestle/rules/diagnosis';
import { printedRows } from '@pestle/rules/prescription-fields';
import type { Situation } from '@pestle/rules/situations';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { medicationLine } from '../page/medication.ts';
import { SessionPage } from '../page/session-page.ts';
import { PageWords } from '../page/words.ts';
import { language } from '../preferences.ts';
import type { Route } from '../routes.ts';
import { type OrdersText, orders } from '../text/en/orders.ts';
import { prescription as english, type PrescriptionText } from '../text/en/prescription.ts';
import { screeningText } from './screening-line.ts';
import { fact, type RecordWords, whatHappened, whereItIs } from './where-it-is.ts';

type Loaded = DataOf<typeof PortalPrescription>;
type Prescription = Loaded['prescription'];

/** Nothing is open any more between practice and pharmacy. */
const GOES_ON: ReadonlySet<Situation> = new Set(['canceled', 'ended', 'picked-up', 'delivered']);

export class PrescriptionPage extends SessionPage<Prescription> {
  static override properties = { address: {}, route: {} };
  declare address: string;
  declare route: Route;
  #leave: (() => void) | undefined;
  readonly #words = new PageWords<PrescriptionText>(
    english,
    async () => (await import('../text/es/prescription.ts')).prescription,
    () => this.requestUpdate(),
  );
  readonly #orders = new PageWords<OrdersText>(
    orders,
    async () => (await import('../text/es/orders.ts')).orders,
    () => this.requestUpdate(),
  );

  protected override get heading(): string {
    return this.#words.now.title;
  }

  protected override subject(): string {
    return 'id' in this.route ? this.route.id : '';
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
    const { prescription } = await session.query(PortalPrescription, { id: this.subject() }, { signal });
    if (prescription.latestFill !== null) board.take(asked, [prescription.latestFill]);
    return prescription;
  }

  protected override isAwaited({ latestFill }: Prescription): boolean {
    return latestFill !== null && !isOver(latestFill);
  }

  protected override show(prescription: Prescription, session: Session): TemplateResult {
    const { content, latestFill } = prescription;
    const { patient, daysSupply } = content;
    const { shared } = this;
    const words = this.#words.now;
    const said = { words, orders: this.#orders.now, shared };
    const text = shared.situation;
    const clock = clockOf(session, text);
    const situation = recordSituation({ ...prescription, daysSupply }, latestFill, { text, clock });
    return html`<div class="page">
      <h1>${medicationLine(content.treatment)}</h1>
      <p>
        <strong>${[patient.firstName, patient.middleName, patient.lastName, patient.suffix].filter(Boolean).join(' ')}</strong>,
        ${words.born(formatDate(patient.dateOfBirth, language()))} ·
        <span role="status">${situation === null ? chip('wait', text.notOrdered) : situationChip(situation.key, situation.word)}</span>
      </p>
      ${this.staleNote()}
      ${this.#notSentAgain(prescription, situation)}
      <div class="pair">
        ${this.#record(prescription, clock, said)}
        <div class="page">${
          latestFill === null || situation === null
            ? this.#notOrdered()
            : html`${whereItIs(latestFill, situation, clock, said)}${whatHappened(latestFill, clock, said)}`
        }</div>
      </div>
      <svc-med-history patient-id=${patient.id}></svc-med-history>
    </div>`;
  }

  #record(
    { content, writtenAt, expirationDate, preparer, contentHash }: Prescription,
    clock: Clock,
    { words, shared }: RecordWords,
  ): TemplateResult {
    const { facts } = words;
    const { history } = shared;
    const { prescriber, treatment } = content;
    const signer = `${prescriber.firstName} ${prescriber.lastName}${prescriber.credentials === null ? '' : `, ${prescriber.credentials}`}`;
    const refills = content.fillsAllowed - 1;
    return html`<section class="card" aria-labelledby="record">
      <h2 id="record">${words.asSigned}</h2>
      <dl>
        ${fact(facts.directions, content.instructions)}
        ${fact(facts.dose, content.liquidDose)}
        ${fact(facts.quantity, quantityText(content.dispenseQuantity, content.dispenseUnit, history))}
        ${fact(facts.days, content.daysSupply === null ? null : history.days(content.daysSupply))}
        ${fact(facts.refills, String(refills))}
        ${fact(facts.substitution, content.dispenseAsWritten ? words.asWritten : words.maySubstitute)}
        ${printedRows(content).map(([name, label, text]) => fact(words.printed[name] ?? label, text))}
        ${fact(facts.notBefore, content.doNotFillBeforeDate === null ? null : formatDate(content.doNotFillBeforeDate, language()))}
        ${fact(facts.diagnoses, content.diagnosisCodes.map(diagnosisLine).join('; '))}
        ${fact(facts.repeat, content.repeatReason)}
        ${fact(facts.amounts, content.amountsReason)}
        ${fact(facts.duplicate, content.duplicateReason)}
        ${fact(facts.screening, screeningText(content.screening, words))}
        ${fact(facts.onMessage, treatment.description)}
        ${fact(facts.codes, [treatment.rxcui, treatment.ndc].filter(Boolean).join(', '))}
        ${fact(facts.prescriber, `${signer} (NPI ${prescriber.npi})`)}
        ${fact(facts.preparer, preparer === null ? null : `${preparer.firstName} ${preparer.lastName}`)}
        ${fact(facts.written, wholeMoment(writtenAt, clock))}
        ${fact(facts.ends, formatDate(expirationDate, language()))}
      </dl>
      <p class="small muted seal">${words.seal} <span class="hash">${contentHash}</span></p>
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
    const { errors } = this.shared.said;
    return note('info', errors[sendObstacle.code] ?? sendObstacle.message);
  }

  #notOrdered(): TemplateResult {
    const words = this.#words.now;
    return html`<section class="card" aria-labelledby="where"><h2 id="where">${words.where}</h2><p>${words.notSent}</p></section>`;
  }
}

/** With its day, also of today: a record is read later. */
function wholeMoment(at: string, clock: Clock): string {
  return momentText(at, { ...clock, nowMs: 0 });
}
