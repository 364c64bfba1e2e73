// Settles a number that was said to be somebody else's: somebody of the practice has asked, and it is the patient's. Texts go there again.
import type { WriteKey } from '../../audit/inside.ts';
import { findPatient } from '../../directory/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/errors.ts';
import { nowText } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import { numberIsRight } from '../../routing/inside.ts';
import type { DeskDeps } from '../deps.ts';
import type { CloseInput, DeskActed } from './item-acts.ts';
import { actOnItem, closeSchema, markHandled, requireSeen, settled } from './item-acts.ts';

/**
 * Says how it is known that the number is right. What was withheld meanwhile is not sent after all: a person reminds the patient where
 * something is to be chosen. Throws DESK_ITEM_GONE, also for items of other causes.
 */
export async function confirmNumber(
  deps: DeskDeps,
  actor: Actor,
  input: CloseInput,
  write: WriteKey,
): Promise<DeskActed> {
  const { id, reason } = validate(closeSchema, input);
  return await actOnItem(deps, actor, id, write, async (tx, locked, key) => {
    if (key.cause !== 'wrong-number') throw settled();
    requireSeen(locked.item, key);
    const { orgId } = actor;
    const patient = await findPatient(tx, orgId, key.subjectId);
    if (patient === undefined) throw notFound('patient');
    const at = nowText(deps.ports);
    await numberIsRight(tx, deps.phoneHashes, { orgId, patientId: patient.id, phone: patient.phone, at });
    await markHandled(deps, tx, actor, locked, reason);
    return 'desk.number-right';
  });
}
