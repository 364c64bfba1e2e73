// Owns what is wrong with what somebody writes by hand, and how it is sent, without a document.
import type { InputOf } from '@pestle/client';
import type { WriteTreatment } from '@pestle/client/documents/writing';
import { writtenStrength } from '@pestle/rules/written-strength';
import type { WritingProblem } from '../../text/en/workflow/card/writing.ts';

type WriteInput = InputOf<typeof WriteTreatment>['input'];
export type WrittenKind = WriteInput['kind'];

/** An ingredient as it is typed. */
export interface TypedIngredient {
  /** Its number stays when another one goes, so that its fields keep their names. */
  readonly number: number;
  readonly name: string;
  /** What the list says of the name: `none` while nothing of the list is named. */
  readonly listed: 'none' | 'offered' | 'refused';
  readonly strength: string;
  readonly quantity: string;
  readonly unit: string;
}

/** What stands in the fields. */
export interface TypedTreatment {
  readonly kind: WrittenKind;
  readonly name: string;
  readonly ingredients: readonly TypedIngredient[];
  readonly doseForm: string;
  readonly unit: string;
}

/** What is wrong, and the field where it is mended; null where it is the whole. */
export interface FoundProblem {
  readonly field: string | null;
  /** A `WritingProblem`; anything else of the service has words of its own. */
  readonly code: string;
  readonly message?: string;
}

/** Of medicines and compounds; equipment has none. */
export const INGREDIENTS_MAX = 10;

export const NAME_FIELD = 'writing-name';
export const FORM_FIELD = 'writing-form';
export const UNIT_FIELD = 'writing-unit';
export const ADD_BUTTON = 'writing-add';

type IngredientPart = 'name' | 'strength' | 'quantity' | 'unit';

/** The name of a field of an ingredient in the root of the host. */
export function ingredientField(number: number, part: IngredientPart): string {
  return `writing-${number}-${part}`;
}

/** What can be told before the service is asked, in the order of the fields. */
export function problemsOf(typed: TypedTreatment): readonly FoundProblem[] {
  const { kind, name, doseForm, unit } = typed;
  const found: FoundProblem[] = [];
  if (kind !== 'MEDICATION' && name.trim() === '') found.push({ field: NAME_FIELD, code: 'NAME_MISSING' });
  if (kind !== 'EQUIPMENT') {
    const names = typed.ingredients.map((one) => one.name.trim().toLowerCase());
    typed.ingredients.forEach((one, index) => {
      found.push(...ingredientProblems(one, kind, names.indexOf(names[index] ?? '') < index));
    });
    if (doseForm === '') found.push({ field: FORM_FIELD, code: 'DOSE_FORM_MISSING' });
  }
  if (unit === '') found.push({ field: UNIT_FIELD, code: 'UNIT_MISSING' });
  return found;
}

function ingredientProblems(one: TypedIngredient, kind: WrittenKind, twice: boolean): FoundProblem[] {
  const at = (part: IngredientPart, code: WritingProblem): FoundProblem => ({
    field: ingredientField(one.number, part),
    code,
  });
  const found: FoundProblem[] = [];
  if (one.listed === 'refused') found.push(at('name', 'INGREDIENT_REFUSED'));
  else if (one.listed === 'none') found.push(at('name', 'INGREDIENT_MISSING'));
  else if (twice) found.push(at('name', 'INGREDIENT_TWICE'));
  if (writtenStrength(one.strength) === undefined) found.push(at('strength', 'STRENGTH_UNREADABLE'));
  const { quantity, unit } = one;
  if (kind === 'COMPOUND' && (quantity.trim() === '') !== (unit === ''))
    found.push(at(quantity.trim() === '' ? 'quantity' : 'unit', 'AMOUNT_INCOMPLETE'));
  return found;
}

/** As it is sent. */
export function inputOf({ kind, name, ingredients, doseForm, unit }: TypedTreatment): WriteInput {
  const isDrug = kind !== 'EQUIPMENT';
  return {
    kind,
    name: name.trim() || null,
    doseForm: isDrug ? doseForm : null,
    dispenseUnit: unit,
    ingredients: isDrug
      ? ingredients.map((one) => ({
          name: one.name.trim(),
          strength: one.strength.trim(),
          quantity: kind === 'COMPOUND' && one.unit !== '' ? one.quantity.trim() : null,
          unit: kind === 'COMPOUND' && one.unit !== '' ? one.unit : null,
        }))
      : null,
  };
}

/** What the service refused, at the fields that it names. */
export function refusedProblems(
  fields: ReadonlyArray<{ readonly path: string; readonly code: string; readonly message: string }>,
  { ingredients }: TypedTreatment,
): readonly FoundProblem[] {
  return fields.map(({ path, code, message }) => ({ field: fieldAt(path, ingredients), code, message }));
}

function fieldAt(path: string, ingredients: readonly TypedIngredient[]): string | null {
  const bare = path.replace(/^input\.?/, '');
  const [, at, part = 'name'] = /^ingredients(?:\.|\[)(\d+)\]?(?:\.(\w+))?$/.exec(bare) ?? [];
  const one = at === undefined ? undefined : ingredients[Number(at)];
  if (one !== undefined) return ingredientField(one.number, part as IngredientPart);
  const first = ingredients[0];
  if (bare === 'ingredients' && first !== undefined) return ingredientField(first.number, 'name');
  return { name: NAME_FIELD, doseForm: FORM_FIELD, dispenseUnit: UNIT_FIELD }[bare] ?? null;
}

/** The unit in which a dose form is usually dispensed, by its name; empty where that is not known. */
export function usualUnit(kind: WrittenKind, doseForm: string): string {
  if (kind === 'EQUIPMENT') return 'Each';
  const form = doseForm.split(' ').at(-1) ?? '';
  if (['Tablet', 'Capsule', 'Troche', 'Suppository'].includes(form)) return form;
  if (['Cream', 'Gel', 'Ointment', 'Paste', 'Powder'].includes(form)) return 'Gram';
  return form === '' ? '' : 'Milliliter';
}
