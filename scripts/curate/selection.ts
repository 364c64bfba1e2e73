// Holds which treatments the sandbox offers: chosen by us among the most prescribed outpatient drugs of the United States.

/** Short names for RxNorm dose forms. Several forms behind one name are alternatives that the source uses for the same thing. */
export const FORMS: Readonly<Record<string, readonly string[]>> = {
  T: ['Oral Tablet'],
  C: ['Oral Capsule'],
  ER: ['Extended Release Oral Tablet'],
  ERC: ['Extended Release Oral Capsule'],
  DR: ['Delayed Release Oral Tablet'],
  DRC: ['Delayed Release Oral Capsule'],
  CH: ['Chewable Tablet'],
  ODT: ['Disintegrating Oral Tablet'],
  SL: ['Sublingual Tablet'],
  SOL: ['Oral Solution'],
  SUS: ['Oral Suspension', 'Powder for Oral Suspension'],
  POW: ['Powder for Oral Solution', 'Oral Powder'],
  CR: ['Topical Cream'],
  OI: ['Topical Ointment'],
  GEL: ['Topical Gel'],
  LOT: ['Topical Lotion'],
  TS: ['Topical Solution'],
  FOAM: ['Topical Foam'],
  SH: ['Medicated Shampoo'],
  PATCH: ['Transdermal System', 'Medicated Patch'],
  OPS: ['Ophthalmic Solution'],
  OPSU: ['Ophthalmic Suspension'],
  OPO: ['Ophthalmic Ointment'],
  OT: ['Otic Solution'],
  OTS: ['Otic Suspension'],
  NS: ['Metered Dose Nasal Spray', 'Nasal Spray'],
  MDI: ['Metered Dose Inhaler'],
  DPI: ['Dry Powder Inhaler'],
  IS: ['Inhalation Spray'],
  NEB: ['Inhalation Solution', 'Inhalation Suspension'],
  PEN: ['Pen Injector', 'Auto-Injector'],
  SYR: ['Prefilled Syringe'],
  INJ: ['Injection', 'Injectable Solution', 'Injectable Suspension'],
  SUP: ['Rectal Suppository'],
  VC: ['Vaginal Cream'],
  VI: ['Vaginal Insert'],
  VS: ['Vaginal System'],
  MW: ['Mouthwash'],
};

/**
 * One line a treatment: name as prescribers write it, `=` its ingredients in the source where they differ, then the forms,
 * each with the strengths wanted in brackets (all of them without).
 */
