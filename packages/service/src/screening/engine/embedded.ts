// The screener that runs on imported data: reads what a question needs, and lets the rules find what speaks against each drug.
import type { OtherDrug, ReadAllergy } from '@pestle/rules/screening';
import { screen } from '@pestle/rules/screening';
import type { ScreeningTrouble } from '@pestle/rules/screening-words';
import type { Tx } from '../../store/store.ts';
import { SCREENING_LIMITS as LIMITS } from '../limits.ts';
import type { AskedDrug, DrugScreening, ScreenerAnswer, ScreeningQuestion } from '../screener.ts';
import type { ScreeningTables } from '../tables.ts';
import { knownPairs, readAllergies, readMedicines } from './read-knowledge.ts';

/** It answers null where nobody imported anything. `ages`: data grow too old to count. Only where nobody is treated they may not. */
export function createEmbeddedScreener(
  ages: boolean,
): (tx: Tx, question: ScreeningQuestion) => Promise<ScreenerAnswer | null> {
  return async (tx, question) => {
    const data = await tx.withTables<ScreeningTables>().selectFrom('screening_data').selectAll().execute();
    if (data.length === 0) return null;
    const allergies = await readAllergies(tx, question.allergies ?? []);
    const told = await readMedicines(tx, question.told);
    const others = [...question.others, ...told.flatMap((one) => one ?? [])];
    const pairs = await knownPairs(
      tx,
      [...question.drugs, ...others].flatMap(({ ingredients }) => ingredients),
    );
    const kinds = new Set(data.map(({ kind }) => kind));
    const troubles: ScreeningTrouble[] = [];
    if (!kinds.has('interactions')) troubles.push('NO_DATA');
    if (!kinds.has('allergens') && (question.allergies ?? []).length > 0) troubles.push('NO_ALLERGEN_DATA');
    if (ages && data.some(({ dated_on: day }) => isOld(day, question.today))) troubles.push('DATA_OLD');
    if (allergies.includes(null)) troubles.push('ALLERGY_UNREADABLE');
    if (told.includes(null)) troubles.push('MEDICINE_UNREADABLE');
    const read = allergies.flatMap((one) => one ?? []);
    return {
      source: [...new Set(data.map(({ source }) => source))].toSorted().join(', '),
      dataDate: data.map(({ dated_on: day }) => day).toSorted()[0] ?? null,
      drugs: new Map(
        question.drugs.map((drug) => [
          drug.key,
          screenOne(drug, { question, others, allergies: read, pairs, troubles }),
        ]),
      ),
    };
  };
}

interface Found {
  readonly question: ScreeningQuestion;
  readonly others: readonly OtherDrug[];
  readonly allergies: readonly ReadAllergy[];
  readonly pairs: Parameters<typeof screen>[0]['pairs'];
  readonly troubles: readonly ScreeningTrouble[];
}

function screenOne(drug: AskedDrug, { question, others, allergies, pairs, troubles }: Found): DrugScreening {
  if (!drug.isDrug) return { findings: [], troubles: [] };
  const beside = question.drugs.flatMap((one): OtherDrug[] =>
    one.key === drug.key ? [] : [{ ...one, from: 'ORDER' }],
  );
  return {
    findings: screen({ drug, others: [...beside, ...others], allergies, pairs }),
    troubles: drug.ingredients.length === 0 ? ['DRUG_UNREADABLE', ...troubles] : troubles,
  };
}

const DAY_MS = 86_400_000;

function isOld(day: string, today: string): boolean {
  return (Date.parse(today) - Date.parse(day)) / DAY_MS > LIMITS.dataDaysMax;
}
