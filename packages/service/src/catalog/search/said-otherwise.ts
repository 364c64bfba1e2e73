// Holds what people type for a product whose file knows no such words: brands that are not in it, packages by their nickname, units instead of a mass.
import { readTypedWords, type TypedText } from './word-index.ts';

/**
 * Words as they are typed, with `;` between those that mean the same, and what they stand for, form and strength included, because the brand decides them; several
 * where files differ. They are asked only where nothing is called what was typed: a brand that is in the file is found as itself.
 */
const INSTEAD = `z pack;zpak;zpack = azithromycin 250 tablet
medrol dose pack;medrol dosepack;medrol dosepak;medrol pack = methylprednisolone 4 tablet
epipen jr;epi pen jr = epinephrine 0.15 | epipen 0.5
duoneb = albuterol ipratropium inhalation solution
septra;sulfatrim = sulfamethoxazole trimethoprim
lotrisone = betamethasone clotrimazole
polytrim = polymyxin trimethoprim ophthalmic
augmentin es;amox clav es = amoxicillin clavulanate 600
imdur = isosorbide mononitrate extended
protopic = tacrolimus topical
toradol = ketorolac tablet
levaquin = levofloxacin
flagyl = metronidazole
vit d 50000;vitamin d 50000;vit d2 50000;vitamin d2 50000 = ergocalciferol 1.25
vit b12 1000;vitamin b12 1000;b12 1000 = vitamin b12 1 mg
b12 injection;b12 inj;b12 shot = vitamin b12 injectable | vitamin b12 injection`;

const PHRASES: ReadonlyArray<readonly [phrase: string, meant: readonly string[]]> = INSTEAD.split(
  '\n',
).flatMap((line) => {
  const [phrases = '', meant = ''] = line.split(' = ');
  return phrases.split(';').map((phrase) => [phrase, meant.split(' | ')] as const);
});
/** What stands behind a number that has become another: "50000 units", "1000 mcg". */
const UNIT_BEHIND = String.raw`(?: (?:units?|iu|mcg))?`;
const GRAMS = /(?<![\d.])(\d{1,2}(?:\.\d+)?) ?(?:g|gm|gms|grams?)(?![a-z])/;

/** What was typed in other words, the likeliest first; empty where nothing else is known for it. */
export function saidOtherwise({ words }: TypedText): readonly TypedText[] {
  const text = words.join(' ');
  const found = PHRASES.flatMap(([phrase, meant]) => {
    const numbered = /\d{3}$/.test(phrase) ? UNIT_BEHIND : '';
    const place = new RegExp(`(?<![^ ])${phrase}${numbered}(?![^ ])`);
    return place.test(text) ? meant.map((one) => text.replace(place, one)) : [];
  });
  const milligrams = text.replace(GRAMS, (_, grams: string) => `${Number(grams) * 1_000} mg`);
  return [...found, ...(milligrams === text ? [] : [milligrams])].map((one) =>
    readTypedWords(one, words.length + MORE_WORDS),
  );
}

/** So many words may what is meant have more than what was typed. */
const MORE_WORDS = 4;
