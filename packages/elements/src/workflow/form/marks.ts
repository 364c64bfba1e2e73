// Owns what the form knows of its fields beyond their text: what was typed by hand, and what somebody wrote before.
import type { QuantityUnit } from '@pestle/rules/units';

/** The numbers of the form, as text: what cannot be read yet must not vanish. */
export type Amounts = {
  readonly dispenseQuantity: string;
  /** Name or code of an NCPDP unit, or empty. */
  readonly dispenseUnit: string;
  readonly daysSupply: string;
};

/** What the directions need for these days, where the numbers of the form do not fit. */
export type Misfit = { readonly quantity: string; readonly unit: QuantityUnit; readonly days: string };

export type Marks = {
  /** Directions as they are typed; the state holds the text that is sent. */
  readonly typed: string;
  /** The text that was made of them. */
  readonly sent: string;
  /** The prescriber confirmed words that are no shorthand, or they come from a prescription or template. */
  readonly asWritten: boolean;
  readonly quantityByHand: boolean;
  readonly daysByHand: boolean;
};

/** The marks of values that came from elsewhere: a draft, a template, an earlier prescription, or nothing yet. */
export function marksOf(values: Amounts & { readonly instructions: string }): Marks {
  return {
    typed: values.instructions,
    sent: values.instructions,
    asWritten: values.instructions.trim() !== '',
    quantityByHand: values.dispenseQuantity.trim() !== '',
    daysByHand: values.daysSupply.trim() !== '',
  };
}
