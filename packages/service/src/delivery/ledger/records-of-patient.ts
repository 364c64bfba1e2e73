// Finds what stands of one patient, as ids: what audit entries name as their subjects beside the patient. The latest of each kind, within a bound.
import type { OrganizationId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import { AUDIT_LIMITS } from '../../audit/inside.ts';
import { findPatient } from '../../directory/inside.ts';
import type { PrescribingTables } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { SecureLinkTables } from '../fax/secure-links.ts';
import type { DeliveryTables } from './tables.ts';

type Tables = Pick<PrescribingTables, 'draft' | 'prescription' | 'orders' | 'fill'> &
  Pick<DeliveryTables, 'transmission'> &
  SecureLinkTables;

/** The patient's own id first; undefined for a patient whom the organization does not have. */
export async function recordsOfPatient(
  tx: Tx,
  orgId: OrganizationId,
  patientId: string,
): Promise<readonly string[] | undefined> {
  if ((await findPatient(tx, orgId, patientId)) === undefined) return undefined;
  const own: string[] = [];
  for (const table of ['draft', 'prescription', 'orders'] as const)
    own.push(...(await latest(tx, orgId, table, 'patient_id', [patientId])));
  const orders = own.filter((id) => id.startsWith('ord_'));
  for (const table of ['fill', 'transmission', 'secure_link'] as const)
    own.push(...(await latest(tx, orgId, table, 'order_id', orders)));
  return [patientId, ...own];
}

/** Ids begin with their time. */
async function latest(
  tx: Tx,
  orgId: OrganizationId,
  table: keyof Tables,
  column: 'patient_id' | 'order_id',
  of: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx
    .withTables<Record<keyof Tables, { id: string; org_id: string }>>()
    .selectFrom(table)
    .select('id')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`${sql.ref(column)} = any(${of}::text[])`)
    .orderBy('id', 'desc')
    .limit(AUDIT_LIMITS.patientRecordsMax)
    .execute();
  return rows.map(({ id }) => id);
}
