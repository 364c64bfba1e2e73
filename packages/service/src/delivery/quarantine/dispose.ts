// Disposes of all that is meant, call after call: one call of the administration does a number of rows.
import { DELIVERY_LIMITS } from '../limits.ts';
import type { QuarantineAdministration, Received, Reconciled, ReconcileInput } from './quarantine.ts';

/** Until nothing of it is left that does not refuse, or until `goesOn` says no. What refused is that of the last call. */
export async function disposeOf(
  quarantine: Pick<QuarantineAdministration, 'reconcile'>,
  input: ReconcileInput,
  goesOn: () => boolean = () => true,
): Promise<Reconciled> {
  let done = 0;
  for (;;) {
    const part = await quarantine.reconcile(input);
    done += part.done;
    if (part.left === 0 || part.done === 0 || !goesOn()) return { ...part, done };
  }
}

/** Settles all that others say they have, however many. */
export async function settleReceived(
  quarantine: Pick<QuarantineAdministration, 'received'>,
  ids: readonly string[],
  by: string,
): Promise<Received> {
  const all = { settled: [] as string[], notHeld: [] as string[], unknown: [] as string[] };
  for (let from = 0; from < ids.length; from += DELIVERY_LIMITS.receivedAtOnceMax) {
    const part = await quarantine.received({
      ids: ids.slice(from, from + DELIVERY_LIMITS.receivedAtOnceMax),
      by,
    });
    all.settled.push(...part.settled);
    all.notHeld.push(...part.notHeld);
    all.unknown.push(...part.unknown);
  }
  return all;
}
