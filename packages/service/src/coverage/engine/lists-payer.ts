// The payer that is always there: it answers from the lists that plans publish and that were imported here.
import {
  type AlternativeCandidate,
  equivalentAlternatives,
  type ReplacedTreatment,
  therapeuticAlternatives,
} from '@pestle/rules/alternatives';
import type { TenantStore } from '../../store/store.ts';
import { COVERAGE_LIMITS as LIMITS } from '../limits.ts';
import type { AskedDrug, Payer, PayerAlternative, PayerDrugAnswer } from '../payer.ts';
import { UNKNOWN_COPAY } from '../unknown-copay.ts';
import { type AskedRow, type Lists, type OtherRow, readLists } from './lists-sql.ts';
import { asDispensed, cheaperAt, type Terms, termsOf, verdictOf } from './verdict.ts';

/** Reads in one transaction of its own, and computes after it. */
export function createListsPayer(store: TenantStore): Payer {
  return {
    name: 'Plan lists',
    knows: ({ planId }) => planId !== null,
    ask: async (question) => {
      const { planId } = question.benefit;
      if (planId === null) return { state: 'NO_DATA' };
      const rxcuis = [...new Set(question.drugs.flatMap(({ rxcui }) => rxcui ?? []))];
      const ndcs = question.drugs.flatMap(({ ndc }) => ndc ?? []);
      const lists = await store.withOrg(question.orgId, (tx) => readLists(tx, planId, rxcuis, ndcs));
      if (lists === undefined) return { state: 'NO_DATA' };
      const terms = termsOf(lists, question);
      return {
        state: 'CHECKED',
        planName: lists.plan.name,
        dataDate: terms.plan.dataDate ?? null,
        drugs: question.drugs.map((drug) => answerOf(lists, terms, drug)),
      };
    },
  };
}

function answerOf(lists: Lists, terms: Terms, drug: AskedDrug): PayerDrugAnswer {
  const { key, rxcui } = drug;
  const row = rxcui === null ? undefined : lists.entries.get(rxcui);
  const asked = rxcui === null ? undefined : lists.asked.get(rxcui);
  return {
    key,
    ...verdictOf(terms, drug, row),
    alternatives: asked === undefined ? [] : alternativesOf(lists, terms, drug, asked),
    cheaperAt: cheaperAt(terms, drug, row),
  };
}

interface Candidate extends AlternativeCandidate {
  readonly answer: PayerAlternative;
}

/** The same treatment under other codes first; of each other set of ingredients one, the best by the rules. */
function alternativesOf(
  lists: Lists,
  terms: Terms,
  drug: AskedDrug,
  asked: AskedRow,
): readonly PayerAlternative[] {
  const candidates = (lists.others.get(asked.rxcui) ?? []).map((row) => candidateOf(terms, drug, row));
  const of: ReplacedTreatment = { ...identityOf(asked), rxcui: asked.rxcui };
  const all = (): boolean => true;
  const alike = equivalentAlternatives(of, candidates, all);
  const ofClass = therapeuticAlternatives(of, candidates, all).map(({ candidate }) => candidate);
  const byIngredients = Map.groupBy(ofClass, ({ ingredients }) => ingredients.join('\n'));
  const own = of.ingredients.join('\n');
  const one = ofClass.filter((candidate) => {
    const key = candidate.ingredients.join('\n');
    const group = byIngredients.get(key) ?? [];
    // Of the drug's own ingredients another form of the same strength comes before another strength.
    const best = key === own ? group.find(({ strength }) => strength === of.strength) : undefined;
    return candidate === (best ?? group[0]);
  });
  return [...alike.map(({ candidate }) => candidate), ...one]
    .slice(0, LIMITS.alternativesNamedMax)
    .map(({ answer }) => answer);
}

function candidateOf(terms: Terms, drug: AskedDrug, row: OtherRow): Candidate {
  const verdict = verdictOf(terms, asDispensed(drug, row), row);
  return {
    ...identityOf(row),
    rxcui: row.rxcui,
    name: row.treatment_name,
    coverage: verdict,
    copay: verdict.copay ?? UNKNOWN_COPAY,
    answer: { ...verdict, rxcui: row.rxcui, quantity: null, daysSupply: null },
  };
}

function identityOf({ ingredients, strength, dose_form: doseForm, therapeutic_class: vaClass }: AskedRow) {
  return {
    ingredients,
    strength: strength ?? '',
    doseForm: doseForm ?? '',
    // The catalog knows classes by their names.
    vaClass: vaClass ?? '',
    vaClassName: vaClass ?? '',
  };
}
