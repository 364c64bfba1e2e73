// Owns how the one line that names a medication looks: generic name bold and first, numbers with their units, nothing shortened.
import { formatMedicationLine, type MedicationName } from '@pestle/rules/medication-line';
import { formatNumber } from '@pestle/rules/strength';
import { findUnit, unitWord } from '@pestle/rules/units';
import { html, type TemplateResult } from 'lit';

/** A treatment as the API answers it; what is missing is left out of the line. */
export type NamedTreatment = {
  readonly ingredients: readonly string[];
  readonly brandName?: string | null;
  readonly name: string;
  readonly strength?: string | null;
  readonly doseForm?: string | null;
};

function medicationName(treatment: NamedTreatment): MedicationName {
  return {
    ingredients: treatment.ingredients,
    brandName: treatment.brandName ?? null,
    name: treatment.name,
    strength: treatment.strength ?? '',
    doseForm: treatment.doseForm ?? '',
  };
}

/** The line as text, for labels and announcements. */
export function medicationText(treatment: NamedTreatment): string {
  return formatMedicationLine(medicationName(treatment)).text;
}

/** The line as it is shown: left to right also in a right-to-left page, the brand in plain type. `mark` draws a piece of it. */
export function medicationLine(
  treatment: NamedTreatment,
  mark: (text: string) => unknown = (text) => text,
): TemplateResult {
  const { parts } = formatMedicationLine(medicationName(treatment));
  return html`<bdi class="drug" part="medication" dir="ltr">${parts.map(({ kind, text }, index) => {
    const space = index === 0 ? '' : ' ';
    return kind === 'brand'
      ? html`${space}<span class="plain">${mark(text)}</span>`
      : html`${space}${mark(text)}`;
  })}</bdi>`;
}

/** A quantity with its unit as people read it, held together: `30 tablets`. */
export function quantityText(quantity: string | null | undefined, unit: string | null | undefined): string {
  if (quantity === null || quantity === undefined || quantity === '') return '';
  const known = findUnit(unit ?? '');
  const shown = formatNumber(quantity);
  return `${shown}\u00a0${known === undefined ? (unit ?? '') : unitWord(known, quantity)}`.trim();
}
