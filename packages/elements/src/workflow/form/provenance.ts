// Owns what the form knows of its fields beyond their text: what was typed by hand, and what somebody wrote before.

import type { Contradiction } from '@pestle/rules/amounts';
import type { OverCeiling } from '@pestle/rules/dose-ceilings';
import type { RepeatedCourse } from '@pestle/rules/short-courses';
import type { SigOptions } from '@pestle/rules/sig';
import type { QuantityUnit } from '@pestle/rules/units';

/** The numbers of the form, as text: what cannot be read yet must not vanish. */
export type Amounts = {
  readonly dispenseQuantity: string;
  /** Name or code of an NCPDP unit, or empty. */
  readonly dispenseUnit: string;
  readonly daysSupply: string;
};

/** What directions are read for: the treatment's form settles route and unit, its strength is compared with a mass. */
export type Treated =
  | {
      readonly doseForm?: string | null;
      readonly strength?: string | null;
      readonly ingredients?: readonly string[];
    }
  | null
  | undefined;

/** The treatment as the reading of directions takes it. */
export function optionsOf(treated: Treated): SigOptions {
  const { doseForm, strength, ingredients } = treated ?? {};
  return {
    ...(doseForm === null || doseForm === undefined ? {} : { doseForm }),
    ...(strength === null || strength === undefined ? {} : { strength }),
    ...(ingredients === undefined ? {} : { ingredients }),
  };
}

/** A whole number from plain digits; undefined for everything else, also for `1e2` and blanks. */
export function wholeNumber(text: string): number | undefined {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : undefined;
}

/** Where the numbers of the form contradict its directions: what does, and what would mend it. */
export type Misfit = {
  readonly found: Contradiction;
  /** More than is usual of the medicine. */
  readonly over?: OverCeiling;
  /** A short course that refills would repeat. */
  readonly repeats?: RepeatedCourse;
  readonly unit: QuantityUnit | undefined;
  /** The directions with the days that stand in the form; absent where these are no course. */
  readonly directions?: string;
  /** The days that the quantity lasts, where the directions have no end. */
  readonly lasts?: number;
  /** The days follow from the directions. */
  readonly ends: boolean;
};

/** Where a number comes from that nobody typed here. */
export type Origin = 'calculated' | 'taken' | undefined;

export type Provenance = {
  /** Directions as they are typed; the state holds the text that is sent. */
  readonly typed: string;
  /** The text that was made of them. */
  readonly sent: string;
  /** The prescriber confirmed words that are no shorthand, or they come from a prescription or template. */
  readonly asWritten: boolean;
  readonly quantityByHand: boolean;
  readonly daysByHand: boolean;
  /** The numbers of a template, an earlier prescription or a draft: they stand with its directions, and follow from others. */
  readonly taken: { readonly typed: string; readonly quantity: string; readonly daysSupply: string } | null;
};

/** The provenance of values that came from elsewhere: a draft, a template, an earlier prescription, or nothing yet. */
export function provenanceOf(values: Amounts & { readonly instructions: string }): Provenance {
  return {
    typed: values.instructions,
    sent: values.instructions,
    asWritten: values.instructions.trim() !== '',
    quantityByHand: false,
    daysByHand: false,
    taken:
      `${values.dispenseQuantity}${values.daysSupply}`.trim() === ''
        ? null
        : {
            typed: values.instructions,
            quantity: values.dispenseQuantity,
            daysSupply: values.daysSupply,
          },
  };
}
