// Owns the form that creates or edits a patient, in place: what is typed stays until it is saved or given up.
import { ClientError, isAbort } from '@pestle/client';
import { CreatePatient, EditPatient, UpdatePatient } from '@pestle/client/documents/patients';
import { US_STATES } from '@pestle/rules/states';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { selectField, textField } from '../../kit/fields/field.ts';
import { focusOn } from '../../kit/host.ts';
import { note } from '../../kit/look/icons.ts';
import type { PatientFormText } from '../../text/en/workflow/patient-form.ts';
import { errorText } from '../../text/error-text.ts';
import { Intents } from '../state/intents.ts';
import { Benefits } from './benefits.ts';
import type { PatientHost } from './patient-host.ts';
import {
  changesOf,
  type EditedPatient,
  EMPTY_PATIENT,
  inputOfPatient,
  languagesFor,
  PATIENT_FIELDS,
  type PatientErrors,
  type PatientField,
  type PatientValues,
  patientErrors,
  valuesOfPatient,
} from './patient-model.ts';
import { isOfSession, refusalWords } from './patient-refusal.ts';
import { type FormProblem, problemList } from './problem-list.ts';

type FieldMore = Partial<
  Pick<Parameters<typeof textField>[1], 'type' | 'inputMode' | 'kind' | 'maximum' | 'placeholder'>
>;

/** One form for one patient, or for a new one. `done` gets the id that was saved, or null when it was given up. */
export class PatientForm {
  readonly #host: PatientHost;
  readonly #said: () => PatientFormText;
  readonly #done: (id: string | null) => void;
  readonly #intents = new Intents();
  readonly #benefits: Benefits;
  #values: PatientValues = EMPTY_PATIENT;
  #before: EditedPatient | undefined;
  #status: 'loading' | 'typing' | 'saving' | 'failed' = 'typing';
  #tried = false;
  #failure: string | undefined;
  /** What failed did so because nobody was signed in any more. */
  #ended = false;
  readonly #editId: string | null;
  #atBenefits = false;

  constructor(
    host: PatientHost,
    editId: string | null,
    words: () => PatientFormText,
    done: (id: string | null) => void,
  ) {
    this.#said = words;
    this.#host = host;
    this.#done = done;
    this.#editId = editId;
    this.#benefits = new Benefits(host, words);
    if (editId === null) this.#focus();
    else void this.#load(editId);
  }

  /** Leads to the benefits, as soon as they are there. */
  toBenefits(): void {
    this.#atBenefits = true;
    if (this.#status === 'typing') this.#focus();
  }

  /** When it goes, saved or not. */
  dispose(): void {
    this.#benefits.stop();
  }

  get #words(): PatientFormText {
    return this.#said();
  }

