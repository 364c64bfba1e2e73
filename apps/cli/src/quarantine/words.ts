// The lines in which `pestle quarantine` shows what is held and what became of it to people.
import type { Choice, Quarantine, QuarantineState, Received, Reconciled } from '@pestle/service/delivery';
import { short } from '../output.ts';

const WHY: Readonly<Record<Quarantine['because'], string>> = {
  operator: 'an operator began it',
  started: 'a node was started in quarantine',
  older: 'the store is an older state than the one that was served',
  moved: 'the store lies elsewhere than before, and nothing says that it is not an older state',
  timeline:
    "PostgreSQL's timeline changed while no node ran, and nothing says that the store is not an older state",
  silence:
    'the store was silent for long without a stop in order, and nothing says that it is not an older state',
};

export function stateLines({ open, lanes, earlier }: QuarantineState): string[] {
  const held = lanes.map(
    ({ lane, held: rows, settled, oldestAt, newestAt }) =>
      `${lane}  ${rows} held${settled === 0 ? '' : `  ${settled} settled`}  from ${short(oldestAt)} to ${short(newestAt)}`,
  );
  const last = earlier[0];
  if (open !== null)
    return [
      `In quarantine since ${short(open.since)}: ${WHY[open.because]} (${open.by}).`,
      ...(held.length === 0 ? ['Nothing is held any more: end it with `pestle quarantine end`.'] : held),
    ];
  return [
    'No quarantine: everything leaves.',
    ...held,
    ...(last === undefined
      ? []
      : [`The last one ended ${short(last.endedAt ?? '')} (${last.endedBy ?? ''}).`]),
  ];
}

const DONE: Readonly<Record<Choice, string>> = {
  left: 'settled: they have left, and are never sent again',
  received: 'settled: they were received, and are never sent again',
  release: 'released: they leave now, under their old MessageIDs',
  fax: 'given up to fax',
};

export function reconciledLines({ done, refused, left }: Reconciled, choice: Choice): string[] {
  return [
    `${done} ${DONE[choice]}.`,
    ...refused.map(({ id, message }) => `${id}  ${message}`),
    ...(left === 0 ? [] : [`${left} or more are held still.`]),
  ];
}

export function receivedLines({ settled, notHeld, unknown }: Received): string[] {
  return [
    `${settled.length} ${DONE.received}.`,
    ...(notHeld.length === 0 ? [] : [`${notHeld.length} are known here and not held.`]),
    ...(unknown.length === 0
      ? []
      : [
          `${unknown.length} are not in this store: they were made after the state that was restored. Their pharmacies have them, their practices do not see them:`,
          ...unknown,
        ]),
  ];
}
