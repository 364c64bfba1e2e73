// Owns the directions field; what is said of them comes with the rules that read them.
import type { SigResult } from '@pestle/rules/sig';
import { html, type TemplateResult } from 'lit/html.js';
import { comeIntoSight, field, inputValue } from '../../kit/fields/field.ts';
import type { WorkflowHost } from '../part.ts';

/** The name of the field in the shadow root. */
export const DIRECTIONS_FIELD = 'directions';

export type DirectionsView = {
  readonly typed: string;
  readonly error: string | undefined;
  /** What is said of the words, and what stands below the field; undefined while nothing is. */
  readonly reading: { readonly hint: unknown; readonly below: unknown } | undefined;
  readonly typeIn: (text: string) => void;
  readonly leave: () => void;
  readonly enter: (event: KeyboardEvent) => void;
};

/** Draws the field with all that it says about what was typed. */
export function directionsField(host: WorkflowHost, view: DirectionsView): TemplateResult {
  const { form } = host.text;
  return html`${field(
    host,
    {
      name: DIRECTIONS_FIELD,
      label: form.instructions,
      error: view.error,
      hint: view.reading?.hint ?? form.instructionsHint,
    },
    (
      bound,
    ) => html`<textarea part="input" id=${bound.id} rows="1" dir="auto" autocomplete="off" spellcheck="false" autocapitalize="none"
      aria-describedby=${bound.describedBy} aria-invalid=${bound.invalid} aria-required="true"
      .value=${view.typed} @input=${(event: InputEvent) => view.typeIn(inputValue(event))} @focus=${comeIntoSight}
      @keydown=${view.enter} @blur=${view.leave}></textarea>`,
  )}${view.reading?.below ?? ''}`;
}

/** True when the words must be confirmed before they are sent as they stand. */
export function needsConfirmation(result: SigResult | undefined, asWritten: boolean): boolean {
  return result?.ok === false && !asWritten;
}
