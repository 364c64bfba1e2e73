// Owns what is said of directions while they are typed: the reading, what it comes to, what is missing, and the readings to choose from.
import type { SigResult } from '@pestle/rules/sig';
import type { SigError } from '@pestle/rules/sig-model';
import { mended, offersOf } from '@pestle/rules/sig-offers';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { checkField } from '../../../kit/fields/field.ts';
import { css } from '../../../kit/look/css.ts';
import { icon } from '../../../kit/look/icons.ts';
import { reading as english, type ReadingText } from '../../../text/en/workflow/card/reading.ts';
import { PartWords } from '../../../text/part-words.ts';
import type { WorkflowHost } from '../../part.ts';
import { childKilograms } from '../../state/form/weight.ts';
import { optionsOf, type Treated } from '../provenance.ts';
import { type Beside, impliedBy } from './implied.ts';
import { MisfitNote } from './misfit.ts';
import { type PackagesView, packageChips } from './package-chips.ts';

/** What is certain before the line is finished is said at once; the rest when the field is left. */
const AT_ONCE: ReadonlySet<SigError['code']> = new Set([
  'ERROR_PRONE',
  'DECIMAL',
  'HOURS_OUT_OF_RANGE',
  'DAYS_OUT_OF_RANGE',
  'DOSE_OUT_OF_RANGE',
  'RANGE_REVERSED',
  'TOO_LONG',
]);

/** The names of the pieces in the shadow root. */
export const AS_WRITTEN_BOX = 'directions-as-written';
const CHOICE = 'reading-';

/** `left`: the field was left, or the form was submitted. `liquid`: a dose in milliliters with its mass. */
export type ReadingView = Beside & {
  readonly typed: string;
  readonly result: SigResult;
  readonly treated: Treated;
  readonly asWritten: boolean;
  readonly left: boolean;
  readonly liquid: string;
  /** The Spanish sentence, where the patient or the page speaks Spanish. */
  readonly spanish: string | null;
  readonly typeIn: (text: string) => void;
  readonly confirm: (asWritten: boolean) => void;
};

const LOOKS = css`
  .reading { display: grid; gap: 2px; padding: 8px 12px; border-inline-start: 3px solid var(--_ok); background: var(--_ok-bg); border-radius: 0 var(--_radius) var(--_radius) 0; color: var(--_fg); }
  .reading > p:first-child > span { color: var(--_ok); font-weight: 700; }
  .choices { display: grid; gap: 6px; }
  .choices > p { font-size: 0.875em; font-weight: 700; }
  .choices > div { display: flex; flex-wrap: wrap; gap: 6px; }
  .choices button { text-align: start; justify-content: flex-start; padding-block: 4px; min-block-size: var(--_row); }
`;

export class Reading {
  readonly misfit: MisfitNote;
  readonly #host: WorkflowHost;
  readonly #words: PartWords<ReadingText>;

