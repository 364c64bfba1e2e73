// The table `patient_timer`: what is to be looked at for an order's patient, and when. Rows survive every restart; they go with the act.
import type { OrderId, OrganizationId } from '@pestle/rules/ids';
import { localTime } from '@pestle/rules/local-time';
import { timeZoneOf } from '@pestle/rules/time-zone';
import type { OrganizationRow } from '../../organization/inside.ts';
import { textsAtNightOf } from '../../organization/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { DeliveryTables, PatientTimer } from '../ledger/tables.ts';
import { DELIVERY_LIMITS } from '../limits.ts';

/** Sets timers of an order. One that runs already stays as it is. */
export async function setTimers(
  tx: Tx,
  orgId: OrganizationId,
  orderId: OrderId,
  nowMs: number,
  timers: readonly (readonly [kind: PatientTimer, inMs: number])[],
): Promise<void> {
  await tx
    .withTables<DeliveryTables>()
    .insertInto('patient_timer')
    .values(
      timers.map(([kind, inMs]) => ({
        org_id: orgId,
        order_id: orderId,
        kind,
        due_at: new Date(nowMs + inMs).toISOString(),
        began_at: new Date(nowMs).toISOString(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const MINUTE_MS = 60_000;

/** How long a text waits for the morning; 0 by day, and where the organization has such texts leave at night. */
export function waitForDayMs(
  organization: Pick<OrganizationRow, 'settings' | 'environment' | 'time_zone'>,
  address: Parameters<typeof untilDayMs>[0],
  nowMs: number,
  text: 'first' | 'other',
): number {
  const atNight = textsAtNightOf(organization);
  if (atNight === 'all' || (atNight === 'first' && text === 'first')) return 0;
  return untilDayMs(address, organization.time_zone, nowMs);
}

/** Where a patient is, for what is told of an order: the order's own address, else the record's. */
export function whereabouts(
  order: { readonly address: { readonly state: string; readonly postalCode?: string } | null },
  patient: { readonly state: string | null; readonly postal_code: string | null },
): Parameters<typeof untilDayMs>[0] {
  if (order.address !== null) return order.address;
  const { state, postal_code: postalCode } = patient;
  return state === null ? null : { state, ...(postalCode === null ? {} : { postalCode }) };
}

/**
 * How long to wait until the night is over where the patient is; 0 by day. By the address, else by the practice's own zone. At a change
 * of the clock it is an hour off, and whoever waits looks again.
 */
export function untilDayMs(
  address: { readonly state: string; readonly postalCode?: string } | null,
  organizationZone: string,
  nowMs: number,
): number {
  const zone = (address === null ? null : timeZoneOf(address)) ?? organizationZone;
  const { hour, minute } = localTime(zone, nowMs);
  const { textsFromHour: from, textsUntilHour: until } = DELIVERY_LIMITS;
  if (hour >= from && hour < until) return 0;
  const minutes = ((from - hour + 24) % 24) * 60 - minute;
  return (minutes <= 0 ? minutes + 24 * 60 : minutes) * MINUTE_MS;
}
