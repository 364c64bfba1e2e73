// The largest usual doses of everyday medicines, in milligrams (of insulin in units): data, read by `dose-ceilings.ts`.

/** Milligrams: the most of a single dose (null: not told apart) and of a day. `weekly`: taken once a week; daily it harms. */
export type Ceiling = readonly [perDose: number | null, perDay: number, weekly?: 'weekly'];

/**
 * By the first word of the ingredient's name: the largest adult dose of any indication that is taken at home, as section 2 (dosage and
 * administration) of the FDA's labels has it, each with what it is given for, so that what is above it is a slip or has a reason. Rows with
 * `Seen:` were held against that label, or against what was published of it, on 2026-11-29; the others are our own knowledge of labels on
 * 2026-11-28, and nobody has looked them up (see NOTICE). It says nothing of children, kidneys or other drugs, and what is missing here is
 * not checked.
 */
export const CEILINGS: Readonly<Record<string, Ceiling>> = {
  // Labels for pain and fever.
  acetaminophen: [1_000, 4_000],
  // 70 once a week; 40 daily for Paget disease.
  alendronate: [70, 40],
  // Enlarged prostate, extended release.
  alfuzosin: [10, 10],
  // Gout; more than 300 is divided.
  allopurinol: [300, 800],
  // Loading; 400 is the usual maintenance. Seen: Pacerone, section 2.
  amiodarone: [null, 1_600],
  // High blood pressure.
  amlodipine: [10, 10],
  // Before dental procedures; with clavulanate, extended release, 2,000 twice daily.
  amoxicillin: [2_000, 4_000],
  // Breast cancer.
  anastrozole: [1, 1],
  // First week of a thrombosis.
  apixaban: [10, 20],
  // Schizophrenia.
  aripiprazole: [30, 30],
  // Angina.
  atenolol: [200, 200],
  // High cholesterol.
  atorvastatin: [80, 80],
  // One dose for gonorrhea; what goes on is in COURSES. Seen: Zithromax, section 2.
  azithromycin: [2_000, 2_000],
  // Spasticity, 20 four times daily.
  baclofen: [20, 80],
  // High blood pressure.
  benazepril: [80, 80],
  // High blood pressure.
  bisoprolol: [20, 20],
  // Schizophrenia.
  brexpiprazole: [4, 4],
  // Edema.
  bumetanide: [null, 10],
  // Hydrochloride; seizures above it.
  bupropion: [450, 450],
  // Anxiety.
  buspirone: [30, 60],
  // Diabetes.
  canagliflozin: [300, 300],
  // High blood pressure, heart failure.
  candesartan: [32, 32],
  // Epilepsy, trigeminal neuralgia; the label's 1,600 in rare instances needs a reason. Seen: Tegretol, dosage and administration, as Drugs.com has it.
  carbamazepine: [null, 1_200],
  // Heart failure above 85 kg.
  carvedilol: [50, 100],
  // Throat and sinuses. Seen: cefdinir, dosage and administration.
  cefdinir: [600, 600],
  // First day of acute pain: 400, then 200.
  celecoxib: [400, 600],
  // Severe infections. Seen: cephalexin, dosage and administration.
  cephalexin: [1_000, 4_000],
  // Allergies.
  cetirizine: [10, 10],
  // 750 twice daily; 1,000 extended release.
  ciprofloxacin: [1_000, 1_500],
  // Depression; heart rhythm above it.
  citalopram: [40, 40],
  // High blood pressure. Seen: clonidine hydrochloride tablets, dosage and administration.
  clonidine: [null, 2.4],
  // Loading dose; 75 is in COURSES. 600 before a stent needs a reason. Seen: table after Plavix, J Am Board Fam Med.
  clopidogrel: [300, 300],
  // Schizophrenia. Seen: Clozaril, section 2.2.
  clozapine: [null, 900],
  // Gout flare; familial Mediterranean fever. Seen: Colcrys, section 2.
  colchicine: [1.2, 2.4],
  // Muscle spasm, 10 three times daily.
  cyclobenzaprine: [10, 30],
  // 220 after hip replacement; 150 twice daily.
  dabigatran: [220, 300],
  // Diabetes, heart failure.
  dapagliflozin: [10, 10],
  // Allergies.
  desloratadine: [5, 5],
  // Largest maintenance dose; loading needs a reason. Seen: Lanoxin tablets, table of maintenance doses.
  digoxin: [0.5, 0.5],
  // Alzheimer disease.
  donepezil: [23, 23],
  // High blood pressure.
  doxazosin: [16, 16],
  // Syphilis.
  doxycycline: [200, 300],
  // Depression, pain.
  duloxetine: [120, 120],
  // Diabetes.
  empagliflozin: [25, 25],
  // High blood pressure, heart failure.
  enalapril: [40, 40],
  // Depression.
  escitalopram: [20, 20],
  // High cholesterol.
  ezetimibe: [10, 10],
  // Gout.
  febuxostat: [80, 80],
  // Allergies.
  fexofenadine: [180, 180],
  // Enlarged prostate.
  finasteride: [5, 5],
  // Sustained ventricular tachycardia, every twelve hours; 300 a day for others, one dose of 300 by itself needs a reason. Seen of others: flecainide tablets, dosage and administration; 400: quoted of it.
  flecainide: [200, 400],
  // Cryptococcal meningitis.
  fluconazole: [400, 400],
  // Bulimia; 90 once a week.
  fluoxetine: [90, 80],
  // High blood pressure.
  fosinopril: [80, 80],
  // Severe edema.
  furosemide: [null, 600],
  // Epilepsy, three times daily.
  gabapentin: [1_200, 3_600],
  // Diabetes.
  glimepiride: [8, 8],
  // Diabetes.
  glipizide: [40, 40],
  // Diabetes.
  glyburide: [20, 20],
  // Severe psychosis.
  haloperidol: [null, 100],
  // High blood pressure.
  hydralazine: [100, 300],
  // First day of malaria: 800, then 400; what goes on is in COURSES. Seen: Plaquenil, dosage and administration.
  hydroxychloroquine: [800, 1_200],
  // Anxiety, four times daily.
  hydroxyzine: [100, 400],
  // Arthritis.
  ibuprofen: [800, 3_200],
  // High blood pressure.
  irbesartan: [300, 300],
  // Tablets after injections, five days in all. Seen: ketorolac tablets, dosage and administration.
  ketorolac: [20, 40],
  // Epilepsy beside inducers of its breakdown, in two doses; 700 there, and 600 extended release, need a reason. Seen: what MIMS and others quote of Lamictal's label, section 2.2.
  lamotrigine: [null, 500],
  // Breast cancer.
  letrozole: [2.5, 2.5],
  // Epilepsy.
  levetiracetam: [null, 3_000],
  // Allergies.
  levocetirizine: [5, 5],
  // Pneumonia.
  levofloxacin: [750, 750],
  // More than 0.2 is seldom needed, and more than 0.3 rarely. Seen: Synthroid, section 2.
  levothyroxine: [0.3, 0.3],
  // Diabetes.
  linagliptin: [5, 5],
  // High blood pressure; no greater effect above 40. Seen: lisinopril tablets, dosage and administration.
  lisinopril: [80, 80],
  // Acute mania. Seen: lithium carbonate extended-release tablets, dosage and administration.
  lithium: [null, 1_800],
  // Allergies.
  loratadine: [10, 10],
  // High blood pressure.
  losartan: [100, 100],
  // High cholesterol.
  lovastatin: [80, 80],
  // Schizophrenia.
  lurasidone: [160, 160],
  // Arthritis.
  meloxicam: [15, 15],
  // Alzheimer disease, extended release.
  memantine: [28, 28],
  // 850 three times daily; 2,500 extended release (Fortamet). Seen, of generic extended release only: 2,000 (section 2.1).
  metformin: [2_500, 2_550],
  // Severe hyperthyroidism. Seen: methimazole tablets, dosage and administration.
  methimazole: [null, 60],
  // Weekly, psoriasis. Seen: methotrexate tablets of 2024-06, section 2, and 10 to 25 a week in what was published of it.
  methotrexate: [25, 3.6, 'weekly'],
  // Reflux, 15 four times daily.
  metoclopramide: [20, 60],
  // High blood pressure; 400 extended release.
  metoprolol: [400, 450],
  // One dose for trichomonas; 4 g in 24 hours.
  metronidazole: [2_000, 4_000],
  // Overactive bladder.
  mirabegron: [50, 50],
  // Depression.
  mirtazapine: [45, 45],
  // Asthma.
  montelukast: [10, 10],
  // High blood pressure.
  nadolol: [320, 320],
  // Arthritis, for a limited time.
  naproxen: [1_000, 1_500],
  // Diabetes, three times daily.
  nateglinide: [120, 360],
  // High blood pressure.
  nebivolol: [40, 40],
  // Macrocrystals, four times daily.
  nitrofurantoin: [100, 400],
  // Schizophrenia.
  olanzapine: [20, 20],
  // High blood pressure.
  olmesartan: [40, 40],
  // One dose before chemotherapy.
  ondansetron: [24, 24],
  // Overactive bladder, extended release.
  oxybutynin: [30, 30],
  // Obsessive-compulsive disorder.
  paroxetine: [60, 60],
  // Two capsules three times daily. Seen: Dilantin capsules, section 2.1.
  phenytoin: [null, 600],
  // Diabetes.
  pioglitazone: [45, 45],
  // High cholesterol.
  pitavastatin: [4, 4],
  // Parkinson disease.
  pramipexole: [4.5, 4.5],
  // Loading dose; what goes on is in COURSES. Seen: table after Effient, J Am Board Fam Med.
  prasugrel: [60, 60],
  // High cholesterol.
  pravastatin: [80, 80],
  // Relapse of multiple sclerosis. Seen: prednisone tablets, dosage and administration.
  prednisolone: [200, 200],
  // Relapse of multiple sclerosis. Seen: prednisone tablets, dosage and administration.
  prednisone: [200, 200],
  // High blood pressure.
  propranolol: [null, 640],
  // Schizophrenia.
  quetiapine: [800, 800],
  // High blood pressure.
  quinapril: [80, 80],
  // Osteoporosis.
  raloxifene: [60, 60],
  // High blood pressure.
  ramipril: [20, 20],
  // Diabetes, with each of four meals.
  repaglinide: [4, 16],
  // 150 once a month; 30 daily for Paget disease.
  risedronate: [150, 30],
  // Schizophrenia.
  risperidone: [16, 16],
  // First three weeks of a thrombosis.
  rivaroxaban: [20, 30],
  // Parkinson disease.
  ropinirole: [24, 24],
  // High cholesterol.
  rosuvastatin: [40, 40],
  // Diabetes.
  saxagliptin: [5, 5],
  // Depression.
  sertraline: [200, 200],
  // Erectile dysfunction; 20 three times daily for pulmonary hypertension, and what is more needs a reason.
  sildenafil: [100, 100],
  // 80 only for who has taken it for a year.
  simvastatin: [40, 40],
  // Diabetes.
  sitagliptin: [100, 100],
  // Overactive bladder.
  solifenacin: [10, 10],
  // Ventricular arrhythmias, in two or three doses; 480 to 640 of the refractory needs a reason. The largest tablet is 240. Seen: what The Cardiology Advisor publishes of Betapace, dosage.
  sotalol: [240, 320],
  // Primary hyperaldosteronism.
  spironolactone: [400, 400],
  // Pulmonary hypertension.
  tadalafil: [40, 40],
  // Enlarged prostate.
  tamsulosin: [0.8, 0.8],
  // High blood pressure.
  telmisartan: [80, 80],
  // High blood pressure.
  terazosin: [20, 20],
  // Nail fungus.
  terbinafine: [250, 250],
  // Loading dose, and 90 twelve hours later; what goes on is in COURSES. Seen: Brilinta, section 2.2.
  ticagrelor: [180, 270],
  // Spasticity, three doses in 24 hours.
  tizanidine: [16, 36],
  // Overactive bladder.
  tolterodine: [4, 4],
  // Epilepsy.
  topiramate: [null, 400],
  // Edema of kidney failure.
  torsemide: [200, 200],
  // High blood pressure.
  trandolapril: [8, 8],
  // Depression outside hospitals.
  trazodone: [400, 400],
  // Cold sores, 2 g twice on one day; what goes on is in COURSES. Seen: Valtrex, section 2.1.
  valacyclovir: [2_000, 4_000],
  // High blood pressure.
  valsartan: [320, 320],
  // Erectile dysfunction.
  vardenafil: [20, 20],
  // Smoking.
  varenicline: [1, 2],
  // Depression; 225 extended release.
  venlafaxine: [225, 375],
  // Depression.
  vilazodone: [40, 40],
  // Depression.
  vortioxetine: [20, 20],
  // Typical maintenance is 2 to 10; more has a reason. Seen: Coumadin, section 2.
  warfarin: [10, 10],
};

