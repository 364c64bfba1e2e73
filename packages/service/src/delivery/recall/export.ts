// Lists what a recall is of for whoever calls the pharmacies: telephone, order numbers and MessageIDs, no patient and no drug, page by page over all organizations.
import type { FillState } from '@pestle/rules/fill-status';
import type { FillId, OrderId, OrganizationId, PharmacyId } from '@pestle/rules/ids';
import { runStatement } from '../../store/inside.ts';
import type { Store } from '../../store/store.ts';
import { RECALL_LIMITS } from '../limits.ts';
import { findRecall } from './recall-rows.ts';
import { LIST_PAGE } from './recall-sql.ts';
import type { RecallRow, RecallTables } from './tables.ts';

/** One prescription at one pharmacy that has it or may have it, or one that none has. */
export interface RecalledFill {
  readonly organizationId: OrganizationId;
  readonly orderId: OrderId;
  readonly fillId: FillId;
  readonly state: FillState;
  /** It left for this pharmacy, or may have. */
  readonly hasLeft: boolean;
  /** It waits on hold for this recall. */
  readonly isHeld: boolean;
  /** It was not in the preview. */
  readonly isSincePreview: boolean;
  readonly pharmacyId: PharmacyId | null;
  readonly pharmacyName: string | null;
  readonly pharmacyPhone: string | null;
  readonly pharmacyNcpdpId: string | null;
  /** By which the pharmacy finds it: those of the messages that went there. */
  readonly prescriberOrderNumbers: readonly string[];
  readonly messageIds: readonly string[];
}

export interface RecalledPage {
  readonly fills: readonly RecalledFill[];
  /** For the next page; null behind the last. */
  readonly next: string | null;
}

/** `after` is the `next` of the page before. Throws NOT_FOUND. */
export async function recalledPage(
  store: Store,
  id: string,
  after: string | undefined,
): Promise<RecalledPage> {
  const [fromOrganization = '', afterFill = ''] = (after ?? '').split(' ');
  const organizations = await store.asKeeper(async (tx) => {
    await findRecall(tx, id);
    return await tx
      .withTables<RecallTables>()
      .selectFrom('recall_walk')
      .select('org_id')
      .where('recall_id', '=', id as RecallRow['id'])
      .where('org_id', '>=', fromOrganization as OrganizationId)
      .orderBy('org_id')
      .execute();
  });
  const fills: RecalledFill[] = [];
  for (const [index, { org_id: orgId }] of organizations.entries()) {
    const begin = orgId === fromOrganization ? afterFill : '';
    const page = await pageOf(store, id, orgId, begin);
    fills.push(...page.fills);
    const following = organizations[index + 1]?.org_id;
    const next = page.isLast ? (following === undefined ? null : `${following} `) : `${orgId} ${page.last}`;
    if (!page.isLast || fills.length >= RECALL_LIMITS.exportPageFills || next === null)
      return { fills, next };
  }
  return { fills, next: null };
}

type Listed = {
  readonly fill_id: FillId;
  readonly order_id: OrderId;
  readonly found: string;
  readonly state: FillState;
  readonly prescriber_order_number: string | null;
  readonly is_held: boolean;
  readonly has_left: boolean;
  readonly pharmacy_id: PharmacyId | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly ncpdp_id: string | null;
  readonly message_ids: readonly string[] | null;
  readonly order_numbers: readonly string[] | null;
};

async function pageOf(
  store: Store,
  id: string,
  orgId: OrganizationId,
  after: string,
): Promise<{ readonly fills: readonly RecalledFill[]; readonly last: string; readonly isLast: boolean }> {
  const limit = RECALL_LIMITS.exportPageFills;
  const rows = await store.withOrg(orgId, (tx) =>
    runStatement<Listed>(tx, LIST_PAGE, [orgId, id, after, limit]),
  );
  return {
    fills: rows.map((row) => ({
      organizationId: orgId,
      orderId: row.order_id,
      fillId: row.fill_id,
      state: row.state,
      hasLeft: row.has_left,
      isHeld: row.is_held,
      isSincePreview: row.found !== 'preview',
      pharmacyId: row.pharmacy_id,
      pharmacyName: row.name,
      pharmacyPhone: row.phone,
      pharmacyNcpdpId: row.ncpdp_id,
      prescriberOrderNumbers: row.order_numbers ?? [row.prescriber_order_number ?? []].flat(),
      messageIds: row.message_ids ?? [],
    })),
    last: rows.at(-1)?.fill_id ?? after,
    isLast: new Set(rows.map((row) => row.fill_id)).size < limit,
  };
}
