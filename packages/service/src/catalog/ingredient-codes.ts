// Holds the RxNorm codes of common ingredients: facts of the U.S. National Library of Medicine.

/**
 * `name=RxCUI` of ingredients (RxNorm's term type IN), names in lower case as treatments carry them. An ingredient that is not here is not
 * known by code; whoever names one learns so, and its treatments can be named by their own RxCUIs.
 */
const CODES = `acetaminophen=161|allopurinol=519|amitriptyline=704|amlodipine=17767|amoxicillin=723|apixaban=1364430|aripiprazole=89013
aspirin=1191|atenolol=1202|atomoxetine=38400|atorvastatin=83367|azathioprine=1256|budesonide=19831|bupropion=42347|caffeine=1886
carbamazepine=2002|carisoprodol=2101|carvedilol=20352|cefdinir=25037|celecoxib=140587|ciprofloxacin=2551|citalopram=2556|clopidogrel=32968
codeine=2670|cyclosporine=3008|dexamethasone=3264|diazepam=3322|diclofenac=3355|digoxin=3407|diltiazem=3443|dolutegravir=1433868
donepezil=135447|doxycycline=3640|duloxetine=72625|enalapril=3827|enoxaparin=67108|erythromycin=4053|escitalopram=321988
esomeprazole=283742|flecainide=4441|fluoxetine=4493|furosemide=4603|glimepiride=25789|glipizide=4821|glyburide=4815|haloperidol=5093
hydralazine=5470|hydrochlorothiazide=5487|hydrocodone=5489|hydroxychloroquine=5521|ibuprofen=5640|insulin glargine=274783
insulin lispro=86009|ipratropium=7213|albuterol=435|lamotrigine=28439|lansoprazole=17128|latanoprost=43611|levofloxacin=82122
levothyroxine=10582|lidocaine=6387|liraglutide=475968|lisinopril=29046|losartan=52175|mesalamine=52582|metformin=6809|methimazole=6835
methotrexate=6851|methylphenidate=6901|metoclopramide=6915|metoprolol=6918|mirtazapine=15996|modafinil=30125|morphine=7052
moxifloxacin=139462|naloxone=7242|naltrexone=7243|naproxen=7258|nicotine=7407|nitrofurantoin=7454|nitroglycerin=4917|nortriptyline=7531
olanzapine=61381|omeprazole=7646|ondansetron=26225|oxcarbazepine=32624|oxycodone=7804|pantoprazole=40790|paroxetine=32937
penicillin v=7984|phenytoin=8183|pravastatin=42463|propranolol=8787|rabeprazole=114979|ramipril=35296|risperidone=35636
rivaroxaban=1114195|rosuvastatin=301542|salmeterol=36117|semaglutide=1991302|sertraline=36437|sildenafil=136411|simvastatin=36567
spironolactone=9997|tacrolimus=42316|tamoxifen=10324|tamsulosin=77492|telmisartan=73494|terbinafine=37801|timolol=10600|tiotropium=69120
tolterodine=119565|tramadol=10689|triamcinolone=10759|valproate=40254|valsartan=69749|venlafaxine=39786|verapamil=11170|warfarin=11289`;

const NAMES: ReadonlyMap<string, string> = new Map(
  CODES.split(/[|\n]/).map((entry) => {
    const [name = '', code = ''] = entry.split('=');
    return [code, name];
  }),
);

const CODE_OF: ReadonlyMap<string, string> = new Map([...NAMES].map(([code, name]) => [name, code]));

/** The RxCUI of an ingredient by its name in small letters; undefined where it is not known by code. */
export function codeOfIngredient(name: string): string | undefined {
  return CODE_OF.get(name);
}

/** The ingredient with this RxCUI, as treatments name it; undefined where it is not known to be one. */
export function ingredientOf(rxcui: string): string | undefined {
  return NAMES.get(rxcui);
}
