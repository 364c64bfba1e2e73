// Owns the fields of what is written by hand beside its ingredients: what it is, its name, its dose form, and the unit in which it is dispensed.
import type { ClientError } from '@pestle/client';
import { QUANTITY_UNITS } from '@pestle/rules/units';
import { html, type TemplateResult } from 'lit/html.js';
import { selectField, textField } from '../../kit/fields/field.ts';
import { note } from '../../kit/look/icons.ts';
import { unitIn } from '../../kit/medication.ts';
import { trouble } from '../../kit/trouble.ts';
import type { WritingText } from '../../text/en/workflow/card/writing.ts';
import type { WorkflowHost } from '../part.ts';
import {
  FORM_FIELD,
  NAME_FIELD,
  type TypedTreatment,
  UNIT_FIELD,
  type WrittenKind,
} from './writing-model.ts';

/** The name of the first field in the shadow root. */
export const KIND_FIELD = 'writing-kind';

/** What stands in the fields, what is wrong with it, and what happens to it. */
export interface FieldsView {
  readonly typed: Omit<TypedTreatment, 'ingredients'>;
  readonly problem: (field: string) => string | undefined;
  readonly choose: (kind: WrittenKind) => void;
  readonly type: (field: 'name' | 'doseForm' | 'unit', text: string) => void;
}

/** What it is, and its name: of a medicine, another name by which it is known. */
export function kindFields(host: WorkflowHost, words: WritingText, view: FieldsView): TemplateResult {
  const { typed, problem, choose, type } = view;
  const isMedicine = typed.kind === 'MEDICATION';
  return html`<div class="fields two">
      ${selectField(host, {
        name: KIND_FIELD,
        label: words.kind,
        choices: Object.entries(words.kinds),
        value: typed.kind,
        change: (kind) => choose(kind as WrittenKind),
      })}
      ${textField(host, {
        name: NAME_FIELD,
        label: isMedicine ? words.alias : words.name,
        optional: isMedicine ? host.text.kit.optional : undefined,
        error: problem(NAME_FIELD),
        value: typed.name,
        change: (text) => type('name', text),
      })}
    </div>`;
}

/** The dose forms that the service knows, or why they could not be asked for. */
export function doseFormField(
  host: WorkflowHost,
  words: WritingText,
  { typed, problem, type }: FieldsView,
  known: {
    readonly forms: readonly string[];
    readonly failure: ClientError | null;
    readonly again: () => void;
  },
): TemplateResult {
  if (known.failure !== null)
    return note('danger', trouble(host, words.formsFailed, known.failure, known.again));
  return selectField(host, {
    name: FORM_FIELD,
    label: words.form,
    error: problem(FORM_FIELD),
    empty: words.choose,
    choices: known.forms.map((form) => [form, form] as const),
    value: typed.doseForm,
    change: (text) => type('doseForm', text),
  });
}

export function unitField(
  host: WorkflowHost,
  words: WritingText,
  { typed, problem, type }: FieldsView,
): TemplateResult {
  return selectField(host, {
    name: UNIT_FIELD,
    label: words.unit,
    error: problem(UNIT_FIELD),
    empty: words.choose,
    choices: QUANTITY_UNITS.map((unit) => [unit.name, unitIn(host.text.history, unit).name] as const),
    value: typed.unit,
    change: (text) => type('unit', text),
  });
}
