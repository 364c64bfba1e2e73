// What stops a new prescription from being sent, looked at before every attempt: what became of it, who signed it, its pharmacy.

import { decideControl } from '@pestle/rules/controlled';
import { nowText } from '../../../kernel/ports.ts';
import { electronicLane, FAX_LANE } from '../../../outbox/outbox.ts';
import { sendUntil } from '../../../prescribing/inside.ts';
import { faxObstacle } from '../../fax/obstacle.ts';
import type { Facts } from '../../ledger/facts.ts';
import type { StuckReason } from '../../ledger/fallback.ts';
import type { AttemptDeps } from '../deps.ts';

/** It must not leave: a person has to act. */
export interface Stuck {
  readonly do: 'stick';
  readonly reason: StuckReason;
  readonly detail: Record<string, unknown>;
}

export type Obstacle =
  | Stuck
  /** Its lane changed: the pharmacy's integration is another one now. */
  | { readonly do: 'move'; readonly lane: string }
  /** The fill has moved on without it. */
  | { readonly do: 'withdraw' }
  /** Canceled, or sent elsewhere: what an attempt that was cut off brought there is settled. */
  | { readonly do: 'settle' };

export async function obstacleToNew(deps: AttemptDeps, facts: Facts): Promise<Obstacle | undefined> {
  const { fill, transmission, pharmacy } = facts;
  const replaced =
    transmission !== undefined && transmission.prescriberOrderNumber !== fill.prescriberOrderNumber;
  if (fill.cancelRequested || fill.pharmacyId !== pharmacy.id || replaced) return { do: 'settle' };
  if (fill.state !== 'QUEUED' && fill.state !== 'SENDING') return { do: 'withdraw' };
  const ofSigned = await obstacleOfSigned(deps, facts);
  if (ofSigned !== undefined) return ofSigned;
  if (isTooOld(deps, facts)) return { do: 'stick', reason: 'PRESCRIPTION_TOO_OLD', detail: {} };
  if (transmission !== undefined) return undefined;
  if (!isUncontrolledAt(deps, facts))
    return { do: 'stick', reason: 'CONTROLLED_AT_PHARMACY', detail: { state: pharmacy.state } };
  const lane = laneFor(facts);
  if (lane !== facts.lane) return { do: 'move', lane };
  if (lane !== FAX_LANE) return undefined;
  const signed = { org_id: facts.orgId, prescription_id: facts.prescription.id };
  const obstacle = await deps.store.withOrg(facts.orgId, (tx) =>
    faxObstacle(tx, deps.ports, 'prescription', signed, pharmacy.id),
  );
  return obstacle === undefined ? undefined : { do: 'stick', ...obstacle };
}

/** W8: judged before the first attempt, whose repetitions may take longer; of what was held back before each, because it may have waited for days. */
function isTooOld({ ports }: AttemptDeps, { attempt, wasHeldBack, prescription }: Facts): boolean {
  return (attempt === 0 || wasHeldBack) && ports.clock.now() > sendUntil([prescription.writtenAt]);
}

/** Why the signer or the prescription keeps it here, or undefined. */
async function obstacleOfSigned(
  deps: AttemptDeps,
  { orgId, prescription, signer, content }: Facts,
): Promise<Stuck | undefined> {
  if (prescription.dispensed) return { do: 'stick', reason: 'PRESCRIPTION_DISPENSED', detail: {} };
  // Judged for the signature, and nothing of the row has changed since.
  if (!signer.changed) return undefined;
  const { ok } = await deps.store.withOrg(orgId, (tx) =>
    deps.authorizedPrescriber(tx, orgId, content.prescriber.id),
  );
  return ok ? undefined : { do: 'stick', reason: 'SIGNER_NOT_AUTHORIZED', detail: {} };
}

/** W7 at the pharmacy: its state may schedule more than the patient's, and it may have been chosen after the review. */
function isUncontrolledAt(deps: AttemptDeps, { pharmacy, content: { treatment } }: Facts): boolean {
  const decision = decideControl({
    ingredients: [...treatment.ingredients],
    kind: treatment.kind,
    ...(treatment.doseForm === null ? {} : { doseForm: treatment.doseForm }),
    states: [pharmacy.state],
    on: nowText(deps.ports).slice(0, 10),
  });
  return decision.status === 'uncontrolled';
}

function laneFor({ pharmacy }: Facts): string {
  if (!pharmacy.integrated) return FAX_LANE;
  return electronicLane(pharmacy.id, pharmacy.partner?.id ?? null);
}
