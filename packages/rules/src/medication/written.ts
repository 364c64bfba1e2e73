// What a practice may write that no drug file holds: dose forms to choose from, and the checks of a name that somebody types (pure).
import { decideControl, isKnownIngredient } from '../controlled/controlled.ts';
import { plainName } from '../controlled/ingredient-name.ts';
import { FIELD_LIMITS } from '../limits/field-limits.ts';
import { type Parsed, parsed, refused } from '../parsed.ts';
import { scriptText } from '../texts/script-text.ts';
import { drugDescription, formatQuantity } from './medication-line.ts';
import { writtenStrength } from './written-strength.ts';

/** A dose form that may be chosen, with the route it settles and the code by which SCRIPT names the form of a compound. */
export interface WrittenForm {
  /** As drug files write it: `Topical Cream`. */
  readonly name: string;
  /** As treatments name their route. */
  readonly route: string;
  /** NCI Thesaurus code of the form, as labels of the FDA carry it; each is held against the published list. */
  readonly code: string;
}

const form = (name: string, route: string, code: string): WrittenForm => ({ name, route, code });

/** The dose forms of what is written by hand, by name. */
export const WRITTEN_FORMS: readonly WrittenForm[] = [
  form('Nasal Spray', 'nasal', 'C42989'),
  form('Ophthalmic Ointment', 'ophthalmic', 'C42966'),
  form('Ophthalmic Solution', 'ophthalmic', 'C42986'),
  form('Ophthalmic Suspension', 'ophthalmic', 'C42994'),
  form('Oral Capsule', 'oral', 'C25158'),
  form('Oral Powder', 'oral', 'C42972'),
  form('Oral Solution', 'oral', 'C42986'),
  form('Oral Suspension', 'oral', 'C42994'),
  form('Oral Tablet', 'oral', 'C42998'),
  form('Oral Troche', 'oral', 'C43001'),
  form('Otic Solution', 'otic', 'C42986'),
  form('Otic Suspension', 'otic', 'C42994'),
  form('Rectal Cream', 'rectal', 'C28944'),
  form('Rectal Ointment', 'rectal', 'C42966'),
  form('Rectal Suppository', 'rectal', 'C42993'),
  form('Topical Cream', 'topical', 'C28944'),
  form('Topical Gel', 'topical', 'C42934'),
  form('Topical Lotion', 'topical', 'C29167'),
  form('Topical Ointment', 'topical', 'C42966'),
  form('Topical Paste', 'topical', 'C42967'),
  form('Topical Powder', 'topical', 'C42972'),
  form('Topical Shampoo', 'topical', 'C42981'),
  form('Topical Solution', 'topical', 'C42986'),
  form('Vaginal Cream', 'vaginal', 'C28944'),
  form('Vaginal Gel', 'vaginal', 'C42934'),
  form('Vaginal Suppository', 'vaginal', 'C42993'),
];

/** An ingredient of what is written: its name from the list of ingredients, its strength, and how much of it goes in where that is said. */
export interface WrittenIngredient {
  readonly name: string;
  /** `10 %`, `250 mg/5 mL`. */
  readonly strength: string;
  /** A decimal as text, in `unitCode`; null where the strength says it all. */
  readonly quantity: string | null;
  /** NCPDP code of the unit. */
  readonly unitCode: string | null;
}

/** What somebody writes, read by its shape but not judged. */
export interface WrittenInput {
  readonly kind: 'MEDICATION' | 'EQUIPMENT' | 'COMPOUND';
  /** A compound's or an equipment's own name; of a medication the name that it is also known by, or empty. */
  readonly name: string;
  readonly ingredients: readonly WrittenIngredient[];
  /** One of `WRITTEN_FORMS`; empty for equipment. */
  readonly doseForm: string;
}

/** What is written as it can be prescribed. */
export interface WrittenTreatment extends WrittenInput {
  readonly route: string | null;
  /** Of all ingredients: one part for each. */
  readonly strength: string | null;
  /** As the pharmacy reads it, in every message and on paper. */
  readonly description: string;
}

/** Bounds of what is written. */
export const WRITTEN_LIMITS = {
  nameCharactersMax: 60,
  ingredientsMax: 10,
  ingredientCharactersMax: 100,
  strengthCharactersMax: 30,
} as const;

/** Words of equipment that are names of ingredients as well: `glucose test strips`, `insulin syringes`. */
const EQUIPMENT_WORDS: ReadonlySet<string> = new Set(
  'alcohol carbon cotton glucose gold insulin iron ketone latex oxygen petrolatum plastic rubber saline silicone silver steel sterile water zinc'.split(
    ' ',
  ),
);

/**
 * Judges what somebody writes, apart from the law: every ingredient with a strength, a form of the list, a name that a message can carry and
 * that names no drug which is not among the ingredients. Refused with a sentence that says what to do, and a code that stands for it.
 */
export function writeTreatment(input: WrittenInput, on: string): Parsed<WrittenTreatment> {
  const name = input.name.trim().replaceAll(/\s+/g, ' ');
  if (name.length > WRITTEN_LIMITS.nameCharactersMax)
    return refused(`The name may have ${WRITTEN_LIMITS.nameCharactersMax} characters.`, 'NAME_TOO_LONG');
  if (name !== '' && (scriptText(name) !== name || !/[a-z]/i.test(name)))
    return refused(
      'The name has characters that cannot be sent to a pharmacy. Use plain letters and digits.',
      'NAME_CHARACTERS',
    );
  if (name === '' && input.kind !== 'MEDICATION') return refused('Give it a name.', 'NAME_MISSING');
  const controlled = decideControl({ ingredients: name === '' ? [] : name.split(' '), on });
  if (controlled.status === 'controlled')
    return refused(
      'The name mentions a controlled substance, which cannot be prescribed here.',
      'CONTROLLED_SUBSTANCE',
    );
  const stranger = unlistedDrug(name, input);
  if (stranger !== undefined)
    return refused(
      input.kind === 'EQUIPMENT'
        ? 'The name of equipment may not mention a drug: write that as a medication.'
        : 'The name mentions a drug that is not among the ingredients. Choose it as an ingredient, or leave it out of the name.',
      'NAME_MENTIONS_DRUG',
    );
  return input.kind === 'EQUIPMENT' ? writtenEquipment({ ...input, name }) : writtenDrug({ ...input, name });
}

