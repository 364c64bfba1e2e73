// Names of ingredients, allergens and classes as different publishers write them, brought to one form in which they can be compared.

/** A salt or ester at the end of a name: it changes neither what a drug interacts with nor who tolerates it. */
const SALTS: ReadonlySet<string> = new Set(
  `acetate arginine besylate bisulfate bitartrate bromide calcium chloride citrate dihydrate dihydrochloride disodium fumarate
gluconate hcl hydrobromide hydrochloride hyclate lactate magnesium maleate medoxomil mesylate monohydrate nitrate oxalate phosphate
potassium proxetil sodium so4 succinate sulfate tartrate trihydrate tromethamine`.split(/\s+/),
);

/** What is a drug by itself: of `ferrous sulfate` or `calcium chloride` nothing is left out. */
const MINERALS: ReadonlySet<string> = new Set(
  'aluminum ammonium barium calcium ferric ferrous iron lithium magnesium potassium silver sodium zinc'.split(
    ' ',
  ),
);

/** In small letters with single blanks, a comma without a blank after it: `Blockers, Other` and `BLOCKERS,OTHER` are the same. */
export function plainName(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').replaceAll(', ', ',').trim();
}

/** An ingredient without its salt: `atorvastatin calcium` → `atorvastatin`. What is nothing but salts stays as it is. */
export function ingredientName(text: string): string {
  const words = plainName(text).split(' ');
  if (MINERALS.has(words[0] ?? '')) return words.join(' ');
  let kept = words.length;
  while (kept > 1 && SALTS.has(words[kept - 1] ?? '')) kept -= 1;
  return words.slice(0, kept).join(' ');
}
