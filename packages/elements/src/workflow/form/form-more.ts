// Owns the optional fields of the form: the note, the day to wait for, and the template that is made of it.
import { FIELD_LIMITS } from '@pestle/rules/field-limits';
import { MORE_FIELDS, type TypedField, typedRow } from '@pestle/rules/prescription-fields';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { checkField, comeIntoSight, field, inputValue, textField } from '../../kit/fields/field.ts';
import { css } from '../../kit/look/css.ts';
import { icon } from '../../kit/look/icons.ts';
import type { WorkflowHost } from '../part.ts';
import type { FormValues } from '../state/drafts/draft-fields.ts';
import type { FormField } from '../state/problem.ts';
import { CONTROLS } from './form-words.ts';

const SHOWN_CHARACTERS = 32;

/** What the fields need of the form. */
export type MoreView = {
  readonly values: FormValues;
  readonly words: (name: FormField, severity: 'error' | 'warning') => string | undefined;
};

const CHIPS = ['notes', ...MORE_FIELDS, 'templateName'] as const;
type Chip = (typeof CHIPS)[number];

const LOOKS = css`
  .chips { display: flex; flex-wrap: wrap; gap: 6px; align-items: flex-start; }
  .chips > button, .chips > details:not([open]) > summary {
    min-block-size: var(--_row); padding: 2px 9px; border: 1px solid var(--_border); border-radius: 999px; font-size: 0.9375em; text-align: start; color: var(--_fg);
  }
  .chips > button[aria-expanded='true'], .chips > button[aria-pressed='true'] { border-color: var(--_accent); color: var(--_accent); }
  .chips > details[open] { flex-basis: 100%; }
  .chips > details > summary::before, .chips > details[open] > summary::before { inline-size: auto; }
  .chips > button[aria-pressed='true'] { font-weight: 700; background: var(--_selected); }
  .chips > span { align-self: center; }
  .treatment .chips { margin-block-start: 4px; }
  .chips .free { overflow-wrap: anywhere; }
`;

/** The fields that most prescriptions leave alone: a chip for each, which says what it holds and opens it. What is wrong is open. */
export class MoreFields {
  readonly #host: WorkflowHost;
  readonly #open = new Set<Chip>();

  constructor(host: WorkflowHost) {
    this.#host = host;
    host.dress(LOOKS);
  }

  close(): void {
    this.#open.clear();
  }

  /** Opens the chip of a control, so that it can have focus. */
  openFor(control: string): void {
    const chip = CHIPS.find((name) => CONTROLS[name] === control);
    if (chip === undefined) return;
    this.#open.add(chip);
    this.#host.update();
  }

  /** `dose`: what else stands among the chips. */
  render(view: MoreView, dose: unknown): TemplateResult {
    const { config, state } = this.#host;
    const shown = CHIPS.filter(
      (chip) => chip !== 'templateName' || !(config.hideTemplates || state.form.editing !== null),
    );
    // What was wrong stays open while it is mended.
    for (const chip of shown) if (isWrong(view, chip)) this.#open.add(chip);
    const open = shown.filter((chip) => this.#open.has(chip));
    return html`<div class="chips">${shown.map((chip) => this.#chip(view, chip, open.includes(chip)))}${dose}</div>${
      open.length === 0
        ? nothing
        : html`<div class="stack">${open.map((chip) => this.#field(view, chip))}</div>`
    }`;
  }

  #chip({ values }: MoreView, chip: Chip, open: boolean): TemplateResult {
    const { form } = this.#host.text;
    const holds = chip === 'templateName' ? '' : shortened(values[chip].trim());
    const on = chip === 'templateName' && values.saveAsTemplate;
    return html`<button type="button" aria-expanded=${open} @click=${() => {
      if (!this.#open.delete(chip)) this.#open.add(chip);
      this.#host.update();
    }}>${on ? icon('ok') : nothing}<span>${labelOf(form, chip)}${
      holds === '' ? nothing : html`: <span class="free" dir="auto">${holds}</span>`
    }</span></button>`;
  }

  #field({ values, words }: MoreView, chip: Chip): unknown {
    if (chip === 'notes') return notesField(this.#host, values.notes, words);
    if (chip === 'templateName') return templateFields(this.#host, values, words);
    return plainField(this.#host, chip, values, words);
  }
}

function labelOf(form: WorkflowHost['text']['form'], chip: Chip): string {
  return chip === 'templateName' ? form.saveTemplate : form[chip];
}

function isWrong({ values, words }: MoreView, chip: Chip): boolean {
  if (words(chip, 'error') !== undefined) return true;
  return chip === 'notes' && values.notes.trim().length > FIELD_LIMITS.notes.maximum;
}

/** Enough of a note to know it by; the whole stands in its field, in the order and in the review. */
function shortened(text: string): string {
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}…`;
}

function plainField(
  host: WorkflowHost,
  name: TypedField<'more'>,
  values: FormValues,
  words: MoreView['words'],
): TemplateResult {
  const { text, state } = host;
  return textField(host, {
    name,
    label: text.form[name],
    optional: text.kit.optional,
    ...(typedRow(name).type === 'date' ? { type: 'date', minimum: state.patient.today } : {}),
    error: words(name, 'error'),
    value: values[name],
    change: (value) => state.form.set({ [name]: value }),
  });
}

function templateFields(host: WorkflowHost, values: FormValues, words: MoreView['words']): unknown {
  const { text, state } = host;
  return html`${checkField(host, {
    name: 'save-template',
    label: text.form.saveTemplate,
    checked: values.saveAsTemplate,
    change: (saveAsTemplate) => state.form.set({ saveAsTemplate }),
  })}${
    values.saveAsTemplate
      ? textField(host, {
          name: 'template-name',
          label: text.form.templateName,
          optional: text.kit.optional,
          hint: text.form.templateNameHint,
          error: words('templateName', 'error'),
          value: values.templateName,
          change: (templateName) => state.form.set({ templateName }),
        })
      : nothing
  }`;
}

function notesField(host: WorkflowHost, notes: string, words: MoreView['words']): TemplateResult {
  const { text, state } = host;
  const { maximum } = FIELD_LIMITS.notes;
  const used = notes.trim().length;
  const over = used - maximum;
  return field(
    host,
    {
      name: 'notes',
      label: text.form.notes,
      optional: text.kit.optional,
      beside: html`<span class="counter ${over > 0 ? 'danger' : ''}">${text.form.counter(used, maximum)}</span>`,
      error: over > 0 ? text.form.tooLong(maximum, over) : words('notes', 'error'),
      warning: words('notes', 'warning'),
    },
    (
      bound,
    ) => html`<textarea part="input" id=${bound.id} rows="2" dir="auto" aria-describedby=${bound.describedBy}
      aria-invalid=${bound.invalid} .value=${notes}
      @focus=${comeIntoSight} @input=${(event: InputEvent) => state.form.set({ notes: inputValue(event) })}></textarea>`,
  );
}