  /** Somebody is signed in again. */
  resume(): void {
    if (!this.#ended) return;
    this.#ended = false;
    this.#failure = undefined;
    if (this.#status === 'failed' && this.#editId !== null) void this.#load(this.#editId);
    this.#host.update();
  }

  render(): TemplateResult {
    const { text, id } = this.#host;
    const words = this.#words;
    const editing = this.#before !== undefined || this.#status === 'loading' || this.#status === 'failed';
    return html`<section class="card" part="patient-form" aria-labelledby=${id('patient-form-title')}>
      <h2 id=${id('patient-form-title')} tabindex="-1">${editing ? words.edit : words.create}</h2>
      ${
        this.#status === 'loading'
          ? html`<p class="muted"><span class="spinner" aria-hidden="true"></span> ${text.kit.loading}</p>`
          : this.#status === 'failed'
            ? note(
                'danger',
                html`${this.#failure} <button type="button" class="inline" @click=${() => this.#done(null)}>${text.kit.close}</button>`,
              )
            : this.#renderFields(editing)
      }
    </section>`;
  }

  #renderFields(editing: boolean): TemplateResult {
    const { text } = this.#host;
    const words = this.#words;
    const errors = this.#errors();
    const addressOptional = this.#addressNeeded() ? {} : { optional: text.kit.optional };
    const one = (name: PatientField, more: FieldMore & { optional?: string } = {}): TemplateResult =>
      this.#text(name, errors, more);
    const maybe = { optional: text.kit.optional };
    return html`<form class="stack" novalidate @submit=${(event: Event) => {
      event.preventDefault();
      void this.#save();
    }}>
      <div class="fields two">
        ${one('firstName')}${one('lastName')}${one('middleName', maybe)}${one('suffix', maybe)}
        ${one('dateOfBirth', { type: 'date', maximum: this.#host.state.patient.today })}
        ${this.#choice('sex', errors, Object.entries(text.patient.sexes), words.chooseSex)}
        ${one('phone', { type: 'tel' })}${one('email', { type: 'email', ...maybe })}
      </div>
      <fieldset class="stack"><legend>${words.address}</legend><div class="fields two">
        ${one('street1', addressOptional)}${one('street2', maybe)}${one('city', addressOptional)}
        ${this.#choice(
          'state',
          errors,
          US_STATES.map(({ code, name }) => [code, name]),
          words.chooseState,
          addressOptional,
        )}
        ${one('postalCode', { inputMode: 'numeric', ...addressOptional })}
      </div></fieldset>
      <div class="fields two">
        ${one('weight', { inputMode: 'decimal', kind: 'numeric', ...maybe })}
        ${this.#choice(
          'weightUnit',
          errors,
          [
            ['kg', 'kg'],
            ['lbs', 'lbs'],
          ],
          words.noUnit,
          maybe,
        )}
        ${one('gender', maybe)}
        ${this.#choice('language', errors, languagesFor(this.#values.language, words.languages), '—', maybe)}
        ${one('externalId', maybe)}
      </div>
      ${this.#benefits.render()}
      ${this.#failure === undefined ? nothing : note('danger', this.#failure)}
      ${problemList(this.#host, words.mend, this.#problems())}
      <div class="row">
        <button type="submit" class="primary" aria-disabled=${this.#status === 'saving' ? 'true' : nothing}>${
          editing ? words.save : words.createSubmit
        }</button>
        <button type="button" class="quiet" @click=${() => this.#done(null)}>${text.kit.cancel}</button>
      </div>
    </form>`;
  }

  #text(name: PatientField, errors: PatientErrors, more: FieldMore & { optional?: string }): TemplateResult {
    return textField(this.#host, {
      name: `patient-${name}`,
      label: this.#words[name],
      ...more,
      error: this.#tried ? errors[name] : undefined,
      value: this.#values[name],
      change: (value) => this.#set(name, value),
    });
  }

  #choice(
    name: 'sex' | 'state' | 'weightUnit' | 'language',
    errors: PatientErrors,
    choices: ReadonlyArray<readonly [value: string, label: string]>,
    empty: string,
    more: { readonly optional?: string } = {},
  ): TemplateResult {
    return selectField(this.#host, {
      name: `patient-${name}`,
      label: this.#words[name],
      ...more,
      error: this.#tried ? errors[name] : undefined,
      choices,
      empty,
      value: this.#values[name],
      change: (value) => this.#set(name, value),
    });
  }

  #set(name: PatientField, value: string): void {
    this.#values = { ...this.#values, [name]: value };
    this.#host.update();
  }

  #addressNeeded(): boolean {
    const { enableOrder, optionalPatientAddress } = this.#host.config;
    return enableOrder && !optionalPatientAddress;
  }

  #errors(): PatientErrors {
    const rules = { today: this.#host.state.patient.today, addressNeeded: this.#addressNeeded() };
    return patientErrors(this.#values, rules, this.#words);
  }

  /** What stops saving, in the order of the form. */
  #problems(): readonly FormProblem[] {
    const errors = this.#tried ? this.#errors() : {};
    const own = PATIENT_FIELDS.flatMap((name) => {
      const error = errors[name];
      return error === undefined ? [] : [{ name: `patient-${name}`, label: this.#words[name], error }];
    });
    return [...own, ...this.#benefits.problems()];
  }

  /** Says the first problem and leads there; false where there is none. */
  async #leadToProblem(): Promise<boolean> {
    const [first] = this.#problems();
    if (first === undefined) return false;
    this.#host.announce(first.error, 'assertive');
    this.#host.update();
    await focusOn(this.#host, first.name);
    return true;
  }

  #focus(): void {
    if (this.#atBenefits) this.#benefits.focus();
    else void focusOn(this.#host, 'patient-firstName');
  }

  async #load(id: string): Promise<void> {
    const { session, state, text } = this.#host;
    this.#status = 'loading';
    try {
      const { patient } = await session.query(EditPatient, { id }, { signal: state.signal });
      this.#before = patient;
      this.#values = valuesOfPatient(patient);
      this.#benefits.set(patient.benefits);
      this.#status = 'typing';
      this.#host.update();
      this.#focus();
    } catch (error) {
      if (isAbort(error)) return;
      this.#status = 'failed';
      this.#ended = isOfSession(error);
      this.#failure = error instanceof ClientError ? errorText(text, error) : text.kit.failed;
      this.#host.update();
    }
  }

  async #save(): Promise<void> {
    if (this.#status === 'saving') return;
    this.#tried = true;
    this.#failure = undefined;
    if (await this.#leadToProblem()) return;
    this.#status = 'saving';
    this.#host.update();
    try {
      const saved = await this.#write();
      if (this.#host.state.signal.aborted) return;
      const name = `${saved.firstName} ${saved.lastName}`;
      this.#host.announce(
        this.#before === undefined ? this.#words.createdNow(name) : this.#words.saved(name),
      );
      this.#done(saved.id);
    } catch (error) {
      if (isAbort(error)) return;
      this.#status = 'typing';
      this.#ended = isOfSession(error);
      const fields = error instanceof ClientError ? (error.detail.fields ?? []) : [];
      const elsewhere = this.#benefits.refuse(fields);
      if (fields.length > 0 && elsewhere.length === 0) return void this.#leadToProblem();
      this.#failure = refusalWords(error, this.#host.text, this.#words);
      this.#host.announce(this.#failure, 'assertive');
      this.#host.update();
    }
  }

  /** The same content after a lost answer is the same write: one patient, not two. */
  async #write(): Promise<{ readonly id: string; readonly firstName: string; readonly lastName: string }> {
    const { session } = this.#host;
    const before = this.#before;
    const benefits = this.#benefits.input();
    if (before === undefined) {
      const variables = { input: { ...inputOfPatient(this.#values), benefits } };
      return (await this.#intents.write(session, 'create', CreatePatient, variables)).createPatient;
    }
    const isSame = JSON.stringify(benefits) === JSON.stringify(before.benefits);
    const changes = { ...changesOf(this.#values, valuesOfPatient(before)), ...(isSame ? {} : { benefits }) };
    const variables = { id: before.id, expectedRevision: before.revision, changes };
    return (await this.#intents.write(session, 'update', UpdatePatient, variables)).updatePatient;
  }
}
