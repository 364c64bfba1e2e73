// Lets a review be made with what screening says of its drafts, whoever is asked: within the review's transaction, or elsewhere and before it.
import type { PatientRow } from '../../directory/inside.ts';
import type { UserActor } from '../../kernel/actor.ts';
import type { Tx } from '../../store/store.ts';
import type { PrescribingDeps } from '../deps.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import type { DraftRow } from '../tables.ts';
import type { Screened } from './screen-drafts.ts';
import { changedMeanwhile, isStillSo, screenDrafts, screenWithin } from './screen-drafts.ts';

/** What screening says of drafts that are locked in this transaction. */
export type ScreenLocked = (tx: Tx, patient: PatientRow, drafts: readonly DraftRow[]) => Promise<Screened>;

/** Undoes a review whose drafts or patient changed while somebody elsewhere was asked. */
class ChangedError extends Error {}

/**
 * Where the data are in the store they are asked in the review's own transaction. Whoever is elsewhere is asked before it: when something
 * changed since, the review is undone and made again, a few times; then it says so, and nothing counts as checked.
 */
export async function withScreening<Result>(
  deps: PrescribingDeps,
  signer: UserActor,
  draftIds: readonly string[],
  review: (screen: ScreenLocked) => Promise<Result>,
): Promise<Result> {
  const { askWithin } = deps.screening;
  if (askWithin !== null)
    return await review((tx, patient, drafts) =>
      screenWithin(deps, tx, signer.orgId, patient, drafts, askWithin),
    );
  for (let tries = 1; ; tries += 1) {
    const asked = await screenDrafts(deps, signer, draftIds);
    try {
      return await review(async (tx, patient) => {
        if (await isStillSo(tx, signer.orgId, patient, asked)) return asked;
        if (tries < PRESCRIBING_LIMITS.screeningTriesMax) throw new ChangedError();
        return changedMeanwhile(asked);
      });
    } catch (error) {
      if (!(error instanceof ChangedError)) throw error;
    }
  }
}
