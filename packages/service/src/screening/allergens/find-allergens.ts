// Finds what people do not tolerate by what is typed: allergens of the imported data, and ingredients of the drug files.
import { plainName } from '@pestle/rules/drug-names';
import * as v from 'valibot';
import { codeOfIngredient, ingredientRows } from '../../catalog/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy, validate } from '../../kernel/validate.ts';
import type { Store } from '../../store/store.ts';
import { SCREENING_LIMITS as LIMITS } from '../limits.ts';
import { allergenRows } from './allergens-sql.ts';

const typedText = v.pipe(v.string(), parsedBy(plainText(LIMITS.nameCharactersMax)));

/** Something to which people are allergic, as it can be recorded. */
export interface OfferedAllergen {
  readonly name: string;
  readonly code: string | null;
  /** `RXNORM` of an ingredient, `VUID` of the publisher of allergens; null without a code. */
  readonly codeSystem: 'RXNORM' | 'VUID' | null;
}

/** Those of which a name begins with what is typed. Throws INVALID_INPUT for a text that is too long. */
export async function findAllergens(
  store: Store,
  actor: Actor,
  text: string,
): Promise<readonly OfferedAllergen[]> {
  authorize(actor, 'catalog.read');
  if (text.trim() === '') return [];
  const typed = plainName(validate(typedText, text, 'text'));
  const { known, ingredients } = await store.withOrg(actor.orgId, async (tx) => ({
    known: await allergenRows(tx, typed, LIMITS.allergensOfferedMax),
    ingredients: await ingredientRows(tx, typed, LIMITS.allergensOfferedMax),
  }));
  const codes = new Map(known.map(({ name, code }) => [name, code]));
  const names = new Set([...codes.keys(), ...ingredients.map(plainName)]);
  return [...names].slice(0, LIMITS.allergensOfferedMax).map((name): OfferedAllergen => {
    const rxcui = codeOfIngredient(name);
    if (rxcui !== undefined) return { name, code: rxcui, codeSystem: 'RXNORM' };
    const code = codes.get(name) ?? null;
    return { name, code, codeSystem: code === null ? null : 'VUID' };
  });
}
