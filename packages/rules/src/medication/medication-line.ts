// Owns the one line that names a medication, with the quantity to dispense, on every screen and on paper, and its plain form for SCRIPT (ui rules 1 to 6 and 17, S6).
import { findUnit, unitWord } from '../codes/units.ts';
import { FIELD_LIMITS } from '../limits/field-limits.ts';
import { type Parsed, parsed, refused } from '../parsed.ts';
import { scriptText } from '../texts/script-text.ts';
import { formatNumber, formatStrength } from './strength.ts';
import { tallMan } from './tall-man.ts';

/** What the line is made of. `strength` has one part per ingredient, ` / ` between them, or one for all. */
export type MedicationName = {
  /** As shown, with the salt where it matters: `metoprolol succinate`. Empty for equipment and brands without them. */
  readonly ingredients: readonly string[];
  readonly brandName?: string | null;
  /** The name of equipment or of a compound, which has no better one. */
  readonly name?: string | null;
  readonly strength: string | null;
  readonly doseForm: string | null;
  /** Somebody of the practice wrote it by hand: the line says so wherever it stands. */
  readonly written?: boolean;
};

/** A piece of the line, for bold type and for wrapping between pieces only. */
export type LinePart = {
  readonly kind: 'generic' | 'strength' | 'form' | 'brand' | 'name' | 'mark';
  readonly text: string;
};
/** The line that names a medication, in parts and as one text. */
export type MedicationLine = { readonly parts: readonly LinePart[]; readonly text: string };

/** How the line says that somebody wrote it by hand, in a language (`es`, else English); '' of what nobody did. All else is the same in every language. */
export function writtenMark({ written }: Pick<MedicationName, 'written'>, language: string): string {
  return written !== true ? '' : language === 'es' ? '[escrito a mano]' : '[written by hand]';
}

/**
 * The line for people: generic name first, in lower case with tall-man letters, then strength, form and the brand. Numbers
 * and units hold together. Nothing is ever shortened. `language`: of whoever reads it; pharmacists read English.
 * @example formatMedicationLine({ ingredients: ['metformin'], strength: '500 mg', doseForm: 'Oral Tablet' }).text // 'metFORMIN 500\u00a0mg oral tablet'
 */
export function formatMedicationLine(medication: MedicationName, language = 'en'): MedicationLine {
  const brand = text(medication.brandName);
  const parts: LinePart[] = [];
  const form = text(medication.doseForm);
  const strengths = text(medication.strength).split(' / ').filter(Boolean).map(formatStrength);
  if (medication.ingredients.length > 0 && strengths.length === medication.ingredients.length) {
    medication.ingredients.forEach((ingredient, index) => {
      if (index > 0) parts.push({ kind: 'form', text: '/' });
      parts.push(
        { kind: 'generic', text: tallMan(ingredient) },
        { kind: 'strength', text: strengths[index] ?? '' },
      );
    });
  } else {
    if (medication.ingredients.length > 0)
      parts.push({ kind: 'generic', text: medication.ingredients.map(tallMan).join(' / ') });
    else parts.push({ kind: 'name', text: text(medication.name) || brand });
    if (strengths.length > 0) parts.push({ kind: 'strength', text: strengths.join(' / ') });
  }
  if (form !== '') parts.push({ kind: 'form', text: form.toLowerCase() });
  const shown = parts.some((part) => part.kind === 'name' && part.text === brand);
  if (brand !== '' && !shown)
    parts.push({ kind: 'brand', text: `(${brand.replace(/[\u2122\u00ae]/g, '')})` });
  parts.push({ kind: 'mark', text: writtenMark(medication, language) });
  const kept = parts.filter((part) => part.text !== '');
  return { parts: kept, text: kept.map((part) => part.text).join(' ') };
}

/** One and many of a unit, by its NCPDP code; what is not in it has the standard's own name. */
export type UnitNames = Readonly<Record<string, readonly [one: string, many: string]>>;

/**
 * The quantity to dispense as it stands beside the line: a comma from 1,000, no needless zero, the unit in words and held to its
 * number. A unit that NCPDP does not list stays as it was written.
 * @param quantity A decimal as text.
 * @param unit Code or name.
 * @example formatQuantity('1000', 'C48542') // '1,000\u00a0tablets'
 */
export function formatQuantity(quantity: string, unit: string, names: UnitNames = {}): string {
  const known = findUnit(unit);
  const [name, plural] = names[known?.code ?? ''] ?? [known?.name ?? unit, known?.plural ?? unit];
  const word = known === undefined ? unit : unitWord({ ...known, name, plural }, quantity);
  return `${formatNumber(quantity)}\u00a0${word}`.trim();
}

/**
 * `DrugDescription` of SCRIPT: brand or ingredients, strength and dose form in plain ASCII, at most 105 characters. Refused,
 * never shortened, when it does not fit, when a part is missing, or when the form is a group such as `Oral Pill`.
 */
export function drugDescription(medication: MedicationName): Parsed<string> {
  const { ingredients } = medication;
  const brand = text(medication.brandName);
  const name = text(medication.name);
  const strength = medication.strength ?? '';
  const doseForm = medication.doseForm ?? '';
  if (ingredients.length === 0 && brand === '' && name === '')
    return refused('The treatment has neither ingredients nor a brand name.');
  if (ingredients.length > 0 || brand !== '') {
    if (strength.trim() === '' || /mixed|var units/i.test(strength))
      return refused('The treatment has no strength that a pharmacy could fill.');
    if (doseForm.trim() === '' || /\bpill\b|^pack$/i.test(doseForm))
      return refused('The treatment has no dose form that a pharmacy could fill.');
  }
  const line = scriptText([product(ingredients, strength, brand, name), doseForm.toLowerCase()].join(' '));
  if (line === null) return refused('The description has characters that cannot be sent to a pharmacy.');
  const { maximum } = FIELD_LIMITS.drugDescription;
  if (line.length > maximum)
    return refused(`The description has ${line.length} characters, and pharmacies take ${maximum}.`);
  return parsed(line);
}

function product(ingredients: readonly string[], strength: string, brand: string, name: string): string {
  if (brand !== '') return `${brand} ${strength}`;
  if (ingredients.length === 0) return `${name} ${strength}`;
  const names = ingredients.map((ingredient) => ingredient.toLowerCase());
  const strengths = strength.split(' / ');
  if (strengths.length !== names.length) return `${names.join(' / ')} ${strength}`;
  return names.map((ingredient, index) => `${ingredient} ${strengths[index]}`).join(' / ');
}

function text(value: string | null | undefined): string {
  return value?.trim() ?? '';
}
