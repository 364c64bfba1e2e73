// Owns writing by hand what no drug file holds, a compound as well: it is written down once, and the card then goes on with it as with anything of the search.
import { isAbort } from '@pestle/client';
import { WriteTreatment, WrittenForms } from '@pestle/client/documents/writing';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { asClientError } from '../../kit/client-error.ts';
import { focusOn } from '../../kit/host.ts';
import { note } from '../../kit/look/icons.ts';
import { medicationText } from '../../kit/medication.ts';
import type { Pick, TreatmentRecord } from '../../records.ts';
import { writing as english, type WritingText } from '../../text/en/workflow/card/writing.ts';
import { errorText } from '../../text/error-text.ts';
import { PartWords } from '../../text/part-words.ts';
import type { Part, WorkflowHost } from '../part.ts';
import { SEARCH_FIELD } from '../search/search.ts';
import { notTaken, treatmentNow } from '../search/treatment-now.ts';
import { Intents } from '../state/intents.ts';
import { Ingredients } from './ingredients.ts';
import { doseFormField, type FieldsView, KIND_FIELD, kindFields, unitField } from './writing-fields.ts';
import type { FoundProblem, TypedTreatment, WrittenKind } from './writing-model.ts';
import { inputOf, problemsOf, refusedProblems, usualUnit } from './writing-model.ts';

const USE_BUTTON = 'writing-use';

export class WritingPart implements Part {
  readonly #host: WorkflowHost;
  readonly #picked: (pick: Pick) => void;
  readonly #text: PartWords<WritingText>;
  readonly #intents = new Intents();
  readonly #ingredients: Ingredients;
  #kind: WrittenKind = 'MEDICATION';
  #name = '';
  /** What was searched for: the name of a compound or of equipment, until somebody types another. */
  #sought = '';
  #doseForm = '';
  #unit = '';
  #unitByHand = false;
  #forms: readonly string[] = [];
  #formsFailure: ReturnType<typeof asClientError> | null = null;
  #problems: readonly FoundProblem[] = [];
  #tried = false;
  #saving = false;
  #failure: string | undefined;