/**
 * What is injected under the skin or into the muscle at home, by the first word of the name: as above, and of insulin in units. No label bounds insulin; what
 * is above these is a slip more often than it is meant, so that it is asked and never refused. Labels are our own knowledge where no `Seen:` stands.
 */
export const CEILINGS_INJECTED: Readonly<Record<string, Ceiling>> = {
  // Diabetes. Trulicity, section 2.
  dulaglutide: [4.5, 4.5, 'weekly'],
  // A dose: what a syringe for 100 units/mL holds. A day: above it a label (Humulin R U-500, section 1) knows its own insulin. Seen: that label.
  insulin: [100, 200],
  // Weight; 1.8 for diabetes. Saxenda, section 2.
  liraglutide: [3, 3],
  // Arthritis, psoriasis. Otrexup, section 2.
  methotrexate: [25, 25, 'weekly'],
  // Weight; 2 for diabetes. Wegovy, section 2.
  semaglutide: [2.4, 2.4, 'weekly'],
  // Diabetes, weight. Mounjaro, section 2.
  tirzepatide: [15, 15, 'weekly'],
};

/**
 * Children: milligrams per kilogram of body weight, the most of a single dose (null: not told apart) and of a day, as the labels have it for any
 * indication, each with the label that was seen on 2026-11-29. Medicines whose label goes by age (cetirizine, ondansetron) are none of these.
 */
