// The page of one patient: the record, allergies, benefits and preferred pharmacy, what was sent, the history, and prescribing.

import type { DataOf, InputOf, Session } from '@pestle/client';
import { UpdatePatient } from '@pestle/client/documents/patients';
import { PortalOrders } from '@pestle/client/documents/portal-orders';
import { PortalPatient } from '@pestle/client/documents/portal-patients';
import { momentText, note, unbroken } from '@pestle/elements/views';
import { formatDate } from '@pestle/rules/dates';
import { formatPhone } from '@pestle/rules/phone';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { Change } from '../page/change.ts';
import { medicationLine } from '../page/medication.ts';
import { listedPatient } from '../page/moments.ts';
import { SessionPage } from '../page/session-page.ts';
import { practiceClock, statusOfCode } from '../page/status.ts';
import { PageWords } from '../page/words.ts';
import { language } from '../preferences.ts';
import { fact } from '../prescription/where-it-is.ts';
import { mayWrite } from '../roles.ts';
import type { Route } from '../routes.ts';
import { patients as english, type PatientsText } from '../text/en/patients.ts';
import { Allergies } from './allergies.ts';
import { PreferredPharmacy } from './preferred-pharmacy.ts';

type Patient = DataOf<typeof PortalPatient>['patient'];
type Order = DataOf<typeof PortalOrders>['orders']['nodes'][number];

interface Loaded {
  readonly patient: Patient;
  readonly orders: readonly Order[];
}

export class PatientPage extends SessionPage<Loaded> {
  static override properties = { address: {}, route: {} };
  declare address: string;
  declare route: Route;
  readonly #allergies = new Allergies(() => this.requestUpdate());
  readonly #pharmacy = new PreferredPharmacy(() => this.requestUpdate());
  readonly #changes = { allergies: new Change(), pharmacy: new Change() };
  #said = '';
  readonly #words = new PageWords<PatientsText>(
    english,
    async () => (await import('../text/es/patients.ts')).patients,
    () => this.requestUpdate(),
  );

  protected override get heading(): string {
    return this.#words.now.title;
  }

  protected override subject(): string {
    return 'id' in this.route ? this.route.id : '';
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<Loaded> {
    const id = this.subject();
    if (this.data?.patient.id !== id) {
      this.#allergies.close();
      this.#pharmacy.close();
      this.#said = '';
    }
    const [{ patient }, { orders }] = await Promise.all([
      session.query(PortalPatient, { id }, { signal }),
      session.query(PortalOrders, { patientId: id }, { signal }),
    ]);
    const { allergies } = this.#changes;
    if (allergies.conflicted && this.#allergies.follow(patient)) allergies.conflicted = false;
    return { patient, orders: orders.nodes };
  }

  protected override isAwaited(): boolean {
    return true;
  }

  protected override show({ patient, orders }: Loaded, session: Session): TemplateResult {
    const words = this.#words.now;
    const { shared } = this;
    const name = listedPatient(patient);
    const around = { words, shared, session };
    const mayPrescribe = session.me !== undefined && mayWrite(session.me);
    return html`<div class="page">
      <div class="head"><h1>${name}</h1>
        <span class="muted">${words.born(formatDate(patient.dateOfBirth, language()))}, ${words.sexes[patient.sex]}${patient.deceased ? `, ${words.deceased}` : ''}</span>
        <div class="end">${session.me?.roles.includes('ADMIN') === true ? html`<a class="button" href="/portal/audit?patient=${patient.id}">${words.accessReport}</a>` : nothing}<a class="button" href="/portal/patients/${patient.id}/edit">${words.edit}</a>
          ${
            mayPrescribe && !patient.deceased
              ? html`<a class="button primary" href="/portal/patients/${patient.id}/prescribe" aria-label=${words.prescribeFor(name)}>${words.prescribe}</a>`
              : nothing
          }</div></div>
      ${this.staleNote()}
      <div role="status">${this.#said === '' ? nothing : note('ok', this.#said)}</div>
      <div class="pair">
        <div class="page">
          ${this.#allergies.render(patient, words, {
            busy: this.#changes.allergies.busy,
            problem: this.#changes.allergies.problems.join(' '),
            save: (allergies, revision) =>
              void this.#save(session, 'allergies', { allergies: [...allergies] }, revision),
          })}
          ${this.#pharmacy.render(patient.preferredPharmacy, {
            ...around,
            busy: this.#changes.pharmacy.busy,
            problem: this.#changes.pharmacy.problems.join(' '),
            save: (preferredPharmacyId) =>
              void this.#save(session, 'pharmacy', { preferredPharmacyId }, patient.revision),
          })}
        </div>
        ${this.#record(patient, words)}
      </div>
      ${orders.length === 0 ? nothing : this.#orders(orders, words, session)}
      <svc-med-history patient-id=${patient.id}></svc-med-history>
    </div>`;
  }

  #record(patient: Patient, words: PatientsText): TemplateResult {
    const { address, weight, benefits, phone } = patient;
    return html`<section class="card" aria-labelledby="record"><h2 id="record">${words.record}</h2><dl>
      ${fact(words.facts.phone, phone === null ? null : formatPhone(phone))}
      ${fact(words.facts.email, patient.email)}
      ${fact(words.facts.address, address === null ? null : [address.street1, address.street2, `${address.city}, ${address.state} ${address.postalCode}`].filter(Boolean).join(', '))}
      ${fact(words.facts.weight, weight === null ? null : `${weight.value} ${weight.unit.toLowerCase()}${weight.measuredOn === null ? '' : ` ${words.measured(formatDate(weight.measuredOn, language()))}`}`)}
      ${fact(words.facts.language, patient.language)}
      ${fact(words.facts.id, patient.externalId)}
      <dt>${words.benefits}</dt>${
        benefits.length === 0
          ? html`<dd>${words.noBenefits}</dd>`
          : benefits.map(({ bin, memberId }) => html`<dd>${words.benefit(bin, memberId)}</dd>`)
      }</dl></section>`;
  }

  #orders(orders: readonly Order[], words: PatientsText, session: Session): TemplateResult {
    const clock = practiceClock(session, this.shared);
    return html`<section class="card" aria-labelledby="orders"><h2 id="orders">${words.orders}</h2>
      <ul class="events">${orders.map(
        ({
          id,
          createdAt,
          situation,
          fills,
          pharmacy,
        }) => html`<li class="dated">${statusOfCode(situation, this.shared)}
          <div><a href="/portal/orders/${id}" data-row>${fills.map(({ prescription }, index) =>
            prescription === null
              ? nothing
              : html`${index === 0 ? '' : ', '}${medicationLine(prescription.treatment)}`,
          )}</a>
          <div class="small muted">${unbroken([momentText(createdAt, clock), pharmacy?.name].filter(Boolean).join(', '))}</div></div></li>`,
      )}</ul></section>`;
  }

  async #save(
    session: Session,
    part: 'allergies' | 'pharmacy',
    changes: InputOf<typeof UpdatePatient>['changes'],
    expectedRevision: number,
  ): Promise<void> {
    const { data, shared } = this;
    if (data === undefined) return;
    const words = this.#words.now;
    this.#said = '';
    const { id } = data.patient;
    const saving = this.#changes[part].run(
      session,
      UpdatePatient,
      { id, expectedRevision, changes },
      { shared, conflict: words.conflict },
    );
    this.requestUpdate();
    if ((await saving) !== undefined) {
      this.#said = words.saved;
      (part === 'allergies' ? this.#allergies : this.#pharmacy).close();
    }
    this.lookNow();
    this.requestUpdate();
  }
}
