// What speaks against a drug for a patient: interactions, allergies and therapy twice over, found in data that somebody published (pure).
import { ingredientName, plainName } from './drug-names.ts';

/** HIGH stops the signature until a reason is given; MODERATE is told. */
export type FindingSeverity = 'HIGH' | 'MODERATE';

/** What kind of rule found it. */
export type FindingKind =
  | 'INTERACTION'
  | 'ALLERGY'
  | 'ALLERGY_CLASS'
  | 'SAME_INGREDIENT'
  | 'SAME_CLASS'
  | 'SERVICE';

/** Where the other drug comes from: the order being written, our own prescriptions, or what somebody told. */
export type OtherDrugFrom = 'ORDER' | 'PRESCRIBED' | 'TOLD';

/** A drug as screening sees it. */
export interface ScreenedDrug {
  /** As people read it. */
  readonly name: string;
  readonly ingredients: readonly string[];
  /** The name of its therapeutic class; null where the catalog has none. */
  readonly className: string | null;
}

/** Another drug that the patient gets. */
export interface OtherDrug extends ScreenedDrug {
  readonly from: OtherDrugFrom;
  /** Its RxNorm code, for who compares by codes; null or absent where it has none. */
  readonly rxcui?: string | null;
}

/** Two ingredients that harm together, each without its salt. */
export interface KnownPair {
  readonly a: string;
  readonly b: string;
  readonly severity: FindingSeverity;
}

/** An allergy with what the data say of it. */
export interface ReadAllergy {
  /** As the record says it. */
  readonly substance: string;
  /** What the data call it; null where they do not know it. */
  readonly allergen: string | null;
  /** Ingredients that it is. */
  readonly is: readonly string[];
  /** Ingredients that are known to do the same. */
  readonly alsoIngredients: readonly string[];
  /** Names of classes that are known to do the same. */
  readonly alsoClasses: readonly string[];
}

/** Something that speaks against a drug. */
export interface Finding {
  /** Names the rule, the same for every patient: `interaction:aspirin+warfarin`. It holds no word that somebody typed about a patient. */
  readonly rule: string;
  readonly kind: FindingKind;
  readonly severity: FindingSeverity;
  /** The ingredient of the drug, or its class; who says it, where another service does. */
  readonly about: string;
  /** The other drug, or what the patient does not tolerate, as the record says it; another service's own sentence. */
  readonly against: string;
  /** Null for an allergy. */
  readonly from: OtherDrugFrom | null;
  /** Of kind SERVICE: what else it says. */
  readonly card?: ServiceCard;
}

/** What another service says besides its one sentence: as it wrote it, in its own language. */
export interface ServiceCard {
  /** Its own id of the service and of the card, for telling it what came of the card. */
  readonly serviceId: string;
  readonly id: string | null;
  readonly detail: string | null;
  readonly suggestions: readonly string[];
  /** Those of its suggestions that change the order in a way that a form can do. They are offered while it is written, and not signed. */
  readonly offers?: readonly ServiceOffer[];
  /** Reasons that it offers for going on all the same. */
  readonly overrideReasons: readonly {
    readonly code: string;
    readonly system: string | null;
    readonly display: string;
  }[];
}

/** What a suggestion of another service would change of the order that it is about. */
export interface ServiceOffer {
  /** The suggestion in the service's own words. */
  readonly label: string;
  /** True: it is not prescribed. */
  readonly removes: boolean;
  /** RxNorm concept of what is prescribed in its place; null where the medicine stays. */
  readonly rxcui: string | null;
  /** Directions for the patient, as the service words them; null where it says nothing of them. */
  readonly directions: string | null;
}

