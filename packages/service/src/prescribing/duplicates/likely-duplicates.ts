// Finds what was prescribed before and is likely the same again: for the notice on a draft, before anything is signed twice.
import type {
  DraftId,
  OrganizationId,
  PatientId,
  PrescriptionId,
  TreatmentId,
  UserId,
} from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import { type CatalogTables, findTreatments } from '../../catalog/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Tx } from '../../store/store.ts';
import type { PrescribingDeps } from '../deps.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { readablePrescriptions } from '../prescriptions/prescriptions.ts';
import type { PrescriptionRecord } from '../records.ts';
import type { DraftRow, FillRow, PrescribingTables, PrescriptionRow } from '../tables.ts';
import { countsAsDuplicate } from './counts.ts';

/** An earlier prescription that a draft likely repeats. */
export interface LikelyDuplicate {
  readonly prescriptionId: PrescriptionId;
  readonly patientId: PatientId;
  readonly treatmentId: TreatmentId;
  /** The same treatment; else one with an active ingredient of it. */
  readonly sameTreatment: boolean;
  readonly writtenAt: string;
  /** What was signed does not open: it counts as if its supply lasted for as long as a prescription is valid. */
  readonly unreadable: boolean;
  readonly prescriberId: UserId;
}

/** Of each draft what it likely repeats, the newest first; those that repeat nothing are left out. */
export async function likelyDuplicates(
  deps: PrescribingDeps,
  actor: Actor,
  draftIds: readonly string[],
): Promise<ReadonlyMap<string, readonly LikelyDuplicate[]>> {
  authorize(actor, 'prescription.read');
  const ids = draftIds.filter((id): id is DraftId => isId('drf', id));
  if (ids.length === 0) return new Map();
  const nowMs = deps.ports.clock.now();
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    const drafts = await tx
      .withTables<PrescribingTables>()
      .selectFrom('draft')
      .select(['id', 'patient_id', 'treatment_id'])
      .where('org_id', '=', actor.orgId)
      .where('id', 'in', ids)
      .execute();
    return await duplicatesOf(tx, actor.orgId, drafts, nowMs);
  });
}

/** The same for drafts that were read. */
export async function duplicatesOf(
  tx: Tx,
  orgId: OrganizationId,
  drafts: readonly Draft[],
  nowMs: number,
): Promise<ReadonlyMap<string, readonly LikelyDuplicate[]>> {
  const earlier = await earlierOf(tx, orgId, drafts, nowMs);
  return new Map(
    drafts.flatMap(({ id, patient_id, treatment_id }) => {
      const found = earlier
        .filter((one) => one.patientId === patient_id && one.repeats.has(treatment_id))
        .slice(0, PRESCRIBING_LIMITS.duplicatesShownMax)
        .map(
          ({ repeats: _repeats, ...rest }): LikelyDuplicate => ({
            ...rest,
            sameTreatment: rest.treatmentId === treatment_id,
          }),
        );
      return found.length === 0 ? [] : [[id, found] as const];
    }),
  );
}

type Draft = Pick<DraftRow, 'id' | 'patient_id' | 'treatment_id'>;
type Earlier = Omit<LikelyDuplicate, 'sameTreatment'> & {
  /** Those of the drafts' treatments that it would be the same as. */
  readonly repeats: ReadonlySet<string>;
};

/** What counts of the patients' prescriptions with a treatment or an ingredient of the drafts, newest first. */
async function earlierOf(
  tx: Tx,
  orgId: OrganizationId,
  drafts: readonly Draft[],
  nowMs: number,
): Promise<readonly Earlier[]> {
  if (drafts.length === 0) return [];
  const treatments = await findTreatments(
    tx,
    drafts.map(({ treatment_id: id }) => id),
  );
  const ingredients = [...treatments.values()].flatMap((one) => one.ingredients);
  // No supply is longer than a prescription is valid; what is older is not looked at.
  const since = new Date(nowMs - PRESCRIBING_LIMITS.prescriptionValidityDays * DAY_MS).toISOString();
  const rows = await tx
    .withTables<PrescribingTables & CatalogTables>()
    .selectFrom('prescription')
    .innerJoin('treatment', 'treatment.id', 'prescription.treatment_id')
    .select(['prescription.id', 'treatment.ingredients'])
    .where('prescription.org_id', '=', orgId)
    .where('prescription.written_at', '>', since)
    .where('prescription.patient_id', 'in', [...new Set(drafts.map((one) => one.patient_id))])
    .where((where) =>
      where.or([
        where('prescription.treatment_id', 'in', [...treatments.keys()] as TreatmentId[]),
        sql<boolean>`treatment.ingredients && ${ingredients}::text[]`,
      ]),
    )
    .orderBy('prescription.written_at', 'desc')
    .orderBy('prescription.id', 'desc')
    .limit(PRESCRIBING_LIMITS.duplicatesLookedAtMax)
    .execute();
  if (rows.length === 0) return [];
  const { records, damaged } = await readablePrescriptions(
    tx,
    orgId,
    rows.map(({ id }) => id),
  );
  const compared = new Map(
    [...records.map(readOf), ...damaged.map(unreadOf)].map((one) => [one.row.id, one]),
  );
  const fills = await fillsOf(
    tx,
    orgId,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, ingredients: own }) => {
    const one = compared.get(id);
    if (one === undefined) return [];
    const { row, notBefore, daysSupply, unreadable } = one;
    const written = { ...row, not_before: notBefore };
    if (!countsAsDuplicate(written, daysSupply, fills.get(id) ?? [], nowMs)) return [];
    const repeats = [...treatments.values()].filter(
      (one) => one.id === row.treatment_id || one.ingredients.some((name) => own.includes(name)),
    );
    return [
      {
        prescriptionId: id,
        treatmentId: row.treatment_id,
        writtenAt: row.written_at,
        prescriberId: row.prescriber_id,
        patientId: row.patient_id,
        unreadable,
        repeats: new Set<string>(repeats.map((one) => one.id)),
      },
    ];
  });
}

interface Compared {
  readonly row: Pick<
    PrescriptionRow,
    'id' | 'treatment_id' | 'prescriber_id' | 'patient_id' | 'written_at' | 'dispensed_at'
  >;
  readonly notBefore: string | null;
  readonly daysSupply: number;
  readonly unreadable: boolean;
}

function readOf({ row, content }: PrescriptionRecord): Compared {
  const { doNotFillBeforeDate: notBefore, daysSupply } = content;
  return { row, notBefore, daysSupply: daysSupply ?? 0, unreadable: false };
}

/** Nobody knows for how many days it was: none is too many. */
function unreadOf(row: Compared['row']): Compared {
  return { row, notBefore: null, daysSupply: PRESCRIBING_LIMITS.prescriptionValidityDays, unreadable: true };
}

const DAY_MS = 86_400_000;

/** The fills of prescriptions. */
export async function fillsOf(
  tx: Tx,
  orgId: OrganizationId,
  prescriptionIds: readonly PrescriptionId[],
): Promise<ReadonlyMap<PrescriptionId, readonly FillRow[]>> {
  const rows = await tx
    .withTables<PrescribingTables>()
    .selectFrom('fill')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('prescription_id', 'in', prescriptionIds)
    .execute();
  return Map.groupBy(rows, (row) => row.prescription_id);
}
