// Asks what speaks against drugs for a patient, those of drafts and those of prescriptions that were saved: the question, its answer, and whether it still holds.
import type { OrganizationId, PatientId, TreatmentId, UserId } from '@pestle/rules/ids';
import type { ScreeningTrouble } from '@pestle/rules/screening-words';
import { sql } from 'kysely';
import { findTreatments, type TreatmentRow } from '../../catalog/inside.ts';
import type { PatientRow } from '../../directory/inside.ts';
import type { AskedDrug, ScreenerAnswer, ScreenerWithin, ScreeningQuestion } from '../../screening/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { SignedScreening } from '../clinical-content.ts';
import type { PrescribingDeps } from '../deps.ts';
import { todayOf } from '../drafts/today.ts';
import type { PrescribingTables } from '../tables.ts';
import { currentDrugs, drugOf } from './current-drugs.ts';

/** A draft, or a prescription that was saved, as it is asked about. */
export interface ScreenedSubject {
  /** Its id. */
  readonly key: string;
  readonly treatmentId: TreatmentId;
  readonly instructions: string;
}

/** What screening says of one drug, before anybody answers it. */
export interface DrugScreened extends Omit<SignedScreening, 'answers'> {
  /** It was not checked where it should have been: to go on, a reason is asked for. */
  readonly needsReason: boolean;
}

export interface Screened {
  /** What a question to somebody elsewhere was made of; null where nothing was asked, or nothing can have changed since. */
  readonly basis: string | null;
  /** By the id of the draft or prescription. */
  readonly drugs: ReadonlyMap<string, DrugScreened>;
  /** The practice does not use screening: nobody was asked, and nothing is. */
  readonly notUsed: boolean;
}

const NOTHING_TO_ASK: Screened = { basis: null, drugs: new Map(), notUsed: false };
const NOT_USED: Screened = { ...NOTHING_TO_ASK, notUsed: true };
const UNCHECKED = { checked: false, source: null, dataDate: null, findings: [] } as const;

/** What screening says of one of those that were asked about. Of which it says nothing, that one was not checked. */
export function screenedIn({ drugs, notUsed }: Screened, key: string): DrugScreened {
  const found = drugs.get(key);
  if (found !== undefined) return found;
  return { ...UNCHECKED, needsReason: !notUsed, troubles: [notUsed ? 'NOT_USED' : 'NO_ANSWER'] };
}

/** A patient with what is asked about. */
export interface ScreenedPatient {
  /** Who signs. */
  readonly prescriberId: UserId;
  readonly patient: PatientRow;
  readonly subjects: readonly ScreenedSubject[];
  /** `select`: it is being written; left out: it is about to be signed or sent. */
  readonly moment?: 'select' | 'sign';
}

/**
 * Outside of any transaction of the caller, because who is asked may be elsewhere and slow. `find` names what is asked about; undefined where
 * nothing is.
 */
export async function screenOutside(
  deps: PrescribingDeps,
  orgId: OrganizationId,
  find: (tx: Tx) => Promise<ScreenedPatient | undefined>,
): Promise<Screened> {
  const asked = await deps.store.withOrg(orgId, async (tx) => {
    if (!(await deps.screening.isUsed(tx, orgId))) return NOT_USED;
    const found = await find(tx);
    if (found === undefined) return NOTHING_TO_ASK;
    const basis = await basisOf(tx, orgId, found.patient);
    return { ...(await questionOf(deps, tx, orgId, found)), basis };
  });
  if ('notUsed' in asked) return asked;
  return screenedBy(asked, await deps.screening.ask(asked.question), asked.basis);
}

/** The same of what is locked, within its transaction: what is asked is what is there. */
export async function screenWithin(
  deps: PrescribingDeps,
  tx: Tx,
  orgId: OrganizationId,
  found: ScreenedPatient,
  ask: ScreenerWithin,
): Promise<Screened> {
  if (!(await deps.screening.isUsed(tx, orgId))) return NOT_USED;
  const asked = await questionOf(deps, tx, orgId, found);
  return screenedBy(asked, await ask(tx, asked.question), null);
}

function screenedBy({ question, complete }: Asked, answer: ScreenerAnswer, basis: string | null): Screened {
  const troubles: readonly ScreeningTrouble[] = complete ? [] : ['MEDICINE_UNREADABLE'];
  return {
    basis,
    notUsed: false,
    drugs: new Map(question.drugs.map((drug) => [drug.key, screenedOf(drug, answer, troubles)])),
  };
}

/** Whether what was asked of somebody elsewhere is still what is there, and still asked. */
export async function isStillSo(
  deps: PrescribingDeps,
  tx: Tx,
  orgId: OrganizationId,
  { patient, subjects }: ScreenedPatient,
  { basis, drugs, notUsed }: Screened,
): Promise<boolean> {
  if ((await deps.screening.isUsed(tx, orgId)) === notUsed) return false;
  if (notUsed) return true;
  // What was not there when somebody was asked was not asked about.
  if (!subjects.every(({ key }) => drugs.has(key))) return false;
  return basis === null || (await basisOf(tx, orgId, patient)) === basis;
}

/** The same where what it was made of changed before the drugs were locked: it is no check of what is there now. */
export function changedMeanwhile(screened: Screened, { subjects }: ScreenedPatient): Screened {
  return {
    ...screened,
    drugs: new Map(
      subjects.map(({ key }) => {
        const { troubles: before, ...one } = screened.drugs.get(key) ?? { ...UNCHECKED, troubles: [] };
        const troubles = ['CHANGED_MEANWHILE' as const, ...before];
        return [key, { ...one, checked: false, needsReason: true, troubles } satisfies DrugScreened];
      }),
    ),
  };
}

interface Asked {
  readonly question: ScreeningQuestion;
  /** False where something that the patient gets could not be read. */
  readonly complete: boolean;
}

async function questionOf(
  deps: PrescribingDeps,
  tx: Tx,
  orgId: OrganizationId,
  { patient, prescriberId, subjects, moment = 'sign' }: ScreenedPatient,
): Promise<Asked> {
  const treatments = await findTreatments(tx, [...new Set(subjects.map(({ treatmentId }) => treatmentId))]);
  const ids = subjects.map(({ key }) => key);
  const current = await currentDrugs(tx, orgId, patient.id, ids, deps.ports.clock.now());
  return {
    complete: current.complete,
    question: {
      orgId,
      moment,
      prescriberId,
      patient: {
        id: patient.id,
        firstName: patient.first_name,
        lastName: patient.last_name,
        dateOfBirth: patient.date_of_birth,
        sex: patient.sex,
      },
      drugs: subjects.flatMap((one) => askedDrug(one, treatments.get(one.treatmentId)) ?? []),
      others: current.drugs,
      told: patient.medications ?? [],
      allergies: patient.allergies,
      today: await todayOf(deps.ports, tx, orgId, patient),
    },
  };
}

function askedDrug(
  { key, instructions }: ScreenedSubject,
  treatment: TreatmentRow | undefined,
): AskedDrug | undefined {
  if (treatment === undefined) return undefined;
  return {
    ...drugOf(treatment),
    key,
    rxcui: treatment.rxcui,
    isDrug: treatment.kind !== 'EQUIPMENT',
    instructions,
  };
}

function screenedOf(
  drug: AskedDrug,
  answer: ScreenerAnswer,
  ownTroubles: readonly ScreeningTrouble[],
): DrugScreened {
  if (!drug.isDrug) return { ...UNCHECKED, checked: true, needsReason: false, troubles: [] };
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
  { id: patientId, revision }: { readonly id: PatientId; readonly revision: number },
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
