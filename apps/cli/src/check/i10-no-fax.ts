// I10: per fill and pharmacy, no fax leaves while an electronic acceptance by that pharmacy stands.
import type {
  ArrivalEvidence,
  AttemptFact,
  Evidence,
  Finding,
  TransmissionFact,
  Violation,
} from './evidence.ts';
import { byKey, isElectronicOrder, transmissionIdOfFax } from './evidence-keys.ts';

export function checkNoFax({ store, arrivals, faxHandedOverAt }: Evidence): Finding {
  const violations: Violation[] = [];
  const byId = new Map(store.transmissions.map((one) => [one.id, one]));
  const byMessageId = new Map(store.transmissions.map((one) => [one.messageId, one]));
  const attemptsOf = byKey(store.attempts, ({ transmissionId }) => transmissionId);
  const groups = byKey(arrivals, ({ prescriberOrderNumber }) => prescriberOrderNumber);
  let examined = 0;
  for (const [orderNumber, group] of groups) {
    const acceptances = group.filter((arrival) => {
      const transmission = byMessageId.get(arrival.messageId ?? '');
      return (
        isElectronicOrder(arrival) &&
        arrival.acknowledged &&
        !neverHeard(arrival, transmission, attemptsOf.get(transmission?.id ?? '') ?? [])
      );
    });
    for (const fax of group.filter(({ kind }) => kind === 'fax')) {
      examined += 1;
      // A notice of a second copy is what an acceptance after a fax asks for; both facts are kept.
      if (byId.get(transmissionIdOfFax(fax.faxId) ?? '')?.kind === 'late_notice') continue;
      const leftAt = Date.parse(faxHandedOverAt.get(fax.faxId ?? '') ?? fax.at);
      const stands = acceptances.some((arrival) => {
        const acceptedAt = Date.parse(arrival.at);
        const withdrawnAt = Date.parse(byMessageId.get(arrival.messageId ?? '')?.withdrawnAt ?? '');
        return acceptedAt < leftAt && !(acceptedAt <= withdrawnAt && withdrawnAt <= leftAt);
      });
      if (stands)
        violations.push({
          what: 'a fax left although the pharmacy had acknowledged it electronically',
          ids: [orderNumber, fax.faxId ?? ''],
        });
    }
  }
  return { invariant: 'I10', examined, violations };
}

/**
 * The pharmacy's answer was on its way and the sender could not hear it: its attempt lasted as long as one may and ended as
 * UNKNOWN, or its process died. A sender that merely says so is not believed: the times must show it.
 */
function neverHeard(
  arrival: ArrivalEvidence,
  transmission: TransmissionFact | undefined,
  attempts: readonly AttemptFact[],
): boolean {
  if (transmission === undefined) return false;
  const at = Date.parse(arrival.at);
  const attempt = attempts.findLast(({ startedAt }) => Date.parse(startedAt) <= at);
  if (attempt === undefined || attempt.outcome !== 'UNKNOWN' || attempt.endedAt === null) return false;
  if (attempt.reason === 'interrupted') return true;
  return Date.parse(attempt.endedAt) - Date.parse(attempt.startedAt) >= transmission.timeoutMs;
}
