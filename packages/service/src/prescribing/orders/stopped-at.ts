// Counts what of a practice's orders stands still at pharmacies, for the page on which it looks at them.
import type { PharmacyId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { PrescribingDeps } from '../deps.ts';
import type { PrescribingTables } from '../tables.ts';

/** For each of the pharmacies, how many medications of the practice are stuck or in error there now. */
export async function stoppedAt(
  { store }: PrescribingDeps,
  actor: Actor,
  pharmacyIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  authorize(actor, 'order.read');
  const wanted = pharmacyIds.filter((id): id is PharmacyId => isId('phr', id));
  if (wanted.length === 0) return new Map();
  const rows = await store.withOrg(actor.orgId, (tx) =>
    tx
      .withTables<PrescribingTables>()
      .selectFrom('fill')
      .select(({ fn }) => ['pharmacy_id', fn.countAll<string>().as('count')])
      .where('org_id', '=', actor.orgId)
      .where('state', 'in', ['STUCK', 'ERROR'])
      .where('pharmacy_id', 'in', wanted)
      .groupBy('pharmacy_id')
      .execute(),
  );
  const counts = new Map(rows.map(({ pharmacy_id: id, count }) => [String(id), Number(count)]));
  return new Map(wanted.map((id) => [id, counts.get(id) ?? 0]));
}
