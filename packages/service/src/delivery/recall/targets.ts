// Turns what an operator names into the ids by which a recall finds prescriptions: treatments, pharmacies and partners, prescriptions, orders and fills.
import { toNdc11 } from '@pestle/rules/ndc';
import { sql } from 'kysely';
import { type CatalogTables, treatmentsNamed } from '../../catalog/inside.ts';
import { invalidInput } from '../../kernel/errors.ts';
import type { Tx } from '../../store/store.ts';
import type { RecallId, RecallKind, RecallTables } from './tables.ts';

/** The ids of what is named. Throws INVALID_INPUT for a medicine, pharmacy or partner that is not known here: a recall of nothing would look like one that found nothing. */
export async function targetsOf(
  tx: Tx,
  kind: RecallKind,
  named: readonly string[],
): Promise<readonly string[]> {
  if (kind === 'prescriptions') return named;
  if (kind === 'pharmacy') return await pharmaciesAmong(tx, named);
  const keys = new Set<string>();
  const found = await treatmentsNamed(
    tx,
    named.filter((name) => name.startsWith('trt_') || name.startsWith('rxcui:')),
  );
  for (const name of named) {
    const treatments = found.find(({ id }) => id === name)?.treatmentIds ?? (await treatmentsBy(tx, name));
    if (treatments.length === 0)
      throw unknown('medicines', name, 'No treatment of the catalog is or holds it');
    for (const treatment of treatments) keys.add(treatment);
  }
  return [...keys];
}

/** By NDC or by the ingredient's name. */
async function treatmentsBy(tx: Tx, name: string): Promise<readonly string[]> {
  const value = name.slice(name.indexOf(':') + 1);
  const ndc = name.startsWith('ndc:') ? toNdc11(value) : undefined;
  const treatments = tx.withTables<CatalogTables>().selectFrom('treatment').select('id');
  if (ndc?.ok === true) return (await treatments.where('ndc', '=', ndc.value).execute()).map((row) => row.id);
  if (!name.startsWith('ingredient:')) return [];
  const holds = sql<boolean>`ingredients @> array[${value.trim().toLowerCase()}]::text[]`;
  return (await treatments.where(holds).execute()).map((row) => row.id);
}

async function pharmaciesAmong(tx: Tx, named: readonly string[]): Promise<readonly string[]> {
  const tables = tx.withTables<{ pharmacy: { id: string }; partner: { id: string } }>();
  const known = new Set<string>();
  for (const table of ['pharmacy', 'partner'] as const)
    for (const { id } of await tables
      .selectFrom(table)
      .select('id')
      .where('id', 'in', [...named])
      .execute())
      known.add(id);
  for (const name of named)
    if (!known.has(name))
      throw unknown('pharmacies', name, 'There is no pharmacy and no partner with this id');
  return named;
}

function unknown(path: string, name: string, why: string): ReturnType<typeof invalidInput> {
  return invalidInput([{ path, code: 'NOT_FOUND', message: `${name}: ${why}.` }]);
}

/** Adds what is not among the targets yet. */
export async function writeTargets(
  tx: Tx,
  recallId: RecallId,
  keys: readonly string[],
  inForce: boolean,
): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .withTables<RecallTables>()
    .insertInto('recall_target')
    .columns(['recall_id', 'key', 'in_force'])
    .expression((eb) =>
      eb
        .selectFrom(sql<{ key: string }>`unnest(${keys}::text[])`.as<'named'>(sql`named(key)`))
        .select([
          sql<RecallId>`${recallId}`.as('recall_id'),
          'named.key',
          sql<boolean>`${inForce}::boolean`.as('in_force'),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** From now on, or no longer, every claim asks for them. */
export async function putInForce(tx: Tx, recallId: RecallId, inForce: boolean): Promise<void> {
  await tx
    .withTables<RecallTables>()
    .updateTable('recall_target')
    .set({ in_force: inForce })
    .where('recall_id', '=', recallId)
    .execute();
}
