// Owns the optional fields of the form: the note, the day to wait for, no substitution, and the template that is made of it.
import { FIELD_LIMITS } from '@pestle/rules/field-limits';
import { MORE_FIELDS, type TypedField, typedRow } from '@pestle/rules/prescription-fields';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { checkField, comeIntoSight, field, inputValue, textField } from '../../kit/fields/field.ts';
import type { WorkflowHost } from '../part.ts';
import type { FormValues } from '../state/drafts/draft-fields.ts';
import type { FormField } from '../state/problem.ts';

/** What the fields need of the form. */
export type MoreView = {
  readonly values: FormValues;
  readonly words: (name: FormField, severity: 'error' | 'warning') => string | undefined;
};

/** Draws the fields, one under the other. */
export function moreFields(host: WorkflowHost, { values, words }: MoreView): TemplateResult {
  const { text, state } = host;
  return html`<div class="stack">
    ${notesField(host, values.notes, words)}
    <div class="fields two">${MORE_FIELDS.map((name) => plainField(host, name, values, words))}</div>
    <div>${checkField(host, {
      name: 'as-is',
      label: text.form.dispenseAsWritten,
      checked: values.dispenseAsWritten,
      change: (dispenseAsWritten) => state.form.set({ dispenseAsWritten }),
    })}${templateFields(host, values, words)}</div>
  </div>`;
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
  const { text, state, config } = host;
  if (config.hideTemplates || state.form.editing !== null) return nothing;
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
