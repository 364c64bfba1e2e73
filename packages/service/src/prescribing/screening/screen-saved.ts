// Screens prescriptions that were saved once more when they are sent: what was not answered when they were signed needs a reason now, which is kept with the fill.
import type { FillId, OrganizationId, PatientId, PrescriptionId } from '@pestle/rules/ids';
import type { ScreeningAnswerGiven } from '@pestle/rules/screening-answers';
import { NOT_CHECKED } from '@pestle/rules/screening-answers';
import { recordAudit } from '../../audit/audit.ts';
import { findPatient } from '../../directory/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor, UserActor } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Tx } from '../../store/store.ts';
import { columnAddress, keysOf } from '../../vault/vault.ts';
import type { SignedScreening } from '../clinical-content.ts';
import type { PrescribingDeps } from '../deps.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { prescriptionsByIds, readablePrescriptions } from '../prescriptions/prescriptions.ts';
import type { PrescriptionRecord } from '../records.ts';
import type { PrescribingTables } from '../tables.ts';
import { type DrugScreened, type ScreenedPatient, screenedIn, screenOutside } from './ask.ts';
import { keepFeedback } from './feedback.ts';
import { auditedScreening, signedScreening, unanswered } from './judge.ts';
import type { ScreenLocked } from './with-screening.ts';

/** An answer that is given when a saved prescription is sent. */
export interface SendingAnswer extends ScreeningAnswerGiven {
  readonly prescriptionId: string;
}

/** What screening says of a saved prescription before it is sent. */
export interface ScreenedToSend {
  readonly patientId: PatientId;
  readonly prescriptionId: PrescriptionId;
  readonly screening: SignedScreening & Pick<DrugScreened, 'needsReason'>;
  /** The rules that need an answer when it is sent: those that its signature did not answer. */
  readonly open: readonly string[];
}

/** What is kept with a fill of what was screened when it was sent. */
export interface SentScreening {
  readonly prescriptionId: PrescriptionId;
  readonly screening: SignedScreening;
}

/**
 * What would be asked for if these prescriptions were sent now. It changes nothing. Throws NOT_FOUND, and INVALID_INPUT when they are not all for
 * one patient.
 */
export async function screeningToSend(
  deps: PrescribingDeps,
  actor: Actor,
  ids: readonly string[],
): Promise<readonly ScreenedToSend[]> {
  authorize(actor, 'prescription.read');
  if (ids.length > PRESCRIBING_LIMITS.prescriptionsPerOrderMax)
    throw new Failure('INVALID_INPUT', 'prescriptionIds: an order holds 25 prescriptions at most.');
  const records = await deps.store.withOrg(actor.orgId, (tx) =>
    prescriptionsByIds(tx, actor.orgId, ids, false),
  );
  if (records.length < new Set(ids).size) throw notFound('prescription');
  const all = await screenSaved(deps, actor.orgId, ids);
  return records.map((record) => {
    const screened = screenedIn(all, record.row.id);
    const given = answeredBefore(screened, record);
    return {
      patientId: record.row.patient_id,
      prescriptionId: record.row.id,
      screening: { ...signedScreening(screened, given), needsReason: screened.needsReason },
      open: unanswered(screened, given),
    };
  });
}

/** Outside of the transaction that sends them. */
export async function screenSaved(
  deps: PrescribingDeps,
  orgId: OrganizationId,
  ids: readonly string[],
): ReturnType<typeof screenOutside> {
  return await screenOutside(deps, orgId, async (tx) => {
    const { records } = await readablePrescriptions(tx, orgId, ids);
    return records.length === 0 ? undefined : await screenedPatient(tx, orgId, records);
  });
}

/**
 * For locked prescriptions that are about to be sent. Throws SCREENING_REASON_REQUIRED where something speaks against one of them, or it was not
 * checked, and neither its signature nor `given` says why it is sent all the same.
 */
