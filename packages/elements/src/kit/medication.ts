// Owns how the one line that names a medication looks: generic name bold and first, numbers with their units, nothing shortened.
import {
  formatMedicationLine,
  formatQuantity,
  type LinePart,
  writtenMark,
} from '@pestle/rules/medication-line';
import type { QuantityUnit } from '@pestle/rules/units';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { HistoryText } from '../text/en/history.ts';
import { memoize } from './memoize.ts';

/** A treatment as the API answers it; what is missing is left out of the line. */
export type NamedTreatment = {
  readonly ingredients: readonly string[];
  readonly brandName?: string | null;
  readonly name: string;
  readonly strength?: string | null;
  readonly doseForm?: string | null;
  readonly written?: boolean;
};

/** A list names the same treatments at every key. */
const lineOf = memoize((treatment: NamedTreatment) => {
  const { strength = null, doseForm = null } = treatment;
  const { parts } = formatMedicationLine({ ...treatment, strength, doseForm });
  const textOf = (is: (kind: LinePart['kind']) => boolean, between = ' '): string =>
    parts
      .filter(({ kind }) => is(kind))
      .map(({ text }) => text)
      .join(between);
  return {
    text: textOf((kind) => kind !== 'mark'),
    strength: textOf((kind) => kind === 'strength', ' / '),
    plain: textOf((kind) => kind !== 'mark' && kind !== 'brand'),
    brand: textOf((kind) => kind === 'brand'),
  };
});

/** What stands behind the line of what somebody of the practice wrote by hand. */
function markOf(treatment: NamedTreatment, language: string): string {
  return ` ${writtenMark(treatment, language)}`.trimEnd();
}

/** The line as text, for labels and announcements, to whoever reads this language. */
export function medicationText(treatment: NamedTreatment, language: string): string {
  return `${lineOf(treatment).text}${markOf(treatment, language)}`;
}

/** The strength alone, as the line writes it: `500\u00a0mg`. */
export function strengthText(treatment: NamedTreatment): string {
  return lineOf(treatment).strength;
}

/** The line as it is shown: left to right also in a right-to-left page, the brand in plain type. `highlight` draws a piece of it. */
export function medicationLine(
  treatment: NamedTreatment,
  language: string,
  highlight: (text: string) => unknown = (text) => text,
): TemplateResult {
  const { plain, brand } = lineOf(treatment);
  return html`<bdi class="drug" part="medication" dir="ltr">${highlight(plain)}${
    brand === '' ? nothing : html` <span class="plain">${highlight(brand)}</span>`
  }${markOf(treatment, language)}</bdi>`;
}

/** A unit with the names of this language. */
export function unitIn({ units }: Pick<HistoryText, 'units'>, unit: QuantityUnit): QuantityUnit {
  const [name = unit.name, plural = unit.plural] = units[unit.code] ?? [];
  return { ...unit, name, plural };
}

/** A quantity with its unit as people read it, held together: `30 tablets`. */
export function quantityText(
  quantity: string | null | undefined,
  unit: string | null | undefined,
  words: HistoryText,
): string {
  if (quantity === null || quantity === undefined || quantity === '') return '';
  return formatQuantity(quantity, unit ?? '', words.units);
}
