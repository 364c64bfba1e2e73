// Owns what is said and asked about a patient's allergies: that nobody recorded them, who stated them and when, and the way to write them down.
import type { DataOf } from '@pestle/client';
import { FindAllergens } from '@pestle/client/documents/screening';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { field, selectField, textField } from '../../kit/fields/field.ts';
import { focusOn } from '../../kit/host.ts';
import { icon, note } from '../../kit/look/icons.ts';
import type { PatientRecord } from '../../records.ts';
import type { AllergiesText } from '../../text/en/workflow/allergies.ts';
import type { Part, WorkflowHost } from '../part.ts';
import { notOnRecord } from '../state/page/page-statements.ts';
import { FindAsTyped } from './find-as-typed.ts';
import { type PatientChanges, RecordWriter } from './record-writer.ts';
import { statedText, statedWords } from './words.ts';

type Allergies = NonNullable<PatientChanges['allergies']>;
type Allergen = DataOf<typeof FindAllergens>['allergens'][number];
type Written = {
  readonly substance: string;
  /** What the list knows it by, where it was chosen from there. */
  readonly listed: Pick<Allergen, 'code' | 'codeSystem'> | null;
  readonly reaction: string;
  readonly severity: string;
};

const EMPTY: Written = { substance: '', listed: null, reaction: '', severity: '' };
const FIRST_FIELD = 'allergy-substance';
/** Where a problem in `stated` is mended: the button that records what the page knows. */
const FROM_PAGE = 'stated';

export class AllergiesPart implements Part {
  readonly #host: WorkflowHost;
  readonly #text: () => AllergiesText;
  readonly #writer: RecordWriter;
  readonly #substance: FindAsTyped<Allergen>;
  /** What is being written: those on record at `revision` that stay, and a new one. Null while the panel is closed. */
  #open: { kept: Allergies; revision: number; written: Written } | null = null;
  #missing = false;

