// A pharmacy's report changes what is still to leave: what it speaks of is there, and is not sent again (D10).

import type { PharmacyReport } from '@pestle/rules/fill-status';
import type { FillId, OrderId, OrganizationId, PharmacyId } from '@pestle/rules/ids';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import { departuresOf, withdraw } from '../../outbox/outbox.ts';
import type { Tx } from '../../store/store.ts';
import { changeTransmission, transmissionsOf } from '../ledger/transmissions.ts';

export interface PharmacyReportNews {
  readonly orgId: OrganizationId;
  readonly orderId: OrderId;
  readonly fillId: FillId;
  readonly pharmacyId: PharmacyId;
  readonly status: PharmacyReport;
}

/** The pharmacy holds the prescription, whatever our own attempts say: nothing more is sent to it. */
export async function onReported(tx: Tx, ports: Ports, news: PharmacyReportNews): Promise<void> {
  const all = await transmissionsOf(tx, news.orgId, news.fillId);
  const waiting = await departuresOf(tx, news.orgId, news.fillId);
  for (const row of waiting) {
    const transmission = all.find(({ id }) => id === row.id);
    const theirs =
      transmission === undefined ? row.kind === 'new' : transmission.pharmacy_id === news.pharmacyId;
    // One under way ends by itself; its end finds the report.
    if (row.kind !== 'new' || row.leased_by !== null || !theirs) continue;
    await withdraw(tx, news.orgId, row.id);
    if (transmission === undefined) continue;
    const arrived = transmission.channel !== 'fax' && row.attempt > 0;
    await changeTransmission(
      tx,
      news.orgId,
      transmission.id,
      arrived
        ? { state: 'accepted', accepted_at: nowText(ports), may_have_arrived: true }
        : { state: 'withdrawn' },
    );
  }
}