function writtenEquipment(input: WrittenInput): Parsed<WrittenTreatment> {
  if (input.ingredients.length > 0 || input.doseForm !== '')
    return refused(
      'Equipment has neither ingredients nor a dose form: write it as a medication or a compound.',
    );
  return parsed({ ...input, route: null, strength: null, description: input.name });
}

function writtenDrug(input: WrittenInput): Parsed<WrittenTreatment> {
  const { kind, name, ingredients, doseForm } = input;
  if (ingredients.length === 0) return refused('Choose its ingredients from the list.', 'INGREDIENT_MISSING');
  if (ingredients.length > WRITTEN_LIMITS.ingredientsMax)
    return refused(`At most ${WRITTEN_LIMITS.ingredientsMax} ingredients.`);
  const spelled: WrittenIngredient[] = [];
  for (const one of ingredients) {
    const strength = writtenStrength(one.strength);
    if (strength === undefined)
      return refused(
        'Write each strength as a number with its unit: 10 %, 250 mg, 250 mg/5 mL.',
        'STRENGTH_UNREADABLE',
      );
    if ((one.quantity === null) !== (one.unitCode === null))
      return refused(
        'Write how much of an ingredient goes in as a number with its unit, or neither.',
        'AMOUNT_INCOMPLETE',
      );
    // Of a medication the strength says it all, and nothing else would be kept.
    if (kind !== 'COMPOUND' && one.quantity !== null)
      return refused('How much of an ingredient goes in is said of compounds only.');
    spelled.push({ ...one, strength });
  }
  if (new Set(spelled.map((one) => plainName(one.name))).size !== spelled.length)
    return refused('An ingredient is named twice.', 'INGREDIENT_TWICE');
  const known = WRITTEN_FORMS.find((one) => one.name === doseForm);
  if (known === undefined) return refused('Choose its dose form from the list.', 'DOSE_FORM_MISSING');
  const strength = spelled.map((one) => one.strength).join(' / ');
  const line = drugDescription({
    ingredients: spelled.map((one) => one.name),
    strength,
    doseForm,
  });
  if (!line.ok) return refused(line.message);
  // Every channel carries the description: what a compound is made of stands in it, or nobody could fill it.
  const called = name === '' ? '' : ` (${name})`;
  const amounts = compoundAmounts(spelled).replaceAll('\u00a0', ' ');
  const made = amounts === '' ? line.value : `${line.value}, with ${amounts}`;
  const description = `${kind === 'COMPOUND' ? 'Compound: ' : ''}${made}${called}`;
  if (description.length > FIELD_LIMITS.drugDescription.maximum)
    return refused(
      `Ingredients, strengths, amounts, form and name have ${description.length} characters, and pharmacies take ${FIELD_LIMITS.drugDescription.maximum}. Shorten the name; what still does not fit is sent on paper.`,
      'DESCRIPTION_TOO_LONG',
    );
  return parsed({ ...input, ingredients: spelled, route: known.route, strength, description });
}

/** How much of each ingredient goes into a compound, where that is said: `ketoprofen 6 grams`; empty where the strengths say it all. */
export function compoundAmounts(ingredients: readonly WrittenIngredient[]): string {
  return ingredients
    .flatMap(({ name, quantity, unitCode }) =>
      quantity === null || unitCode === null ? [] : [`${name} ${formatQuantity(quantity, unitCode)}`],
    )
    .join(', ');
}

/** A drug that the name mentions and that is not among the ingredients. */
function unlistedDrug(name: string, { kind, ingredients }: WrittenInput): string | undefined {
  const listed = new Set(ingredients.flatMap((one) => plainName(one.name).split(' ')));
  const words = plainName(name).split(' ').filter(Boolean);
  return words.find(
    (word) =>
      isKnownIngredient(word) && !listed.has(word) && !(kind === 'EQUIPMENT' && EQUIPMENT_WORDS.has(word)),
  );
}

/** The NCI code of the form of what is written by hand; undefined for a form that is not on the list. */
export function writtenFormCode(doseForm: string): string | undefined {
  return WRITTEN_FORMS.find(({ name }) => name === doseForm)?.code;
}

/** NCI codes of the units that a strength may have; others are said in words. */
const STRENGTH_UNITS: Readonly<Record<string, string>> = {
  mg: 'C28253',
  mcg: 'C48152',
  g: 'C48155',
  mL: 'C28254',
  'mg/mL': 'C42576',
  units: 'C44278',
  '%': 'C25613',
};

/** A strength in codes: `10%` is 10 and C25613. Undefined where its unit has no code here. */
export function codedStrength(
  strength: string,
): { readonly value: string; readonly unit: string } | undefined {
  const [, value = '', unit = ''] = /^([\d.,]+) ?(.+)$/.exec(strength) ?? [];
  const code = STRENGTH_UNITS[unit];
  return code === undefined ? undefined : { value: value.replaceAll(',', ''), unit: code };
}
