// Holds what the sandbox offers beside the generic drugs: brands, treatments of unknown status, equipment and compounds.

/**
 * Products whose dose form the source leaves out (brands, newer generics): its drug name, the name prescribers write, the
 * brand name or null, and the form, which is that of the named product.
 */
export const PRODUCTS: ReadonlyArray<
  readonly [drugName: string, shown: string, brandName: string | null, form: string]
> = [
  ['VENTOLIN', 'albuterol sulfate', 'Ventolin HFA', 'Metered Dose Inhaler'],
  ['LANTUS', 'insulin glargine', 'Lantus', 'Injectable Solution'],
  ['LEVEMIR', 'insulin detemir', 'Levemir', 'Injectable Solution'],
  ['HumaLOG', 'insulin lispro', 'Humalog', 'Injectable Solution'],
  ['NovoLOG', 'insulin aspart', 'Novolog', 'Injectable Solution'],
  ['SYMBICORT', 'budesonide/formoterol', 'Symbicort', 'Metered Dose Inhaler'],
  ['CRESTOR', 'rosuvastatin calcium', 'Crestor', 'Oral Tablet'],
  ['TOPROL XR', 'metoprolol succinate', 'Toprol-XL', 'Extended Release Oral Tablet'],
  ['JANUVIA', 'sitagliptin', 'Januvia', 'Oral Tablet'],
  ['SITagliptin', 'sitagliptin', null, 'Oral Tablet'],
  ['VICTOZA', 'liraglutide', 'Victoza', 'Pen Injector'],
  ['TRULICITY', 'dulaglutide', 'Trulicity', 'Auto-Injector'],
  ['XALATAN', 'latanoprost', 'Xalatan', 'Ophthalmic Solution'],
  ['EPIPEN', 'epinephrine', 'EpiPen', 'Auto-Injector'],
  ['LIDODERM', 'lidocaine', 'Lidoderm', 'Medicated Patch'],
  ['URSO', 'ursodiol', 'Urso', 'Oral Tablet'],
  ['ELIQUIS', 'apixaban', 'Eliquis', 'Oral Tablet'],
  ['JARDIANCE', 'empagliflozin', 'Jardiance', 'Oral Tablet'],
  ['HUMIRA', 'adalimumab', 'Humira', 'Prefilled Syringe'],
  ['ENBREL', 'etanercept', 'Enbrel', 'Prefilled Syringe'],
  ['FIORICET', 'acetaminophen/butalbital/caffeine', 'Fioricet', 'Oral Capsule'],
];

/** Treatments whose ingredients the source does not give: they show the refusal of what cannot be shown to be uncontrolled. */
export const UNKNOWN: ReadonlyArray<
  readonly [rxcui: string, brandName: string, strength: string, form: string]
> = [
  ['2601746', 'Mounjaro', '10 mg/mL', 'Auto-Injector'],
  ['2398842', 'Ozempic', '1.34 mg/mL', 'Pen Injector'],
  ['1812470', 'Orkambi', '125 mg / 100 mg', 'Oral Tablet'],
];

/** Equipment: no drug, no code in RxNorm; our own words. */
export const EQUIPMENT: ReadonlyArray<readonly [name: string, unitCode: string, therapeuticClass: string]> = [
  ['blood glucose test strip', 'C48538', 'Diabetes supplies'],
  ['ketone urine test strip', 'C48538', 'Diabetes supplies'],
  ['lancet 30 gauge', 'C120263', 'Diabetes supplies'],
  ['lancet 33 gauge', 'C120263', 'Diabetes supplies'],
  ['insulin pen needle 32 gauge 4 mm', 'C120216', 'Diabetes supplies'],
  ['insulin pen needle 31 gauge 8 mm', 'C120216', 'Diabetes supplies'],
  ['insulin syringe 0.5 mL 31 gauge 8 mm', 'C64933', 'Diabetes supplies'],
  ['blood glucose meter', 'C64933', 'Diabetes supplies'],
  ['lancing device', 'C64933', 'Diabetes supplies'],
  ['alcohol prep pad', 'C65032', 'Supplies'],
  ['valved inhaler spacer', 'C64933', 'Respiratory supplies'],
  ['valved inhaler spacer with child mask', 'C64933', 'Respiratory supplies'],
  ['nebulizer compressor', 'C64933', 'Respiratory supplies'],
  ['peak flow meter', 'C64933', 'Respiratory supplies'],
  ['sharps container 1 quart', 'C64933', 'Supplies'],
  ['blood pressure monitor upper arm', 'C64933', 'Cardiovascular supplies'],
];

/** Compounds: ingredients and strength as a pharmacy would be told; prepared to order. */
export const COMPOUNDS: ReadonlyArray<
  readonly [
    name: string,
    ingredients: readonly string[],
    strength: string,
    doseForm: string,
    route: string,
    unitCode: string,
  ]
> = [
  [
    'compounded omeprazole 2 mg/mL oral suspension',
    ['omeprazole'],
    '2 mg/mL',
    'Oral Suspension',
    'oral',
    'C28254',
  ],
  [
    'compounded amlodipine 1 mg/mL oral suspension',
    ['amlodipine'],
    '1 mg/mL',
    'Oral Suspension',
    'oral',
    'C28254',
  ],
  [
    'compounded diphenhydramine 2.5 mg/mL / lidocaine 20 mg/mL / nystatin 20,000 units/mL mouthwash',
    ['diphenhydramine', 'lidocaine', 'nystatin'],
    '2.5 mg/mL / 20 mg/mL / 20,000 units/mL',
    'Mouthwash',
    'oral',
    'C28254',
  ],
  ['compounded ketamine 10% topical cream', ['ketamine'], '10%', 'Topical Cream', 'topical', 'C48155'],
];
