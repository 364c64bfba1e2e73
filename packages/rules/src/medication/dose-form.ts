// Owns dose forms in words: from the FDA's forms and routes where a source has no RxNorm form.

const ROUTES: ReadonlyMap<string, string> = new Map([
  ['ORAL', 'oral'],
  ['TOPICAL', 'topical'],
  ['OPHTHALMIC', 'ophthalmic'],
  ['RECTAL', 'rectal'],
  ['NASAL', 'nasal'],
  ['VAGINAL', 'vaginal'],
  ['SUBLINGUAL', 'sublingual'],
  ['BUCCAL', 'buccal'],
  ['TRANSDERMAL', 'transdermal'],
  ['AURICULAR (OTIC)', 'otic'],
  ['CUTANEOUS', 'topical'],
  ['RESPIRATORY (INHALATION)', 'inhalation'],
]);
/** Words of the FDA that change what is dispensed; coatings and fillings do not. */
const MODIFIERS: ReadonlyMap<string, string> = new Map([
  ['EXTENDED RELEASE', 'extended release'],
  ['DELAYED RELEASE', 'delayed release'],
  ['DELAYED RELEASE PELLETS', 'delayed release'],
  ['CHEWABLE', 'chewable'],
  ['ORALLY DISINTEGRATING', 'disintegrating'],
  ['EFFERVESCENT', 'effervescent'],
]);
const INERT = new Set([
  'FILM COATED',
  'COATED',
  'SUGAR COATED',
  'GELATIN COATED',
  'LIQUID FILLED',
  'MULTILAYER',
  'COATED PELLETS',
  'SOLUBLE',
]);
const BASES: ReadonlyMap<string, string> = new Map([
  ['TABLET', 'tablet'],
  ['CAPSULE', 'capsule'],
  ['SOLUTION', 'solution'],
  ['SOLUTION/ DROPS', 'solution'],
  ['SUSPENSION', 'suspension'],
  ['SUSPENSION/ DROPS', 'suspension'],
  ['SYRUP', 'solution'],
  ['CREAM', 'cream'],
  ['OINTMENT', 'ointment'],
  ['GEL', 'gel'],
  ['LOTION', 'lotion'],
  ['SHAMPOO', 'shampoo'],
  ['SUPPOSITORY', 'suppository'],
  ['PATCH', 'patch'],
  ['LOZENGE', 'lozenge'],
  ['SPRAY', 'spray'],
  ['FILM', 'film'],
]);

/**
 * `TABLET, FILM COATED, EXTENDED RELEASE` + `ORAL` is `extended release oral tablet`. Undefined where the words could mean
 * more than one thing (several routes, injections, metered devices): then the form is not known, and nothing is made up.
 */
export function doseFormFromFda(form: string, route: string): string | undefined {
  const [base = '', ...rest] = form.split(', ');
  if (base === 'POWDER' && rest[0] === 'FOR SUSPENSION' && route === 'ORAL') return 'oral suspension';
  const noun = BASES.get(base);
  const way = ROUTES.get(route);
  if (noun === undefined || way === undefined) return undefined;
  if (rest.some((word) => !MODIFIERS.has(word) && !INERT.has(word))) return undefined;
  const words = [...new Set(rest.flatMap((word) => MODIFIERS.get(word) ?? []))];
  // A patch releases slowly whatever it is called.
  if (noun === 'patch') return way === 'transdermal' ? 'transdermal patch' : undefined;
  return [...words, ...(words.includes('chewable') ? [] : [way]), noun].join(' ');
}
