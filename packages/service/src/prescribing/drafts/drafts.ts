// Drafts: written by staff or prescriber, kept on the server, editable and deletable until they are signed (W1, W2).

import type { DraftId, OrganizationId, UserId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { recordAudit } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import { findPatient } from '../../directory/inside.ts';
import { noteChange } from '../../events/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import type { Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import { requireDrafting } from '../acts.ts';
import type { PrescribingDeps } from '../deps.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { selectablePharmacy } from '../orders/lane.ts';
import { openDraft, sealDraft, sourceDigest } from '../sealed-rows.ts';
import type { DraftRow, PrescribingTables } from '../tables.ts';
import { BLANK, columns } from './draft-columns.ts';
import type { DraftChange, DraftFields, DraftInput } from './draft-input.ts';
import { draftChangeSchema, draftInputSchema } from './draft-input.ts';
import { requireByForm } from './form-rules.ts';
import { requirePrescribable } from './obstacles.ts';
import { draftOf } from './read-drafts.ts';

/** Creates a draft. Refuses what may never be prescribed (W7, disable list) and who may not be prescribed for (W8) at once. */
export async function createDraft(
  deps: PrescribingDeps,
  actor: Actor,
  input: DraftInput,
  write: WriteKey,
): Promise<DraftRow> {
  authorize(actor, 'draft.write');
  const fields = validate(draftInputSchema, input);
  const prescriberId = fields.prescriberId ?? ownUserId(actor);
  let isNew = false;
  const { id } = await writeOnce(deps.store, actor, write, async (tx) => {
    await requireDrafting(tx, actor);
    const patient = await findPatient(tx, actor.orgId, fields.patientId);
    if (patient === undefined) throw notFound('patient');
    await requirePrescribable(deps, tx, actor.orgId, patient, fields.treatmentId);
    await requireByForm(tx, actor, fields.form, [fields.treatmentId]);
    await requirePrescriber(deps, tx, actor, prescriberId);
    await requirePharmacy(tx, fields.orderPlan);
    const prefilled = await existingPrefill(tx, actor, prescriberId, patient.id, fields.source ?? null);
    if (prefilled !== undefined) return { id: prefilled };
    await requireRoom(tx, actor.orgId, prescriberId, patient.id);
    const draftId = makeId(deps.ports, 'drf');
    const now = nowText(deps.ports);
    await tx
      .withTables<PrescribingTables>()
      .insertInto('draft')
      .values(
        sealDraft(keysOf(tx), {
          org_id: actor.orgId,
          id: draftId,
          patient_id: patient.id,
          prescriber_id: prescriberId,
          application_id: actor.clientId,
          prepared_by: actor.id,
          updated_by: actor.id,
          source: fields.source ?? null,
          signable_id: null,
          revision: 1,
          created_at: now,
          updated_at: now,
          ...columns({ ...fields, treatmentId: fields.treatmentId }, BLANK),
        }),
      )
      .execute();
    await noteChange(tx, actor.orgId, { kind: 'draft', id: draftId, patientId: patient.id });
    await recordAudit(tx, deps.ports, {
      orgId: actor.orgId,
      actor,
      action: 'draft.create',
      subject: { kind: 'draft', id: draftId },
      detail: { patientId: patient.id, prescriberId },
    });
    isNew = true;
    return { id: draftId };
  });
  // A repeated request, and a transaction that was repeated, count once.
  if (isNew && typeof fields.replacedPicks === 'number') deps.countPicks(fields.replacedPicks);
  return await draftOf(deps, actor, id);
}

/** Changes a draft; any change invalidates what was reviewed. Throws REVISION_CONFLICT when somebody else changed it. */
export async function updateDraft(
  deps: PrescribingDeps,
  actor: Actor,
  change: DraftChange,
  write: WriteKey,
): Promise<DraftRow> {
  authorize(actor, 'draft.write');
  const fields = validate(draftChangeSchema, change);
  await writeOnce(deps.store, actor, write, async (tx) => {
    await requireDrafting(tx, actor);
    const draft = await lockDraft(tx, actor, fields.id);
    if (draft.revision !== fields.revision) {
      throw new Failure(
        'REVISION_CONFLICT',
        'This draft was changed elsewhere. Load it again and repeat the change.',
      );
    }
    const patient = await findPatient(tx, actor.orgId, draft.patient_id);
    if (patient === undefined) throw notFound('patient');
    if (fields.form !== undefined && fields.form !== null)
      await requireByForm(tx, actor, fields.form, [fields.treatmentId ?? draft.treatment_id]);
    if (
      fields.treatmentId !== undefined &&
      fields.treatmentId !== null &&
      fields.treatmentId !== draft.treatment_id
    ) {
      await requirePrescribable(deps, tx, actor.orgId, patient, fields.treatmentId);
    }
    await requirePharmacy(tx, fields.orderPlan);
    const tables = tx.withTables<PrescribingTables>();
    const {
      org_id: _org,
      id: _id,
      ...changed
    } = sealDraft(keysOf(tx), {
      ...draft,
      ...columns(fields, draft),
      signable_id: null,
      updated_by: actor.id,
      revision: draft.revision + 1,
      updated_at: nowText(deps.ports),
    });
    await tables
      .updateTable('draft')
      .set(changed)
      .where('org_id', '=', actor.orgId)
      .where('id', '=', draft.id)
      .execute();
    await removeUnsigned(tx, actor.orgId, draft.id);
    await noteChange(tx, actor.orgId, { kind: 'draft', id: draft.id, patientId: draft.patient_id });
    await recordAudit(tx, deps.ports, {
      orgId: actor.orgId,
      actor,
      action: 'draft.update',
      subject: { kind: 'draft', id: draft.id },
    });
    return { id: draft.id };
  });
  return await draftOf(deps, actor, fields.id);
}

/** Removes a draft and everything made for it; nothing is left but the audit entry (W2). Returns the draft as it was. */
export async function deleteDraft(
  deps: PrescribingDeps,
  actor: Actor,
  id: string,
  write: WriteKey,
): Promise<{ id: string }> {
  authorize(actor, 'draft.write');
  return await writeOnce(deps.store, actor, write, async (tx) => {
    await requireDrafting(tx, actor);
    const draft = await lockDraft(tx, actor, id);
    await tx
      .withTables<PrescribingTables>()
      .deleteFrom('draft')
      .where('org_id', '=', actor.orgId)
      .where('id', '=', draft.id)
      .execute();
    await removeUnsigned(tx, actor.orgId, draft.id);
    await noteChange(tx, actor.orgId, { kind: 'draft', id: draft.id, patientId: draft.patient_id });
    await recordAudit(tx, deps.ports, {
      orgId: actor.orgId,
      actor,
      action: 'draft.delete',
      subject: { kind: 'draft', id: draft.id },
    });
    return { id: draft.id };
  });
}

/** A plan names a pharmacy that may be chosen. */
async function requirePharmacy(tx: Tx, plan: DraftFields['orderPlan']): Promise<void> {
  if (typeof plan?.pharmacyId === 'string') await selectablePharmacy(tx, plan.pharmacyId);
}

async function lockDraft(tx: Tx, actor: Actor, id: string): Promise<DraftRow> {
  const draft = isId('drf', id)
    ? await tx
        .withTables<PrescribingTables>()
        .selectFrom('draft')
        .selectAll()
        .where('org_id', '=', actor.orgId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  if (draft === undefined) throw notFound('draft');
  return openDraft(keysOf(tx), draft);
}

/** What was shown for signing goes with the draft's change, unless it was signed. */
async function removeUnsigned(tx: Tx, orgId: OrganizationId, draftId: DraftId): Promise<void> {
  await tx
    .withTables<PrescribingTables>()
    .deleteFrom('signable')
    .where('org_id', '=', orgId)
    .where('draft_id', '=', draftId)
    .where('signed_at', 'is', null)
    .execute();
}

async function existingPrefill(
  tx: Tx,
  actor: Actor,
  prescriberId: UserId,
  patientId: DraftRow['patient_id'],
  source: string | null,
): Promise<DraftId | undefined> {
  if (source === null) return undefined;
  const row = await tx
    .withTables<PrescribingTables>()
    .selectFrom('draft')
    .select('id')
    .where('org_id', '=', actor.orgId)
    .where('prescriber_id', '=', prescriberId)
    .where('application_id', '=', actor.clientId)
    .where('patient_id', '=', patientId)
    .where('source_digest', '=', sourceDigest(keysOf(tx), source))
    .executeTakeFirst();
  return row?.id;
}

async function requirePrescriber(
  deps: PrescribingDeps,
  tx: Tx,
  actor: Actor,
  prescriberId: UserId,
): Promise<void> {
  const check = await deps.authorizedPrescriber(tx, actor.orgId, prescriberId);
  if (check.ok) return;
  throw new Failure('NOT_AUTHORIZED_TO_PRESCRIBE', 'The person named is not an authorized prescriber.', {
    missing: check.missing,
  });
}

async function requireRoom(
  tx: Tx,
  orgId: OrganizationId,
  prescriberId: UserId,
  patientId: DraftRow['patient_id'],
): Promise<void> {
  const { count } = await tx
    .withTables<PrescribingTables>()
    .selectFrom('draft')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('prescriber_id', '=', prescriberId)
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow();
  if (count < PRESCRIBING_LIMITS.draftsPerPatientMax) return;
  throw new Failure(
    'INVALID_INPUT',
    `${PRESCRIBING_LIMITS.draftsPerPatientMax} drafts wait for this patient already. Sign or delete some first.`,
  );
}

function ownUserId(actor: Actor): UserId {
  if (actor.kind === 'user' && actor.roles.has('prescriber')) return actor.id;
  throw new Failure('INVALID_INPUT', 'prescriberId: name the prescriber who will sign.', {
    fields: [{ path: 'prescriberId', code: 'REQUIRED', message: 'Name the prescriber who will sign.' }],
  });
}
