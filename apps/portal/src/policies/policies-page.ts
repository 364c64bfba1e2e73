// The page of what the practice asks of its people, tells its patients, and when its office is open.

import type { DataOf, InputOf, Session } from '@pestle/client';
import { PortalPolicies, PortalUpdatePolicies } from '@pestle/client/documents/portal-team';
import { momentText } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import { typedIn } from '../page/change.ts';
import { ChangingPage } from '../page/changing-page.ts';
import { practiceClock } from '../page/status.ts';
import { PageWords } from '../page/words.ts';
import { everybody, type Person } from '../team/everybody.ts';
import { policies as english, type PoliciesText } from '../text/en/policies.ts';

type Organization = DataOf<typeof PortalPolicies>['organization'];
type Input = InputOf<typeof PortalUpdatePolicies>['input'];

interface Loaded {
  readonly organization: Organization;
  /** Who may look after the desk. */
  readonly people: readonly Person[];
}

const TEXTS = ['SENT', 'READY', 'SHIPPED', 'DELIVERED', 'PROBLEM', 'CANCELED'] as const;
const DUPLICATES = ['REASON', 'REFUSE_SAME'] as const;
const COVERAGE = ['PAGE', 'NEVER'] as const;
const SCREENING = ['REQUIRED', 'NOT_USED'] as const;
const NIGHTS = ['NONE', 'FIRST', 'ALL'] as const;
const REMINDERS = ['ENTERED', 'LATE', 'LATE_TO_PRACTICE', 'AFTER_HOURS'] as const;

