// Owns the sandbox's small set of interactions, allergens and classes: facts that labels of drugs state, chosen so that every kind of finding occurs. Never for care.

/** A row of a public file, by column name. */
type Row = Readonly<Record<string, string>>;

/** Shown beside what is found. */
export const SCREENING_ORIGIN = { source: 'Sandbox selection of FDA labels', datedOn: '2026-11-20' } as const;

/** Contraindicated, or warned of in a box: the drug on the left with each on the right. */
const CRITICAL: Readonly<Record<string, string>> = {
  sildenafil: 'nitroglycerin, isosorbide',
  tadalafil: 'nitroglycerin, isosorbide',
  simvastatin: 'ketoconazole, erythromycin, gemfibrozil, cyclosporine',
  lovastatin: 'ketoconazole, erythromycin',
  methotrexate: 'trimethoprim',
  tizanidine: 'ciprofloxacin',
  warfarin: 'sulfamethoxazole, metronidazole, fluconazole',
  sacubitril: 'lisinopril, enalapril, ramipril, benazepril, quinapril',
  azathioprine: 'febuxostat, allopurinol',
  ziprasidone: 'ondansetron, moxifloxacin',
  quetiapine: 'ketoconazole',
  colchicine: 'ketoconazole, cyclosporine',
  linezolid: 'sertraline, fluoxetine, paroxetine, citalopram, escitalopram, venlafaxine',
};

/** Warned of: to be watched. */
const SIGNIFICANT: Readonly<Record<string, string>> = {
  warfarin: 'ibuprofen, naproxen, aspirin, amiodarone, levothyroxine',
  lisinopril: 'spironolactone, potassium chloride, ibuprofen, naproxen',
  losartan: 'spironolactone, potassium chloride',
  digoxin: 'amiodarone, verapamil',
  clopidogrel: 'omeprazole, esomeprazole',
  tramadol: 'sertraline, fluoxetine, paroxetine',
  methotrexate: 'ibuprofen, naproxen',
  lithium: 'lisinopril, ibuprofen, hydrochlorothiazide',
  metoprolol: 'verapamil, diltiazem',
};

function pairs(groups: Readonly<Record<string, string>>, severity: string): readonly Row[] {
  return Object.entries(groups).flatMap(([first, others]) =>
    others.split(', ').map((second) => ({ drug_a: first, drug_b: second, severity })),
  );
}

function allergen(name: string, synonyms: string, ingredients: string, classes = ''): Row {
  return { allergen: name, synonyms, ingredients, va_classes: classes };
}

const FOODS = ['Peanuts', 'Shellfish', 'Eggs', 'Milk', 'Latex', 'Bee stings', 'Pollen', 'Dust mites'];

/** What the sandbox imports to screen by, by file. */
export const screeningFiles: Readonly<Record<'interactions' | 'allergens' | 'classes', readonly Row[]>> = {
  interactions: [...pairs(CRITICAL, 'Critical'), ...pairs(SIGNIFICANT, 'Significant')],
  allergens: [
    allergen(
      'Penicillins',
      'penicillin|penicillin allergy|penicilina|PCN',
      'amoxicillin|ampicillin|penicillin v|penicillin g|dicloxacillin|piperacillin',
    ),
    allergen('Cephalosporins', 'cephalosporin', 'cephalexin|cefadroxil|cefdinir|cefuroxime|ceftriaxone'),
    allergen(
      'Sulfa drugs',
      'sulfa|sulfas|sulfonamides|sulfonamide antibiotics',
      'sulfamethoxazole|sulfadiazine',
    ),
    allergen('Macrolides', 'macrolide', 'azithromycin|erythromycin|clarithromycin'),
    allergen('Statins', 'statin', 'atorvastatin|lovastatin|pravastatin|rosuvastatin|simvastatin'),
    allergen('Nonsteroidal anti-inflammatory', "NSAIDs|NSAID|NSAID's", 'aspirin|ketorolac', 'MS102'),
    allergen('Aspirin', 'ASA|acetylsalicylic acid', 'aspirin', 'MS102'),
    allergen('ACE inhibitors', 'ACE inhibitor', 'lisinopril', 'CV800'),
    allergen('Opioids', 'opioid|opiates', 'codeine|morphine|tramadol|oxycodone|hydrocodone', 'CN101'),
    ...FOODS.map((name) => allergen(name, '', '')),
  ],
  classes: [
    { va_class: 'MS102', name: 'NONSALICYLATE NSAIS,ANTIRHEUMATIC' },
    { va_class: 'CV800', name: 'ACE INHIBITORS' },
    { va_class: 'CN101', name: 'OPIOID ANALGESICS' },
  ],
};