  constructor(host: WorkflowHost) {
    this.#host = host;
    this.#text = statedWords(host);
    this.#writer = new RecordWriter(host, 'allergies');
    this.#substance = new FindAsTyped<Allergen>(host, {
      name: FIRST_FIELD,
      label: () => this.#words.substance,
      find: async (text, signal) => {
        const { allergens } = await host.session.query(FindAllergens, { text }, { signal });
        return allergens.map((one) => ({ ...one, name: sentenceCase(one.name) }));
      },
      typed: (substance) => this.#set({ substance, listed: null }),
      picked: ({ name, code, codeSystem }) => this.#set({ substance: name, listed: { code, codeSystem } }),
    });
  }

  dispose(): void {
    this.#substance.stop();
  }

  /** In the banner: what can be done, and who stated what stands there. */
  inBanner(record: PatientRecord): unknown {
    const words = this.#words;
    if (this.#open !== null) return nothing;
    return html`${
      record.allergies === null
        ? this.#ways()
        : html`${this.#stated(record)} <button type="button" class="inline" id=${this.#host.id('change-allergies')}
          @click=${() => void this.#start(record)}>${words.change}</button>`
    }${this.#fromPage(record)}`;
  }

  /** Beside a medicine: that nobody asked, or that the page knows more, so that nothing is compared with it. */
  besideMedicine(): unknown {
    const { record } = this.#host.state.patient;
    if (record === null || this.#open !== null) return nothing;
    const known = this.#fromPage(record, nothing);
    return html`${known === nothing ? nothing : note('warn', known)}${
      record.allergies === null ? note('warn', html`${this.#words.notAsked} ${this.#ways()}`) : nothing
    }`;
  }

  /** What the page knows that is not on record, and the press that records it; and that some of it could not be read. */
  #fromPage(record: PatientRecord, id: unknown = this.#host.id(FROM_PAGE)): unknown {
    const { config } = this.#host;
    const { allergies, medications } = notOnRecord(config, record);
    const words = this.#words;
    const unread = config.statementsUnread
      ? html` <strong class="warn">${icon('warn')} ${words.unread}</strong>`
      : nothing;
    const all = [
      ...allergies.map(({ substance }) => words.allergyOf(substance)),
      ...medications.map(({ name }) => name),
    ];
    if (all.length === 0) return unread;
    return html` <strong class="warn">${icon('warn')} ${words.fromPage(all.join(', '))}</strong>
      <button type="button" class="inline" id=${id} @click=${() => void this.#record(record)}>${words.recordIt}</button>${unread}`;
  }

  /** The panel that writes them down. */
  render(): unknown {
    const open = this.#open;
    const { text, id, state, config } = this.#host;
    if (open === null) {
      // Without a banner there is no other place for what the page knows.
      const { record } = state.patient;
      const known = config.hidePatientCard && record !== null ? this.#fromPage(record) : nothing;
      return known === nothing ? nothing : note('warn', known);
    }
    const words = this.#words;
    const { kept, written } = open;
    return html`<section class="card" part="allergies" aria-labelledby=${id('allergies-title')}>
      <h2 id=${id('allergies-title')}>${words.title}</h2>
      <div class="stack">
        ${
          kept.length === 0
            ? nothing
            : html`<ul class="list plain">${repeat(
                kept,
                (one) => one,
                (
                  one,
                ) => html`<li><div class="top"><span><bdi><strong>${one.substance}</strong></bdi> ${detail(one, words)}</span>
                <button type="button" aria-label=${words.removeOf(one.substance)} @click=${() => this.#remove(one)}>${words.remove}</button></div></li>`,
              )}</ul>`
        }
        ${this.#fields(written)}
        ${this.#writer.failure === undefined ? nothing : note('danger', this.#writer.failure, { role: 'alert' })}
        <div class="row">
          <button type="button" class="primary" aria-disabled=${this.#writer.busy ? 'true' : nothing} @click=${() => void this.#save()}>${words.save}</button>
          <button type="button" @click=${() => void this.#none()}>${words.noneKnown}</button>
          <button type="button" class="quiet" @click=${() => void this.#close()}>${text.kit.cancel}</button>
        </div>
      </div>
    </section>`;
  }

  get #words(): AllergiesText {
    return this.#text();
  }

  /** That none are known is not offered where the page knows one, or named what could not be read. */
  #ways(): TemplateResult {
    const words = this.#words;
    const { allergies, statementsUnread } = this.#host.config;
    return html`${
      allergies.length > 0 || statementsUnread
        ? nothing
        : html`<button type="button" class="inline" @click=${() => void this.#none()}>${words.noneKnown}</button>`
    }
      <button type="button" class="inline" @click=${() => {
        const { record } = this.#host.state.patient;
        if (record !== null) void this.#start(record);
      }}>${words.record}</button>`;
  }

  #stated({ allergiesStated }: PatientRecord): unknown {
    if (allergiesStated === null) return nothing;
    return html`<span class="small muted">${statedText(this.#host, this.#words, allergiesStated)}</span>`;
  }

  #fields(written: Written): TemplateResult {
    const words = this.#words;
    const { optional } = this.#host.text.kit;
    return html`<div class="fields two">
      ${field(
        this.#host,
        {
          name: FIRST_FIELD,
          label: words.substance,
          error: this.#missing ? words.needed : undefined,
          hint: written.listed === null ? words.substanceHint : words.listed,
        },
        (bound) => this.#substance.render(bound),
      )}
      ${textField(this.#host, {
        name: 'allergy-reaction',
        label: words.reaction,
        optional,
        value: written.reaction,
        change: (reaction) => this.#set({ reaction }),
      })}
      ${selectField(this.#host, {
        name: 'allergy-severity',
        label: words.severity,
        optional,
        empty: words.unknown,
        choices: Object.entries(words.severities),
        value: written.severity,
        change: (severity) => this.#set({ severity }),
      })}
    </div>`;
  }

  #set(change: Partial<Written>): void {
    if (this.#open !== null) this.#open = { ...this.#open, written: { ...this.#open.written, ...change } };
    this.#missing = false;
    this.#host.update();
  }

  async #start({ allergies, revision }: PatientRecord): Promise<void> {
    this.#open = { kept: allergies ?? [], revision, written: EMPTY };
    this.#substance.setText('');
    this.#writer.failure = undefined;
    this.#missing = false;
    this.#host.update();
    await focusOn(this.#host, FIRST_FIELD);
  }

  #remove(one: Allergies[number]): void {
    if (this.#open === null) return;
    this.#open = { ...this.#open, kept: this.#open.kept.filter((other) => other !== one) };
    this.#host.update();
    void focusOn(this.#host, FIRST_FIELD);
  }

  async #save(): Promise<void> {
    if (this.#open === null || this.#writer.busy) return;
    const { kept, written } = this.#open;
    const substance = written.substance.trim();
    const before = this.#host.state.patient.record?.allergies ?? [];
    // To remove the last one is no statement that there are none.
    if (substance === '' && (kept.length === 0 || kept.length === before.length)) {
      this.#missing = true;
      this.#host.announce(this.#words.needed, 'assertive');
      this.#host.update();
      return await focusOn(this.#host, FIRST_FIELD);
    }
    const added: Allergies =
      substance === ''
        ? []
        : [
            {
              substance,
              ...(written.listed?.code == null ? {} : written.listed),
              reaction: written.reaction.trim() || null,
              severity: written.severity || null,
            },
          ];
    await this.#write({ allergies: [...kept, ...added] }, this.#words.saved);
  }

  async #none(): Promise<void> {
    await this.#write({ allergies: [] }, this.#words.savedNone);
  }

  /** What is on record stays; what is added is stated by the person who pressed. */
  async #record(record: PatientRecord): Promise<void> {
    const { allergies, medications } = notOnRecord(this.#host.config, record);
    await this.#write(
      {
        ...(allergies.length === 0 ? {} : { allergies: [...(record.allergies ?? []), ...allergies] }),
        ...(medications.length === 0 ? {} : { medications: [...(record.medications ?? []), ...medications] }),
      },
      this.#words.recorded,
    );
  }

  /** The service puts down who said it, and when. */
  async #write(changes: PatientChanges, words: string): Promise<void> {
    const { state, announce } = this.#host;
    // The record may have been read anew since the panel was opened: what it did not show then is not written over.
    if (await this.#writer.write(changes, this.#words.changed, this.#open?.revision)) {
      announce(words);
      return await this.#close();
    }
    // What was refused from the banner is told in the panel.
    const now = state.patient.record;
    if (now !== null && this.#writer.failure !== undefined && this.#open?.revision !== now.revision)
      this.#open = {
        kept: now.allergies ?? [],
        revision: now.revision,
        written: this.#open?.written ?? EMPTY,
      };
    this.#host.update();
  }

  async #close(): Promise<void> {
    this.#open = null;
    this.#host.update();
    await focusOn(this.#host, 'change-allergies');
  }
}

/** `(angioedema, severe)`. */
function detail({ reaction, severity }: Allergies[number], { severities }: AllergiesText): string {
  const said = [reaction, severity === null || severity === undefined ? null : severities[severity]].filter(
    Boolean,
  );
  return said.length === 0 ? '' : `(${said.join(', ')})`;
}

function sentenceCase(name: string): string {
  return `${name.charAt(0).toLocaleUpperCase('en')}${name.slice(1)}`;
}