  /** `picked`: the form has taken over what was written. It begins with what was searched for, also where its code came long after the press. */
  constructor(host: WorkflowHost, picked: (pick: Pick) => void) {
    this.#host = host;
    this.#picked = picked;
    this.#text = new PartWords(
      english,
      async () => (await import('../../text/es/workflow/card/writing.ts')).writing,
      host.update,
    );
    this.#text.of(host.text.kit.language);
    this.#ingredients = new Ingredients(host, {
      words: () => this.#words,
      problem: (field) => this.#problemAt(field),
      changed: () => this.#changed(),
    });
    this.begin(host.state.form.writing ?? '');
  }

  /** Begins with what was searched for. */
  begin(sought: string): void {
    this.#kind = 'MEDICATION';
    this.#name = '';
    this.#sought = sought;
    this.#doseForm = '';
    this.#unit = '';
    this.#unitByHand = false;
    this.#problems = [];
    this.#tried = false;
    this.#failure = undefined;
    this.#ingredients.begin(sought);
    this.#host.update();
    void this.#loadForms();
  }

  render(): TemplateResult {
    const { id } = this.#host;
    const words = this.#words;
    const whole = this.#problems.find(({ field }) => field === null);
    const isDrug = this.#kind !== 'EQUIPMENT';
    const fields = this.#fields();
    const forms = { forms: this.#forms, failure: this.#formsFailure, again: () => void this.#loadForms() };
    return html`<div class="stack" role="group" aria-labelledby=${id('writing-title')} part="writing">
      <h3 id=${id('writing-title')}>${words.title}</h3>
      <p class="muted small">${words.hint}</p>
      ${kindFields(this.#host, words, fields)}
      ${isDrug ? this.#ingredients.render(this.#kind) : nothing}
      <div class="fields two">${isDrug ? doseFormField(this.#host, words, fields, forms) : nothing}${unitField(this.#host, words, fields)}</div>
      ${whole === undefined ? nothing : note('danger', this.#sentence(whole), { role: 'alert' })}
      ${this.#failure === undefined ? nothing : note('danger', this.#failure, { role: 'alert' })}
      <div class="row">
        <button type="button" class="primary" id=${id(USE_BUTTON)} aria-disabled=${this.#saving ? 'true' : nothing}
          @click=${() => void this.submit()}>${this.#saving ? html`<span class="spinner" aria-hidden="true"></span>${words.using}` : words.use}</button>
        <button type="button" class="quiet" @click=${() => this.#back()}>${words.back}</button>
      </div>
    </div>`;
  }

  dispose(): void {
    this.#ingredients.stop();
  }

  resume(): void {
    if (this.#formsFailure !== null) void this.#loadForms();
    this.#ingredients.resume();
  }

  async focus(): Promise<void> {
    await focusOn(this.#host, KIND_FIELD);
  }

  /** Writes it down, and gives it to the form; or says what is missing and leads to the first of it. */
  async submit(): Promise<void> {
    if (this.#saving) return;
    this.#tried = true;
    this.#failure = undefined;
    this.#problems = problemsOf(this.#typed);
    if (this.#problems.length > 0) return await this.#lead();
    this.#saving = true;
    this.#host.update();
    const typed = this.#typed;
    try {
      const treatment = await this.#write();
      if (!this.#isStill(typed)) return;
      if (treatment !== undefined) this.#take(treatment);
    } catch (thrown) {
      if (isAbort(thrown) || !this.#isStill(typed)) return;
      const error = asClientError(thrown);
      this.#problems = refusedProblems(error.detail.fields ?? [], this.#typed);
      if (this.#problems.length === 0) this.#failure = errorText(this.#host.text, error);
    } finally {
      this.#saving = false;
      this.#host.update();
    }
    if (this.#host.state.form.writing !== null) await this.#lead();
  }

  get #words(): WritingText {
    return this.#text.of(this.#host.text.kit.language);
  }

  get #typed(): TypedTreatment {
    return {
      kind: this.#kind,
      name: this.#name,
      ingredients: this.#ingredients.typed,
      doseForm: this.#doseForm,
      unit: this.#unit,
    };
  }

  /** False for whoever has written on, gone back or chosen something else meanwhile: they are not given what they wrote before. */
  #isStill(typed: TypedTreatment): boolean {
    return this.#host.state.form.writing !== null && JSON.stringify(this.#typed) === JSON.stringify(typed);
  }

  #fields(): FieldsView {
    return {
      typed: this.#typed,
      problem: (field) => this.#problemAt(field),
      choose: (kind) => this.#choose(kind),
      type: (field, text) => {
        if (field === 'name') this.#name = text;
        else if (field === 'unit') {
          this.#unit = text;
          this.#unitByHand = true;
        } else {
          this.#doseForm = text;
          return this.#adjustUnit();
        }
        this.#changed();
      },
    };
  }

  #choose(kind: WrittenKind): void {
    this.#kind = kind;
    if (this.#name === '' && kind !== 'MEDICATION') this.#name = this.#sought;
    else if (this.#name === this.#sought && kind === 'MEDICATION') this.#name = '';
    this.#adjustUnit();
  }

  #adjustUnit(): void {
    if (!this.#unitByHand) this.#unit = usualUnit(this.#kind, this.#doseForm);
    this.#changed();
  }

  #changed(): void {
    // What the service refused is no longer what stands there.
    this.#problems = this.#tried ? problemsOf(this.#typed) : [];
    this.#failure = undefined;
    this.#host.update();
  }

  #problemAt(field: string): string | undefined {
    const problem = this.#problems.find((one) => one.field === field);
    return problem === undefined ? undefined : this.#sentence(problem);
  }

  #sentence({ code, message }: FoundProblem): string {
    const { text } = this.#host;
    const problems: Readonly<Record<string, string>> = this.#words.problems;
    return problems[code] ?? errorText(text, { code, message: message ?? code });
  }

  async #lead(): Promise<void> {
    this.#host.update();
    const [first] = this.#problems;
    const words = first === undefined ? this.#failure : this.#sentence(first);
    if (words !== undefined) this.#host.announce(words, 'assertive');
    await focusOn(this.#host, first?.field ?? USE_BUTTON);
  }

  async #write(): Promise<TreatmentRecord | undefined> {
    const { session, state } = this.#host;
    const { writeTreatment } = await this.#intents.write(session, 'written', WriteTreatment, {
      input: inputOf(this.#typed),
    });
    const treatment = await treatmentNow(this.#host, writeTreatment.id);
    return state.signal.aborted ? undefined : treatment;
  }

  #take(treatment: TreatmentRecord): void {
    const { text, state } = this.#host;
    const pick: Pick = { kind: 'treatment', treatment };
    if (!state.form.pick(pick)) {
      this.#failure = notTaken(this.#host, treatment);
      return;
    }
    this.#host.announce(text.search.picked(medicationText(treatment, text.kit.language)));
    this.#picked(pick);
  }

  #back(): void {
    this.#host.state.form.write(null);
    void focusOn(this.#host, SEARCH_FIELD);
  }

  async #loadForms(): Promise<void> {
    if (this.#forms.length > 0) return;
    const { session, state } = this.#host;
    this.#formsFailure = null;
    try {
      const { treatmentDoseForms } = await session.query(WrittenForms, {}, { signal: state.signal });
      this.#forms = treatmentDoseForms;
    } catch (error) {
      if (isAbort(error)) return;
      this.#formsFailure = asClientError(error);
    }
    this.#host.update();
  }
}
