// Lets drugs be signed or sent with what screening says of them, whoever is asked: within the caller's transaction, or elsewhere and before it.
import type { OrganizationId } from '@pestle/rules/ids';
import type { Tx } from '../../store/store.ts';
import type { PrescribingDeps } from '../deps.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import type { Screened, ScreenedPatient } from './ask.ts';
import { changedMeanwhile, isStillSo, screenWithin } from './ask.ts';

/** What screening says of drafts or prescriptions that are locked in this transaction. */
export type ScreenLocked = (tx: Tx, locked: ScreenedPatient) => Promise<Screened>;

/** Undoes work whose drugs or patient changed while somebody elsewhere was asked. */
class ChangedError extends Error {}

/**
 * Where the data are in the store they are asked in the work's own transaction. Whoever is elsewhere is asked before it, by `askOutside`: when
 * something changed since, the work is undone and done again, a few times; then it says so, and nothing counts as checked.
 */
export async function withScreening<Result>(
  deps: PrescribingDeps,
  orgId: OrganizationId,
  askOutside: () => Promise<Screened>,
  work: (screen: ScreenLocked) => Promise<Result>,
): Promise<Result> {
  if (!(await deps.screening.asksElsewhere(orgId)))
    return await work((tx, locked) => screenWithin(deps, tx, orgId, locked, deps.screening.askWithin));
  for (let tries = 1; ; tries += 1) {
    const asked = await askOutside();
    try {
      return await work(async (tx, locked) => {
        if (await isStillSo(deps, tx, orgId, locked, asked)) return asked;
        if (tries < PRESCRIBING_LIMITS.screeningTriesMax) throw new ChangedError();
        return changedMeanwhile(asked, locked);
      });
    } catch (error) {
      if (!(error instanceof ChangedError)) throw error;
    }
  }
}
