// Counts what a recall is of, as it is now: by state, organization and pharmacy, each organization read as itself. Ids and codes only.
import type { FillState } from '@pestle/rules/fill-status';
import type { OrderId, OrganizationId, PharmacyId } from '@pestle/rules/ids';
import { runStatement } from '../../store/inside.ts';
import type { Store } from '../../store/store.ts';
import { RECALL_LIMITS } from '../limits.ts';
import { findRecall, type Recall, recallOf } from './recall-rows.ts';
import { APPEARED_SINCE, COUNT_ORDERS, COUNTS_PAGE, KNOWN_TARGETS } from './recall-sql.ts';
import type { RecallRow, RecallTables } from './tables.ts';

export interface RecallCounts {
  readonly orders: number;
  readonly fills: number;
  /** Left, or may have left: a pharmacy may hold it. */
  readonly left: number;
  /** On hold for this recall. */
  readonly held: number;
}

export interface RecallSummary extends Recall, RecallCounts {
  readonly byState: readonly { readonly state: FillState; readonly fills: number }[];
  /** The largest first. */
  readonly byOrganization: readonly (RecallCounts & { readonly organizationId: OrganizationId })[];
  /** The largest first; null for orders whose pharmacy is not chosen. */
  readonly byPharmacy: readonly (Pick<RecallCounts, 'fills' | 'left'> & {
    readonly pharmacyId: PharmacyId | null;
  })[];
  /** What was not in the preview: signed or found since. */
  readonly appearedSince: { readonly fills: number; readonly orders: readonly OrderId[] };
  /** Of the ids that a recall of prescriptions names, those that no organization has. */
  readonly unknown: readonly string[];
}

type Counted = {
  readonly by: 'all' | 'state' | 'pharmacy';
  readonly state: FillState | null;
  readonly pharmacy_id: PharmacyId | null;
  readonly last: string;
  readonly fills: number;
  readonly held: number;
  readonly left: number;
  readonly since: number;
};

/** Throws NOT_FOUND. */
export async function recallSummary(store: Store, id: string): Promise<RecallSummary> {
  const { recall, organizations } = await store.asKeeper(async (tx) => {
    const rows = await tx
      .withTables<RecallTables>()
      .selectFrom('recall_walk')
      .select('org_id')
      .where('recall_id', '=', id as RecallRow['id'])
      .orderBy('org_id')
      .execute();
    return { recall: await findRecall(tx, id), organizations: rows.map((row) => row.org_id) };
  });
  const byState = new Map<FillState, number>();
  const byPharmacy = new Map<PharmacyId | null, { fills: number; left: number }>();
  const byOrganization: (RecallCounts & { organizationId: OrganizationId })[] = [];
  const appeared = { fills: 0, orders: [] as OrderId[] };
  const unknown = new Set(recall.kind === 'prescriptions' ? recall.named : []);
  for (const orgId of organizations) {
    const { counts, orders, since, known } = await ofOrganization(store, recall, orgId);
    for (const key of known) unknown.delete(key);
    const own = { organizationId: orgId, orders, fills: 0, left: 0, held: 0 };
    if (orders > 0) byOrganization.push(own);
    for (const row of counts) {
      if (row.by === 'state' && row.state !== null)
        byState.set(row.state, (byState.get(row.state) ?? 0) + row.fills);
      if (row.by === 'pharmacy') {
        const before = byPharmacy.get(row.pharmacy_id) ?? { fills: 0, left: 0 };
        byPharmacy.set(row.pharmacy_id, { fills: before.fills + row.fills, left: before.left + row.left });
      }
      if (row.by !== 'all') continue;
      own.fills += row.fills;
      own.left += row.left;
      own.held += row.held;
      appeared.fills += row.since;
    }
    appeared.orders.push(...since.slice(0, RECALL_LIMITS.appearedNamedMax - appeared.orders.length));
  }
  const total = (count: keyof RecallCounts): number =>
    byOrganization.reduce((sum, own) => sum + own[count], 0);
  return {
    ...recallOf(recall),
    orders: total('orders'),
    fills: total('fills'),
    left: total('left'),
    held: total('held'),
    byState: largestFirst([...byState].map(([state, fills]) => ({ state, fills }))),
    byOrganization: largestFirst(byOrganization),
    byPharmacy: largestFirst([...byPharmacy].map(([pharmacyId, counts]) => ({ pharmacyId, ...counts }))),
    appearedSince: appeared,
    unknown: recall.walked_at === null ? [] : [...unknown],
  };
}

async function ofOrganization(
  store: Store,
  { id, kind }: RecallRow,
  orgId: OrganizationId,
): Promise<{
  readonly counts: readonly Counted[];
  readonly orders: number;
  readonly since: readonly OrderId[];
  readonly known: readonly string[];
}> {
  const counts = await countedIn(store, id, orgId);
  return await store.withOrg(orgId, async (tx) => {
    const [counted] = await runStatement<{ orders: number }>(tx, COUNT_ORDERS, [orgId, id]);
    const anySince = counts.some(({ by, since }) => by === 'all' && since > 0);
    const since = anySince
      ? await runStatement<{ order_id: OrderId }>(tx, APPEARED_SINCE, [
          orgId,
          id,
          RECALL_LIMITS.appearedNamedMax,
        ])
      : [];
    const known =
      kind === 'prescriptions' ? await runStatement<{ key: string }>(tx, KNOWN_TARGETS, [id, orgId]) : [];
    return {
      counts,
      orders: counted?.orders ?? 0,
      since: since.map((row) => row.order_id),
      known: known.map(({ key }) => key),
    };
  });
}

/** Page by page: no statement takes longer for a large recall. */
async function countedIn(store: Store, id: string, orgId: OrganizationId): Promise<readonly Counted[]> {
  const counts: Counted[] = [];
  for (let after = ''; ; ) {
    const values = [orgId, id, after, RECALL_LIMITS.countedPageFills];
    const page = await store.withOrg(orgId, (tx) => runStatement<Counted>(tx, COUNTS_PAGE, values));
    counts.push(...page);
    const all = page.find(({ by }) => by === 'all');
    if (all === undefined || all.fills < RECALL_LIMITS.countedPageFills) return counts;
    after = all.last;
  }
}

function largestFirst<Counts extends { readonly fills: number }>(counts: readonly Counts[]): Counts[] {
  return [...counts].sort((one, other) => other.fills - one.fills).slice(0, RECALL_LIMITS.countedMax);
}
