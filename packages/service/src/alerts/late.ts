// Judges from the figures whether something that was acknowledged has not left in time; counts and ids, no health information.
import type { DeliveryFigures } from '../delivery/inside.ts';

export interface LateOrders {
  /** Rows of the outbox that are late though nobody keeps them, by kind of lane. */
  readonly waiting: Readonly<Record<string, number>>;
  /** Fills that have waited too long for a person, by reason; those that wait for an operator, from the first moment. */
  readonly stuck: Readonly<Record<string, number>>;
  /** Late as well, but kept: by operators, or by windows of maintenance. They raise no alert by themselves. */
  readonly onHold: number;
  readonly inMaintenance: number;
  /** The longest: a transmission or text of the outbox, or the order of a STUCK fill. */
  readonly oldestId: string;
  readonly oldestSeconds: number;
}

/** Undefined where all that could leave is within its budget. */
export function lateOrders({ lanes, stuck }: DeliveryFigures): LateOrders | undefined {
  const waiting = lanes.filter(({ late }) => late > 0);
  const persons = stuck.filter(({ late }) => late > 0);
  const [oldest] = [
    ...waiting.map((one) => ({ id: one.lateOldestId ?? '', seconds: one.lateOldestSeconds })),
    ...persons.map((one) => ({ id: one.lateOldestOrderId ?? '', seconds: one.lateOldestSeconds })),
  ].sort((one, other) => other.seconds - one.seconds);
  if (oldest === undefined) return undefined;
  return {
    waiting: Object.fromEntries(waiting.map(({ laneClass, late }) => [laneClass, late])),
    stuck: Object.fromEntries(persons.map(({ reason, late }) => [reason, late])),
    onHold: lanes.reduce((sum, { lateOnHold }) => sum + lateOnHold, 0),
    inMaintenance: lanes.reduce((sum, { latePaused }) => sum + latePaused, 0),
    oldestId: oldest.id,
    oldestSeconds: Math.round(oldest.seconds),
  };
}