export const CEILINGS_PER_KILOGRAM: Readonly<Record<string, Ceiling>> = {
  // From two years on; younger ones stand below. Seen: Ofirmev (the same by mouth), section 2.3.
  acetaminophen: [15, 75],
  // Once before dental procedures, or once daily for the throat (guidelines, not looked up); ears. Seen: Augmentin ES-600, section 2.
  amoxicillin: [50, 90],
  // One dose for ears; what goes on is in COURSES. Seen: Zithromax, section 2.2.
  azithromycin: [30, 30],
  // Ears, once daily. Seen: cefdinir for oral suspension, dosage and administration.
  cefdinir: [14, 14],
  // Ears, four times daily. Seen: cephalexin for oral suspension, dosage and administration.
  cephalexin: [null, 100],
  // Fever and pain, four times daily. Seen: what Micromedex publishes of the suspension's label.
  ibuprofen: [10, 40],
  // Asthma; nephrotic syndrome goes by body surface and may need a reason. Seen: prednisolone sodium phosphate, dosage and administration.
  prednisolone: [2, 2],
  prednisone: [2, 2],
};

/** The youngest, as above, in place of the row above: before so many days of life, the youngest first. What has no row here is held against that one. */
export const CEILINGS_PER_KILOGRAM_YOUNG: Readonly<
  Record<string, ReadonlyArray<readonly [beforeDays: number, ceiling: Ceiling]>>