export async function requireScreened(
  tx: Tx,
  orgId: OrganizationId,
  locked: readonly PrescriptionRecord[],
  given: readonly SendingAnswer[],
  screen: ScreenLocked,
): Promise<readonly SentScreening[]> {
  const all = await screen(tx, await screenedPatient(tx, orgId, locked));
  return locked.map((record) => {
    const screened = screenedIn(all, record.row.id);
    const now = given.filter(({ prescriptionId }) => prescriptionId === record.row.id);
    const answers = [
      ...now.map(({ rule, reason, text }) => ({ rule, reason, text })),
      ...answeredBefore(screened, record).filter((one) => !now.some(({ rule }) => rule === one.rule)),
    ];
    if (unanswered(screened, answers).length > 0)
      throw new Failure(
        'SCREENING_REASON_REQUIRED',
        'Something speaks against one of these drugs for this patient, or it was not checked, and its signature does not answer that. Ask screeningToSend, and state in screeningAnswers why each is sent all the same.',
      );
    return { prescriptionId: record.row.id, screening: signedScreening(screened, answers) };
  });
}

/** Of the answers that were signed: an answer to a rule, and to what was not checked only where nothing else stays unchecked now. */
function answeredBefore(
  screened: DrugScreened,
  { content }: PrescriptionRecord,
): readonly ScreeningAnswerGiven[] {
  const signed = content.reasons?.screening;
  if (signed === undefined) return [];
  const nothingNew = screened.troubles.every((trouble) => signed.troubles.includes(trouble));
  return signed.answers.filter(({ rule }) => rule !== NOT_CHECKED || nothingNew);
}

async function screenedPatient(
  tx: Tx,
  orgId: OrganizationId,
  records: readonly PrescriptionRecord[],
): Promise<ScreenedPatient> {
  const first = records[0]?.row;
  const patientId = first?.patient_id;
  if (
    first === undefined ||
    patientId === undefined ||
    records.some(({ row }) => row.patient_id !== patientId)
  )
    throw new Failure('INVALID_INPUT', 'prescriptionIds: all must be for one patient.');
  const patient = await findPatient(tx, orgId, patientId);
  if (patient === undefined) throw notFound('patient');
  const subjects = records.map(({ row, content }) => ({
    key: row.id,
    treatmentId: row.treatment_id,
    instructions: content.instructions,
  }));
  return { patient, prescriberId: first.prescriber_id, subjects };
}

/** Keeps what was found and answered with each fill, and puts down who went on by which codes, in the transaction that sends. */
export async function keepSentScreening(
  deps: PrescribingDeps,
  tx: Tx,
  sender: UserActor,
  lines: readonly { readonly fillId: FillId; readonly prescriptionId: PrescriptionId }[],
  screened: readonly SentScreening[],
): Promise<void> {
  const keys = keysOf(tx);
  const at = nowText(deps.ports);
  for (const { fillId, prescriptionId } of lines) {
    const own = screened.find((one) => one.prescriptionId === prescriptionId);
    if (own === undefined) throw new Error('a prescription that is sent was screened');
    await tx
      .withTables<PrescribingTables>()
      .insertInto('sent_screening')
      .values({
        org_id: sender.orgId,
        fill_id: fillId,
        screened_at: at,
        sealed: keys.sealJson(columnAddress('sentScreening', fillId), own.screening),
      })
      .execute();
    await keepFeedback(deps, tx, sender.orgId, fillId, own.screening);
    await recordAudit(tx, deps.ports, {
      orgId: sender.orgId,
      actor: sender,
      action: 'prescription.screening',
      subject: { kind: 'prescription', id: prescriptionId },
      detail: auditedScreening(own.screening),
    });
  }
}

/** Of each fill what screening said when it was sent; those that were signed in the act that sent them are left out. */
export async function sentScreenings(
  deps: PrescribingDeps,
  actor: Actor,
  fillIds: readonly string[],
): Promise<ReadonlyMap<string, SignedScreening>> {
  authorize(actor, 'prescription.read');
  if (fillIds.length === 0) return new Map();
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    const keys = keysOf(tx);
    const rows = await tx
      .withTables<PrescribingTables>()
      .selectFrom('sent_screening')
      .select(['fill_id', 'sealed'])
      .where('org_id', '=', actor.orgId)
      .where('fill_id', 'in', fillIds as FillId[])
      .execute();
    return new Map(
      rows.map(({ fill_id: id, sealed }) => [
        id,
        keys.openJson(columnAddress('sentScreening', id), sealed) as SignedScreening,
      ]),
    );
  });
}