  constructor(host: WorkflowHost) {
    this.#host = host;
    host.dress(LOOKS);
    this.#words = new PartWords(
      english,
      async () => (await import('../../../text/es/workflow/card/reading.ts')).reading,
      host.update,
    );
    this.misfit = new MisfitNote(host, () => this.words);
  }

  get words(): ReadingText {
    return this.#words.of(this.#host.text.kit.language);
  }

  /** How the treatment is packed. */
  packages(view: PackagesView): unknown {
    return packageChips(this.#host, this.words, view);
  }

  /** What describes the field. */
  hint(view: ReadingView): unknown {
    const { result, typed } = view;
    const { form, said } = this.#host.text;
    if (result.ok) return this.#understood(view, result);
    if (view.asWritten) return this.words.asWrittenWhy;
    const shown = result.errors.filter(
      (error) => view.left || AT_ONCE.has(error.code) || isBehindCaret(typed, error),
    );
    if (shown.length === 0) {
      const asked = result.errors.find(({ choices = [] }) => choices.length > 1);
      const missing = asked ?? result.errors.find(({ offset }) => offset === undefined);
      return missing === undefined
        ? form.instructionsHint
        : (said.sig[missing.code]?.(this.#wordOf(view, missing), '') ?? missing.message);
    }
    return html`${echo(typed, shown)}${shown.map((error) => this.#misread(error, view))}`;
  }

  /** What can be taken in place of it, and below that the words as they stand. */
  below(view: ReadingView): unknown {
    const { result, left, asWritten } = view;
    if (result.ok || view.typed.trim() === '') return nothing;
    const whole = asWritten ? [] : offersOf(view.typed, optionsOf(view.treated));
    return html`${this.#choices(view, whole)}${
      left || asWritten
        ? checkField(this.#host, {
            name: AS_WRITTEN_BOX,
            label: this.words.asWritten,
            checked: asWritten,
            change: view.confirm,
          })
        : nothing
    }`;
  }

  /** Where a person goes on who wanted to add directions that were not understood: the readings, else the words as they stand. */
  controlFor(view: Pick<ReadingView, 'typed' | 'treated'>): string {
    return offersOf(view.typed, optionsOf(view.treated)).length > 0 ? `${CHOICE}0` : AS_WRITTEN_BOX;
  }

  /** For a screen reader, when typing pauses. */
  spoken(result: SigResult | undefined, typed: string, treated: Treated): string | undefined {
    if (result === undefined) return undefined;
    if (result.ok) return `${this.words.patientReads} ${result.text}`;
    const { length } = offersOf(typed, optionsOf(treated));
    return length === 0 ? undefined : this.words.offered(length);
  }

  /** Enter in the field takes the one reading that is offered, or goes to the first of several. */
  enter(event: KeyboardEvent, view: Omit<ReadingView, 'liquid'>): void {
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey || event.isComposing)
      return;
    if (view.result.ok || view.asWritten) return;
    const [only, ...others] = offersOf(view.typed, optionsOf(view.treated));
    if (only === undefined) return;
    event.preventDefault();
    if (others.length === 0) view.typeIn(only.typed);
    else this.#host.find(`${CHOICE}0`)?.focus();
  }

  #understood(view: ReadingView, result: Extract<SigResult, { ok: true }>): TemplateResult {
    const { words } = this;
    const { said, history, kit } = this.#host.text;
    const implied = impliedBy(
      result.sig,
      view,
      { reading: words, units: history, language: kit.language },
      childKilograms(this.#host.state),
    );
    return html`<div class="reading"><p><span>${words.patientReads}</span> <strong class="sentence" dir="ltr" lang="en">${result.text}</strong></p>
      ${view.liquid === '' ? nothing : html`<div dir="ltr">${view.liquid}</div>`}
      ${
        view.spanish === null
          ? nothing
          : html`<div><span>${words.spanish}</span> <strong class="sentence" lang="es">${view.spanish}</strong></div>`
      }
      ${implied === '' ? nothing : html`<div class="muted numeric">${implied}</div>`}</div>
      ${result.asks.includes('maxPerDay') ? warned(words.maxPerDay) : nothing}
      ${result.warnings.map(({ code, message }) => warned(said.sigWarnings[code] ?? message))}`;
  }

  /** What one thing means that was not understood, and a better word where there is exactly one. */
  #misread(error: SigError, view: ReadingView): TemplateResult {
    const { said } = this.#host.text;
    const { code, message, offset, replacement } = error;
    const word = this.#wordOf(view, error);
    return html`<div class="message warning">${icon('warn')}<span>${said.sig[code]?.(word, replacement ?? '') ?? message}
      ${
        replacement === undefined || offset === undefined
          ? nothing
          : html`<button type="button" class="inline" @click=${() => this.#take(view, mended(view.typed, error, replacement))}
            >${this.words.writeInstead(replacement)}</button>`
      }</span></div>`;
  }

  #wordOf({ typed }: ReadingView, { offset = 0, length = 0 }: SigError): string {
    return typed.slice(offset, offset + length);
  }

  /** Whole readings; where more than one thing is open, the words for each of them. A key chooses, and it is written on each. */
  #choices(view: ReadingView, whole: ReturnType<typeof offersOf>): unknown {
    const { result, asWritten } = view;
    if (result.ok || asWritten) return nothing;
    const open =
      whole.length > 0
        ? whole.map(({ typed, text }) => [typed, text] as const)
        : this.#first(view, result.errors).map((words) => [words.typed, words.text] as const);
    if (open.length === 0) return nothing;
    const { disableShortcuts } = this.#host.config;
    const alone = open.length === 1;
    return html`<div class="choices" role="group" aria-labelledby=${this.#host.id('readings')}
      @keydown=${(event: KeyboardEvent) => this.#choose(event, view, open)}><p id=${this.#host.id('readings')}>${this.words.which}</p><div>
      ${open.map(
        (
          [typed, text],
          at,
        ) => html`<button type="button" id=${this.#host.id(`${CHOICE}${at}`)} dir="ltr" lang="en"
          @click=${() => this.#take(view, typed)}>${
            disableShortcuts
              ? nothing
              : html`<span class="keys" aria-hidden="true"><kbd>${alone && whole.length > 0 ? 'Enter' : at + 1}</kbd></span>`
          }<span>${text}</span></button>`,
      )}</div></div>`;
  }

  /** The words for the first open question, where several are open: one answer leads to the next. */
  #first(
    { typed }: ReadingView,
    errors: readonly SigError[],
  ): readonly { readonly typed: string; readonly text: string }[] {
    // What is not understood at all is mended first: a choice for the rest would promise too much.
    const asked = errors.find(({ choices }) => (choices ?? []).length > 1);
    if (asked === undefined) return [];
    return (asked.choices ?? []).map((words) => ({ typed: mended(typed, asked, words), text: words }));
  }

  #choose(
    event: KeyboardEvent,
    view: ReadingView,
    open: ReadonlyArray<readonly [typed: string, text: string]>,
  ): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#host.config.disableShortcuts) return;
    const chosen = /^[1-8]$/.test(event.key) ? open[Number(event.key) - 1] : undefined;
    if (chosen === undefined) return;
    event.preventDefault();
    this.#take(view, chosen[0]);
  }

  #take(view: ReadingView, typed: string): void {
    view.typeIn(typed);
    void this.#host.updated().then(() => this.#host.find('directions')?.focus());
  }
}

/** A word is finished when something stands behind it. */
function isBehindCaret(typed: string, { code, offset, length }: SigError): boolean {
  if (code !== 'UNKNOWN_WORD' && code !== 'AMBIGUOUS' && code !== 'NO_SCALE') return false;
  return offset !== undefined && length !== undefined && offset + length < typed.length;
}

/** What was typed, with everything underlined that was not understood. */
function echo(typed: string, errors: readonly SigError[]): unknown {
  const spans = errors
    .flatMap(({ offset, length }) =>
      offset === undefined || length === undefined ? [] : [{ offset, length }],
    )
    .toSorted((a, b) => a.offset - b.offset);
  if (spans.length === 0) return nothing;
  let from = 0;
  const pieces = spans.map(({ offset, length }) => {
    const before = typed.slice(from, offset);
    from = Math.max(from, offset + length);
    return html`${before}<span class="misread">${typed.slice(offset, offset + length)}</span>`;
  });
  return html`<bdi dir="ltr">${pieces}${typed.slice(from)}</bdi>`;
}

function warned(words: string): TemplateResult {
  return html`<div class="message warning">${icon('warn')}<span>${words}</span></div>`;
}
