// Owns the directions field: what is typed, the sentence the patient will read, and the words that were not understood.
import type { SigResult } from '@pestle/rules/sig';
import type { SigError } from '@pestle/rules/sig-model';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { checkField, comeIntoSight, field, inputValue } from '../../kit/fields/field.ts';
import { icon } from '../../kit/look/icons.ts';
import type { WorkflowHost } from '../part.ts';

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
export const DIRECTIONS_FIELD = 'directions';
export const AS_WRITTEN_BOX = 'directions-as-written';

export type DirectionsView = {
  readonly typed: string;
  readonly result: SigResult | undefined;
  readonly asWritten: boolean;
  /** The field was left, or the form was submitted. */
  readonly left: boolean;
  readonly error: string | undefined;
  /** A dose of a liquid in milliliters with its mass; empty where it is none. */
  readonly liquid: string;
  /** The Spanish sentence, where the patient or the page speaks Spanish. */
  readonly spanish: string | null;
  readonly typeIn: (text: string) => void;
  readonly leave: () => void;
  readonly confirm: (asWritten: boolean) => void;
};

/** Draws the field with all that it says about what was typed. */
export function directionsField(host: WorkflowHost, view: DirectionsView): TemplateResult {
  const { form } = host.text;
  return html`${field(
    host,
    { name: DIRECTIONS_FIELD, label: form.instructions, error: view.error, hint: reading(host, view) },
    (
      bound,
    ) => html`<textarea part="input" id=${bound.id} rows="2" dir="auto" autocomplete="off" spellcheck="false" autocapitalize="none"
      aria-describedby=${bound.describedBy} aria-invalid=${bound.invalid} aria-required="true"
      .value=${view.typed} @input=${(event: InputEvent) => view.typeIn(inputValue(event))} @focus=${comeIntoSight}
      @blur=${view.leave}></textarea>`,
  )}${asWrittenBox(host, view)}`;
}

/** True when the words must be confirmed before they are sent as they stand. */
export function needsConfirmation({
  result,
  asWritten,
}: Pick<DirectionsView, 'result' | 'asWritten'>): boolean {
  return result?.ok === false && !asWritten;
}

function reading(host: WorkflowHost, view: DirectionsView): unknown {
  const { form } = host.text;
  const { result, typed } = view;
  if (result === undefined) return form.instructionsHint;
  if (result.ok)
    return html`<span>${form.patientReads}</span> <strong class="sentence" dir="ltr" lang="en">${result.text}</strong>
      ${view.liquid === '' ? nothing : html`<div dir="ltr">${view.liquid}</div>`}
      ${
        view.spanish === null
          ? nothing
          : html`<div><span>${form.spanish}</span> <strong class="sentence" lang="es">${view.spanish}</strong></div>`
      }
      ${result.asks.includes('maxPerDay') ? warned(form.maxPerDay) : nothing}
      ${result.warnings.map(({ code, message }) => warned(host.text.said.sigWarnings[code] ?? message))}`;
  const shown = result.errors.filter(({ code }) => view.left || AT_ONCE.has(code));
  if (view.asWritten || shown.length === 0) return view.asWritten ? form.asWrittenWhy : form.instructionsHint;
  return html`${echo(typed, shown)}${shown.map((error) => misread(host, typed, error, view))}`;
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

/** What one thing means that was not understood, and a better word where there is exactly one. */
function misread(host: WorkflowHost, typed: string, error: SigError, view: DirectionsView): TemplateResult {
  const { form, said } = host.text;
  const { code, message, offset, length, replacement } = error;
  const word = typed.slice(offset ?? 0, (offset ?? 0) + (length ?? 0));
  const better = offset !== undefined && length !== undefined ? replacement : undefined;
  return html`<div class="message warning">${icon('warn')}<span>${said.sig[code]?.(word, replacement ?? '') ?? message}
    ${
      better === undefined
        ? nothing
        : html`<button type="button" class="inline" @click=${() =>
            view.typeIn(`${typed.slice(0, offset)}${better}${typed.slice((offset ?? 0) + (length ?? 0))}`)}
          >${form.writeInstead(better)}</button>`
    }</span></div>`;
}

/** Asked only when the field is left: a line that is not finished is no prose. */
function asWrittenBox(host: WorkflowHost, view: DirectionsView): unknown {
  const { result, left, asWritten } = view;
  if (result === undefined || result.ok || !(left || asWritten)) return nothing;
  return checkField(host, {
    name: AS_WRITTEN_BOX,
    label: host.text.form.asWritten,
    checked: asWritten,
    change: view.confirm,
  });
}

function warned(words: string): TemplateResult {
  return html`<div class="message warning">${icon('warn')}<span>${words}</span></div>`;
}
