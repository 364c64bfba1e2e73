// Holds which medicines are prescribed most in the United States, and in which form where that is no tablet: it orders what a search finds.

/**
 * 349 medicines by their ingredients as RxTerms names them, the commonest first. The order is our own, after the public lists of the most
 * prescribed drugs (Medical Expenditure Panel Survey, as of 2022); it decides nothing but the order of hits.
 */
const MOST_PRESCRIBED = `atorvastatin|metformin|levothyroxine|lisinopril|amlodipine|metoprolol|albuterol|losartan|gabapentin|omeprazole|sertraline
rosuvastatin|pantoprazole|escitalopram|amphetamine/dextroamphetamine|hydrochlorothiazide|bupropion|fluoxetine|semaglutide
montelukast|trazodone|simvastatin|amoxicillin|tamsulosin|acetaminophen/hydrocodone|fluticasone|meloxicam|apixaban|furosemide
insulin glargine|duloxetine|ibuprofen|famotidine|empagliflozin|carvedilol|tramadol|alprazolam|prednisone|hydroxyzine|buspirone
clopidogrel|glipizide|citalopram|potassium chloride|allopurinol|aspirin|cyclobenzaprine|ergocalciferol|oxycodone|methylphenidate
venlafaxine|spironolactone|ondansetron|zolpidem|cetirizine|estradiol|pravastatin|hydrochlorothiazide/lisinopril|lamotrigine
quetiapine|fluticasone/salmeterol|clonazepam|dulaglutide|azithromycin|hydrochlorothiazide/losartan|amoxicillin/clavulanate
latanoprost|cholecalciferol|propranolol|ezetimibe|topiramate|paroxetine|diclofenac|budesonide/formoterol|atenolol
lisdexamfetamine|doxycycline|pregabalin|glimepiride|tizanidine|clonidine|fenofibrate|insulin lispro|valsartan|cephalexin
baclofen|rivaroxaban|ferrous sulfate|amitriptyline|finasteride|acetaminophen/oxycodone|folic acid|dapagliflozin|aripiprazole
olmesartan|valacyclovir|mirtazapine|lorazepam|levetiracetam|insulin aspart|naproxen|vitamin b12|loratadine|diltiazem|sumatriptan
triamcinolone|hydralazine|tirzepatide|celecoxib|acetaminophen|alendronate|oxybutynin|warfarin|progesterone|testosterone
nifedipine|methocarbamol|benzonatate|sitagliptin|chlorthalidone|donepezil|dexmethylphenidate|clobetasol|methotrexate|lovastatin
pioglitazone|irbesartan|methylprednisolone|norethindrone|meclizine|ketoconazole|thyroid|azelastine|nitrofurantoin|adalimumab
memantine|prednisolone|esomeprazole|docusate|clindamycin|acyclovir|sulfamethoxazole/trimethoprim|ciprofloxacin|isosorbide
guanfacine|famciclovir|mupirocin|hydrocortisone|tiotropium|nystatin|ipratropium|nortriptyline|liraglutide|metronidazole
sildenafil|tadalafil|fluconazole|hydroxychloroquine|phentermine|labetalol|ropinirole|bisoprolol|ramipril|carbidopa/levodopa
torsemide|telmisartan|desvenlafaxine|prazosin|insulin degludec|promethazine|polyethylene glycol 3350
ethinyl estradiol/norethindrone|ethinyl estradiol/norgestimate|ethinyl estradiol/levonorgestrel|drospirenone/ethinyl estradiol
desogestrel/ethinyl estradiol|medroxyprogesterone|verapamil|benazepril|amlodipine/benazepril|hydrochlorothiazide/triamterene
mesalamine|doxazosin|olanzapine|ziprasidone|risperidone|valproate|lithium carbonate|oxcarbazepine|temazepam|diazepam
buprenorphine/naloxone|morphine|rizatriptan|methimazole|liothyronine|digoxin|amiodarone|linagliptin|sacubitril/valsartan
nebivolol|colchicine|febuxostat|timolol|brimonidine|dorzolamide/timolol|bimatoprost|travoprost|olopatadine|cromolyn|budesonide
beclomethasone|mometasone|fluticasone/vilanterol|umeclidinium/vilanterol|fluticasone/umeclidinium/vilanterol|levocetirizine
fexofenadine|diphenhydramine|guaifenesin|dextromethorphan/promethazine|brompheniramine/dextromethorphan/pseudoephedrine
penicillin v|cefdinir|cefuroxime|cefadroxil|levofloxacin|moxifloxacin|erythromycin|minocycline|terbinafine|clotrimazole
permethrin|ivermectin|oseltamivir|nirmatrelvir/ritonavir|tretinoin|adapalene|benzoyl peroxide/clindamycin|spinosad|erenumab
ubrogepant|rimegepant|ticagrelor|prasugrel|dabigatran|enoxaparin|gemfibrozil|niacin|omega 3 ethyl esters|icosapent ethyl
insulin isophane human|insulin regular human|insulin detemir|glyburide|canagliflozin|saxagliptin|metformin/sitagliptin
epinephrine|naloxone|nitroglycerin|ranolazine|hydrochlorothiazide/valsartan|candesartan|enalapril|quinapril|fosinopril|captopril
felodipine|bumetanide|metolazone|tolterodine|solifenacin|mirabegron|dutasteride|vardenafil|raloxifene|ibandronate|risedronate
anastrozole|letrozole|tamoxifen|exemestane|varenicline|nicotine|naltrexone|disulfiram|acamprosate|atomoxetine|modafinil
armodafinil|eszopiclone|melatonin|doxepin|fluvoxamine|lurasidone|haloperidol|benztropine|primidone|phenytoin|carbamazepine
zonisamide|lacosamide|pramipexole|dicyclomine|hyoscyamine|metoclopramide|prochlorperazine|lansoprazole|rabeprazole|sucralfate
lactulose|sennosides, usp|bisacodyl|loperamide|ursodeoxycholate|fluocinonide|desonide|betamethasone|betamethasone/clotrimazole
calcipotriene|tacrolimus|silver sulfadiazine|imiquimod|lidocaine|ketorolac|indomethacin|etodolac|nabumetone|carisoprodol
metaxalone|acetaminophen/codeine|tapentadol|azathioprine|mycophenolate|cyclosporine|leflunomide|sulfasalazine|etanercept
apremilast|tofacitinib|emtricitabine/tenofovir|dolutegravir|bictegravir/emtricitabine/tenofovir|fludrocortisone|dexamethasone
desmopressin|cabergoline|hydrochlorothiazide/spironolactone`;

