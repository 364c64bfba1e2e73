// Puts down what a review showed and may be signed, word for word, in the review's own transaction (W4).
import { recordAudit } from '../../audit/audit.ts';
import type { UserActor } from '../../kernel/actor.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import { reviewPoliciesOf } from '../../organization/inside.ts';
import type { Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import type { ClinicalContent, Envelope } from '../clinical-content.ts';
import type { PrescribingDeps } from '../deps.ts';
import { keepFeedback } from '../screening/feedback.ts';
import { auditedScreening } from '../screening/judge.ts';
import { sealSignable } from '../sealed-rows.ts';
import type { DraftRow, PrescribingTables, SignableRow } from '../tables.ts';
import type { ReviewInput } from './review-input.ts';

/** Writes what was shown; the same content of the same revisions is not written twice. */
export async function storeSignable(
  deps: PrescribingDeps,
  tx: Tx,
  signer: UserActor,
  input: ReviewInput,
  draft: DraftRow,
  content: ClinicalContent,
  envelope: Envelope,
  hash: string,
): Promise<void> {
  const tables = tx.withTables<PrescribingTables>();
  const id = makeId(deps.ports, 'sgn');
  await tables
    .deleteFrom('signable')
    .where('org_id', '=', signer.orgId)
    .where('draft_id', '=', draft.id)
    .where('signed_at', 'is', null)
    .execute();
  await tables
    .insertInto('signable')
    .values({
      org_id: signer.orgId,
      id,
      draft_id: draft.id,
      draft_revision: draft.revision,
      patient_id: input.patient.id,
      patient_revision: input.patient.revision,
      prescriber_id: input.prescriber.userId,
      prescriber_revision: input.prescriber.revision,
      policies: reviewPoliciesOf(input.organization),
      sealed: sealSignable(keysOf(tx), id, {
        content,
        envelope,
        structuredSig: draft.structured_sig,
        externalId: draft.external_id,
        source: draft.source,
      }),
      content_hash: hash,
      created_at: nowText(deps.ports),
      signed_at: null,
    } satisfies SignableRow)
    .execute();
  await tables
    .updateTable('draft')
    .set({ signable_id: id })
    .where('org_id', '=', signer.orgId)
    .where('id', '=', draft.id)
    .execute();
  if (content.reasons?.screening) await keepFeedback(deps, tx, signer.orgId, id, content.reasons.screening);
  await recordAudit(tx, deps.ports, {
    orgId: signer.orgId,
    actor: signer,
    action: 'draft.review',
    subject: { kind: 'draft', id: draft.id },
    detail: {
      contentHash: hash,
      ...(content.reasons?.screening && auditedScreening(content.reasons.screening)),
    },
  });
}
