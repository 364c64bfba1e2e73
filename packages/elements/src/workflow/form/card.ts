// Owns the card of one medication: the line that was chosen, directions, numbers, the rest, and the way into 'Pending Order' (W1).
import type { SigResult } from '@pestle/rules/sig';
import { findUnit } from '@pestle/rules/units';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { focusOn } from '../../kit/host.ts';
import { medicationText } from '../../kit/medication.ts';
import type { TreatmentRecord } from '../../records.ts';
import type { DraftNotes } from '../drafts/draft-notes.ts';
import { LazyPart } from '../lazy-part.ts';
import type { Part, WorkflowHost } from '../part.ts';
import type { CardScreening } from '../screening/card-screening.ts';
import { SEARCH_FIELD } from '../search/search.ts';
import type { FormField } from '../state/problem.ts';
import { amountFields } from './amounts.ts';
import { DIRECTIONS_FIELD, directionsField, needsConfirmation } from './directions.ts';
import { DoseDisclosure } from './dose/dose-disclosure.ts';
import { formButtons, reasonField } from './form-frame.ts';
import { MoreFields } from './form-more.ts';
import { formProblems, type ProblemRow } from './form-problems.ts';
import { CONTROLS, controlOf, errorsInOrder, problemWords, refusalWords, wordsOf } from './form-words.ts';
import { SigRules } from './sig-rules.ts';
import { chosenTreatment } from './treatment.ts';
import { TreatmentFacts } from './treatment-facts.ts';
import { TypedValues } from './typed-values.ts';

/** Everything of the card 'Add medication' but the search. */
export class CardPart implements Part {
  readonly #host: WorkflowHost;
  readonly #around: { readonly language: () => string | null; readonly besides: () => unknown };
  readonly #notes: LazyPart<DraftNotes>;
  readonly #screening: LazyPart<CardScreening>;
  readonly #typed: TypedValues;
  #left = false;
  #summary = false;
  readonly #dose: DoseDisclosure;
  readonly #more: MoreFields;
  readonly #facts: TreatmentFacts;
  readonly #sig: SigRules;

