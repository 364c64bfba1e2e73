// Owns what follows from what is typed in the form: the sentence that is sent, what is calculated, what does not fit (W1).
import { toQuantity } from '@pestle/rules/decimal';
import { liquidText } from '@pestle/rules/liquid';
import { parseSig, type SigResult } from '@pestle/rules/sig';
import { quantityMismatch, sigDaysSupply, sigQuantity } from '@pestle/rules/sig-print';
import { findUnit } from '@pestle/rules/units';
import type { Amounts, Marks, Misfit } from './marks.ts';

/** Reads directions; undefined while there are none. */
export function readSig(typed: string, doseForm: string | null | undefined): SigResult | undefined {
  if (typed.trim() === '') return undefined;
  return parseSig(typed, doseForm === null || doseForm === undefined ? {} : { doseForm });
}

/** The text that is sent: the sentence of what was understood, else the words as they stand. */
export function sentText(typed: string, doseForm: string | null | undefined): string {
  const result = readSig(typed, doseForm);
  return result?.ok === true ? result.text : typed;
}

/** The dose of a liquid in milliliters with its mass beside it; empty where there is nothing to tell. */
export function liquidOf(result: SigResult | undefined, strength: string | null | undefined): string {
  return result?.ok === true ? liquidText(result.sig, strength) : '';
}

/**
 * The amounts with what follows from the directions: days from a duration, quantity from days, days from a quantity. What was
 * typed by hand is never overwritten, and what no longer follows is emptied: an old number beside new directions is wrong.
 */
export function calculated(amounts: Amounts, marks: Marks, doseForm: string | null | undefined): Amounts {
  const result = readSig(marks.typed, doseForm);
  const sig = result?.ok === true ? result.sig : undefined;
  let { daysSupply, dispenseQuantity: quantity, dispenseUnit } = amounts;
  const unit = findUnit(dispenseUnit);
  if (!marks.daysByHand) {
    const typedQuantity = marks.quantityByHand ? toQuantity(quantity) : undefined;
    const byQuantity =
      sig !== undefined && unit !== undefined && typedQuantity?.ok === true
        ? sigDaysSupply(sig, typedQuantity.value, unit.code)
        : undefined;
    const given = result?.ok === true ? result.daysSupply : undefined;
    daysSupply = String(given ?? byQuantity ?? '');
  }
  if (!marks.quantityByHand) {
    const needed = sig === undefined ? undefined : sigQuantity(sig, Number(daysSupply));
    const neededUnit = needed === undefined ? undefined : findUnit(needed.unitCode);
    if (unit === undefined && neededUnit !== undefined) dispenseUnit = neededUnit.name;
    const fits = neededUnit !== undefined && (unit === undefined || unit.code === neededUnit.code);
    quantity = fits ? (needed?.quantity ?? '') : '';
  }
  return { daysSupply, dispenseQuantity: quantity, dispenseUnit };
}

/** What the directions need for the days that stand there, when the quantity does not fit; undefined when it does or cannot be told. */
export function mismatch(
  amounts: Amounts,
  typed: string,
  doseForm: string | null | undefined,
): Misfit | undefined {
  const result = readSig(typed, doseForm);
  const quantity = toQuantity(amounts.dispenseQuantity);
  const days = wholeNumber(amounts.daysSupply);
  const unit = findUnit(amounts.dispenseUnit);
  if (result?.ok !== true || !quantity.ok || days === undefined || unit === undefined) return undefined;
  if (quantityMismatch(result.sig, quantity.value, unit.code, days) !== true) return undefined;
  const needed = sigQuantity(result.sig, days);
  if (needed === undefined) return undefined;
  return { quantity: needed.quantity, unit, days: String(days) };
}

/** A whole number from plain digits; undefined for everything else, also for `1e2` and blanks. */
export function wholeNumber(text: string): number | undefined {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : undefined;
}
