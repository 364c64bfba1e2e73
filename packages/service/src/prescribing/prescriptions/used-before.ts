// Reads what was used before: the last fill of a prescription, a patient's pharmacies, the treatments that a prescriber signs often.
import type { PatientId, PharmacyId, PrescriptionId, TreatmentId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { PrescribingDeps } from '../deps.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import type { FillRow, PrescribingTables } from '../tables.ts';

/** Of each prescription the fill that was ordered last; those that were never ordered are left out. */
export async function latestFills(
  deps: PrescribingDeps,
  actor: Actor,
  prescriptionIds: readonly string[],
): Promise<ReadonlyMap<string, FillRow>> {
  authorize(actor, 'order.read');
  const wanted = prescriptionIds.filter((id): id is PrescriptionId => isId('rx', id));
  if (wanted.length === 0) return new Map();
  const rows = await deps.store.withOrg(actor.orgId, (tx) =>
    tx
      .withTables<PrescribingTables>()
      .selectFrom('fill')
      .selectAll()
      .distinctOn('prescription_id')
      .where('org_id', '=', actor.orgId)
      .where('prescription_id', 'in', wanted)
      .orderBy('prescription_id')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  );
  return new Map(rows.map((row) => [row.prescription_id, row]));
}

/** A pharmacy that a patient's orders went to. */
export interface PharmacyUse {
  readonly patientId: PatientId;
  readonly pharmacyId: PharmacyId;
  /** When the newest of them was made. */
  readonly lastOrderedAt: string;
}

/** Of each patient the pharmacies used before, the one used last first. Canceled orders do not count. */
export async function pharmaciesUsed(
  deps: PrescribingDeps,
  actor: Actor,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PharmacyUse[]>> {
  authorize(actor, 'order.read');
  const wanted = patientIds.filter((id): id is PatientId => isId('pat', id));
  if (wanted.length === 0) return new Map();
  const orderedFrom = await deps.store.withOrg(actor.orgId, async (tx) => {
    const { rows } = await sql<PharmacyUse>`
      select patient_id as "patientId", pharmacy_id as "pharmacyId", max(created_at) as "lastOrderedAt"
      from orders
      where org_id = ${actor.orgId} and patient_id in (${sql.join(wanted)})
        and pharmacy_id is not null and state <> 'CANCELED'
      group by patient_id, pharmacy_id
      order by patient_id, max(created_at) desc, pharmacy_id`.execute(tx);
    return rows;
  });
  const byPatient = Map.groupBy(orderedFrom, ({ patientId }) => patientId as string);
  for (const [id, own] of byPatient) byPatient.set(id, own.slice(0, PRESCRIBING_LIMITS.pharmaciesUsedMax));
  return byPatient;
}

/** What the caller signed most often of late and did not cancel, the most frequent first; nothing for who does not sign. */
export async function frequentTreatmentIds(
  deps: PrescribingDeps,
  actor: Actor,
  count: number,
): Promise<readonly TreatmentId[]> {
  authorize(actor, 'prescription.read');
  if (actor.kind !== 'user') return [];
  const most = Math.min(Math.max(count, 1), PRESCRIBING_LIMITS.frequentTreatmentsMax);
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    const { rows } = await sql<{ treatment_id: TreatmentId }>`
      select treatment_id from (
        select treatment_id, written_at from prescription
        where org_id = ${actor.orgId} and prescriber_id = ${actor.id} and state <> 'CANCELED'
        order by written_at desc limit ${PRESCRIBING_LIMITS.frequentTreatmentsOf}
      ) late
      group by treatment_id order by count(*) desc, max(written_at) desc, treatment_id limit ${most}`.execute(
      tx,
    );
    return rows.map((row) => row.treatment_id);
  });
}
