// What a request to sign comes to where the statement wrote nothing: what its key made before, or the problem in words.
import type { WriteKey } from '../../audit/inside.ts';
import { repeatedResult } from '../../audit/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import { SQLSTATE, sqlState, violatedConstraint } from '../../kernel/failures/sql-errors.ts';
import { requireAct } from '../acts.ts';
import type { PrescribingDeps } from '../deps.ts';
import { SEND_OBSTACLE_SENTENCE } from '../prescriptions/sendable.ts';
import { requireAnswered } from '../screening/require-answered.ts';
import type { Signature, SignedIds } from './sign-request.ts';
import type { SignAnswer } from './signing-batches.ts';
import type { SignProblem } from './signing-sql.ts';

/** Why the statement did nothing, also where the store itself stopped it: two under different keys at the same moment. */
export type Stopped = SignProblem | 'raced' | 'ordered';

/** The answer of the statement, of which the later of two that met breaks a rule of the database. */
export async function answerTo(
  ask: () => Promise<SignAnswer>,
): Promise<SignAnswer | { readonly problem: Stopped }> {
  try {
    return await ask();
  } catch (error) {
    // What was reviewed is gone: another review of the same draft has taken its place since the statement began.
    if (
      sqlState(error) === SQLSTATE.foreignKeyViolation &&
      violatedConstraint(error) === 'prescription_org_id_signable_id_fkey'
    )
      return { problem: 'signature' };
    if (sqlState(error) !== SQLSTATE.uniqueViolation) throw error;
    return { problem: violatedConstraint(error) === 'fill_open' ? 'ordered' : 'raced' };
  }
}

/** What the key made before, when it did; else throws the problem in words. `act` is what was asked for, `drafts` what was to be signed. */
export async function earlierIds(
  deps: PrescribingDeps,
  actor: Actor,
  write: WriteKey,
  problem: Stopped,
  act: 'prescription.sign' | 'order.send' = 'prescription.sign',
  drafts: Signature = [],
): Promise<SignedIds> {
  const earlier = await repeatedResult(deps.store, actor, write);
  if (earlier !== undefined) return earlier as SignedIds;
  // Whoever is no authorized prescriber any more gets that answer, and not the advice to review again.
  await deps.store.withOrg(actor.orgId, (tx) => requireAct(deps, tx, actor, act));
  switch (problem) {
    case 'pharmacy':
      throw new Failure(
        'PHARMACY_NOT_SELECTABLE',
        'This pharmacy cannot be chosen: it is unknown, closed or does not serve the public.',
      );
    case 'repeat':
      throw new Failure(
        'SAME_TREATMENT_TWICE',
        'The same treatment is on this order twice without a stated reason.',
      );
    case 'ordered':
      throw new Failure('PRESCRIPTION_ON_OPEN_ORDER', SEND_OBSTACLE_SENTENCE.PRESCRIPTION_ON_OPEN_ORDER);
    case 'patients':
      throw new Failure('INVALID_INPUT', 'drafts: all drafts of one order must be for one patient.');
    case 'raced':
    case 'key':
      throw new Failure(
        'SIGNATURE_INVALIDATED',
        'These drafts were signed elsewhere at the same moment. Look at the orders.',
      );
    case 'signature':
      await requireAnswered(
        deps,
        actor,
        drafts.map(({ draftId }) => draftId),
      );
      throw new Failure(
        'SIGNATURE_INVALIDATED',
        'Something changed since the review (the draft, the patient, the treatment, the prescriber, what the practice asks for, or the time). Review again and sign what is shown.',
      );
    default:
      throw new Error(`unknown problem ${String(problem satisfies never)}`);
  }
}
