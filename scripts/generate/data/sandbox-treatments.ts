// Makes the sandbox's treatments from the facts in packages/sandbox/data: medicines.txt, in our own format, and supplies.json.
import { readFileSync } from 'node:fs';
import { decideControl } from '@pestle/rules/controlled';
import type { TreatmentPackage } from '@pestle/rules/packages';
import type { Treatment } from '@pestle/sandbox/treatments';
import { FEDERAL_LIST_DATE } from '../../../packages/rules/src/controlled/federal-schedules.ts';

type Fact = {
  readonly shown: readonly string[];
  readonly brandName: string | undefined;
  readonly ingredients: readonly string[];
  readonly therapeuticClass: string;
  readonly synonyms: readonly string[];
};

/** What SCRIPT takes as a drug's description. */
const NAME_CHARACTERS_MAX = 105;

const data = new URL('../../../packages/sandbox/data/', import.meta.url);

/** The route and the NCI code of the dispensing unit of each dose form. */
const FORMS: ReadonlyMap<string, readonly [route: string, unitCode: string]> = new Map(
  Object.entries({
    'oral C48542':
      'Oral Tablet|Extended Release Oral Tablet|Delayed Release Oral Tablet|Chewable Tablet|Chewable Extended Release Oral Tablet|Disintegrating Oral Tablet|Tablet for Oral Suspension|Sublingual Tablet|Buccal Tablet',
    'other C48542': 'Effervescent Oral Tablet',
    'oral C48480': 'Oral Capsule|Extended Release Oral Capsule|Delayed Release Oral Capsule',
    'oral C53499': 'Buccal Film|Sublingual Film',
    'oral C69124': 'Chewing Gum',
    'oral C48506': 'Oral Lozenge',
    'oral C64933': 'Oral Wafer|Oral Spray',
    'oral C48155': 'Oral Paste',
    'oral C48521': 'Oral Pellet|Oral Granules|Oral Powder|Sublingual Powder|Granules for Oral Suspension',
    'oral C28254':
      'Oral Solution|Oral Suspension|Extended Release Suspension|Powder for Oral Solution|Powder for Oral Suspension|Mucosal Spray|Mucous Membrane Topical Solution',
    'other C28254': 'Mouthwash',
    'injection C28254':
      'Injectable Solution|Injectable Suspension|Injection|Pen Injector|Cartridge|Prefilled Syringe',
    'injection C64933': 'Auto-Injector',
    'inhalation C64933': 'Metered Dose Inhaler|Dry Powder Inhaler|Inhalation Spray',
    'inhalation C48155': 'Inhalation Powder',
    'inhalation C28254': 'Inhalation Solution|Inhalation Suspension',
    'nasal C64933': 'Nasal Spray|Metered Dose Nasal Spray|Nasal Powder',
    'nasal C48155': 'Nasal Ointment|Nasal Gel',
    'ophthalmic C28254': 'Ophthalmic Solution|Ophthalmic Suspension',
    'ophthalmic C48155': 'Ophthalmic Ointment|Ophthalmic Gel',
    'otic C28254': 'Otic Solution|Otic Suspension',
    'topical C48155': 'Topical Cream|Topical Ointment|Topical Gel|Topical Foam|Topical Powder',
    'topical C28254': 'Topical Lotion|Topical Solution|Topical Spray|Medicated Shampoo',
    'topical C48524': 'Medicated Patch',
    'transdermal C48524': 'Transdermal System',
    'rectal C48539': 'Rectal Suppository',
    'rectal C48155': 'Rectal Cream|Rectal Ointment|Rectal Foam|Rectal Gel',
    'rectal C28254': 'Enema',
    'vaginal C48155': 'Vaginal Cream|Vaginal Gel',
    'vaginal C62276': 'Vaginal Insert',
    'vaginal C62609': 'Vaginal System',
    'other C64933': 'Intrauterine System',
  }).flatMap(([key, forms]) => {
    const [route = '', unitCode = ''] = key.split(' ');
    return forms.split('|').map((form) => [form, [route, unitCode]] as const);
  }),
);

/** The text of packages/sandbox/data/treatments.json: one treatment a line, sorted by name. Throws where a line of facts cannot be read. */
export function sandboxTreatments(): string {
  const supplies = JSON.parse(readFileSync(new URL('supplies.json', data), 'utf8')) as readonly Treatment[];
  const medicines = readMedicines(readFileSync(new URL('medicines.txt', data), 'utf8'));
  const all = [...medicines, ...supplies].toSorted((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : 0,
  );
  return `[\n${all.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`;
}

function readMedicines(text: string): readonly Treatment[] {
  let fact: Fact | undefined;
  return text.split('\n').flatMap((line) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    if (!line.startsWith('  ')) {
      fact = factOf(line);
      return [];
    }
    if (fact === undefined) throw new Error(`A medicine stands above its forms: ${line}`);
    return treatmentsOf(fact, line);
  });
}

