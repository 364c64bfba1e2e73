// Owns how the pages of the portal name a medication: the one line of the elements, in the language that the portal is read in.
import { medicationLine as lineIn, medicationText as textIn } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { language } from '../preferences.ts';

type Named = Parameters<typeof textIn>[0];

/** The line as it is shown. */
export function medicationLine(treatment: Named): TemplateResult {
  return lineIn(treatment, language());
}

/** The line as text, for labels, searching and sorting. */
export function medicationText(treatment: Named): string {
  return textIn(treatment, language());
}
