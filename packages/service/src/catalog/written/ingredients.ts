// The list of ingredients that the network's treatments have: what somebody who writes a treatment by hand chooses from.
import { decideControl } from '@pestle/rules/controlled';
import * as v from 'valibot';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Ports } from '../../kernel/ports.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy, validate } from '../../kernel/validate.ts';
import type { Store, Tx } from '../../store/store.ts';
import { CATALOG_LIMITS as LIMITS } from '../limits.ts';
import { ingredientRows, listedIngredients } from './ingredients-sql.ts';

const typedText = v.pipe(v.string(), parsedBy(plainText(LIMITS.ingredientTextCharactersMax)));

/** An ingredient as it may be chosen. */
export interface OfferedIngredient {
  readonly name: string;
  /** Whether it may be in what is prescribed here, by federal law; a state's is judged when it is prescribed. */
  readonly prescribable: boolean;
  /** Why not; null where it is. */
  readonly reason: string | null;
}

/** Those of which a word begins with what is typed, those that begin with it first. Throws INVALID_INPUT for a text that is too long. */
export async function offeredIngredients(
  { store, ports }: { readonly store: Store; readonly ports: Ports },
  actor: Actor,
  text: string,
): Promise<readonly OfferedIngredient[]> {
  authorize(actor, 'catalog.read');
  if (text.trim() === '') return [];
  const typed = validate(typedText, text, 'text').toLowerCase();
  const on = new Date(ports.clock.now()).toISOString().slice(0, 10);
  const names = await store.withOrg(actor.orgId, (tx) =>
    ingredientRows(tx, typed, LIMITS.ingredientsOfferedMax),
  );
  return names.map((name) => {
    const control = decideControl({ ingredients: [name], on });
    const prescribable = control.status === 'uncontrolled';
    return { name, prescribable, reason: prescribable ? null : control.reason };
  });
}

/** Those of the names that are on the list, by the name in small letters, as the list writes them. */
export async function knownIngredients(
  tx: Tx,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))];
  if (wanted.length === 0) return new Map();
  return new Map((await listedIngredients(tx, wanted)).map((name) => [name.toLowerCase(), name]));
}