export class PoliciesPage extends ChangingPage<Loaded> {
  static override properties = { address: {}, route: {} };
  declare address: string;
  readonly #words = new PageWords<PoliciesText>(
    english,
    async () => (await import('../text/es/policies.ts')).policies,
    () => this.requestUpdate(),
  );

  protected override get heading(): string {
    return this.#words.now.title;
  }

  protected override subject(): string {
    return 'policies';
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<Loaded> {
    const [{ organization }, people] = await Promise.all([
      session.query(PortalPolicies, {}, { signal }),
      everybody(session, signal),
    ]);
    const works = ({ active, roles }: Person): boolean =>
      active && (roles.includes('PRESCRIBER') || roles.includes('STAFF'));
    return { organization, people: people.filter(works) };
  }

  protected override show({ organization, people }: Loaded, session: Session): TemplateResult {
    const words = this.#words.now;
    const { office } = organization;
    const check = (name: string, value: string, on: boolean, label: string | undefined): TemplateResult =>
      html`<label class="check"><input type="checkbox" name=${name} value=${value} .checked=${on}>${label}</label>`;
    const choice = (
      name: string,
      label: string,
      values: readonly string[],
      now: string,
      said: Readonly<Record<string, string>>,
    ): TemplateResult =>
      html`<fieldset><legend>${label}</legend>${values.map((value) => html`<label class="check"><input type="radio" name=${name} value=${value} .checked=${value === now}>${said[value]}</label>`)}</fieldset>`;
    return html`<div class="page"><h1>${words.title}</h1>
      ${this.staleNote()}${this.change.render()}
      <form class="card" @submit=${(event: SubmitEvent) => void this.#save(event, organization, session)}>
        <fieldset><legend>${words.signing}</legend>${check('patientReentry', 'on', organization.patientReentry, words.patientReentry)}</fieldset>
        <fieldset><legend>${words.signIn}</legend>${check('staffSecondFactor', 'on', organization.staffSecondFactor, words.staffSecondFactor)}
          <div><label for="sessionIdleMinutes">${words.sessionIdleMinutes}</label><input id="sessionIdleMinutes" name="sessionIdleMinutes" type="number" required .value=${String(organization.sessionIdleMinutes)}></div></fieldset>
        <fieldset><legend>${words.prescribing}</legend>${check('offCatalog', 'on', organization.offCatalog, words.offCatalog)}
          <p class="small muted">${words.offCatalogAbout} <a href="/portal/catalog">${words.toCatalog}</a></p>
          ${check('writtenTreatments', 'on', organization.writtenTreatments, words.writtenTreatments)}
          <p class="small muted">${words.writtenTreatmentsAbout}</p>
        </fieldset>
        ${choice('duplicates', words.duplicates, DUPLICATES, organization.duplicates, words.duplicatePolicies)}
        ${choice('screening', words.screening, SCREENING, organization.screening, words.screeningPolicies)}
        <p class="small muted">${words.screeningAbout}${this.#stated(organization, session)}</p>
        ${choice('coverage', words.coverage, COVERAGE, organization.coverage, words.coveragePolicies)}
        <fieldset><legend>${words.pharmacy}</legend>${check('staffMayChoosePharmacy', 'on', organization.staffMayChoosePharmacy, words.staffMayChoosePharmacy)}</fieldset>
        <fieldset><legend>${words.texts}</legend>${TEXTS.map((text) => check('patientTexts', text, organization.patientTexts.includes(text), words.patientTexts[text]))}
          <p class="small muted">${words.textsAbout}</p>
          <div><label for="textsAtNight">${words.textsAtNight}</label><select id="textsAtNight" name="textsAtNight">${NIGHTS.map((one) => html`<option value=${one} .selected=${organization.textsAtNight === one}>${words.nights[one]}</option>`)}</select></div></fieldset>
        <fieldset><legend>${words.desk}</legend>${REMINDERS.map((one) => check('deskReminders', one, organization.deskReminders.includes(one), words.deskReminders[one]))}</fieldset>
        <div class="filters">
          <div><label for="deskMailTo">${words.deskMailTo}</label><input id="deskMailTo" name="deskMailTo" type="email" maxlength="254" .value=${organization.deskMailTo ?? ''}></div>
          <div><label for="afterHoursOwnerId">${words.afterHoursOwner}</label><select id="afterHoursOwnerId" name="afterHoursOwnerId">
            <option value="" .selected=${organization.afterHoursOwner === null}>${words.nobody}</option>
            ${people.map(({ id, firstName, lastName }) => html`<option value=${id} .selected=${organization.afterHoursOwner?.id === id}>${lastName}, ${firstName}</option>`)}</select></div>
        </div>
        <fieldset><legend>${words.office(organization.timeZone)}</legend><div class="filters">
            <div><label for="opens">${words.opens}</label><input id="opens" name="opens" type="time" required .value=${office.opens}></div>
            <div><label for="closes">${words.closes}</label><input id="closes" name="closes" type="time" required .value=${office.closes}></div></div>
          <div class="row">${words.days.map((day, index) => check('days', String(index + 1), office.days.includes(index + 1), day))}</div>
          <div><label for="holidays">${words.holidays}</label><textarea id="holidays" name="holidays" spellcheck="false" .value=${office.holidays.join('\n')}></textarea></div></fieldset>
        <p><button class="primary" ?disabled=${this.change.busy}>${words.save}</button></p>
      </form>
      <section class="card" aria-labelledby="always"><h2 id="always">${words.always}</h2><ul class="dots">${words.rules.map((rule) => html`<li>${rule}</li>`)}</ul></section>
    </div>`;
  }

  /** Who stated that nothing is screened, and when. */
  #stated({ screeningStatedBy: by, screeningStatedAt: at }: Organization, session: Session): string {
    if (at === null) return '';
    const who = by === null ? '' : `${by.firstName} ${by.lastName}`;
    return ` ${this.#words.now.screeningStated(who, momentText(at, practiceClock(session, this.shared)))}`;
  }

  async #save(event: SubmitEvent, { revision }: Organization, session: Session): Promise<void> {
    event.preventDefault();
    const words = this.#words.now;
    const form = new FormData(event.target as HTMLFormElement);
    const input: Input = {
      revision,
      patientReentry: form.has('patientReentry'),
      staffSecondFactor: form.has('staffSecondFactor'),
      sessionIdleMinutes: Number(typedIn(form, 'sessionIdleMinutes')),
      staffMayChoosePharmacy: form.has('staffMayChoosePharmacy'),
      offCatalog: form.has('offCatalog'),
      writtenTreatments: form.has('writtenTreatments'),
      duplicates: DUPLICATES.find((one) => one === typedIn(form, 'duplicates')) ?? 'REASON',
      screening: SCREENING.find((one) => one === typedIn(form, 'screening')) ?? 'REQUIRED',
      coverage: COVERAGE.find((one) => one === typedIn(form, 'coverage')) ?? 'PAGE',
      patientTexts: TEXTS.filter((text) => form.getAll('patientTexts').includes(text)),
      textsAtNight: NIGHTS.find((one) => one === typedIn(form, 'textsAtNight')) ?? 'NONE',
      deskReminders: REMINDERS.filter((one) => form.getAll('deskReminders').includes(one)),
      deskMailTo: typedIn(form, 'deskMailTo') || null,
      afterHoursOwnerId: typedIn(form, 'afterHoursOwnerId') || null,
      office: {
        opens: typedIn(form, 'opens'),
        closes: typedIn(form, 'closes'),
        days: form.getAll('days').map(Number),
        holidays: typedIn(form, 'holidays').split(/\s+/).filter(Boolean),
      },
    };
    await this.make(
      session,
      PortalUpdatePolicies,
      { input },
      { done: words.saved, conflict: words.conflict },
    );
  }
}
