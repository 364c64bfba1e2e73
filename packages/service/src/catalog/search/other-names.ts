// Holds what people type for an ingredient or a form besides its name: other names and abbreviations. It finds; it is never shown or sent.

/** Names of ingredients that neither RxTerms nor a brand has, by the ingredient. */
const INGREDIENTS = `warfarin=coumadin,jantoven|cephalexin=keflex,cefalexin|ondansetron=zofran|cyclobenzaprine=flexeril|lisinopril=zestril,prinivil|trazodone=desyrel
prednisone=deltasone|hydroxyzine=atarax|buspirone=buspar|doxycycline=vibramycin|metformin=glucophage|tamoxifen=nolvadex|clarithromycin=biaxin
azithromycin=zithromax,z pak|amitriptyline=elavil|nortriptyline=pamelor|methocarbamol=robaxin|hydralazine=apresoline|tramadol=ultram|cholecalciferol=vitamin d,vitamin d3,vit d,vit d3|ergocalciferol=vitamin d,vitamin d2,vit d,vit d2|vitamin b12=cyanocobalamin,vit b12|cyanocobalamin=vitamin b12
ascorbic acid=vitamin c|pyridoxine=vitamin b6|thiamine=vitamin b1|niacin=vitamin b3,nicotinic acid|folic acid=vitamin b9,folate|phytonadione=vitamin k
hydrochlorothiazide=hctz,hct|acetaminophen=apap,paracetamol,tylenol|aspirin=asa,acetylsalicylic acid|albuterol=salbutamol
methotrexate=mtx|nitroglycerin=ntg,nitro|sulfamethoxazole=smx,smz|trimethoprim=tmp|penicillin v=pcn,pen vk,penicillin vk|amoxicillin=amox
potassium chloride=kcl,kdur|ferrous sulfate=feso4,iron|epinephrine=adrenaline|levothyroxine=synthroid,t4,l-thyroxine|liothyronine=t3
polyethylene glycol 3350=peg 3350,miralax|insulin glargine=lantus|isosorbide=isosorbide mononitrate,ismn|isosorbide dinitrate=isdn
valproate=divalproex,valproic acid,depakote,vpa|lithium carbonate=lithium|sennosides, usp=senna,sennosides|ursodeoxycholate=ursodiol
omega 3 ethyl esters=omega-3,fish oil|mycophenolate=mmf|medroxyprogesterone=mpa|metoclopramide=reglan|levetiracetam=lev
lisdexamfetamine=vyvanse|estrogens conjugated=conjugated estrogens|insulin isophane human=nph|tacrolimus=fk506|cyclosporine=ciclosporin
furosemide=frusemide,lasix|meperidine=pethidine|naproxen=aleve|ibuprofen=advil,motrin|diphenhydramine=benadryl|loratadine=claritin|cetirizine=zyrtec
clavulanate=clav,augmentin|tenofovir=tdf|emtricitabine=ftc|carbidopa=sinemet|ethinyl estradiol=birth control|norethindrone=minipill
propylthiouracil=ptu|isoniazid=inh|rifampin=rif|zidovudine=azidothymidine|acyclovir=aciclovir,zovirax|glyburide=glibenclamide|torsemide=torasemide
insulin analog, glargine=insulin glargine,lantus,basaglar|insulin analog, glargine-yfgn=insulin glargine,semglee|insulin analog, lispro=insulin lispro,humalog
insulin analog, degludec=insulin degludec,tresiba|insulin analog, aspart=insulin aspart,novolog|insulin analog, detemir=insulin detemir,levemir
insulin, human isophane=nph,humulin n,novolin n|insulin, human regular=humulin r,novolin r,regular insulin`;

/** Spanish names that are more than a slip away, or would only be suggested, by the ingredient. */
const SPANISH = `azithromycin=azitromicina|levothyroxine=levotiroxina|hydrochlorothiazide=hidroclorotiazida|hydroxyzine=hidroxicina,hidroxizina|cephalexin=cefalexina|ciprofloxacin=ciprofloxacino
levofloxacin=levofloxacino|amlodipine=amlodipino|furosemide=furosemida|ibuprofen=ibuprofeno|amoxicillin=amoxicilina|acetaminophen=acetaminofen|metformin=metformina|prednisone=prednisona
clindamycin=clindamicina|doxycycline=doxiciclina|simvastatin=simvastatina|atorvastatin=atorvastatina|pravastatin=pravastatina|rosuvastatin=rosuvastatina|sertraline=sertralina
fluoxetine=fluoxetina|gabapentin=gabapentina|glipizide=glipizida|cetirizine=cetirizina|loratadine=loratadina|nitroglycerin=nitroglicerina|spironolactone=espironolactona|warfarin=warfarina
naproxen=naproxeno|diclofenac=diclofenaco|penicillin v=penicilina v|insulin glargine=insulina glargina|insulin lispro=insulina lispro|insulin aspart=insulina aspart|insulin analog, glargine=insulina glargina|insulin analog, lispro=insulina lispro|insulin analog, aspart=insulina aspart
hydralazine=hidralazina
hydrocortisone=hidrocortisona|methylprednisolone=metilprednisolona|prednisolone=prednisolona|methotrexate=metotrexato|famotidine=famotidina|digoxin=digoxina|nystatin=nistatina|erythromycin=eritromicina`;

