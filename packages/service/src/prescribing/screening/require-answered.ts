// Says of drafts that could not be signed whether a reason is missing: what to do then is another thing than to review again.
import type { DraftId } from '@pestle/rules/ids';
import type { Actor } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import { keysOf } from '../../vault/vault.ts';
import type { PrescribingDeps } from '../deps.ts';
import { openDraft } from '../sealed-rows.ts';
import type { PrescribingTables } from '../tables.ts';
import { screeningProblems } from './judge.ts';
import { screenDrafts } from './screen-drafts.ts';

/** Throws SCREENING_REASON_REQUIRED when something speaks against one of the signer's drafts and nobody said why it stands. */
export async function requireAnswered(
  deps: PrescribingDeps,
  actor: Actor,
  ids: readonly string[],
): Promise<void> {
  if (actor.kind !== 'user' || ids.length === 0) return;
  const { drugs } = await screenDrafts(deps, actor, ids);
  if (drugs.size === 0) return;
  const stored = await deps.store.withOrg(actor.orgId, async (tx) => {
    const rows = await tx
      .withTables<PrescribingTables>()
      .selectFrom('draft')
      .selectAll()
      .where('org_id', '=', actor.orgId)
      .where('prescriber_id', '=', actor.id)
      .where('id', 'in', ids as DraftId[])
      .execute();
    return rows.map((row) => openDraft(keysOf(tx), row));
  });
  const isMissing = stored.some((draft) => {
    const screened = drugs.get(draft.id);
    return (
      screened !== undefined &&
      screeningProblems(screened, draft.screening_answers).some(({ severity }) => severity === 'error')
    );
  });
  if (isMissing)
    throw new Failure(
      'SCREENING_REASON_REQUIRED',
      'Something speaks against one of these drugs for this patient, or it was not checked. Review the drafts, and state in screeningAnswers why each is prescribed all the same.',
    );
}
