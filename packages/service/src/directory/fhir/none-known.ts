// Tells statements that nothing is known from allergies: by their codes, and by the usual words of those who send none.

/** A name as it came, by text and codes. */
export interface SaidConcept {
  readonly text?: string;
  readonly coding?: readonly {
    readonly system?: string;
    readonly code?: string;
    readonly display?: string;
  }[];
}

export const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';
export const SNOMED = 'http://snomed.info/sct';
/** Of the International Patient Summary. */
const ABSENT = 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips';

type Statement = 'none' | 'none-of-a-kind' | 'nobody-asked';

/**
 * SNOMED CT (value set of negations of US Core's allergies) and the International Patient Summary. No known drug allergy counts as none: drugs are what is compared.
 * What is said of foods, insects, latex or the surroundings alone says nothing of drugs.
 */
const BY_CODE: ReadonlyMap<string, Statement> = new Map([
  [`${SNOMED} 716186003`, 'none'],
  [`${SNOMED} 409137002`, 'none'],
  [`${SNOMED} 429625007`, 'none-of-a-kind'],
  [`${SNOMED} 428607008`, 'none-of-a-kind'],
  [`${SNOMED} 428197003`, 'none-of-a-kind'],
  [`${SNOMED} 716220001`, 'none-of-a-kind'],
  [`${SNOMED} 716184000`, 'none-of-a-kind'],
  [`${SNOMED} 1003774007`, 'none-of-a-kind'],
  [`${SNOMED} 1631000175102`, 'nobody-asked'],
  [`${ABSENT} no-known-allergies`, 'none'],
  [`${ABSENT} no-known-medication-allergies`, 'none'],
  [`${ABSENT} no-known-food-allergies`, 'none-of-a-kind'],
  [`${ABSENT} no-known-environmental-allergies`, 'none-of-a-kind'],
  [`${ABSENT} no-allergy-info`, 'nobody-asked'],
]);

const DRUG = '(?:drug|medication|medicine|medicinal)';
const DRUGS = '(?:drugs|medications|medicines)';
/** Whole texts, in small letters without accents and punctuation. Any word more may be a substance, and then it is an allergy. */
const BY_WORDS: readonly (readonly [Statement, RegExp])[] = [
  ['none', /^(?:nka|nkda|nkma)$/],
  ['none', new RegExp(`^no (?:known )?(?:active )?(?:${DRUG} )?allerg(?:y|ies)$`)],
  ['none', new RegExp(`^no known allerg(?:y|ies) to ${DRUGS}$`)],
  ['none', new RegExp(`^no ${DRUG} allerg(?:y|ies) known$`)],
  ['none', /^no allergies known$/],
  ['none', /^(?:allergies )?none known$/],
  ['none', /^(?:sin|no|ninguna) alergias? (?:(?:medicamentosas?|a medicamentos|a farmacos) )?conocidas?$/],
  ['none', /^no se conocen alergias(?: (?:medicamentosas|a medicamentos|a farmacos))?$/],
  [
    'none-of-a-kind',
    /^no known (?:food|environmental|insect|animal|latex|seasonal|contact) allerg(?:y|ies)$/,
  ],
  ['none-of-a-kind', /^(?:nkfa|sin alergias alimentarias conocidas)$/],
  ['nobody-asked', /^(?:none|unknown|not on file|not asked|patient not asked|unable to (?:assess|obtain))$/],
  [
    'nobody-asked',
    /^(?:allergies unknown|unknown allergies|allergy status unknown|no information about allergies)$/,
  ],
  ['nobody-asked', /^no allergy information(?: available)?$/],
  ['nobody-asked', /^(?:alergias desconocidas|ninguna|se desconoce)$/],
];

/**
 * `NONE_KNOWN`: it states that nothing harms. `NOT_A_SUBSTANCE`: it states that of a kind of things alone. `UNREADABLE`: it states that nobody knows or asked, or
 * it says two things at once. Null: it names what harms, or something that is not understood and therefore is taken for that.
 */
export function statementOf(said: SaidConcept): 'NONE_KNOWN' | 'NOT_A_SUBSTANCE' | 'UNREADABLE' | null {
  const codings = said.coding ?? [];
  const byCode = codings.flatMap(({ system, code }) => BY_CODE.get(`${system ?? ''} ${code ?? ''}`) ?? []);
  const words = [said.text, ...codings.map(({ display }) => display)].filter(
    (one): one is string => one !== undefined && one.trim() !== '',
  );
  const byWords = words.map(byWordsOf);
  const stated = new Set([...byCode, ...byWords.filter((one) => one !== null)]);
  if (stated.size === 0) return null;
  const namesDrug = codings.some(({ system, code }) => system === RXNORM && code !== undefined);
  // Words beside a code may be in any language; without one they are all there is, and none may name anything else.
  const namesMore = byCode.length === 0 && byWords.includes(null);
  if (stated.size > 1 || namesDrug || namesMore) return 'UNREADABLE';
  if (stated.has('none')) return 'NONE_KNOWN';
  return stated.has('none-of-a-kind') ? 'NOT_A_SUBSTANCE' : 'UNREADABLE';
}

/** Of a text in parts ("NKDA (no known drug allergies)") each must say the same. */
function byWordsOf(text: string): Statement | null {
  const parts = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\((?:situation|finding)\)/g, ' ')
    .split(/[()[\]]| - /)
    .map((part) => part.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim())
    .filter((part) => part !== '');
  const said = new Set(parts.map((part) => BY_WORDS.find(([, words]) => words.test(part))?.[0] ?? null));
  const [only = null] = said;
  return said.size === 1 ? only : null;
}
