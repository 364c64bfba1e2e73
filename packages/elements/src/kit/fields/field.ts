// Owns the frame of a field: label, control, error, warning and hint, tied together for screen readers.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { KitHost } from '../host.ts';
import { icon } from '../look/icons.ts';

/** What surrounds a control. `error` makes it invalid; `warning` does not. */
export type FieldFrame = {
  /** Its name in the shadow root; `host.find(name)` is the control. */
  readonly name: string;
  readonly label: string;
  /** The word for "optional", where it is; every other field is required. */
  readonly optional?: string | undefined;
  /** Beside the label: a counter, or a "calculated" mark. */
  readonly beside?: unknown;
  readonly error?: string | undefined;
  readonly warning?: string | undefined;
  readonly hint?: unknown;
  /** Class of the frame, such as `whole numeric`. */
  readonly kind?: string | undefined;
};

/** What a control must carry to belong to its frame. */
export type FieldControl = {
  readonly id: string;
  readonly describedBy: string | typeof nothing;
  readonly invalid: 'true' | 'false';
  readonly required: 'true' | 'false';
};

/** Draws a field. The control gets its attributes from the second argument's parameter. */
export function field(
  host: KitHost,
  frame: FieldFrame,
  control: (bound: FieldControl) => unknown,
): TemplateResult {
  const id = host.id(frame.name);
  const shown = (['error', 'warning', 'hint'] as const).filter((kind) => frame[kind] !== undefined);
  const bound: FieldControl = {
    id,
    describedBy: shown.length === 0 ? nothing : shown.map((kind) => `${id}-${kind}`).join(' '),
    invalid: frame.error === undefined ? 'false' : 'true',
    required: frame.optional === undefined ? 'true' : 'false',
  };
  return html`<div class="field ${frame.kind ?? ''}" part="field">
    <label for=${id}><span>${frame.label}</span>${
      frame.optional === undefined ? nothing : html`<span class="optional">${frame.optional}</span>`
    }${frame.beside ?? nothing}</label>
    ${control(bound)}
    ${
      shown.length === 0
        ? nothing
        : html`<div class="messages">${messageOf(id, 'error', frame.error)}${messageOf(id, 'warning', frame.warning)}
          ${frame.hint === undefined ? nothing : html`<div class="hint" id="${id}-hint">${frame.hint}</div>`}</div>`
    }
  </div>`;
}

/** A plain text input in its frame. `type` is about the keyboard that opens; numbers are text, because browsers drop what they cannot read. */
export function textField(
  host: KitHost,
  frame: FieldFrame & {
    readonly value: string;
    readonly type?: 'text' | 'tel' | 'email' | 'date';
    readonly inputMode?: 'numeric' | 'decimal' | 'text';
    readonly autocomplete?: string;
    readonly placeholder?: string;
    readonly minimum?: string;
    readonly maximum?: string;
    readonly change: (value: string) => void;
  },
): TemplateResult {
  return field(
    host,
    frame,
    (
      bound,
    ) => html`<input part="input" id=${bound.id} type=${frame.type ?? 'text'} dir=${frame.type === 'text' || frame.type === undefined ? 'auto' : nothing}
      inputmode=${frame.inputMode ?? nothing} autocomplete=${frame.autocomplete ?? 'off'} placeholder=${frame.placeholder ?? nothing}
      min=${frame.minimum ?? nothing} max=${frame.maximum ?? nothing}
      aria-describedby=${bound.describedBy} aria-invalid=${bound.invalid} aria-required=${bound.required}
      .value=${frame.value} @input=${(event: InputEvent) => frame.change(inputValue(event))} />`,
  );
}

/** A native list of choices in its frame; the first is empty where nothing is chosen yet. */
export function selectField(
  host: KitHost,
  frame: FieldFrame & {
    readonly value: string;
    readonly choices: ReadonlyArray<readonly [value: string, label: string]>;
    readonly empty?: string;
    readonly change: (value: string) => void;
  },
): TemplateResult {
  return field(
    host,
    frame,
    (
      bound,
    ) => html`<select part="input" id=${bound.id} aria-describedby=${bound.describedBy} aria-invalid=${bound.invalid}
      aria-required=${bound.required} @change=${(event: Event) => frame.change(inputValue(event))}>
      ${frame.empty === undefined ? nothing : html`<option value="" .selected=${frame.value === ''}>${frame.empty}</option>`}
      ${frame.choices.map(
        ([value, label]) => html`<option value=${value} .selected=${frame.value === value}>${label}</option>`,
      )}
    </select>`,
  );
}

/** A box to tick, its words beside it. */
export function checkField(
  host: KitHost,
  box: {
    readonly name: string;
    readonly label: unknown;
    readonly checked: boolean;
    readonly describedBy?: string;
    readonly change: (checked: boolean) => void;
  },
): TemplateResult {
  return html`<label class="check"><input type="checkbox" id=${host.id(box.name)} .checked=${box.checked}
    aria-describedby=${box.describedBy ?? nothing}
    @change=${(event: Event) => box.change(event.target instanceof HTMLInputElement && event.target.checked)} /><span>${box.label}</span></label>`;
}

/** The text of the control that an event comes from. */
export function inputValue(event: Event): string {
  const { target } = event;
  return target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
    ? target.value
    : '';
}

function messageOf(id: string, kind: 'error' | 'warning', text: string | undefined): unknown {
  if (text === undefined) return nothing;
  return html`<div class="message ${kind}" id="${id}-${kind}">${icon(kind === 'error' ? 'danger' : 'warn')}<span>${text}</span></div>`;
}

/** For the focus of a text of several lines: the browser shows the caret only, which may be under the bar at the lower edge. */
export function comeIntoSight({ currentTarget }: Event): void {
  if (currentTarget instanceof HTMLElement) currentTarget.scrollIntoView({ block: 'nearest' });
}
