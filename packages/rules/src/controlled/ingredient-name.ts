// Owns the reading of an ingredient's name: to lower-case words, without the salts, esters and waters that do not change its schedule.

/** Words that name a salt, an ester or water and follow the active part of a name. */
const TRAILING = new Set(
  (
    'acetate acetonide adipate anhydrous arginine ascorbate aspartate benzathine benzoate besylate besilate bisulfate bitartrate bromide ' +
    'butyrate calcium camsylate carbonate caproate chloride choline cilexetil citrate cypionate decanoate dihydrate dihydrochloride ' +
    'dimesylate dipotassium dipropionate disodium edisylate enanthate erbumine esylate ethanolate etabonate extended fumarate furoate ' +
    'gluceptate gluconate glucuronate hcl hemifumarate hemihydrate hemisulfate hexahydrate hippurate hyclate hydrate hydrobromide ' +
    'hydrochloride hydrogen hydroxide iodide isethionate lactate lactobionate lauryl lysine magnesium malate maleate medoxomil ' +
    'meglumine mesylate methylsulfate mofetil monohydrate monohydrochloride monosodium mucate napsylate nitrate octahydrate olamine ' +
    'oxide palmitate pamoate pentahydrate phenpropionate phenylpropionate phosphate pivalate polistirex potassium propionate ' +
    'resinate saccharate salicylate sesquihydrate sodium stearate succinate sulfate sulphate tannate tartrate terephthalate ' +
    'tetrahydrate tosylate trihydrate trihydrochloride trisodium tromethamine undecanoate undecylate valerate xinafoate zinc zwitterion'
  ).split(' '),
);
const LEADING = new Set([
  'sodium',
  'potassium',
  'calcium',
  'magnesium',
  'disodium',
  'dl',
  'd',
  'l',
  'racemic',
]);
/** A biological's four-letter suffix without meaning, as in `infliximab-dyyb`. */
const BIOLOGICAL_SUFFIX = /(?<=[a-z]{4})-[a-z]{4}$/;

/** Lower case, ASCII, single blanks; dashes, commas and brackets are blanks. Empty for text without letters or digits. */
export function plainName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(BIOLOGICAL_SUFFIX, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** The names to look up, the whole name first, then with one trailing or leading salt word less at a time. */
export function candidateNames(text: string): readonly string[] {
  const whole = plainName(text);
  if (whole === '') return [];
  const names = [whole];
  let words = whole.split(' ');
  for (;;) {
    const last = words.at(-1);
    const first = words[0];
    if (words.length > 1 && last !== undefined && TRAILING.has(last)) words = words.slice(0, -1);
    else if (words.length > 1 && first !== undefined && LEADING.has(first)) words = words.slice(1);
    else return names;
    names.push(words.join(' '));
  }
}

/** Splits what some sources write as one ingredient: `acetaminophen / codeine`, `lisinopril and hydrochlorothiazide`. */
export function splitIngredients(text: string): readonly string[] {
  return text
    .split(/[/;+&]|(?<=\s)(?:and|with)(?=\s)/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
