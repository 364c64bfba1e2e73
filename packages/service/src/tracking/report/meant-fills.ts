// Decides which fills of a locked order a pharmacy means, and whether each is still with it (D11).

import type { FillId, OrganizationId, PharmacyId } from '@pestle/rules/ids';
import type { FillRow, LockedOrder } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { ReportTarget } from './target.ts';

export interface MeantFill {
  readonly fill: FillRow;
  /** Whose report it is. */
  readonly pharmacyId: PharmacyId;
  /** The fill is with another pharmacy now, or under another order number. */
  readonly hasLeft: boolean;
}

export interface Meaning {
  readonly orgId: OrganizationId;
  readonly target: ReportTarget;
  readonly pharmacyIds: readonly PharmacyId[];
}

/** That a fill was once sent to a pharmacy, and under which number. */
export interface SentBefore {
  readonly fill_id: FillId;
  readonly pharmacy_id: PharmacyId;
  readonly prescriber_order_number: string;
}

type TransmissionTables = { transmission: SentBefore & { readonly org_id: OrganizationId } };

/** The fills meant: those at one of the pharmacies now, and those that were sent to one before. */
export async function fillsMeant(
  tx: Tx,
  locked: LockedOrder,
  meaning: Meaning,
): Promise<readonly MeantFill[]> {
  const sent = await tx
    .withTables<TransmissionTables>()
    .selectFrom('transmission')
    .select(['fill_id', 'pharmacy_id', 'prescriber_order_number'])
    .distinct()
    .where('org_id', '=', meaning.orgId)
    .where(
      'fill_id',
      'in',
      locked.fills.map(({ id }) => id),
    )
    .execute();
  return meantOf(locked.fills, sent, meaning);
}

/** The same, of what was read before. */
export function meantOf(
  fills: readonly FillRow[],
  sent: readonly SentBefore[],
  { target, pharmacyIds }: Meaning,
): readonly MeantFill[] {
  const meansNumber = (number: string | null): boolean =>
    target.kind === 'order' || number === target.prescriberOrderNumber;
  return fills.flatMap((fill): MeantFill[] => {
    const { pharmacy_id: current } = fill;
    if (current !== null && pharmacyIds.includes(current) && meansNumber(fill.prescriber_order_number))
      return [{ fill, pharmacyId: current, hasLeft: false }];
    const before = sent.find(
      (row) =>
        row.fill_id === fill.id &&
        pharmacyIds.includes(row.pharmacy_id) &&
        meansNumber(row.prescriber_order_number),
    );
    return before === undefined ? [] : [{ fill, pharmacyId: before.pharmacy_id, hasLeft: true }];
  });
}