function factOf(line: string): Fact {
  const [named = '', ingredients = '', therapeuticClass = '', synonyms = ''] = line
    .split('|')
    .map((part) => part.trim());
  const [, shown = named, brandName] = /^(.*?) \(([^()]+)\)$/.exec(named) ?? [];
  return {
    shown: shown.split(' / '),
    brandName,
    ingredients: ingredients === '' ? [] : ingredients.split(' / '),
    therapeuticClass,
    synonyms: namesIn(synonyms),
  };
}

function namesIn(text: string): readonly string[] {
  return text.split(', ').filter((one) => one !== '');
}

function treatmentsOf(fact: Fact, line: string): readonly Treatment[] {
  const [, doseForm = '', ownClass, ownNames, packages = '', products = ''] =
    /^ {2}([^[{<:]+?)(?: \{([^}]*)\})?(?: <([^>]*)>)?(?: \[([^\]]*)\])?: (.*)$/.exec(line) ?? [];
  const therapeuticClass = ownClass ?? fact.therapeuticClass;
  // A brand that is another form is not searched by: Toprol-XL is no tartrate, Retin-A no capsule.
  const synonyms = ownNames === undefined ? fact.synonyms : namesIn(ownNames);
  const [route, unitCode] = FORMS.get(doseForm) ?? [];
  if (route === undefined || unitCode === undefined) throw new Error(`No such dose form: ${line}`);
  const ingredients = fact.ingredients;
  const control = decideControl({ ingredients, kind: 'MEDICATION', doseForm, on: FEDERAL_LIST_DATE });
  const sizes = packages
    .split('; ')
    .filter((one) => one !== '')
    .map(packageOf);
  return products.split(', ').map((product): Treatment => {
    const [, written = '', rxcui = '', ndc] = /^(.+) = (\d+)\*?(?:\/(\d{11}))?$/.exec(product) ?? [];
    if (rxcui === '') throw new Error(`Not \`strength = RxCUI\`: ${product}`);
    const strength = written.replace(/(?<![\d.])\d{4,}(?!\d*\.)/g, (number) =>
      Number(number).toLocaleString('en-US'),
    );
    return {
      rxcui,
      name: nameOf(fact, strength, doseForm),
      kind: 'MEDICATION',
      ...(fact.brandName === undefined ? {} : { brandName: fact.brandName }),
      ingredients,
      strength,
      doseForm,
      route,
      ...(ndc === undefined ? {} : { ndc }),
      unitCode,
      schedule: control.status === 'controlled' && control.schedule !== 'I' ? control.schedule : null,
      ...(therapeuticClass === '' ? {} : { therapeuticClass }),
      ...(synonyms.length === 0 ? {} : { synonyms }),
      ...(sizes.length === 0 ? {} : { packages: sizes }),
    };
  });
}

/** The name once: what it is, how strong, in which form, and the brand behind it where it is sold as that only. */
function nameOf({ shown, brandName, ingredients }: Fact, strength: string, doseForm: string): string {
  const strengths = strength.split(' / ');
  const paired = strengths.length === shown.length;
  const product = paired
    ? shown.map((name, index) => `${name} ${strengths[index]}`).join(' / ')
    : `${shown.join(' / ')} ${strength}`;
  const brand = brandName === undefined || ingredients.length === 0 ? '' : ` (${brandName})`;
  const name = `${product} ${doseForm.toLowerCase()}${brand}`;
  // A pharmacy message takes no more: what is sold as one brand is then named by it.
  return name.length > NAME_CHARACTERS_MAX && brandName !== undefined
    ? `${brandName} ${strength} ${doseForm.toLowerCase()}`
    : name;
}

function packageOf(text: string): TreatmentPackage {
  const [, container = '', quantity = '', doses, count] =
    /^(bottle|tube|jar|vial|pen|cartridge|syringe|auto-injector|inhaler|blister pack|box) ([\d.]+)(?: of (\d+) doses)?(?: x(\d+))?$/.exec(
      text,
    ) ?? [];
  if (container === '') throw new Error(`No such package: ${text}`);
  return {
    container: container as TreatmentPackage['container'],
    quantity,
    ...(doses === undefined ? {} : { doses: Number(doses) }),
    ...(count === undefined ? {} : { count: Number(count) }),
  };
}
