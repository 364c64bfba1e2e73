// Owns what a patient takes besides what is prescribed here: who stated it, and the way to add a medicine or to say that one was stopped.
import type { DataOf } from '@pestle/client';
import { FindMedicines } from '@pestle/client/documents/screening';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { field, textField } from '../../kit/fields/field.ts';
import { focusOn } from '../../kit/host.ts';
import { note } from '../../kit/look/icons.ts';
import type { PatientRecord } from '../../records.ts';
import type { AllergiesText } from '../../text/en/workflow/allergies.ts';
import type { Part, WorkflowHost } from '../part.ts';
import { FindAsTyped } from './find-as-typed.ts';
import { type PatientChanges, RecordWriter } from './record-writer.ts';
import { statedText, statedWords } from './words.ts';

type Medicines = NonNullable<PatientChanges['medications']>;
type Medicine = DataOf<typeof FindMedicines>['treatments']['hits']['nodes'][number];
type Written = { readonly name: string; readonly rxcui: string | null; readonly directions: string };

const EMPTY: Written = { name: '', rxcui: null, directions: '' };
const FIRST_FIELD = 'medicine-name';
const CHANGE = 'change-medicines';

export class MedicinesPart implements Part {
  readonly #host: WorkflowHost;
  readonly #text: () => AllergiesText;
  readonly #writer: RecordWriter;
  readonly #name: FindAsTyped<Medicine>;
  /** What is being added; null while the panel is closed. */
  #written: Written | null = null;
  #missing = false;

  constructor(host: WorkflowHost) {
    this.#host = host;
    this.#text = statedWords(host);
    this.#writer = new RecordWriter(host, 'medicines');
    this.#name = new FindAsTyped<Medicine>(host, {
      name: FIRST_FIELD,
      label: () => this.#words.medicine,
      find: async (text, signal) => {
        const { treatments } = await host.session.query(FindMedicines, { text }, { signal });
        return treatments.hits.nodes;
      },
      typed: (name) => this.#set({ name, rxcui: null }),
      picked: ({ name, rxcui }) => this.#set({ name, rxcui }),
    });
  }

  dispose(): void {
    this.#name.stop();
  }

  /** In the banner: what can be done, and who stated what stands there. */
  inBanner(record: PatientRecord): unknown {
    if (this.#written !== null) return nothing;
    const { medications, medicationsStated } = record;
    const words = this.#words;
    return html`${
      medicationsStated === null || medications === null
        ? nothing
        : html`<span class="small muted">${statedText(this.#host, words, medicationsStated)}</span>`
    } <button type="button" class="inline" id=${this.#host.id(CHANGE)} @click=${() => void this.#start()}>${
      medications === null ? words.recordMedicines : words.changeMedicines
    }</button>`;
  }

  /** The panel that writes them down. */
  render(): unknown {
    const written = this.#written;
    const { record } = this.#host.state.patient;
    if (written === null || record === null) return nothing;
    const { text, id } = this.#host;
    const words = this.#words;
    const taken = record.medications ?? [];
    return html`<section class="card" part="allergies" aria-labelledby=${id('medicines-title')}>
      <h2 id=${id('medicines-title')}>${words.medicinesTitle}</h2>
      <div class="stack">
        ${
          taken.length === 0
            ? nothing
            : html`<ul class="list plain">${repeat(
                taken,
                (one) => one,
                (one) => this.#taken(one, taken),
              )}</ul>`
        }
        ${this.#fields(written)}
        ${this.#writer.failure === undefined ? nothing : note('danger', this.#writer.failure, { role: 'alert' })}
        <div class="row">
          <button type="button" class="primary" aria-disabled=${this.#writer.busy ? 'true' : nothing} @click=${() => void this.#add(taken)}>${words.addMedicine}</button>
          ${taken.length > 0 ? nothing : html`<button type="button" @click=${() => void this.#write([], words.savedNoMedicines)}>${words.takesNone}</button>`}
          <button type="button" class="quiet" @click=${() => void this.#close()}>${text.kit.close}</button>
        </div>
      </div>
    </section>`;
  }

  get #words(): AllergiesText {
    return this.#text();
  }

  #taken(one: Medicines[number], taken: Medicines): TemplateResult {
    const words = this.#words;
    return html`<li><div class="top"><span><bdi><strong>${one.name}</strong></bdi>${
      one.directions == null ? nothing : html` <span class="muted" dir="auto">${one.directions}</span>`
    }</span>
      <button type="button" aria-label=${words.stoppedOf(one.name)} aria-disabled=${this.#writer.busy ? 'true' : nothing}
        @click=${() => void this.#stop(one, taken)}>${words.stopped}</button></div></li>`;
  }

  #fields(written: Written): TemplateResult {
    const words = this.#words;
    return html`<div class="fields two">
      ${field(
        this.#host,
        {
          name: FIRST_FIELD,
          label: words.medicine,
          error: this.#missing ? words.medicineNeeded : undefined,
          hint: written.rxcui === null ? words.medicineHint : words.listed,
        },
        (bound) => this.#name.render(bound),
      )}
      ${textField(this.#host, {
        name: 'medicine-directions',
        label: words.medicineDirections,
        optional: this.#host.text.kit.optional,
        value: written.directions,
        change: (directions) => this.#set({ directions }),
      })}
    </div>`;
  }

  #set(change: Partial<Written>): void {
    if (this.#written !== null) this.#written = { ...this.#written, ...change };
    this.#missing = false;
    this.#host.update();
  }

  async #start(): Promise<void> {
    this.#written = EMPTY;
    this.#missing = false;
    this.#name.setText('');
    this.#writer.failure = undefined;
    this.#host.update();
    await focusOn(this.#host, FIRST_FIELD);
  }

  async #add(taken: Medicines): Promise<void> {
    const { name, rxcui, directions } = this.#written ?? EMPTY;
    if (name.trim() === '') {
      this.#missing = true;
      this.#host.announce(this.#words.medicineNeeded, 'assertive');
      this.#host.update();
      return await focusOn(this.#host, FIRST_FIELD);
    }
    const added = { name: name.trim(), rxcui, directions: directions.trim() || null };
    await this.#write([...taken, added], this.#words.savedMedicine(added.name));
  }

  async #stop(one: Medicines[number], taken: Medicines): Promise<void> {
    await this.#write(
      taken.filter((other) => other !== one),
      this.#words.savedStopped(one.name),
    );
  }

  /** The panel stays, for the next one. */
  async #write(medications: Medicines, words: string): Promise<void> {
    if (!(await this.#writer.write({ medications: [...medications] }, this.#words.changed))) return;
    this.#host.announce(words);
    await this.#start();
  }

  async #close(): Promise<void> {
    this.#written = null;
    this.#host.update();
    await focusOn(this.#host, CHANGE);
  }
}