export const SELECTION = `
lisinopril: T SOL
atorvastatin calcium=atorvastatin: T
levothyroxine sodium=levothyroxine: T
metformin hydrochloride=metformin: T ER SOL
amlodipine besylate=amlodipine: T
metoprolol tartrate=metoprolol: T[25 mg;50 mg;100 mg]
losartan potassium=losartan: T
omeprazole: DRC[10 mg;20 mg;40 mg]
simvastatin: T
pravastatin sodium=pravastatin: T
lovastatin: T
ezetimibe: T
fenofibrate: T[48 mg;54 mg;145 mg;160 mg] C[67 mg;134 mg;200 mg]
gemfibrozil: T
hydrochlorothiazide: T[25 mg;50 mg] C
chlorthalidone: T[25 mg;50 mg]
furosemide: T SOL
torsemide: T
bumetanide: T
spironolactone: T
indapamide: T
carvedilol: T
atenolol: T
bisoprolol fumarate=bisoprolol: T
propranolol hydrochloride=propranolol: T ERC SOL
nebivolol: T
labetalol hydrochloride=labetalol: T
enalapril maleate=enalapril: T
benazepril hydrochloride=benazepril: T
ramipril: C
quinapril: T
valsartan: T
irbesartan: T
olmesartan medoxomil=olmesartan: T
telmisartan: T
candesartan cilexetil=candesartan: T
nifedipine: ER
diltiazem hydrochloride=diltiazem: T[30 mg;60 mg;90 mg;120 mg] ERC[120 mg;180 mg;240 mg]
verapamil hydrochloride=verapamil: T ER
felodipine: ER
hydralazine hydrochloride=hydralazine: T
clonidine hydrochloride=clonidine: T
isosorbide mononitrate=isosorbide: T ER
nitroglycerin: SL PATCH
digoxin: T[0.125 mg;0.25 mg]
amiodarone hydrochloride=amiodarone: T[200 mg;400 mg]
flecainide acetate=flecainide: T
warfarin sodium=warfarin: T
apixaban: T
rivaroxaban: T
dabigatran etexilate=dabigatran: C
clopidogrel: T
ticagrelor: T
prasugrel: T
potassium chloride: ER[8 meq;10 meq;15 meq;20 meq] ERC SOL
hydrochlorothiazide/lisinopril: T
hydrochlorothiazide/losartan: T
hydrochlorothiazide/triamterene: T C
amlodipine/benazepril: C
hydrochlorothiazide/valsartan: T
bisoprolol/hydrochlorothiazide: T
sacubitril/valsartan: T
glipizide: T ER
glimepiride: T[1 mg;2 mg;4 mg]
glyburide: T[1.25 mg;2.5 mg;5 mg]
pioglitazone: T
linagliptin: T
empagliflozin: T
dapagliflozin: T
canagliflozin: T
dulaglutide: PEN
semaglutide: PEN T
alendronate sodium=alendronate: T
risedronate sodium=risedronate: T
raloxifene hydrochloride=raloxifene: T
allopurinol: T
febuxostat: T
colchicine: T C
prednisone: T SOL
methylprednisolone: T
prednisolone: SOL ODT
dexamethasone: T
hydrocortisone: T CR OI LOT SUP
fludrocortisone acetate=fludrocortisone: T
methimazole: T
liothyronine sodium=liothyronine: T
estradiol: T PATCH VC VI
progesterone: C
medroxyprogesterone acetate=medroxyprogesterone: T INJ
norethindrone: T[0.35 mg]
norethindrone acetate=norethindrone: T[5 mg]
estrogens conjugated: T VC
anastrozole: T
letrozole: T
tamoxifen citrate=tamoxifen: T
finasteride: T
dutasteride: C
tamsulosin hydrochloride=tamsulosin: C
doxazosin: T
terazosin: C
oxybutynin chloride=oxybutynin: T ER SOL
tolterodine tartrate=tolterodine: T ERC
solifenacin succinate=solifenacin: T
mirabegron: ER
sildenafil: T
tadalafil: T
pantoprazole sodium=pantoprazole: DR
esomeprazole: DRC
lansoprazole: DRC ODT
rabeprazole sodium=rabeprazole: DR
famotidine: T SUS
ondansetron: T ODT SOL
metoclopramide: T SOL
promethazine hydrochloride=promethazine: T SOL SUP
meclizine hydrochloride=meclizine: T
dicyclomine hydrochloride=dicyclomine: T C
sucralfate: T SUS
polyethylene glycol 3350: POW
lactulose: SOL
mesalamine: DR ERC SUP
loperamide hydrochloride=loperamide: C
sertraline: T SOL
escitalopram: T SOL
fluoxetine: T[10 mg;20 mg] C SOL
citalopram: T
paroxetine: T
venlafaxine: T ERC
duloxetine: DRC
desvenlafaxine: ER
bupropion hydrochloride=bupropion: T ER
trazodone hydrochloride=trazodone: T
mirtazapine: T ODT
amitriptyline hydrochloride=amitriptyline: T
nortriptyline: C
buspirone hydrochloride=buspirone: T
hydroxyzine hydrochloride=hydroxyzine: T SOL
hydroxyzine pamoate=hydroxyzine: C
quetiapine: T ER
aripiprazole: T
olanzapine: T ODT
risperidone: T ODT SOL
ziprasidone: C
lurasidone hydrochloride=lurasidone: T
haloperidol: T
lithium carbonate: T C ER
lamotrigine: T
levetiracetam: T SOL
topiramate: T
divalproex sodium=valproate: DR ER
oxcarbazepine: T SUS
carbamazepine: T CH ER SUS
gabapentin: C T SOL
phenytoin sodium=phenytoin: ERC
primidone: T
zonisamide: C
donepezil hydrochloride=donepezil: T
memantine hydrochloride=memantine: T
ropinirole: T
pramipexole dihydrochloride=pramipexole: T
carbidopa/levodopa: T ER
benztropine mesylate=benztropine: T
sumatriptan: T NS
rizatriptan: T ODT
atomoxetine: C
guanfacine: T ER
cyclobenzaprine hydrochloride=cyclobenzaprine: T
methocarbamol: T
tizanidine: T C
baclofen: T
ibuprofen: T[400 mg;600 mg;800 mg] SUS
naproxen: T[250 mg;375 mg;500 mg]
meloxicam: T
diclofenac sodium=diclofenac: DR GEL
celecoxib: C
indomethacin: C
ketorolac tromethamine=ketorolac: T OPS
etodolac: T C
nabumetone: T
acetaminophen: T[325 mg;500 mg] SOL SUS SUP[80 mg;120 mg;325 mg]
aspirin: CH[81 mg] DR
amoxicillin: C T CH SUS
amoxicillin/clavulanate: T SUS
azithromycin: T[250 mg;500 mg] SUS
cephalexin: C SUS
cefdinir: C SUS
cefuroxime axetil=cefuroxime: T
cefadroxil: C SUS
penicillin v potassium=penicillin v: T SOL
doxycycline hyclate=doxycycline: C[50 mg;100 mg] T[100 mg]
minocycline: C
ciprofloxacin: T OPS
levofloxacin: T
clindamycin hydrochloride=clindamycin: C
clindamycin phosphate=clindamycin: TS GEL LOT VC
sulfamethoxazole/trimethoprim: T SUS
nitrofurantoin: C
metronidazole: T CR GEL
fluconazole: T SUS
terbinafine: T
nystatin: SUS
ketoconazole: CR SH T
acyclovir: T C SUS CR
valacyclovir: T
famciclovir: T
oseltamivir: C SUS
hydroxychloroquine sulfate=hydroxychloroquine: T
ivermectin: T CR
permethrin: CR
albendazole: T
mupirocin: OI
benzoyl peroxide/clindamycin: GEL
adapalene: GEL CR
tretinoin: CR GEL
triamcinolone acetonide=triamcinolone: CR OI LOT
betamethasone: CR OI
clobetasol propionate=clobetasol: CR OI TS
fluocinonide: CR OI
desonide: LOT
mometasone furoate=mometasone: CR OI NS
tacrolimus: OI C
imiquimod: CR
betamethasone/clotrimazole: CR
silver sulfadiazine: CR
montelukast sodium=montelukast: T CH
cetirizine hydrochloride=cetirizine: T SOL
loratadine: T SOL
fexofenadine hydrochloride=fexofenadine: T
levocetirizine dihydrochloride=levocetirizine: T
desloratadine: T
cyproheptadine hydrochloride=cyproheptadine: T SOL
benzonatate: C
guaifenesin: ER
fluticasone propionate=fluticasone: NS[50 mcg/puff] MDI
azelastine hydrochloride=azelastine: NS OPS
ipratropium bromide=ipratropium: NS NEB MDI
albuterol sulfate=albuterol: NEB SOL T
albuterol/ipratropium: NEB IS
budesonide: NEB
budesonide/formoterol: MDI
fluticasone/salmeterol: DPI[100-50 mcg/puff;250-50 mcg/puff;500-50 mcg/puff] MDI
fluticasone/vilanterol: DPI
tiotropium: IS
umeclidinium/vilanterol: DPI
beclomethasone: MDI
levalbuterol: NEB
timolol: OPS
brimonidine tartrate=brimonidine: OPS
dorzolamide: OPS
dorzolamide/timolol: OPS
travoprost: OPS
bimatoprost: OPS
olopatadine: OPS
ketotifen: OPS
cyclosporine: C
erythromycin: OPO
tobramycin: OPS OPO
dexamethasone/tobramycin: OPSU
ofloxacin: OPS OT
moxifloxacin: OPS T
prednisolone acetate=prednisolone: OPSU
ciprofloxacin/dexamethasone: OTS
folic acid: T[1 mg]
ergocalciferol: C[50,000 unt;1.25 mg]
cyanocobalamin=vitamin b12: INJ[1 mg/ml]
sodium fluoride: CH
methotrexate sodium=methotrexate: T
azathioprine: T
mycophenolate mofetil=mycophenolate: C T
leflunomide: T
naltrexone hydrochloride=naltrexone: T
naloxone hydrochloride=naloxone: NS
nicotine: PATCH
varenicline: T
emtricitabine/tenofovir: T
dolutegravir: T
enoxaparin sodium=enoxaparin: SYR
ethinyl estradiol/levonorgestrel: T
ethinyl estradiol/norethindrone: T
drospirenone/ethinyl estradiol: T
ethinyl estradiol/etonogestrel: VS
levonorgestrel: T
ulipristal: T
chlorhexidine gluconate=chlorhexidine: MW
oxycodone hydrochloride=oxycodone: T[5 mg;10 mg;15 mg]
acetaminophen/hydrocodone: T[325-5 mg;325-10 mg]
acetaminophen/codeine: T[300-30 mg]
morphine sulfate=morphine: ER[15 mg;30 mg]
tramadol hydrochloride=tramadol: T[50 mg]
alprazolam: T[0.25 mg;0.5 mg;1 mg]
lorazepam: T[0.5 mg;1 mg]
clonazepam: T[0.5 mg;1 mg]
diazepam: T[5 mg]
zolpidem tartrate=zolpidem: T[5 mg;10 mg]
amphetamine/dextroamphetamine: T[5-5-5-5 mg]
lisdexamfetamine dimesylate=lisdexamfetamine: C[30 mg]
methylphenidate hydrochloride=methylphenidate: ER[18 mg;36 mg]
testosterone: GEL[1%;1.62%] INJ[200 mg/ml]
pregabalin: C[75 mg;150 mg]
phentermine hydrochloride=phentermine: T[37.5 mg] C
modafinil: T[200 mg]
carisoprodol: T[350 mg]
buprenorphine/naloxone: SL
perampanel: T[2 mg;4 mg]
`;