> = {
  // First four weeks, every six hours; then to the second birthday. Seen: Ofirmev (fever), section 2.4, as it is quoted.
  acetaminophen: [
    [29, [12.5, 50]],
    [731, [15, 60]],
  ],
  // First twelve weeks, every twelve hours: kidneys. Seen: amoxicillin, dosage of neonates and infants up to 12 weeks, as it is quoted.
  amoxicillin: [[85, [15, 30]]],
};

/**
 * What of a medicine is given once, or on one day, and less from then on: the most of a single dose and of a day where the directions go on for
 * more than a day. `loading`: a first step of one day may be as large as what is given once. Labels as above.
 */
export const COURSES: Readonly<
  Record<string, { readonly adults?: Ceiling; readonly perKilogram?: Ceiling; readonly loading?: true }>
> = {
  // 1,200 once a week, 600 daily (mycobacteria); children 12 on five days, or 10 and then 5. Seen: Zithromax, sections 2.1 and 2.2, and of 600 mg.
  azithromycin: { adults: [1_200, 600], perKilogram: [12, 12] },
  // Here and below, seen: table after Plavix, Effient and Brilinta, J Am Board Fam Med.
  clopidogrel: { adults: [75, 75], loading: true },
  // Rheumatoid arthritis at first; 800 is for the first dose of malaria, which a step of one day may be. Seen: Plaquenil, dosage and administration.
  hydroxychloroquine: { adults: [600, 600], loading: true },
  prasugrel: { adults: [10, 10], loading: true },
  ticagrelor: { adults: [90, 180], loading: true },
  // Shingles, three times daily. Seen: Valtrex, section 2.1.
  valacyclovir: { adults: [1_000, 3_000] },
};

/** Salts and releases that have another largest dose, by the strengths in which only they are sold. */
export const CEILINGS_BY_STRENGTH: Readonly<Record<string, Readonly<Record<string, Ceiling>>>> = {
  // Extended release, two every eight hours. Seen: Tylenol 8 HR, directions.
  acetaminophen: { '650 mg': [1_300, 3_900] },
  // Hydrobromide.
  bupropion: { '174 mg': [522, 522], '348 mg': [522, 522], '522 mg': [522, 522] },
  // Extended release.
  carvedilol: { '10 mg': [80, 80], '20 mg': [80, 80], '40 mg': [80, 80], '80 mg': [80, 80] },
  // What a pen gives at once: 160 of Tresiba and Toujeo Max, 300 of Humulin R U-500 (seen: Lilly's answer on its pen), which is given up to three times daily.
  insulin: { '200 units/mL': [160, 200], '300 units/mL': [160, 200], '500 units/mL': [300, 900] },
  cyclobenzaprine: { '15 mg': [30, 30], '30 mg': [30, 30] },
  paroxetine: { '12.5 mg': [75, 75], '25 mg': [75, 75], '37.5 mg': [75, 75] },
  venlafaxine: { '112.5 mg': [225, 225], '150 mg': [225, 225], '225 mg': [225, 225] },
};
