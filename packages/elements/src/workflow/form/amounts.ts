// Owns the row of numbers: quantity and its unit, days supply, refills, and whether the pharmacy may substitute; what is calculated says so, and what does not fit as well.
import { findUnit, QUANTITY_UNITS, type QuantityUnit } from '@pestle/rules/units';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { selectField, textField } from '../../kit/fields/field.ts';
import { unitIn } from '../../kit/medication.ts';
import type { WorkflowHost } from '../part.ts';
import type { FormField } from '../state/problem.ts';
import type { Amounts, Origin, Provenance } from './provenance.ts';

const ALLOWED = 'allowed';
const NOT_ALLOWED = 'not-allowed';

export type AmountsView = {
  readonly values: Amounts & { readonly refills: string; readonly dispenseAsWritten: boolean };
  readonly from: { readonly quantity: Origin; readonly days: Origin };
  /** Names of the units that fit, the usual one first. */
  readonly units: readonly string[];
  /** How it is packed, drawn. */
  readonly packages: unknown;
  /** What contradicts what, drawn. */
  readonly misfit: unknown;
  readonly problem: (field: FormField, severity: 'error' | 'warning') => string | undefined;
  readonly change: (changes: Partial<Amounts & { refills: string } & Provenance>) => void;
};

/** Draws the row, and under it the warning that the numbers do not fit. */
export function amountFields(host: WorkflowHost, view: AmountsView): TemplateResult {
  const { form } = host.text;
  const { values, from, change } = view;
  const both = (name: FormField): { error?: string; warning?: string } => {
    const error = view.problem(name, 'error');
    const warning = view.problem(name, 'warning');
    return { ...(error === undefined ? {} : { error }), ...(warning === undefined ? {} : { warning }) };
  };
  const withOrigin = (origin: Origin, value: string): unknown =>
    origin === undefined || value === ''
      ? nothing
      : html`<span class="calculated">${origin === 'taken' ? form.taken : form.calculated}</span>`;
  return html`<div class="fields amounts">
      ${textField(host, {
        name: 'quantity',
        label: form.quantity,
        kind: 'numeric',
        ...both('dispenseQuantity'),
        beside: withOrigin(from.quantity, values.dispenseQuantity),
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
        choices: inOrder(view.units).map((unit) => [unit.name, unitIn(host.text.history, unit).name]),
        change: (dispenseUnit) => change({ dispenseUnit }),
      })}
      ${textField(host, {
        name: 'days',
        label: form.daysSupply,
        kind: 'numeric',
        ...both('daysSupply'),
        beside: withOrigin(from.days, values.daysSupply),
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
      ${selectField(host, {
        name: 'as-is',
        label: form.substitution,
        value: values.dispenseAsWritten ? NOT_ALLOWED : ALLOWED,
        choices: [
          [ALLOWED, form.allowed],
          [NOT_ALLOWED, form.notAllowed],
        ],
        change: (chosen) => host.state.form.set({ dispenseAsWritten: chosen === NOT_ALLOWED }),
      })}
    </div>
    ${view.packages}${view.misfit}`;
}

/** Those that fit come first; all others can still be meant. */
function inOrder(fitting: readonly string[]): readonly QuantityUnit[] {
  const first = fitting.flatMap((name) => findUnit(name) ?? []);
  return [...new Set([...first, ...QUANTITY_UNITS])];
}
