// Reads what was used before: the last fill of a prescription, a patient's pharmacies, the treatments that a prescriber signs often.
import type { PatientId, PharmacyId, PrescriptionId, TreatmentId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
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
    const rows = await tx
      .withTables<PrescribingTables>()
      .selectFrom('orders')
      .select(({ fn }) => ['patient_id', 'pharmacy_id', fn.max('created_at').as('last_ordered_at')])
      .where('org_id', '=', actor.orgId)
      .where('patient_id', 'in', wanted)
      .where('pharmacy_id', 'is not', null)
      .where('state', '<>', 'CANCELED')
      .$narrowType<{ pharmacy_id: PharmacyId }>()
      .groupBy(['patient_id', 'pharmacy_id'])
      .orderBy('patient_id')
      .orderBy('last_ordered_at', 'desc')
      .orderBy('pharmacy_id')
      .execute();
    return rows.map((row) => ({
      patientId: row.patient_id,
      pharmacyId: row.pharmacy_id,
      lastOrderedAt: row.last_ordered_at,
    }));
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
    const tables = tx.withTables<PrescribingTables>();
    const late = tables
      .selectFrom('prescription')
      .select(['treatment_id', 'written_at'])
      .where('org_id', '=', actor.orgId)
      .where('prescriber_id', '=', actor.id)
      .where('state', '<>', 'CANCELED')
      .orderBy('written_at', 'desc')
      .limit(PRESCRIBING_LIMITS.frequentTreatmentsOf)
      .as('late');
    const rows = await tables
      .selectFrom(late)
      .select('treatment_id')
      .groupBy('treatment_id')
      .orderBy(({ fn }) => fn.countAll(), 'desc')
      .orderBy(({ fn }) => fn.max('written_at'), 'desc')
      .orderBy('treatment_id')
      .limit(most)
      .execute();
    return rows.map((row) => row.treatment_id);
  });
}
