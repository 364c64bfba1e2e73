// Writes the positive list of drug ingredients that no DEA schedule holds, from a folder with the public RxTerms treatments.
// Usage: node scripts/curate-ingredients.ts DATA_FOLDER
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEDERAL_SCHEDULES } from '../packages/rules/src/controlled/federal-schedules.ts';
import { candidateNames, plainName } from '../packages/rules/src/controlled/ingredient-name.ts';
import { readCsvFile } from './csv.ts';

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Usage: node scripts/curate-ingredients.ts DATA_FOLDER');
  process.exit(2);
}

/** Halves of salts that the source splits off a name: they name no drug. */
const FRAGMENTS = new Set(
  'amyl chelated dibasic dimethyl ethyl glycinate hydroxide iodide lauryl monobasic peroxide tetradecyl tricalcium trisilicate trisodium'.split(
    ' ',
  ),
);

/** Newer drugs whose labels name no schedule, which the source lists without ingredients. Reviewed by hand, 2026-11-20. */
const NEWER = `abrocitinib, acoramidis, aprocitentan, atogepant, avacopan, avapritinib, bempedoic acid, bexagliflozin,
bimekizumab, brolucizumab, cabotegravir, capivasertib, clascoterone, dasiglucagon, deucravacitinib, difelikefalin, dimethyl fumarate,
diroximel fumarate, efgartigimod alfa, elacestrant, elafibranor, elexacaftor, ensifentrine, eptinezumab, erenumab, estetrol, etrasimod,
evinacumab, faricimab, fezolinetant, finerenone, fremanezumab, fruquintinib, galcanezumab, gepirone, glofitamab, ibrexafungerp,
inclisiran, insulin degludec, insulin lispro protamine, insulin isophane, insulin isophane human, lebrikizumab, lenacapavir,
lonapegsomatropin, lotilaner, lumateperone, maralixibat, maribavir, mavacamten, mirikizumab, mitapivat, monomethyl fumarate,
nemolizumab, nirmatrelvir, nirogacestat, odevixibat, omaveloxolone, oteseconazole, ozanimod, patiromer, pegcetacoplan,
perfluorohexyloctane, pirtobrutinib, ponesimod, pretomanid, relugolix, remdesivir, resmetirom, rimegepant, risankizumab, risdiplam,
ritlecitinib, romosozumab, samidorphan, seladelpar, selpercatinib, setmelanotide, sotagliflozin, sotatercept, sotorasib, sparsentan,
suzetrigine, tapinarof, tenapanor, teprotumumab, tezepelumab, tildrakizumab, tirzepatide, tralokinumab, trofinetide, tucatinib,
ubrogepant, vadadustat, vericiguat, vibegron, viloxazine, vonoprazan, vutrisiran, xanomeline, zanubrutinib, zavegepant`;

const rows = readCsvFile(join(folder, 'treatments_all_rxterms.csv.gz'));
const controlled = new Set(
  FEDERAL_SCHEDULES.flatMap(({ names }) =>
    names.flatMap((entry) =>
      typeof entry === 'string' ? [entry] : entry.until === undefined ? [entry.name] : [],
    ),
  ),
);
const names = new Set(NEWER.split(',').map(plainName));
for (const row of rows) {
  if (row.dea_status !== 'not_scheduled') continue;
  for (const ingredient of (row.ingredients ?? '').split('/')) {
    const name = plainName(ingredient);
    names.add(name);
    // The source writes acids without the word: "ethacrynic", "zoledronic".
    if (name.endsWith('ic')) names.add(`${name} acid`);
  }
}
const list = [...names]
  .filter((name) => name.length > 2 && !FRAGMENTS.has(name))
  .filter(
    (name) => ![...candidateNames(name), ...name.split(' ')].some((candidate) => controlled.has(candidate)),
  )
  .toSorted();

const target = new URL('../packages/rules/src/controlled/known-ingredients.ts', import.meta.url);
writeFileSync(
  target,
  `// Holds the positive list: ${list.length} drug ingredients that no federal schedule holds, in plain lower case, a bar or a line end between them.
// Made by scripts/curate-ingredients.ts from RxTerms (U.S. National Library of Medicine), controlled substances taken out.

/** Sorted names as \`plainName\` writes them. */
export const KNOWN_INGREDIENTS = \`${wrap(list).join('\n')}\`.split(/[|\\n]/);
`,
);
console.log(`${list.length} ingredients written.`);

function wrap(words: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 108) lines[lines.length - 1] = `${last}|${word}`;
    else lines.push(word);
  }
  return lines;
}
