// Owns the English words of what is written by hand because no drug file holds it.

export const writing = {
  title: 'Written by hand',
  hint: 'The pharmacy reads it as you write it, marked “written by hand”. Its ingredients are chosen from the list, so that allergies and interactions are compared and controlled substances stay refused.',
  kind: 'What it is',
  kinds: {
    MEDICATION: 'A medicine',
    COMPOUND: 'A compound that the pharmacy makes',
    EQUIPMENT: 'Equipment',
  },
  name: 'Name',
  alias: 'Also known as',
  ingredients: 'Ingredients',
  nth: (count: number) => `Ingredient ${count}`,
  ingredient: 'Ingredient',
  ingredientHint: 'Type its first letters, and choose it from the list.',
  notListed: 'No ingredient has this name.',
  refusedIngredient: (reason: string | null) => reason ?? 'It cannot be prescribed here.',
  strength: 'Strength',
  strengthHint: '10 %, 250 mg, 250 mg/5 mL',
  amount: 'Amount that goes in',
  amountUnit: 'Unit of the amount',
  add: 'Add an ingredient',
  added: (count: number) => `Ingredient ${count} added`,
  remove: 'Remove',
  removed: 'Ingredient removed',
  form: 'Dose form',
  formsFailed: 'The dose forms could not be loaded.',
  unit: 'Dispensed in',
  choose: 'Choose',
  use: 'Prescribe this',
  using: 'Writing it down…',
  back: 'Back to the search',
  problems: {
    NAME_MISSING: 'Give it a name.',
    NAME_TOO_LONG: 'The name may have 60 characters.',
    NAME_CHARACTERS:
      'The name has characters that cannot be sent to a pharmacy. Use plain letters and digits.',
    NAME_MENTIONS_DRUG:
      'The name mentions a drug that is not among the ingredients. Choose it as an ingredient, or leave it out.',
    NAME_MENTIONS_BRAND:
      'The name mentions a drug of the list: choose that from the search, or leave it out.',
    INGREDIENT_MISSING: 'Choose an ingredient from the list.',
    INGREDIENT_REFUSED: 'This ingredient cannot be prescribed here.',
    INGREDIENT_TWICE: 'This ingredient is named twice.',
    STRENGTH_UNREADABLE: 'Write a number with its unit: 10 %, 250 mg, 250 mg/5 mL.',
    AMOUNT_INCOMPLETE: 'Write the amount as a number with its unit, or neither.',
    DOSE_FORM_MISSING: 'Choose its dose form.',
    UNIT_MISSING: 'Choose the unit in which it is dispensed.',
    DESCRIPTION_TOO_LONG:
      'Ingredients, strengths, form and name are longer than pharmacies take. Shorten the name; what still does not fit is sent on paper.',
  },
};
export type WritingText = typeof writing;
/** What can be wrong, by its code. */
export type WritingProblem = keyof WritingText['problems'];
