// Owns the form for one prescription: search, directions, numbers, the rest, and the way into 'Pending Order' (W1).
import type { SigResult } from '@pestle/rules/sig';
import { findUnit } from '@pestle/rules/units';
import { guard } from 'lit/directives/guard.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { PressWatch } from '../../kit/fields/press-watch.ts';
import { focusOn } from '../../kit/host.ts';
import { medicationText } from '../../kit/medication.ts';
import { errorText } from '../../text/error-text.ts';
import type { DraftNotes } from '../drafts/draft-notes.ts';
import type { LazyPart } from '../lazy-part.ts';
import type { Part, WorkflowHost } from '../part.ts';
import { SEARCH_FIELD, SearchPart } from '../search/search.ts';
import type { FormValues } from '../state/drafts/draft-fields.ts';
import type { FormField } from '../state/problem.ts';
import { amountFields } from './amounts.ts';
import { DIRECTIONS_FIELD, directionsField, needsConfirmation } from './directions.ts';
import { DoseDisclosure } from './dose/dose-disclosure.ts';
import { formButtons, prohibited, reasonField, SlashKey } from './form-frame.ts';
import { formProblems, type ProblemRow } from './form-problems.ts';
import { CONTROLS, controlOf, errorsInOrder, problemWords, wordsOf } from './form-words.ts';
import { type Provenance, provenanceOf } from './provenance.ts';
import { SigRules } from './sig-rules.ts';
import { chosenTreatment } from './treatment.ts';

/** The sentence is said when typing pauses; every letter would be a chatter. */
const SAY_AFTER_MS = 1_200;

/** The card 'Add medication'. */
export class FormPart implements Part {
  readonly #host: WorkflowHost;
  readonly #search: SearchPart;
  readonly #notes: LazyPart<DraftNotes>;
  /** The values that the provenance belongs to; others were put there by a pick, an edit or a clear. */
  #known: FormValues;
  #provenance: Provenance;
  #left = false;
  #summary = false;
  readonly #dose: DoseDisclosure;
  readonly #sig: SigRules;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #press = new PressWatch();
  readonly #slash: SlashKey;