/** The form that people mean first, where it is neither tablet nor capsule, or where there are both. */
const USUAL_FORMS = `albuterol=Metered Dose Inhaler|fluticasone=Metered Dose Nasal Spray|gabapentin=Oral Capsule|fluoxetine=Oral Capsule
cephalexin=Oral Capsule|amoxicillin=Oral Capsule|doxycycline=Oral Capsule|hydroxyzine=Oral Tablet|bupropion=Extended Release Oral Tablet
venlafaxine=Extended Release Oral Capsule|triamcinolone=Topical Cream|hydrocortisone=Topical Cream|clobetasol=Topical Cream
mupirocin=Topical Ointment|ketoconazole=Topical Cream|nystatin=Oral Suspension|timolol=Ophthalmic Solution|azelastine=Metered Dose Nasal Spray
budesonide=Inhalation Suspension|mometasone=Metered Dose Nasal Spray|insulin glargine=Pen Injector|insulin lispro=Pen Injector
insulin aspart=Pen Injector|insulin degludec=Pen Injector|semaglutide=Pen Injector|liraglutide=Pen Injector|ipratropium=Metered Dose Inhaler
brimonidine=Ophthalmic Solution|olopatadine=Ophthalmic Solution|clonidine=Oral Tablet|lidocaine=Medicated Patch|potassium chloride=Extended Release Oral Tablet
naloxone=Nasal Spray|epinephrine=Auto-Injector|tretinoin=Topical Cream|clotrimazole=Topical Cream|nitroglycerin=Sublingual Tablet
tacrolimus=Oral Capsule|diltiazem=Extended Release Oral Capsule|propranolol=Oral Tablet|isosorbide=Extended Release Oral Tablet
nifedipine=Extended Release Oral Tablet|lithium carbonate=Oral Capsule|phenytoin=Extended Release Oral Capsule|medroxyprogesterone=Oral Tablet
ergocalciferol=Oral Capsule|diclofenac=Delayed Release Oral Tablet|niacin=Extended Release Oral Tablet|clindamycin=Oral Capsule|topiramate=Oral Tablet
vitamin b12=Injectable Solution|erythromycin=Ophthalmic Ointment|tobramycin=Ophthalmic Solution|ciprofloxacin=Oral Tablet|estradiol=Oral Tablet
levothyroxine=Oral Tablet|sertraline=Oral Tablet|meloxicam=Oral Tablet|citalopram=Oral Tablet|cetirizine=Oral Tablet|ibuprofen=Oral Tablet
lansoprazole=Delayed Release Oral Capsule|esomeprazole=Delayed Release Oral Capsule|omeprazole=Delayed Release Oral Capsule|acetaminophen=Oral Tablet
tizanidine=Oral Tablet|insulin, human regular=Pen Injector|prednisolone=Oral Solution`;

/** What ranks behind all that are on the list. */
const UNRANKED = 1_000;

const RANKS: ReadonlyMap<string, number> = new Map(
  MOST_PRESCRIBED.split(/[|\n]/).map((name, index) => [name, index]),
);
const FORMS: ReadonlyMap<string, string> = new Map(
  USUAL_FORMS.split(/[|\n]/).map((entry) => {
    const [name = '', form = ''] = entry.split('=');
    return [name, form];
  }),
);

/** How common a medicine is, 0 for the commonest; the same for all that are not on the list. */
export function useRank(ingredients: readonly string[]): number {
  return RANKS.get(ingredients.toSorted().join('/')) ?? UNRANKED;
}

/** Which form people mean first: 0 for that one, 1 for other tablets, 3 for injections, which are rarely meant without a word for them, 2 for what is left. */
export function formRank(ingredients: readonly string[], doseForm: string): number {
  const usual = FORMS.get(ingredients.toSorted().join('/'));
  const first = usual === undefined ? /^Oral (?:Tablet|Capsule)$/.test(doseForm) : usual === doseForm;
  if (first) return 0;
  if (doseForm.startsWith('Inject') || doseForm === 'Prefilled Syringe') return 3;
  return doseForm.endsWith('Tablet') ? 1 : 2;
}
