// What follows an error of our own in the work on one row: it is tried again later and later, then goes the next way, and in the end a person sees it (I2).
import { isRetryable, isUnavailable, mayBeOfStatement } from '../../../kernel/failures/sql-errors.ts';
import type { Departure } from '../../../outbox/outbox.ts';
import { FAX_LANE, TEXT_LANE } from '../../../outbox/outbox.ts';
import { StoreNotUsableError } from '../../../store/inside.ts';
import type { Row, Statement } from '../../../store/store.ts';
import type { CountedRow } from '../../lanes/guard/deaths.ts';
import type { Facts } from '../../ledger/facts.ts';
import { SERVICE_FAULT } from '../../ledger/fallback.ts';
import { DELIVERY_LIMITS } from '../../limits.ts';
import type { AttemptDeps } from '../deps.ts';
import { isResponse } from '../response.ts';
import { refuseUnsendable } from '../unsent/refuse.ts';
import { DUE_AFTER, HOLD_FAULTY, NOTE_FAULT, STILL_WAITS } from './fault-sql.ts';
import { giveToPerson } from './give-to-person.ts';

/** A row of the outbox names what is not there. */
export class NothingNamedError extends Error {
  constructor(id: string) {
    super(`the row ${id} of the outbox names a fill, a prescription or a pharmacy that is not there`);
  }
}

/** Says nothing of the row, at first sight: the store is away, two met, or this node was given the wrong keys. */
function isPassing(error: unknown): boolean {
  return isUnavailable(error) || isRetryable(error) || error instanceof StoreNotUsableError;
}

/**
 * Does `work` on a row. Where that ends by an error of our own the row waits before it is due again, longer each time, so that it keeps no other of
 * its lane waiting; after the last wait it goes by fax where it can (D2), else to a person; what was `settled` leaves no more, and the service holds
 * it for an operator. So does a row at which the store seems away while others come through. Where rows of several lanes meet such errors one
 * after another the node holds them all instead. Throws as `work` did.
 */
export async function boundedByFaults(
  deps: AttemptDeps,
  departure: CountedRow & { readonly settled?: boolean },
  work: () => Promise<boolean>,
): Promise<boolean> {
  try {
    const done = await work();
    if (done) deps.breaker.worked(departure);
    return done;
  } catch (error) {
    // A store that is away fails all, and counts for none. One that serves others meanwhile fails for what this row asks of it.
    const isAlone = mayBeOfStatement(error) && deps.neighbours.failedAlone(departure.id);
    if (isAlone || !isPassing(error)) await afterFault(deps, departure, isAlone);
    // While all are held another is tried next, whatever this one met.
    else if (deps.breaker.isHeld(departure)) await putOff(deps, departure).catch(() => undefined);
    throw error;
  }
}

async function afterFault(
  deps: AttemptDeps,
  departure: CountedRow & { readonly settled?: boolean },
  isAlone: boolean,
): Promise<void> {
  // Others have come through besides one that is alone.
  if (!isAlone && !deps.breaker.faulted(departure)) {
    // Every row meets it: nothing is said of this one, and another is tried next.
    await putOff(deps, departure);
    return;
  }
  const { ownFaultDelaysMs: delays } = DELIVERY_LIMITS;
  const [noted] = await ofRow(deps, NOTE_FAULT, departure, [
    delays,
    departure.counted?.stands === true ? 1 : 0,
  ]);
  const faults = noted === undefined ? 0 : (noted['faults'] as number);
  if (faults <= delays.length) return;
  for (const way of departure.settled === true ? [] : [goByFax, giveToPerson]) {
    try {
      if (await way(deps, departure)) return;
    } catch (error) {
      // A store that was away here is asked once more after the last delay; then it is the row that keeps each way from its end.
      if (isPassing(error) && !(mayBeOfStatement(error) && faults > delays.length + 1)) throw error;
      deps.onFault?.(error);
    }
  }
  await putAside(deps, departure);
}

async function putOff(deps: AttemptDeps, departure: Departure): Promise<void> {
  await ofRow(deps, DUE_AFTER, departure, [DELIVERY_LIMITS.heldProbeMs]);
}

/** The service holds the row: nothing finds it until an operator has looked. */
export async function putAside(
  deps: Pick<AttemptDeps, 'store' | 'workerId' | 'held'>,
  departure: Departure,
): Promise<void> {
  const held = await ofRow(deps, HOLD_FAULTY, departure);
  if (held.length > 0) deps.held?.({ id: departure.id, orgId: departure.orgId, lane: departure.lane });
}

/** What waits in an electronic lane ends as if it could not be made: by D2 a fax replaces it, which says that it may be there (D4). */
async function goByFax(deps: AttemptDeps, departure: Departure): Promise<boolean> {
  const { lane } = departure;
  if (lane === FAX_LANE || lane === TEXT_LANE || isResponse(departure)) return false;
  const facts: Facts | undefined = await deps.facts.load(departure);
  if (facts === undefined || facts.transmission?.channel === 'fax' || !facts.pharmacy.integrated)
    return false;
  await ofRow(deps, DUE_AFTER, departure, [0]);
  return await refuseUnsendable(deps, facts, SERVICE_FAULT);
}

/** Whether what has no facts is a row that will never have any, or one that has left meanwhile. */
export async function requireGone(deps: AttemptDeps, { id }: Departure): Promise<void> {
  const [waits = []] = await deps.store.pipeline([
    { scope: { role: 'courier' }, steps: [{ statement: STILL_WAITS, values: [id] }] },
  ]);
  if (waits.length > 0) throw new NothingNamedError(id);
}

async function ofRow(
  { store, workerId }: Pick<AttemptDeps, 'store' | 'workerId'>,
  statement: Statement,
  { id }: Departure,
  more: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const [rows = []] = await store.pipeline([
    { scope: { role: 'courier' }, steps: [{ statement, values: [id, workerId, ...more] }] },
  ]);
  return rows;
}
