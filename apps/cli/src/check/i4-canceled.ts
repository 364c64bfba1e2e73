// I4: nothing is sent after an acknowledged cancel, and no cancel arrives before its prescription.
import type { ArrivalEvidence, CancelAcknowledgement, Evidence, Finding, Violation } from './evidence.ts';
import { byKey, isDispensable, isElectronicOrder, transmissionIdOfFax } from './evidence-keys.ts';

export function checkCanceled(evidence: Evidence): Finding {
  const canceled = afterCancel(evidence);
  const early = beforeNewRx(evidence);
  return {
    invariant: 'I4',
    examined: canceled.examined + early.examined,
    violations: [...canceled.violations, ...early.violations],
  };
}

type Part = { readonly examined: number; readonly violations: readonly Violation[] };

/**
 * An attempt that had begun when the cancel was acknowledged may still arrive (the answer CANCEL_SENT says so, and a cancel
 * follows it); one that begins later may not. What was answered CANCELED is at no pharmacy: it never left, or was refused.
 */
function afterCancel({ store, arrivals, acknowledgements, faxHandedOverAt }: Evidence): Part {
  const violations: Violation[] = [];
  const fills = new Map(store.fills.map((fill) => [fill.id, fill]));
  const arrivalsOf = byKey(arrivals, ({ prescriberOrderNumber }) => prescriberOrderNumber);
  const startsOf = byKey(store.attempts, ({ transmissionId }) => transmissionId);
  const byMessageId = new Map(store.transmissions.map((one) => [one.messageId, one.id]));
  const startedBefore = (arrival: ArrivalEvidence, cancelAt: number): boolean => {
    const id =
      arrival.kind === 'fax' ? transmissionIdOfFax(arrival.faxId) : byMessageId.get(arrival.messageId ?? '');
    const last = (startsOf.get(id ?? '') ?? []).findLast(
      ({ startedAt }) => Date.parse(startedAt) <= Date.parse(arrival.at),
    );
    return last !== undefined && Date.parse(last.startedAt) <= cancelAt;
  };
  const cancels = acknowledgements.filter(
    (one): one is CancelAcknowledgement => one.operation === 'cancelOrder',
  );
  let examined = 0;
  for (const { answeredAt, results } of cancels) {
    for (const { fillId, outcome } of results) {
      if (outcome === 'REFUSED') continue;
      examined += 1;
      const fill = fills.get(fillId);
      if (fill === undefined) {
        violations.push({ what: 'a canceled fill is not in the store', ids: [fillId] });
        continue;
      }
      const cancelAt = Date.parse(answeredAt);
      const group = arrivalsOf.get(fill.prescriberOrderNumber ?? '') ?? [];
      for (const arrival of group.filter(isDispensable)) {
        const leftAt = Date.parse(faxHandedOverAt.get(arrival.faxId ?? '') ?? arrival.at);
        const what =
          outcome === 'CANCELED'
            ? // What the pharmacy positively refused before the cancel is not with it; nothing may come after.
              arrival.accepted || leftAt > cancelAt
              ? 'a prescription is there although its cancel said that nothing was'
              : undefined
            : leftAt > cancelAt && !startedBefore(arrival, cancelAt)
              ? 'a prescription was sent after its acknowledged cancel'
              : undefined;
        if (what !== undefined) violations.push({ what, ids: [fillId, arrival.messageId ?? ''] });
      }
    }
  }
  return { examined, violations };
}

/** By the order of arrival alone, which no clock can disturb. */
function beforeNewRx(evidence: Evidence): Part {
  const { arrivals } = evidence;
  const isLost = lostOnTheWay(evidence);
  const violations: Violation[] = [];
  const messages = new Set<string>();
  const numbers = new Set<string>();
  const canceled = new Set<string>();
  let examined = 0;
  for (const arrival of [...arrivals].sort((a, b) => a.sequence - b.sequence)) {
    const { pharmacyId, kind, messageId, relatesToMessageId, prescriberOrderNumber: number } = arrival;
    if (isElectronicOrder(arrival)) messages.add(`${pharmacyId} ${messageId}`);
    if (isDispensable(arrival)) {
      if (number !== null && canceled.has(number))
        violations.push({
          what: 'a prescription arrived after its cancel',
          ids: [number, messageId ?? ''],
        });
      if (number !== null) numbers.add(number);
      continue;
    }
    if (kind === 'unreadable') continue;
    examined += 1;
    const cancelsMessage = kind === 'CancelRx' ? messages.has(`${pharmacyId} ${relatesToMessageId}`) : true;
    if ((!cancelsMessage || number === null || !numbers.has(number)) && !isLost(arrival))
      violations.push({
        what: 'a cancel arrived before its prescription',
        ids: [number ?? '', messageId ?? ''],
      });
    if (number !== null && arrival.accepted) canceled.add(number);
  }
  return { examined, violations };
}

/** Ends that say that nobody heard: its sender died, or what it did is lost with the state of the store that was restored. */
const UNHEARD: ReadonlySet<string> = new Set(['interrupted', 'older-state-restored']);

/**
 * What was cut off on its way, and whoever sent it cannot know whether it arrived: a fax that was handed over and never came out, or a message
 * whose sender died. Its cancel is right, and nothing of it may arrive any more, which the order of arrival tells.
 */
function lostOnTheWay({ store, faxHandedOverAt }: Evidence): (cancel: ArrivalEvidence) => boolean {
  const transmissionsOf = byKey(store.transmissions, ({ prescriberOrderNumber }) => prescriberOrderNumber);
  const attemptsOf = byKey(store.attempts, ({ transmissionId }) => transmissionId);
  const faxesAt = byKey([...faxHandedOverAt], ([faxId]) => transmissionIdOfFax(faxId));
  return ({ prescriberOrderNumber, at }) =>
    (transmissionsOf.get(prescriberOrderNumber ?? '') ?? [])
      .filter(({ kind }) => kind === 'new')
      .some(
        ({ id, timeoutMs }) =>
          (faxesAt.get(id) ?? []).some(([, handedOverAt]) => Date.parse(handedOverAt) <= Date.parse(at)) ||
          (attemptsOf.get(id) ?? []).some(({ startedAt, endedAt, reason }) => {
            const begunMs = Date.parse(at) - Date.parse(startedAt);
            // Its sender had been stopped for longer than it had the message, and told of its end later.
            const isOverdue =
              begunMs >= timeoutMs && (endedAt === null || Date.parse(endedAt) > Date.parse(at));
            return begunMs >= 0 && (isOverdue || UNHEARD.has(reason ?? ''));
          }),
      );
}