/** A finding's rule as it is counted: without what tells two sentences of one service apart. */
export function countedRule({ rule, kind }: Pick<Finding, 'rule' | 'kind'>): string {
  return kind === 'SERVICE' ? rule.replace(/#[0-9a-f]+$/, '') : rule;
}

/** What one drug is compared with. */
export interface ScreeningInput {
  readonly drug: ScreenedDrug;
  readonly others: readonly OtherDrug[];
  readonly allergies: readonly ReadAllergy[];
  readonly pairs: readonly KnownPair[];
}

/** Every finding once, the severe ones first, in the same order each time. */
export function screen({ drug, others, allergies, pairs }: ScreeningInput): readonly Finding[] {
  const found = [
    ...allergies.flatMap((allergy) => allergyFinding(drug, allergy) ?? []),
    ...others.flatMap((other) => interactions(drug, other, pairs)),
    ...others.flatMap((other) => duplicateTherapy(drug, other) ?? []),
  ];
  const byRule = new Map<string, Finding>();
  for (const finding of found) if (!byRule.has(finding.rule)) byRule.set(finding.rule, finding);
  return [...byRule.values()].toSorted(
    (one, other) => rank(one) - rank(other) || (one.rule < other.rule ? -1 : 1),
  );
}

const rank = ({ severity }: Finding): number => (severity === 'HIGH' ? 0 : 1);

/** A pair as the data key it: the lesser name first. */
export function pairOf(one: string, other: string): readonly [a: string, b: string] {
  const [first, second] = [ingredientName(one), ingredientName(other)];
  return first < second ? [first, second] : [second, first];
}

function interactions(drug: ScreenedDrug, other: OtherDrug, pairs: readonly KnownPair[]): Finding[] {
  return drug.ingredients.flatMap((own) =>
    other.ingredients.flatMap((theirs): Finding[] => {
      const [a, b] = pairOf(own, theirs);
      const pair = pairs.find((one) => one.a === a && one.b === b);
      if (pair === undefined) return [];
      return [
        {
          rule: `interaction:${a}+${b}`,
          kind: 'INTERACTION',
          severity: pair.severity,
          about: ingredientName(own),
          against: other.name,
          from: other.from,
        },
      ];
    }),
  );
}

/** The ingredient itself before its relatives. */
function allergyFinding(drug: ScreenedDrug, allergy: ReadAllergy): Finding | undefined {
  const own = drug.ingredients.map(ingredientName);
  const finding = (kind: FindingKind, about: string): Finding => ({
    rule: `${kind === 'ALLERGY' ? 'allergy' : 'allergy-class'}:${allergy.allergen ?? about}+${about}`,
    kind,
    severity: 'HIGH',
    about,
    against: allergy.substance,
    from: null,
  });
  const same = own.find((name) => allergy.is.includes(name));
  if (same !== undefined) return finding('ALLERGY', same);
  const related = own.find((name) => allergy.alsoIngredients.includes(name));
  if (related !== undefined) return finding('ALLERGY_CLASS', related);
  const className = drug.className === null ? null : plainName(drug.className);
  if (className !== null && allergy.alsoClasses.includes(className))
    return finding('ALLERGY_CLASS', className);
  return undefined;
}

/** The same ingredient in a prescription of ours is found elsewhere, with dates (`likelyDuplicates`); here it is that of a medicine that was told. */
function duplicateTherapy(drug: ScreenedDrug, other: OtherDrug): Finding | undefined {
  const theirs = other.ingredients.map(ingredientName);
  const shared = drug.ingredients.map(ingredientName).find((name) => theirs.includes(name));
  const finding = (kind: FindingKind, about: string): Finding => ({
    rule: `${kind === 'SAME_CLASS' ? 'class' : 'ingredient'}:${about}`,
    kind,
    severity: 'MODERATE',
    about,
    against: other.name,
    from: other.from,
  });
  if (shared !== undefined) return other.from === 'TOLD' ? finding('SAME_INGREDIENT', shared) : undefined;
  if (drug.className === null || other.className === null) return undefined;
  const className = plainName(drug.className);
  // A class of what has no class of its own says nothing.
  if (className !== plainName(other.className) || /\bother\b/.test(className)) return undefined;
  return finding('SAME_CLASS', className);
}