  constructor(host: WorkflowHost, notes: LazyPart<DraftNotes>) {
    this.#host = host;
    this.#notes = notes;
    this.#sig = new SigRules(host, () => this.#rulesLoaded());
    this.#dose = new DoseDisclosure(host, (into) => {
      const { typed } = this.#provenance;
      this.#typeDirections(into(this.#sig.read(typed, host.state.form.values.treatment), typed));
      void focusOn(host, DIRECTIONS_FIELD);
    });
    this.#known = host.state.form.values;
    this.#provenance = provenanceOf(this.#known);
    this.#slash = new SlashKey(host, () => this.#search.focus());
    this.#search = new SearchPart(host, () => void focusOn(host, DIRECTIONS_FIELD), this.#pressed);
  }

  /** Moves focus to the control of a field, or to the search. */
  focusField(name: FormField = 'treatmentId'): void {
    const { treatment } = this.#host.state.form.values;
    void this.#goTo(name === 'treatmentId' && treatment !== null ? 'change' : CONTROLS[name]);
  }

  render(): TemplateResult {
    const { text, state } = this.#host;
    const { form, forbidden } = state;
    this.#sync();
    const { values } = form;
    const { treatment } = values;
    return html`<section class="card sheet-frame" part="form" aria-labelledby=${this.#host.id('form-title')} @keydown=${this.#pressed}>
      <h2 id=${this.#host.id('form-title')}>${form.editing === null ? text.form.title : text.form.titleEdit}</h2>
      <div class="stack">
        ${forbidden.blocked ? prohibited(this.#host) : nothing}
        ${treatment === null ? this.#search.render() : chosenTreatment(this.#host, treatment, this.#words('treatmentId', 'error'))}
        ${guard([this.#host.revision], () => this.#renderFields())}
      </div>
    </section>`;
  }

  /** Everything but the search. */
  #renderFields(): TemplateResult {
    const { state } = this.#host;
    const { form } = state;
    const { values } = form;
    const { treatment } = values;
    const { typed } = this.#provenance;
    const view = this.#readingView();
    return html`${directionsField(this.#host, {
      typed,
      error: this.#unconfirmed(view.result) ?? this.#words('instructions', 'error'),
      reading: this.#sig.said(view),
      typeIn: view.typeIn,
      leave: () => this.#leaveDirections(),
      enter: (event) => this.#sig.enter(event, view),
    })}
        ${amountFields(this.#host, {
          values: { ...values, dispenseUnit: findUnit(values.dispenseUnit)?.name ?? '' },
          from: this.#sig.derived(values, this.#provenance, treatment),
          misfit: this.#sig.misfitNote(values, typed, treatment, {
            reason: values.amountsReason,
            error: this.#words('amountsReason', 'error'),
            change: (changes) => this.#changeAmounts(changes),
            explain: (amountsReason) => form.set({ amountsReason }),
            rewrite: view.typeIn,
          }),
          problem: (name, severity) => this.#words(name, severity),
          change: (changes) => this.#changeAmounts(changes),
        })}
        ${form.repeats ? reasonField(this.#host, values, this.#words('repeatReason', 'error')) : nothing}
        ${this.#sig.more?.render({ values, words: (name, severity) => this.#words(name, severity) }, treatment?.kind === 'EQUIPMENT' ? nothing : this.#dose.render()) ?? nothing}
        ${form.duplicates.length === 0 ? nothing : this.#notes.draw(({ duplicates }) => duplicates.inForm(this.#words('duplicateReason', 'error')))}
        ${this.#renderProblems()}
        ${formButtons(this.#host, treatment, form.held === null ? undefined : this.#notes.part, {
          submit: () => void this.#submit(),
          clear: () => this.#clear(),
        })}`;
  }

  /** What is typed, read, with the numbers beside it. */
  #readingView(): Parameters<SigRules['said']>[0] {
    const { values } = this.#host.state.form;
    const { patient } = this.#host.state;
    const { treatment } = values;
    const { typed, asWritten } = this.#provenance;
    const result = this.#sig.read(typed, treatment);
    return {
      typed,
      result,
      treated: treatment,
      strength: treatment?.strength,
      asWritten,
      left: this.#left,
      amounts: values,
      today: patient.today,
      spanish: this.#sig.spanish(result, this.#search.patientLanguage),
      typeIn: (text) => this.#typeDirections(text),
      confirm: (confirmed) => this.#note({ asWritten: confirmed }),
    };
  }

  updated(): void {
    this.#search.updated();
    const root = this.#host.find('form-title')?.getRootNode();
    this.#press.watch(root);
    this.#slash.watch(root);
  }

  resume(): void {
    this.#search.resume();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#slash.watch(undefined);
    this.#press.watch(undefined);
    this.#search.dispose();
  }

  /** Moves focus to a control, also to one that must be opened first. */
  async #goTo(control: string): Promise<void> {
    this.#sig.more?.openFor(control);
    await focusOn(this.#host, control);
  }

  #renderProblems(): unknown {
    const { state } = this.#host;
    const { form } = state;
    const unconfirmed = this.#unconfirmed(this.#sig.read(this.#provenance.typed, form.values.treatment));
    const errors = errorsInOrder(form.problems);
    const rows: readonly ProblemRow[] = [
      ...(unconfirmed === undefined
        ? []
        : [[this.#sig.controlFor(this.#readingView()), unconfirmed] as const]),
      ...errors.map((problem) => [controlOf(this.#host, problem), wordsOf(this.#host, problem)] as const),
    ];
    return formProblems(this.#host, this.#summary ? rows : [], (control) => void this.#goTo(control));
  }

  /** Where the text came from belongs to one set of values: a pick, an edit or a clear brings others, whose text somebody wrote before. */
  #sync(): void {
    const { values } = this.#host.state.form;
    if (values === this.#known) return;
    const before = this.#known;
    this.#known = values;
    const sameText =
      values.instructions === before.instructions && values.dispenseQuantity === before.dispenseQuantity;
    if (sameText && values.daysSupply === before.daysSupply && values.treatment?.id === before.treatment?.id)
      return;
    // A treatment that was changed under the same text keeps what was typed.
    if (sameText && this.#provenance.sent === values.instructions && values.instructions !== '') return;
    this.#provenance = provenanceOf(values);
    this.#left = false;
    this.#summary = false;
    this.#dose.close();
    this.#sig.more?.close();
  }

  /** Sets values and their provenance together. */
  #put(values: Partial<FormValues>, provenance: Partial<Provenance>): void {
    const { form } = this.#host.state;
    this.#provenance = { ...this.#provenance, ...provenance };
    this.#known = { ...form.values, ...values };
    form.set(values);
    this.#known = form.values;
  }

  #note(provenance: Partial<Provenance>): void {
    this.#provenance = { ...this.#provenance, ...provenance };
    this.#host.update();
  }

  #typeDirections(typed: string): void {
    const { values } = this.#host.state.form;
    const { treatment } = values;
    const sent = this.#sig.sent(typed, treatment);
    const provenance = { ...this.#provenance, typed, sent, asWritten: false };
    if (typed.trim() === '') this.#left = false;
    this.#put(
      { instructions: sent, ...this.#sig.derived(values, provenance, treatment).amounts },
      provenance,
    );
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const words = this.#sig.spoken(this.#provenance.typed, treatment);
      if (words !== undefined) this.#host.announce(words);
    }, SAY_AFTER_MS);
  }

  /** What was typed before the rules were there is read now. */
  #rulesLoaded(): void {
    this.#sync();
    const { typed, asWritten } = this.#provenance;
    if (typed !== '' && !asWritten) this.#typeDirections(typed);
    else this.#host.update();
  }

  #leaveDirections(): void {
    if (this.#provenance.typed.trim() === '') return;
    this.#press.run(() => {
      this.#left = true;
      this.#host.update();
    });
  }

  #changeAmounts(changes: Partial<FormValues & Provenance>): void {
    const { values } = this.#host.state.form;
    const {
      quantityByHand = this.#provenance.quantityByHand,
      daysByHand = this.#provenance.daysByHand,
      ...fields
    } = changes;
    const provenance = { ...this.#provenance, quantityByHand, daysByHand };
    const amounts = { ...values, ...fields };
    this.#put({ ...fields, ...this.#sig.derived(amounts, provenance, values.treatment).amounts }, provenance);
  }

  #unconfirmed(result: SigResult | undefined): string | undefined {
    const needed = this.#summary && needsConfirmation(result, this.#provenance.asWritten);
    return needed ? this.#host.text.form.confirmAsWritten : undefined;
  }

  #words(name: FormField, severity: 'error' | 'warning'): string | undefined {
    return problemWords(this.#host, name, severity);
  }

  async #submit(): Promise<void> {
    const { state, text } = this.#host;
    const { form } = state;
    if (form.saving) return;
    if (!(await this.#sig.load())) {
      this.#host.announce(text.kit.failed, 'assertive');
      return;
    }
    if (form.saving) return;
    this.#sync();
    this.#left = true;
    this.#summary = true;
    const { treatment } = form.values;
    const unconfirmed = this.#unconfirmed(this.#sig.read(this.#provenance.typed, treatment));
    const outcome = unconfirmed === undefined ? await form.submit() : undefined;
    if (outcome?.done === 'added' || outcome?.done === 'changed') {
      const line = treatment === null ? '' : medicationText(treatment);
      const count = text.order.counted(state.drafts.rows.length);
      this.#host.announce(
        outcome.done === 'added' ? `${text.form.added(line)}. ${count}` : text.form.changed(line),
      );
      this.#summary = false;
      await focusOn(this.#host, SEARCH_FIELD);
      return;
    }
    this.#host.update();
    await this.#host.updated();
    if (outcome?.done === 'asks') {
      this.#summary = false;
      await this.#notes.load();
      return await this.#goTo(CONTROLS.duplicateReason);
    }
    const [first] = errorsInOrder(form.problems);
    const control =
      unconfirmed !== undefined
        ? this.#sig.controlFor(this.#readingView())
        : first === undefined
          ? 'add'
          : controlOf(this.#host, first);
    await this.#goTo(control);
    const words =
      unconfirmed ??
      (first !== undefined
        ? wordsOf(this.#host, first)
        : form.error === null
          ? undefined
          : errorText(text, form.error));
    if (words !== undefined) this.#host.announce(words, 'assertive');
  }

  #clear(): void {
    this.#host.state.form.clear();
    void focusOn(this.#host, SEARCH_FIELD);
  }

  readonly #pressed = (event: KeyboardEvent): void => {
    if (this.#host.config.disableShortcuts) return;
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    event.preventDefault();
    void this.#submit();
  };
}