  /** `language`: on the patient's record, where it is known by now; `besides`: what is told beside any medicine. */
  constructor(
    host: WorkflowHost,
    notes: LazyPart<DraftNotes>,
    around: { readonly language: () => string | null; readonly besides: () => unknown },
  ) {
    this.#host = host;
    this.#notes = notes;
    this.#around = around;
    this.#screening = new LazyPart(
      host,
      async () =>
        new (await import('../screening/card-screening.ts')).CardScreening(host, {
          typeDirections: (directions) => this.#typeDirections(directions),
          clear: () => this.#clear(),
        }),
    );
    this.#more = new MoreFields(host);
    this.#facts = new TreatmentFacts(host);
    this.#sig = new SigRules(host, () => this.#typed.readAgain());
    this.#typed = new TypedValues(host, this.#sig, () => this.#replaced());
    this.#dose = new DoseDisclosure(host, (into) => {
      const { typed } = this.#typed.provenance;
      this.#typeDirections(into(this.#sig.read(typed, host.state.form.values.treatment), typed));
      void focusOn(host, DIRECTIONS_FIELD);
    });
  }

  /** Moves focus to the control of a field. */
  async focusField(name: FormField = 'instructions'): Promise<void> {
    const { treatment } = this.#host.state.form.values;
    await this.#goTo(name === 'treatmentId' && treatment !== null ? 'change' : CONTROLS[name]);
  }

  render(): TemplateResult {
    const { form } = this.#host.state;
    this.#typed.sync();
    const { values } = form;
    const { treatment } = values;
    this.#facts.look(treatment);
    const view = this.#readingView();
    const { typed } = view;
    return html`${
      treatment === null
        ? nothing
        : chosenTreatment(this.#host, treatment, {
            problem: this.#words('treatmentId', 'error'),
            strengths: form.editing === null && form.held === null ? this.#facts.strengths : [],
            choose: (other) => this.#chooseStrength(other),
          })
    }
        ${directionsField(this.#host, {
          typed,
          error: this.#unconfirmed(view.result) ?? this.#words('instructions', 'error'),
          reading: this.#sig.said(view),
          typeIn: view.typeIn,
          leave: () => this.#leaveDirections(),
          enter: (event) => this.#sig.enter(event, view),
        })}
        ${amountFields(this.#host, {
          values: { ...values, dispenseUnit: findUnit(values.dispenseUnit)?.name ?? '' },
          units: this.#facts.units,
          from: this.#sig.derived(values, this.#typed.provenance, treatment),
          packages: this.#sig.packageChips(typed, treatment, {
            packages: this.#facts.packages,
            unit: treatment?.dispenseUnit ?? '',
            amounts: values,
            change: (changes) => this.#typed.changeAmounts(changes),
          }),
          misfit: this.#sig.misfitNote(values, typed, treatment, {
            reason: values.amountsReason,
            error: this.#words('amountsReason', 'error'),
            change: (changes) => this.#typed.changeAmounts(changes),
            explain: (amountsReason) => form.set({ amountsReason }),
            rewrite: view.typeIn,
          }),
          problem: (name, severity) => this.#words(name, severity),
          change: (changes) => this.#typed.changeAmounts(changes),
        })}
        ${form.repeats ? reasonField(this.#host, values, this.#words('repeatReason', 'error')) : nothing}
        ${this.#more.render({ values, words: (name, severity) => this.#words(name, severity) }, treatment?.kind === 'EQUIPMENT' ? nothing : this.#dose.render())}
        ${form.duplicates.length === 0 ? nothing : this.#notes.draw(({ duplicates }) => duplicates.inForm(this.#words('duplicateReason', 'error')))}
        ${this.#around.besides()}
        ${this.#screening.render()}
        ${form.elsewhere === null ? nothing : this.#notes.draw((notes) => notes.elsewhere())}
        ${this.#renderProblems()}
        ${formButtons(this.#host, treatment, form.held === null ? undefined : this.#notes.part, {
          submit: () => void this.submit(),
          clear: () => this.#clear(),
          checked: this.#screening.part?.status() ?? nothing,
        })}`;
  }

  /** What is typed, read, with the numbers beside it. */
  #readingView(): Parameters<SigRules['said']>[0] {
    const { values } = this.#host.state.form;
    const { patient } = this.#host.state;
    const { treatment } = values;
    const { typed, asWritten } = this.#typed.provenance;
    const result = this.#sig.read(typed, treatment);
    return {
      typed,
      result,
      treated: treatment,
      strength: treatment?.strength,
      asWritten,
      left: this.#left,
      amounts: values,
      packages: this.#host.state.form.packages,
      today: patient.today,
      spanish: this.#sig.spanish(result, this.#around.language()),
      typeIn: (text) => this.#typeDirections(text),
      confirm: (confirmed) => this.#typed.put({}, { asWritten: confirmed }),
    };
  }

  dispose(): void {
    this.#typed.dispose();
  }

  /** Moves focus to a control, also to one that must be opened first. */
  async #goTo(control: string): Promise<void> {
    this.#more.openFor(control);
    await focusOn(this.#host, control);
    if (control === CONTROLS.duplicateReason) focusOnReason(this.#host.find(control));
  }

  #renderProblems(): unknown {
    const { state } = this.#host;
    const { form } = state;
    const unconfirmed = this.#unconfirmed(
      this.#sig.read(this.#typed.provenance.typed, form.values.treatment),
    );
    const errors = errorsInOrder(form.problems);
    const rows: readonly ProblemRow[] = [
      ...(unconfirmed === undefined
        ? []
        : [[this.#sig.controlFor(this.#readingView()), unconfirmed] as const]),
      ...errors.map((problem) => [controlOf(this.#host, problem), wordsOf(this.#host, problem)] as const),
    ];
    return formProblems(this.#host, this.#summary ? rows : [], (control) => void this.#goTo(control));
  }

  /** Other values stand there now. */
  #replaced(): void {
    this.#left = false;
    this.#summary = false;
    this.#dose.close();
    this.#more.close();
  }

  /** The same in another strength. Directions of a liquid would become another dose without a word, and are written anew. */
  #chooseStrength(treatment: TreatmentRecord): void {
    const { form } = this.#host.state;
    const { typed } = this.#typed.provenance;
    const isLiquid = [treatment, form.values.treatment].some((one) => one?.strength?.includes('/') ?? false);
    if (!form.pick({ kind: 'treatment', treatment })) return;
    this.#typed.sync();
    this.#host.announce(
      this.#host.text.search.picked(medicationText(treatment, this.#host.text.kit.language)),
    );
    if (!isLiquid && typed.trim() !== '') this.#typeDirections(typed);
    void focusOn(this.#host, DIRECTIONS_FIELD);
  }

  #typeDirections(typed: string): void {
    if (typed.trim() === '') this.#left = false;
    this.#typed.typeDirections(typed);
  }

  #leaveDirections(): void {
    if (this.#typed.provenance.typed.trim() === '') return;
    this.#left = true;
    this.#host.update();
  }

  #unconfirmed(result: SigResult | undefined): string | undefined {
    const needed = this.#summary && needsConfirmation(result, this.#typed.provenance.asWritten);
    return needed ? this.#host.text.form.confirmAsWritten : undefined;
  }

  #words(name: FormField, severity: 'error' | 'warning'): string | undefined {
    return problemWords(this.#host, name, severity);
  }

  /** Adds what stands in the form, or says what is missing and leads to the first of it; `added`: the prescriber's next step, once it is in the order. */
  async submit(added?: () => unknown): Promise<void> {
    const { state, text } = this.#host;
    const { form } = state;
    if (form.saving) return;
    if (!(await this.#sig.load())) return this.#host.announce(text.kit.failed, 'assertive');
    if (form.saving) return;
    this.#typed.sync();
    this.#left = true;
    this.#summary = true;
    const { treatment } = form.values;
    const unconfirmed = this.#unconfirmed(this.#sig.read(this.#typed.provenance.typed, treatment));
    const outcome = unconfirmed === undefined ? await form.submit() : undefined;
    if (outcome?.done === 'added' || outcome?.done === 'changed') {
      const line = treatment === null ? '' : medicationText(treatment, this.#host.text.kit.language);
      const count = text.order.counted(state.drafts.rows.length);
      this.#host.announce(
        outcome.done === 'added' ? `${text.form.added(line)}. ${count}` : text.form.changed(line),
      );
      this.#summary = false;
      await focusOn(this.#host, SEARCH_FIELD);
      // What staff prepare is handed over by its own press. A second press may have opened the review while it was being saved.
      if (state.signer.role === 'prescriber' && state.review.status === 'closed') await added?.();
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
    const words = refusalWords(this.#host, unconfirmed, first);
    if (words !== undefined) this.#host.announce(words, 'assertive');
  }

  #clear(): void {
    this.#host.state.form.clear();
    void focusOn(this.#host, SEARCH_FIELD);
  }
}

/** The first reason that is drawn takes the focus, with all of the question in sight; it is not chosen by that. */
function focusOnReason(question: HTMLElement | null): void {
  const reasons = question?.querySelectorAll<HTMLElement>('input, select') ?? [];
  [...reasons].find((one) => one.getClientRects().length > 0)?.focus();
  question?.scrollIntoView({ block: 'nearest' });
}
