// The lines in which `pestle queue` shows lanes, rows, stuck fills, attempts, messages and acts to people.
import type { NetworkAuditEntry } from '@pestle/service/audit';
import type {
  NodeHold,
  QueueAttempt,
  QueueLane,
  QueueRow,
  Resent,
  StuckFill,
  TransmissionMessage,
} from '@pestle/service/delivery';
import { detailWords } from '../network/words.ts';
import { short } from '../output.ts';

const HELD: Readonly<Record<NodeHold['lanes'], string>> = {
  electronic: 'messages to pharmacies and partners',
  fax: 'faxes',
  text: 'texts',
};

/** What nodes hold by themselves, and what is to be done about it. */
export function holdLines(holds: readonly NodeHold[]): readonly string[] {
  if (holds.length === 0) return [];
  return [
    ...holds.map(
      ({ node, lanes, since }) =>
        `HELD by node ${node}: ${HELD[lanes]}, since ${short(since)}: errors of the service's own met one after another`,
    ),
    'Other nodes take what waits. Look at the log of that node before "deliveries are held"; take its version or configuration back, or stop it. Nothing has to be released by hand (docs/runbook.md, PestleDeliveriesHeld).',
    '',
  ];
}

export function laneLine(lane: QueueLane): string {
  const parts = [
    lane.lane,
    `${lane.waiting} waiting`,
    `${lane.due} due`,
    `${lane.underWay} under way`,
    ...(lane.oldestAt === null ? [] : [`oldest of ${short(lane.oldestAt)}`]),
    ...(lane.failures === 0 ? [] : [`${lane.failures} failed in a row`]),
    ...(lane.rowsOnHold === 0 ? [] : [`${lane.rowsOnHold} on hold`]),
    ...holdWords(lane),
    ...(lane.pausedUntil === null ? [] : [`paused until ${short(lane.pausedUntil)}`]),
  ];
  return parts.join('  ');
}

export function rowLine(row: QueueRow): string {
  const parts = [
    row.id,
    row.orderId ?? '–',
    row.organizationId,
    row.kind,
    `attempt ${row.attempt}`,
    whenWords(row),
    ...holdWords(row),
    ...(row.faxAskedAt === null ? [] : [`given up to fax ${short(row.faxAskedAt)}`]),
    ...(row.lastOutcome === null ? [] : [`last ${row.lastOutcome} ${row.lastReason ?? ''}`.trimEnd()]),
  ];
  return parts.join('  ');
}

function holdWords({ onHoldSince, onHoldBy }: Pick<QueueRow, 'onHoldSince' | 'onHoldBy'>): string[] {
  return onHoldSince === null ? [] : [`on hold since ${short(onHoldSince)} by ${onHoldBy ?? 'an operator'}`];
}

function whenWords({ isUnderWay, dueAt, waitsFor }: QueueRow): string {
  if (isUnderWay) return 'under way';
  if (dueAt === null) return 'waits for what it follows';
  return waitsFor === null ? `due ${short(dueAt)}` : `due ${short(dueAt)}, after ${waitsFor}`;
}

export function stuckLine(fill: StuckFill): string {
  const parts = [
    fill.reason,
    `since ${short(fill.since)}`,
    fill.orderId,
    fill.fillId,
    fill.organizationId,
    ...(fill.pharmacyId === null ? [] : [fill.pharmacyId]),
    ...(fill.transmissionId === null ? [] : [fill.transmissionId]),
    ...(fill.owner === null ? [] : [`for ${fill.owner}`]),
  ];
  return parts.join('  ');
}

export function attemptLine(attempt: QueueAttempt): string {
  const { number, startedAt, endedAt, outcome, httpStatus, reason } = attempt;
  const end = endedAt === null ? 'under way' : `to ${short(endedAt)}  ${outcome ?? 'UNKNOWN'}`;
  const status = httpStatus === null ? '' : `  HTTP ${httpStatus}`;
  return `${number}  ${short(startedAt)} ${end}${status}${reason === null ? '' : `  ${reason}`}`;
}

export function resentLines(
  { transmission, afterAttempt, lane, done, row }: Resent,
  dryRun: boolean,
): string[] {
  const what = `${transmission.id}  ${transmission.kind} by ${transmission.channel}  ${transmission.orderId}  ${transmission.organizationId}  to ${transmission.pharmacyId}`;
  const same = 'the same message under the same MessageID';
  const effect = dryRun
    ? `Would leave again by ${lane ?? 'its lane'} after attempt ${afterAttempt}: ${same}. Nothing was changed; to do it: --after-attempt ${afterAttempt}`
    : done
      ? `Leaves again by ${lane ?? 'its lane'} after attempt ${afterAttempt}: ${same}.`
      : `Nothing was changed: it was sent again after attempt ${afterAttempt} already.`;
  return [what, effect, ...(row === null ? [] : [`waits: ${rowLine(row)}`])];
}

export function actLine({ at, action, subject, operator, detail }: NetworkAuditEntry): string {
  return `${short(at)}  ${action}  ${subject.id}  by ${operator}  ${detailWords(detail)}`.trimEnd();
}

export function messageLines({ transmission, message, contentType, answers }: TransmissionMessage): string[] {
  const { id, kind, channel, state } = transmission;
  return [
    `${id}  ${kind} by ${channel}  ${state}  ${contentType ?? ''}`.trimEnd(),
    message === null
      ? 'No text of it is kept: the page of a fax is drawn from the order each time.'
      : visible(message),
    ...answers.flatMap(({ number, answer }) => [
      '',
      answer === null ? `Attempt ${number}: no answer is kept.` : `Attempt ${number} was answered:`,
      ...(answer === null ? [] : [visible(answer)]),
    ]),
  ];
}

/** What another side wrote must not steer the terminal that shows it. */
function visible(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (character) => (/[\n\t]/.test(character) ? character : '\u{FFFD}'));
}
