// Owns the row of numbers: quantity and its unit, days supply, refills; what is calculated says so, and what does not fit as well.
import { QUANTITY_UNITS, unitWord } from '@pestle/rules/units';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { selectField, textField } from '../../kit/field.ts';
import { note } from '../../kit/icons.ts';
import { unitIn } from '../../kit/medication.ts';
import type { WorkflowHost } from '../part.ts';
import type { FormField } from '../state/problem.ts';
import type { Amounts, Marks, Misfit } from './marks.ts';

export type AmountsView = {
  readonly values: Amounts & { readonly refills: string };
  readonly marks: Marks;
  /** Whether anything could be calculated at all. */
  readonly understood: boolean;
  readonly misfit: Misfit | undefined;
  readonly problem: (field: FormField, severity: 'error' | 'warning') => string | undefined;
  readonly change: (changes: Partial<Amounts & { refills: string } & Marks>) => void;
};

/** Draws the row, and under it the warning that the numbers do not fit. */
export function amountFields(host: WorkflowHost, view: AmountsView): TemplateResult {
  const { form } = host.text;
  const { values, marks, change } = view;
  const both = (name: FormField): { error?: string; warning?: string } => {
    const error = view.problem(name, 'error');
    const warning = view.problem(name, 'warning');
    return { ...(error === undefined ? {} : { error }), ...(warning === undefined ? {} : { warning }) };
  };
  const mark = (byHand: boolean, value: string): unknown =>
    view.understood && !byHand && value !== ''
      ? html`<span class="calculated">${form.calculated}</span>`
      : nothing;
  return html`<div class="fields amounts">
      ${textField(host, {
        name: 'quantity',
        label: form.quantity,
        kind: 'numeric',
        ...both('dispenseQuantity'),
        beside: mark(marks.quantityByHand, values.dispenseQuantity),
        inputMode: 'decimal',
        value: values.dispenseQuantity,
        change: (text) => change({ dispenseQuantity: text, quantityByHand: text.trim() !== '' }),
      })}
      ${selectField(host, {
        name: 'unit',
        label: form.unit,
        ...both('dispenseUnit'),
        value: values.dispenseUnit,
        empty: form.chooseUnit,
        choices: QUANTITY_UNITS.map((unit) => [unit.name, unitIn(host.text.history, unit).name]),
        change: (dispenseUnit) => change({ dispenseUnit }),
      })}
      ${textField(host, {
        name: 'days',
        label: form.daysSupply,
        kind: 'numeric',
        ...both('daysSupply'),
        beside: mark(marks.daysByHand, values.daysSupply),
        inputMode: 'numeric',
        value: values.daysSupply,
        change: (text) => change({ daysSupply: text, daysByHand: text.trim() !== '' }),
      })}
      ${textField(host, {
        name: 'refills',
        label: form.refills,
        kind: 'numeric',
        ...both('fillsAllowed'),
        inputMode: 'numeric',
        value: values.refills,
        change: (refills) => change({ refills }),
      })}
    </div>
    ${view.misfit === undefined ? nothing : misfitNote(host, view, view.misfit)}`;
}

/** A warning and never a block: the prescriber may know better. */
function misfitNote(host: WorkflowHost, { change }: AmountsView, misfit: Misfit): TemplateResult {
  const { form, history } = host.text;
  const needed = `${misfit.quantity}\u00a0${unitWord(unitIn(history, misfit.unit), misfit.quantity)}`;
  return note(
    'warn',
    html`${form.mismatch} ${form.mismatchExpected(needed, misfit.days)}
      <button type="button" class="inline" @click=${() => change({ quantityByHand: false })}>${form.calculateAgain}</button>`,
  );
}
