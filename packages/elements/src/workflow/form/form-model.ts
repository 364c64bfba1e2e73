// Owns what follows from what is typed in the form: the sentence that is sent, what is calculated, what does not fit (W1).
import { contradictionOf, daysThatFit } from '@pestle/rules/amounts';
import { toQuantity } from '@pestle/rules/decimal';
import { overCeiling } from '@pestle/rules/dose-ceilings';
import { liquidText } from '@pestle/rules/liquid';
import type { OfferedPackage } from '@pestle/rules/package-offers';
import { repeatedCourse } from '@pestle/rules/short-courses';
import { parseSig, type SigResult } from '@pestle/rules/sig';
import { SIG_BOUNDS } from '@pestle/rules/sig-model';
import { printSig, sigDaysSupply, sigQuantity } from '@pestle/rules/sig-print';
import { findUnit } from '@pestle/rules/units';
import type { WorkflowHost } from '../part.ts';
import { prescribedTo } from '../state/form/weight.ts';
import {
  type Amounts,
  type Misfit,
  type Origin,
  optionsOf,
  type Provenance,
  type Treated,
  wholeNumber,
} from './provenance.ts';

export { Reading } from './sig/reading.ts';

/** Reads directions; undefined while there are none. */
export function readSig(typed: string, treated: Treated): SigResult | undefined {
  return typed.trim() === '' ? undefined : parseSig(typed, optionsOf(treated));
}

/** The text that is sent: the sentence of what was understood, else the words as they stand. */
export function sentText(typed: string, treated: Treated): string {
  const result = readSig(typed, treated);
  return result?.ok === true ? result.text : typed;
}

/** The dose of a liquid in milliliters with its mass beside it; empty where there is nothing to tell. */
export function liquidOf(result: SigResult | undefined, strength: string | null | undefined): string {
  return result?.ok === true ? liquidText(result.sig, strength) : '';
}

/**
 * The amounts with what follows from the directions, and where each comes from: days from a duration, quantity from days, days from a
 * quantity. What was typed by hand is never overwritten, and what no longer follows is emptied: an old number beside new directions is
 * wrong. Numbers that were taken over stand with the directions that they came with; of others they keep only what these leave open.
 */
export function derived(
  amounts: Amounts,
  provenance: Provenance,
  treated: Treated,
): { readonly amounts: Amounts; readonly quantity: Origin; readonly days: Origin } {
  const { taken } = provenance;
  const asTaken = taken !== null && taken.typed === provenance.typed;
  const result = asTaken ? undefined : readSig(provenance.typed, treated);
  const sig = result?.ok === true ? result.sig : undefined;
  let { daysSupply, dispenseQuantity: quantity, dispenseUnit } = amounts;
  const unit = findUnit(dispenseUnit);
  // Behind directions that are not understood, nothing that was taken over is known to hold.
  const kept = asTaken || sig !== undefined ? taken : null;
  let days: Origin;
  if (!provenance.daysByHand) {
    const typedQuantity = provenance.quantityByHand ? toQuantity(quantity) : undefined;
    const byQuantity =
      sig !== undefined && unit !== undefined && typedQuantity?.ok === true
        ? sigDaysSupply(sig, typedQuantity.value, unit.code)
        : undefined;
    const follows = (result?.ok === true ? result.daysSupply : undefined) ?? byQuantity;
    daysSupply = String(follows ?? kept?.daysSupply ?? '');
    days = follows === undefined ? (kept === null || asTaken ? undefined : 'taken') : 'calculated';
  }
  let from: Origin;
  if (!provenance.quantityByHand) {
    const needed = sig === undefined ? undefined : sigQuantity(sig, Number(daysSupply));
    const neededUnit = needed === undefined ? undefined : findUnit(needed.unitCode);
    if (unit === undefined && neededUnit !== undefined) dispenseUnit = neededUnit.name;
    const fits = neededUnit !== undefined && (unit === undefined || unit.code === neededUnit.code);
    // What is not counted in doses (an inhaler, a tube) says nothing about a number that was taken over.
    const counted = fits || needed !== undefined;
    quantity = (fits ? needed?.quantity : counted ? undefined : kept?.quantity) ?? '';
    from = fits ? 'calculated' : kept === null || asTaken || counted ? undefined : 'taken';
  }
  return { amounts: { daysSupply, dispenseQuantity: quantity, dispenseUnit }, quantity: from, days };
}

/** Where the numbers contradict the directions, with what would mend it; undefined where they fit or it cannot be told. */
export function mismatch(
  amounts: Amounts & { readonly refills: string },
  typed: string,
  treated: Treated,
  packages: readonly OfferedPackage[] = [],
  host?: WorkflowHost,
): Misfit | undefined {
  const result = readSig(typed, treated);
  if (result?.ok !== true) return undefined;
  const quantity = toQuantity(amounts.dispenseQuantity);
  const unit = findUnit(amounts.dispenseUnit);
  const refills = wholeNumber(amounts.refills);
  const written = {
    quantity: quantity.ok ? quantity.value : undefined,
    unitCode: unit?.code,
    daysSupply: wholeNumber(amounts.daysSupply),
    fillsAllowed: refills === undefined ? undefined : refills + 1,
    packages,
    strength: treated?.strength,
  };
  const { sig } = result;
  const medicine = { ingredients: treated?.ingredients ?? [], strength: treated?.strength };
  const over = overCeiling(sig, host === undefined ? medicine : prescribedTo(medicine, host.state));
  const repeats = repeatedCourse(sig, medicine.ingredients, written);
  const found =
    contradictionOf(sig, written) ?? (over === undefined && repeats === undefined ? undefined : { fits: {} });
  if (found === undefined) return undefined;
  const supply = found.days?.supply ?? 0;
  const lasts = found.quantity === undefined ? undefined : daysThatFit(sig, written);
  return {
    found,
    ...(over === undefined ? {} : { over }),
    ...(repeats === undefined ? {} : { repeats }),
    unit,
    ends: sig.duration !== undefined,
    ...(supply === 0 || sig.steps !== undefined || supply > SIG_BOUNDS.daysMaximum
      ? {}
      : { directions: printSig({ ...sig, duration: { value: supply, unit: 'day' } }) }),
    ...(lasts === undefined ? {} : { lasts }),
  };
}
