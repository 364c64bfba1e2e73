// Holds who says the rest of directions, and what is refused in shorthand with what to type instead.

/** Who or what says the rest of "as directed". */
export const DIRECTED_BY = {
  package: 'on the package',
  prescriber: 'by your prescriber',
} as const;
/** A key of `DIRECTED_BY`. */
export type DirectedBy = keyof typeof DIRECTED_BY;

/** What is refused in shorthand besides the error-prone abbreviations (`texts/error-prone-list.ts`), with what to type: one thing, or several. */
export const REFUSED_WORDS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['q 2 d', ['every other day']],
  ...[3, 4, 5, 7, 10, 14, 28, 30, 90].map(
    (days) => [`q ${days} d`, [`every ${days} days`]] as [string, string[]],
  ),
  ['aaa', ['to the affected area']],
  ['d / c', ['then stop']],
  ['wf', ['with food']],
  // Some programs print it for what is meant under the skin; what goes into the skin itself is rare.
  ['into the skin', ['under the skin']],
  ['q hs', ['at bedtime']],
  ['biweekly', ['twice weekly', 'every 2 weeks']],
  ['bimonthly', ['every 2 months', 'every 2 weeks']],
  ['nasally', ['in each nostril', 'in one nostril']],
  ['intranasally', ['in each nostril', 'in one nostril']],
  ['nas', ['in each nostril', 'in one nostril']],
  ['tsp', ['mL (1 teaspoon is 5 mL)']],
  ['tsps', ['mL (1 teaspoon is 5 mL)']],
  ['tbsp', ['mL (1 tablespoon is 15 mL)']],
  ['teaspoon', ['mL (1 teaspoon is 5 mL)']],
  ['teaspoons', ['mL (1 teaspoon is 5 mL)']],
  ['teaspoonful', ['mL (1 teaspoon is 5 mL)']],
  ['tablespoon', ['mL (1 tablespoon is 15 mL)']],
  ['tablespoons', ['mL (1 tablespoon is 15 mL)']],
  ['tablespoonful', ['mL (1 tablespoon is 15 mL)']],
  ['iv', ['a route that patients can use']],
]);
