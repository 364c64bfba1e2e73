// Owns how a draft or a reviewed prescription is written out: complete, in the order that it is read, nothing shortened (U2).
import { formatDate, isDate } from '@pestle/rules/dates';
import { MORE_FIELDS, type TypedField, typedRow } from '@pestle/rules/prescription-fields';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { NamedTreatment } from '../../kit/medication.ts';
import { medicationLine, medicationText, quantityText } from '../../kit/medication.ts';
import type { Text } from '../../text/text.ts';

/** What goes into a compound that was written by hand. */
interface Compounded {
  readonly name: string;
  readonly strength: string;
  readonly quantity: string | null;
  readonly unit: string | null;
}

/** What both a draft and what was put down for signing have. */
export interface Written extends Readonly<Record<TypedField<'more'>, string | null>> {
  /** `description`: the line that the pharmacy reads, known of what is put down for signing. */
  readonly treatment:
    | (NamedTreatment & { readonly description?: string | null; readonly compound?: readonly Compounded[] })
    | null;
  readonly dispenseQuantity: string | null;
  readonly dispenseUnit: string | null;
  readonly dispenseAsWritten: boolean;
  readonly fillsAllowed: number;
  readonly daysSupply: number | null;
  readonly instructions: string;
  /** The dose of a liquid with its mass, where it is one. */
  readonly liquidDose: string | null;
  readonly notes: string | null;
  readonly repeatReason?: string | null;
  readonly amountsReason?: string | null;
  readonly duplicateReason?: string | null;
}

/** The medication line of a draft, for labels and announcements in the language of these words. */
export function lineOf({ treatment }: Pick<Written, 'treatment'>, { kit }: Text): string {
  return treatment === null ? '' : medicationText(treatment, kit.language);
}

/** Medication, directions, what to dispense, note: one under the other. */
export function writtenLines(written: Written, text: Text): TemplateResult {
  const { treatment, instructions, liquidDose, notes } = written;
  return html`<div class="lines">
    ${treatment === null ? nothing : html`<div>${medicationLine(treatment, text.kit.language)}</div>${messageName(treatment, text)}${madeOf(treatment.compound ?? [], text)}`}
    <div class="free" dir="auto">${
      instructions === '' ? html`<span class="danger">${text.order.noInstructions}</span>` : instructions
    }</div>
    ${liquidDose === null ? nothing : html`<div class="muted numeric" dir="ltr">${liquidDose}</div>`}
    <div class="muted numeric">${dispenseText(written, text)}</div>
    ${MORE_FIELDS.map((name) => moreLine(text, name, written[name]))}
    ${
      notes === null || notes === ''
        ? nothing
        : html`<div class="muted">${text.order.note} <span class="free" dir="auto">${notes}</span></div>`
    }
    ${reason(text.order.amountsReason, written.amountsReason)}
    ${reason(text.order.repeatReason, written.repeatReason)}
    ${reason(text.order.duplicateReason, written.duplicateReason)}
  </div>`;
}

/** A date follows its label; a text stands apart, so that its own direction is kept. */
function moreLine({ form, kit }: Text, name: TypedField<'more'>, value: string | null): unknown {
  if (typedRow(name).type !== 'date') return reason(`${form[name]}:`, value);
  return value !== null && isDate(value)
    ? html`<div class="muted">${form[name]} ${formatDate(value, kit.language)}</div>`
    : nothing;
}

/** What the pharmacy will read: with its salt, a brand, other signs. Known of what is put down for signing. */
function messageName({ description }: NonNullable<Written['treatment']>, { order }: Text): unknown {
  if (description === null || description === undefined) return nothing;
  return html`<div class="muted">${order.messageName} <bdi dir="ltr">${description}</bdi></div>`;
}

/** With the amounts, which stand in no name. */
function madeOf(compound: readonly Compounded[], { order, history }: Text): unknown {
  if (compound.length === 0) return nothing;
  const parts = compound.map(({ name, strength, quantity, unit }) => {
    const amount = quantityText(quantity, unit, history);
    return `${name} ${strength}${amount === '' ? '' : ` (${amount})`}`;
  });
  return html`<div class="muted">${order.madeOf} <bdi dir="ltr">${parts.join(', ')}</bdi></div>`;
}

function reason(words: string, given: string | null | undefined): unknown {
  return given === null || given === undefined
    ? nothing
    : html`<div class="muted">${words} <span class="free" dir="auto">${given}</span></div>`;
}

/** `Dispense 60 tablets · 30 days · 2 refills · Substitution allowed`. */
export function dispenseText(written: Written, text: Text): string {
  const { dispenseQuantity: quantity, dispenseUnit, daysSupply, fillsAllowed } = written;
  return [
    quantity === null
      ? text.order.noQuantity
      : text.order.dispense(quantityText(quantity, dispenseUnit, text.history)),
    ...(daysSupply === null || daysSupply === 0 ? [] : [text.history.days(daysSupply)]),
    text.history.refills(fillsAllowed - 1),
    written.dispenseAsWritten ? text.order.asWritten : text.order.substitution,
  ].join(' · ');
}
