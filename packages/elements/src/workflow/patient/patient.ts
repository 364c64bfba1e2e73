// Owns the choice of a patient where the page names none, and the way to the form that creates or edits one.
import { ClientError, isAbort } from '@pestle/client';
import { FindPatients } from '@pestle/client/documents/patients';
import { formatDate } from '@pestle/rules/dates';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { Combobox } from '../../kit/combobox/combobox.ts';
import type { Choice } from '../../kit/combobox/combobox-model.ts';
import { field } from '../../kit/fields/field.ts';
import { focusOn } from '../../kit/host.ts';
import { icon } from '../../kit/look/icons.ts';
import { patientForm as english, type PatientFormText } from '../../text/en/workflow/patient-form.ts';
import { PartWords } from '../../text/part-words.ts';
import type { Part, WorkflowHost } from '../part.ts';
import type { PatientForm } from './patient-form.ts';
import { type FoundPatient, listedName } from './patient-model.ts';

const PAUSE_MS = 150;
/** One letter would list half of the practice on a screen that others can see. */
const LETTERS_MIN = 2;
const FIELD = 'patient-search';

export class PatientPart implements Part {
  readonly #host: WorkflowHost;
  readonly #text: PartWords<PatientFormText>;
  readonly #combobox: Combobox<FoundPatient>;
  #request: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failure: ClientError | undefined;
  #form: PatientForm | 'loading' | undefined;

  constructor(host: WorkflowHost) {
    this.#host = host;
    this.#text = new PartWords(
      english,
      async () => (await import('../../text/es/workflow/patient-form.ts')).patientForm,
      host.update,
    );
    this.#combobox = new Combobox<FoundPatient>(host, {
      name: FIELD,
      sheet: true,
      listLabel: () => this.#words.list,
      render: (choice) => this.#renderChoice(choice),
      heading: () => undefined,
      change: (text) => this.#typed(text),
      pick: (found) => this.#pick(found),
      counted: ({ length }) => (length === 0 ? host.text.kit.noResults : host.text.kit.results(length)),
      emptyNote: (text) => (text.trim().length < LETTERS_MIN ? undefined : this.#words.none),
    });
  }

  get #words(): PatientFormText {
    return this.#text.of(this.#host.text.kit.language);
  }

  /** The button of the banner; nothing while the form is open. */
  editButton(): unknown {
    const { id, state } = this.#host;
    const { record } = state.patient;
    if (record === null || this.#form !== undefined) return nothing;
    return html`<button type="button" class="quiet" id=${id('edit-patient')} @click=${() => void this.#open(record.id)}
      >${this.#words.edit}</button>`;
  }

  /** Opens the form of the patient who is there. */
  edit(): void {
    const { record } = this.#host.state.patient;
    if (record !== null && this.#form === undefined) void this.#open(record.id);
  }

  /** The picker while no patient is chosen; the form while one is created or edited; else nothing. */
  render(): unknown {
    const { state } = this.#host;
    if (this.#form === 'loading')
      return html`<p class="card muted"><span class="spinner" aria-hidden="true"></span> ${this.#host.text.kit.loading}</p>`;
    if (this.#form !== undefined) return this.#form.render();
    return state.patient.status === 'none' ? this.#renderPicker() : nothing;
  }

  focus(): void {
    this.#combobox.focus();
  }

  /** Opens the form of the patient at the benefits; where it is open, leads there. */
  async editBenefits(): Promise<void> {
    const { record } = this.#host.state.patient;
    if (this.#form === undefined && record !== null) await this.#open(record.id);
    if (typeof this.#form === 'object') this.#form.toBenefits();
  }

  resume(): void {
    if (this.#failure !== undefined) this.#typed(this.#combobox.text);
    if (typeof this.#form === 'object') this.#form.resume();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#combobox.stop();
    if (typeof this.#form === 'object') this.#form.dispose();
  }

  #renderPicker(): TemplateResult {
    const { text, id } = this.#host;
    const words = this.#words;
    return html`<section class="card sheet-frame" part="patient-picker" aria-labelledby=${id('patient-title')}>
      <h2 id=${id('patient-title')}>${words.title}</h2>
      <div class="stack">
        ${field(
          this.#host,
          {
            name: FIELD,
            label: words.search,
            hint: words.searchHint,
            warning:
              this.#failure === undefined
                ? undefined
                : this.#failure.kind === 'offline'
                  ? text.kit.offline
                  : words.failed,
          },
          (bound) => this.#combobox.render(bound),
        )}
        <div><button type="button" id=${id('new-patient')} @click=${() => void this.#open(null)}>${words.create}</button></div>
      </div>
    </section>`;
  }

  #renderChoice({ value, disabledReason }: Choice<FoundPatient>): TemplateResult {
    const { text } = this.#host;
    const { address } = value;
    return html`<span class="name"><bdi>${listedName(value)}</bdi></span>
      <span class="small muted numeric">${text.patient.born(formatDate(value.dateOfBirth, text.kit.language))} · ${text.patient.sexes[value.sex]}${
        address === null ? '' : ` · ${address.city}, ${address.state}`
      }</span>
      ${
        disabledReason === undefined
          ? nothing
          : html`<span class="state danger">${icon('off')}<span>${disabledReason}</span></span>`
      }`;
  }

  #typed(text: string): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#request = undefined;
    this.#failure = undefined;
    const typed = text.trim();
    if (typed.length < LETTERS_MIN) {
      this.#combobox.setChoices([]);
      return;
    }
    this.#combobox.setLoading(true);
    this.#timer = setTimeout(() => void this.#ask(typed), PAUSE_MS);
  }

  async #ask(typed: string): Promise<void> {
    const { session, state } = this.#host;
    const request = new AbortController();
    this.#request = request;
    try {
      const signal = AbortSignal.any([request.signal, state.signal]);
      const { patients } = await session.query(FindPatients, { text: typed }, { signal });
      if (this.#request !== request) return;
      this.#combobox.setChoices(
        patients.nodes.map((found) => ({
          key: found.id,
          value: found,
          group: '',
          label: listedName(found),
          ...(found.deceased ? { disabledReason: this.#words.deceased } : {}),
        })),
      );
    } catch (error) {
      if (this.#request !== request || isAbort(error) || !(error instanceof ClientError)) return;
      this.#failure = error;
      this.#combobox.setChoices([]);
    }
  }

  #pick(found: FoundPatient): void {
    this.#host.announce(this.#words.chosen(listedName(found)));
    this.#host.choosePatient(found.id);
  }

  async #open(editId: string | null): Promise<void> {
    this.#form = 'loading';
    this.#host.update();
    try {
      const { PatientForm: Form } = await import('./patient-form.ts');
      this.#form = new Form(
        this.#host,
        editId,
        () => this.#words,
        (id) => this.#done(id, editId),
      );
    } catch {
      this.#form = undefined;
      this.#host.announce(this.#host.text.kit.failed, 'assertive');
    }
    this.#host.update();
  }

  #done(id: string | null, editId: string | null): void {
    if (typeof this.#form === 'object') this.#form.dispose();
    this.#form = undefined;
    if (id !== null && editId === null) {
      this.#host.choosePatient(id);
      return;
    }
    if (id !== null) void this.#host.state.patient.load();
    this.#host.update();
    void focusOn(this.#host, editId === null ? FIELD : 'edit-patient');
  }
}
