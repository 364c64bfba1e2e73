// Reads what else a patient gets by drafts and prescriptions of the practice, for comparing with what is being prescribed.
import type { OrganizationId, PatientId, PrescriptionId, TreatmentId } from '@pestle/rules/ids';
import type { OtherDrug, OtherDrugFrom } from '@pestle/rules/screening';
import { findTreatments, type TreatmentRow } from '../../catalog/inside.ts';
import type { Tx } from '../../store/store.ts';
import { countsAsDuplicate } from '../duplicates/counts.ts';
import { fillsOf } from '../duplicates/likely-duplicates.ts';
import { PRESCRIBING_LIMITS as LIMITS } from '../limits.ts';
import { readablePrescriptions } from '../prescriptions/prescriptions.ts';
import type { PrescribingTables } from '../tables.ts';

export interface CurrentDrugs {
  readonly drugs: readonly OtherDrug[];
  /** False where something that the patient may take could not be read, or was too much to be looked at. */
  readonly complete: boolean;
}

/**
 * What is being written for the patient besides what is asked about, and what was prescribed and may still be taken. Drafts are read before
 * prescriptions: one that is signed in between is then met twice rather than not at all.
 */
export async function currentDrugs(
  tx: Tx,
  orgId: OrganizationId,
  patientId: PatientId,
  /** Drafts and prescriptions that are asked about themselves. */
  asked: readonly string[],
  nowMs: number,
): Promise<CurrentDrugs> {
  const waiting = await tx
    .withTables<PrescribingTables>()
    .selectFrom('draft')
    .select(['id', 'treatment_id'])
    .where('org_id', '=', orgId)
    .where('patient_id', '=', patientId)
    .orderBy('id', 'desc')
    .limit(LIMITS.screenedDraftsMax + 1)
    .execute();
  const taken = await takenTreatments(tx, orgId, patientId, asked, nowMs);
  const written = waiting.filter(({ id }) => !asked.includes(id)).map(({ treatment_id: id }) => id);
  const treatments = await findTreatments(tx, [...new Set([...written, ...taken.ids])]);
  const fromOrder = asDrugs(new Set(written), treatments, 'ORDER');
  const prescribed = asDrugs(new Set(taken.ids), treatments, 'PRESCRIBED');
  return {
    drugs: [...fromOrder.drugs, ...prescribed.drugs],
    complete:
      taken.complete &&
      waiting.length <= LIMITS.screenedDraftsMax &&
      fromOrder.complete &&
      prescribed.complete,
  };
}

/**
 * The treatments of the prescriptions that the patient may still take by. Of each treatment the newest is opened first, and the one before
 * it only where that one no longer counts: who gets the same every month costs one opened prescription, not twelve.
 */
async function takenTreatments(
  tx: Tx,
  orgId: OrganizationId,
  patientId: PatientId,
  asked: readonly string[],
  nowMs: number,
): Promise<{ readonly ids: readonly TreatmentId[]; readonly complete: boolean }> {
  const since = new Date(nowMs - LIMITS.screenedBackDays * DAY_MS).toISOString();
  const rows = await tx
    .withTables<PrescribingTables>()
    .selectFrom('prescription')
    .select(['id', 'treatment_id'])
    .where('org_id', '=', orgId)
    .where('patient_id', '=', patientId)
    .where('written_at', '>', since)
    .orderBy('written_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIMITS.screenedPrescriptionsMax + 1)
    .execute();
  const undecided = Map.groupBy(
    rows.filter(({ id }) => !asked.includes(id)),
    (row) => row.treatment_id,
  );
  const taken: TreatmentId[] = [];
  let complete = rows.length <= LIMITS.screenedPrescriptionsMax;
  let opened = 0;
  for (let each = 1; undecided.size > 0; each *= 2) {
    const next = [...undecided.values()].flatMap((ones) => ones.splice(0, each)).map(({ id }) => id);
    opened += next.length;
    if (opened > LIMITS.screenedOpenedMax) {
      complete = false;
      break;
    }
    for (const id of await takenOf(tx, orgId, next, nowMs)) {
      undecided.delete(id);
      taken.push(id);
    }
    for (const [id, ones] of undecided) if (ones.length === 0) undecided.delete(id);
  }
  return { ids: taken, complete };
}

/** The treatments of those among these prescriptions that the patient may still take by, each once. */
async function takenOf(
  tx: Tx,
  orgId: OrganizationId,
  ids: readonly PrescriptionId[],
  nowMs: number,
): Promise<ReadonlySet<TreatmentId>> {
  const { records, damaged } = await readablePrescriptions(tx, orgId, ids);
  const fills = await fillsOf(tx, orgId, ids);
  const read = [
    ...records.map(({ row, content }) => ({
      row,
      notBefore: content.doNotFillBeforeDate,
      days: suppliedDays(content.daysSupply, content.fillsAllowed),
    })),
    // Nobody knows for how long it was: none is too long.
    ...damaged.map((row) => ({ row, notBefore: null, days: suppliedDays(null, 1) })),
  ];
  const current = read.filter(({ row, notBefore, days }) =>
    countsAsDuplicate({ ...row, not_before: notBefore }, days, fills.get(row.id) ?? [], nowMs),
  );
  return new Set(current.map(({ row }) => row.treatment_id));
}

/** For how long what is prescribed may be taken: people begin late, and take what is left. */
function suppliedDays(daysSupply: number | null, fillsAllowed: number): number {
  const days =
    daysSupply === null || daysSupply === 0 ? LIMITS.prescriptionValidityDays : daysSupply * fillsAllowed;
  return Math.min(days, LIMITS.prescriptionValidityDays) + LIMITS.takenLongerDays;
}

function asDrugs(
  ids: ReadonlySet<TreatmentId>,
  treatments: ReadonlyMap<string, TreatmentRow>,
  from: OtherDrugFrom,
): CurrentDrugs {
  const drugs = [...ids].flatMap((id): OtherDrug[] => {
    const found = treatments.get(id);
    return found === undefined || found.ingredients.length === 0 ? [] : [{ ...drugOf(found), from }];
  });
  const complete = [...ids].every((id) => {
    const found = treatments.get(id);
    return found !== undefined && (found.kind === 'EQUIPMENT' || found.ingredients.length > 0);
  });
  return { drugs, complete };
}

/** A treatment as screening sees it. */
export function drugOf({
  name,
  ingredients,
  therapeutic_class: className,
  rxcui,
}: TreatmentRow): Omit<OtherDrug, 'from'> {
  return { name, ingredients, className, rxcui };
}

const DAY_MS = 86_400_000;
