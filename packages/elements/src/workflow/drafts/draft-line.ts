// Owns how a draft or a reviewed prescription is written out: complete, in the order that it is read, nothing shortened (ui 6 rule 2).
import { formatDate, isDate } from '@pestle/rules/dates';
import { findUnit, unitWord } from '@pestle/rules/units';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { NamedTreatment } from '../../kit/medication.ts';
import { medicationLine, unitIn } from '../../kit/medication.ts';
import type { Text } from '../../text/text.ts';

/** What both a draft and what was put down for signing have. */
export interface Written {
  readonly treatment: NamedTreatment | null;
  readonly dispenseQuantity: string | null;
  readonly dispenseUnit: string | null;
  readonly dispenseAsWritten: boolean;
  readonly fillsAllowed: number;
  readonly daysSupply: number | null;
  readonly instructions: string;
  readonly notes: string | null;
  readonly doNotFillBeforeDate: string | null;
  readonly repeatReason?: string | null;
}

/** Medication, directions, what to dispense, note: one under the other. */
export function writtenLines(written: Written, text: Text): TemplateResult {
  const { treatment, instructions, notes, doNotFillBeforeDate, repeatReason } = written;
  const before =
    doNotFillBeforeDate !== null && isDate(doNotFillBeforeDate) ? formatDate(doNotFillBeforeDate) : null;
  return html`<div class="lines">
    ${treatment === null ? nothing : html`<div>${medicationLine(treatment)}</div>`}
    <div class="free" dir="auto">${
      instructions === '' ? html`<span class="danger">${text.order.noInstructions}</span>` : instructions
    }</div>
    <div class="muted numeric">${dispenseText(written, text)}</div>
    ${before === null ? nothing : html`<div class="muted">${text.order.notBefore(before)}</div>`}
    ${
      notes === null || notes === ''
        ? nothing
        : html`<div class="muted">${text.order.note} <span class="free" dir="auto">${notes}</span></div>`
    }
    ${
      repeatReason === null || repeatReason === undefined
        ? nothing
        : html`<div class="muted">${text.order.repeatReason} <span class="free" dir="auto">${repeatReason}</span></div>`
    }
  </div>`;
}

/** `Dispense 60 tablets · 30 days · 2 refills · Substitution allowed`. */
export function dispenseText(written: Written, text: Text): string {
  const { dispenseQuantity: quantity, dispenseUnit, daysSupply, fillsAllowed } = written;
  const unit = dispenseUnit === null ? undefined : findUnit(dispenseUnit);
  return [
    quantity === null
      ? text.order.noQuantity
      : text.order.dispense(
          quantity,
          unit === undefined ? '' : unitWord(unitIn(text.history, unit), quantity),
        ),
    ...(daysSupply === null || daysSupply === 0 ? [] : [text.history.days(daysSupply)]),
    text.history.refills(fillsAllowed - 1),
    written.dispenseAsWritten ? text.order.asWritten : text.order.substitution,
  ].join(' · ');
}
