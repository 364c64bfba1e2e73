// Asks what speaks against drafts before they are signed: what the question is made of, and what the answer says of each draft.
import type { DraftId, OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import type { ScreeningTrouble } from '@pestle/rules/screening-words';
import { sql } from 'kysely';
import { findTreatments, type TreatmentRow } from '../../catalog/inside.ts';
import { findPatient, type PatientRow } from '../../directory/inside.ts';
import type { UserActor } from '../../kernel/actor.ts';
import type { AskedDrug, ScreenerAnswer, ScreenerWithin, ScreeningQuestion } from '../../screening/inside.ts';
import type { Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import type { SignedScreening } from '../clinical-content.ts';
import type { PrescribingDeps } from '../deps.ts';
import { todayOf } from '../drafts/today.ts';
import { openDraft } from '../sealed-rows.ts';
import type { DraftRow, PrescribingTables } from '../tables.ts';
import { currentDrugs, drugOf } from './current-drugs.ts';

/** What screening says of one draft, before anybody answers it. */
export interface DraftScreened extends Omit<SignedScreening, 'answers'> {
  /** It was not checked where it should have been: to go on, a reason is asked for. */
  readonly needsReason: boolean;
}

export interface Screened {
  /** What a question to somebody elsewhere was made of; null where nothing was asked, or nothing can have changed since. */
  readonly basis: string | null;
  readonly drafts: ReadonlyMap<string, DraftScreened>;
}

const NOTHING_ASKED: Screened = { basis: null, drafts: new Map() };

/**
 * Outside of any transaction of the caller, because who is asked may be elsewhere and slow. It changes nothing and refuses nothing: ids that
 * are nobody's drafts are left out, and whoever reviews them says so.
 */
export async function screenDrafts(
  deps: PrescribingDeps,
  signer: UserActor,
  draftIds: readonly string[],
): Promise<Screened> {
  const asked = await deps.store.withOrg(signer.orgId, async (tx) => {
    const found = await findDrafts(deps, tx, signer, draftIds);
    if (found === undefined) return undefined;
    const { patient, drafts } = found;
    const basis = await basisOf(tx, signer.orgId, patient);
    return { ...(await questionOf(deps, tx, signer.orgId, patient, drafts)), basis };
  });
  if (asked === undefined) return NOTHING_ASKED;
  return screenedBy(asked, await deps.screening.ask(asked.question), asked.basis);
}

/** The same of drafts that are locked, within their transaction: what is asked is what is there. */
export async function screenWithin(
  deps: PrescribingDeps,
  tx: Tx,
  orgId: OrganizationId,
  patient: PatientRow,
  drafts: readonly DraftRow[],
  ask: ScreenerWithin,
): Promise<Screened> {
  if (!(await deps.screening.isSetUp(tx))) return NOTHING_ASKED;
  const asked = await questionOf(deps, tx, orgId, patient, drafts);
  return screenedBy(asked, await ask(tx, asked.question), null);
}

function screenedBy(
  { question, complete }: Asked,
  answer: ScreenerAnswer | null,
  basis: string | null,
): Screened {
  const troubles: readonly ScreeningTrouble[] = complete ? [] : ['MEDICINE_UNREADABLE'];
  return {
    basis,
    drafts: new Map(question.drugs.map((drug) => [drug.key, screenedOf(drug, answer, troubles)])),
  };
}

/** Whether what was asked of somebody elsewhere is still what is there. */
export async function isStillSo(
  tx: Tx,
  orgId: OrganizationId,
  patient: PatientRow,
  { basis }: Screened,
): Promise<boolean> {
  return basis === null || (await basisOf(tx, orgId, patient)) === basis;
}

/** The same where what it was made of changed before the drafts were locked: it is no check of what is there now. */
export function changedMeanwhile(screened: Screened): Screened {
  return {
    ...screened,
    drafts: new Map(
      [...screened.drafts].map(([id, one]) => [
        id,
        {
          ...one,
          checked: false,
          needsReason: true,
          troubles: ['CHANGED_MEANWHILE', ...one.troubles],
        } satisfies DraftScreened,
      ]),
    ),
  };
}

/** What is said of a draft that nobody was asked about. */
export function unscreened(): DraftScreened {
  return {
    checked: false,
    needsReason: false,
    source: null,
    dataDate: null,
    troubles: ['NO_DATA'],
    findings: [],
  };
}

interface Asked {
  readonly question: ScreeningQuestion;
  /** False where something that the patient gets could not be read. */
  readonly complete: boolean;
}

/** Undefined where there is nobody to ask, or nothing to ask about. */
async function findDrafts(
  deps: PrescribingDeps,
  tx: Tx,
  { orgId, id: signerId }: UserActor,
  draftIds: readonly string[],
): Promise<{ readonly patient: PatientRow; readonly drafts: readonly DraftRow[] } | undefined> {
  const ids = draftIds.filter((id): id is DraftId => isId('drf', id));
  if (ids.length === 0 || !(await deps.screening.isSetUp(tx))) return undefined;
  const stored = await tx
    .withTables<PrescribingTables>()
    .selectFrom('draft')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('prescriber_id', '=', signerId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  const patientId = stored[0]?.patient_id;
  const patient = patientId === undefined ? undefined : await findPatient(tx, orgId, patientId);
  if (patient === undefined) return undefined;
  const keys = keysOf(tx);
  const drafts = stored.filter((draft) => draft.patient_id === patient.id);
  return { patient, drafts: drafts.map((draft) => openDraft(keys, draft)) };
}

async function questionOf(
  deps: PrescribingDeps,
  tx: Tx,
  orgId: OrganizationId,
  patient: PatientRow,
  drafts: readonly DraftRow[],
): Promise<Asked> {
  const treatments = await findTreatments(tx, [...new Set(drafts.map((draft) => draft.treatment_id))]);
  const ids = drafts.map(({ id }) => id);
  const current = await currentDrugs(tx, orgId, patient.id, ids, deps.ports.clock.now());
  return {
    complete: current.complete,
    question: {
      orgId,
      drugs: drafts.flatMap((draft) => askedDrug(draft, treatments.get(draft.treatment_id)) ?? []),
      others: current.drugs,
      told: patient.medications ?? [],
      allergies: patient.allergies,
      today: await todayOf(deps.ports, tx, orgId, patient),
    },
  };
}

function askedDrug(draft: DraftRow, treatment: TreatmentRow | undefined): AskedDrug | undefined {
  if (treatment === undefined) return undefined;
  return {
    ...drugOf(treatment),
    key: draft.id,
    rxcui: treatment.rxcui,
    isDrug: treatment.kind !== 'EQUIPMENT',
    instructions: draft.instructions,
  };
}

function screenedOf(
  drug: AskedDrug,
  answer: ScreenerAnswer | null,
  ownTroubles: readonly ScreeningTrouble[],
): DraftScreened {
  if (!drug.isDrug) return { ...unscreened(), checked: true, troubles: [] };
  if (answer === null) return unscreened();
  const found = answer.drugs.get(drug.key);
  const troubles = [...new Set([...(found?.troubles ?? ['NO_ANSWER' as const]), ...ownTroubles])];
  return {
    checked: troubles.length === 0,
    needsReason: troubles.length > 0,
    source: answer.source,
    dataDate: answer.dataDate,
    troubles,
    findings: found?.findings ?? [],
  };
}

/** What says whether something changed: the patient's record, the drafts of the patient, and what was signed for the patient. */
async function basisOf(
  tx: Tx,
  orgId: OrganizationId,
  { id: patientId, revision }: PatientRow,
): Promise<string> {
  const tables = tx.withTables<PrescribingTables>();
  const drafts = await tables
    .selectFrom('draft')
    .select(['id', 'revision'])
    .where('org_id', '=', orgId)
    .where('patient_id', '=', patientId)
    .orderBy('id')
    .execute();
  const signed = await tables
    .selectFrom('prescription')
    .select(sql<string>`count(*)`.as('count'))
    .where('org_id', '=', orgId)
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow();
  return JSON.stringify([
    patientId,
    revision,
    drafts.map(({ id, revision }) => [id, revision]),
    signed.count,
  ]);
}