/** Words for forms and salts that are no beginning of the word itself. */
const WORDS = `tabs=tablet|caps=capsule|er=extended|xr=extended|xl=extended|sr=extended|cr=extended|la=extended|cd=extended|dr=delayed|ec=delayed
odt=disintegrating|sl=sublingual|hfa=inhaler|mdi=inhaler|dpi=dry|neb=inhalation|nebs=inhalation|nebulizer=inhalation|soln=solution|syrup=solution|liquid=solution
elixir=solution|drops=solution|gtts=solution|eye=ophthalmic|ear=otic|patch=transdermal|crm=cream|kwikpen=pen|solostar=pen|flexpen=pen|flextouch=pen|vial=injectable
iu=units|unit=units|unt=units|ds=800|hcl=hydrochloride|hct=hydrochlorothiazide|sod=sodium|chewable=chewable|inhaler=inhalation|diskus=dry|respimat=inhalation|nasal=nasal
shot=injector|injection=injectable|autoinjector=auto|micrograms=mcg|milligrams=mg|grams=g|hydrobromide=hydrobromide|hbr=hydrobromide`;

/**
 * Brands that are written like another medicine's name (from confusions that are known, as ISMP and the FDA report them). Where such a brand is not in the file,
 * nothing is suggested in its place: Protopic is no slip for Protonix.
 */
const LOOK_ALIKES: ReadonlySet<string> = new Set(
  `aciphex actonel adderall aricept asacol avandia brilinta brintellix bupropion celebrex celexa cerebyx clinoril clozaril cozaar denavir depakote diabeta dexilant
dilantin diovan edecrin effexor evista flomax flonase flovent foradil hyzaar inderal isordil januvia kapidex keppra klonopin lamictal lamisil lanoxin lasix
levaquin levoxyl lotensin lotronex lovenox luvox mirapex miralax mucinex mucomyst neurontin nexavar nexium norvasc paxil pexeva plavix pletal prandin pravachol precose
prilosec prinivil protonix protopic prozac provera proscar razadyne relafen requip reminyl risperdal ritalin rozerem sinequan singulair tegretol tekturna tenormin
tequin tiazac topamax toprol toradol tramadol trileptal valium valtrex viagra xanax xarelto yasmin zantac zebeta zelapar zestril zetia zocor zofran zoloft zovirax
zyprexa zyrtec zyban imdur septra lotrisone tdap dtap ssri snri`.split(/\s+/),
);

const OTHER = new Map<string, readonly string[]>();
for (const entry of [INGREDIENTS, SPANISH].flatMap((names) => names.split(/[|\n]/))) {
  const [name = '', others = ''] = entry.split('=');
  OTHER.set(name, [...(OTHER.get(name) ?? []), ...others.split(',')]);
}
/** The same from the other end. */
const CALLED: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...Map.groupBy(
      [...OTHER].flatMap(([ingredient, others]) => others.map((name) => ({ name, ingredient }))),
      ({ name }) => name,
    ),
  ].map(([name, pairs]) => [name, pairs.map(({ ingredient }) => ingredient)]),
);
const INSTEAD: ReadonlyMap<string, string> = new Map(
  WORDS.split(/[|\n]/).map((entry) => {
    const [word = '', instead = ''] = entry.split('=');
    return [word, instead];
  }),
);

/** Other names of an ingredient. */
export function otherNames(ingredient: string): readonly string[] {
  return OTHER.get(ingredient) ?? [];
}

/** The ingredients that a name stands for besides its own: `hctz` is hydrochlorothiazide, `vitamin d` may be either of two. */
export function ingredientsCalled(name: string): readonly string[] {
  return CALLED.get(name) ?? [];
}

/** Whether a word is a brand of which a name that is a few letters away is another medicine's. */
export function isLookAlike(word: string): boolean {
  return LOOK_ALIKES.has(word);
}

/** The word that a typed abbreviation stands for as well; undefined where it is none. */
export function insteadOf(word: string): string | undefined {
  return INSTEAD.get(word);
}
