// What waits, what is late and what is STUCK, as gauges: by kind of lane and by reason, never by pharmacy.
import type { DeliveryFigures, LaneClassFigures } from '../../delivery/inside.ts';
import { STUCK_REASONS } from '../../delivery/inside.ts';
import type { GaugeOf, Series } from './gauges.ts';

const LANE_CLASSES = ['pharmacy', 'partner', 'fax', 'text'];

/** One gauge for each figure of a kind of lane; each kind always has its series, so that 0 can be told from nothing known. */
const OF_LANES = {
  waiting: ['pestle_outbox_waiting', 'Rows of the outbox that have not left.'],
  underWay: ['pestle_outbox_under_way', 'Rows of the outbox that are under way.'],
  due: ['pestle_outbox_due', 'Rows of the outbox that are due and free.'],
  oldestDueSeconds: ['pestle_outbox_oldest_due_seconds', 'How long the longest of them has been due.'],
  onHold: ['pestle_outbox_on_hold', 'Rows of the outbox that operators hold one by one.'],
  inQuarantine: ['pestle_outbox_in_quarantine', 'Rows of the outbox that a quarantine holds.'],
  paused: ['pestle_outbox_paused', 'Rows of the outbox that wait for the end of a window of maintenance.'],
  lanesFailing: ['pestle_lanes_failing', 'Lanes whose last attempt failed.'],
  lanesProbed: [
    'pestle_lanes_probed',
    'Lanes that have failed so often in a row that one attempt at a time probes them.',
  ],
  lanesOnHold: ['pestle_lanes_on_hold', 'Lanes that operators hold: nothing leaves through them.'],
} as const satisfies Partial<Record<keyof LaneClassFigures, readonly [name: string, help: string]>>;

const LATE = {
  due: 'late',
  hold: 'lateOnHold',
  maintenance: 'latePaused',
} as const satisfies Record<string, keyof LaneClassFigures>;

export const DELIVERY_GAUGES: readonly GaugeOf<DeliveryFigures>[] = [
  ...Object.entries(OF_LANES).map(([figure, [name, help]]) => ({
    name,
    help,
    labelNames: ['lane_class'],
    series: ({ lanes }: DeliveryFigures) => byLaneClass(lanes, figure as keyof typeof OF_LANES),
  })),
  {
    name: 'pestle_outbox_late',
    help: 'Rows of the outbox that have not left within their budget, by what keeps them: nothing (`due`), an operator (`hold`) or a window of maintenance.',
    labelNames: ['lane_class', 'waits_for'],
    series: ({ lanes }) =>
      Object.entries(LATE).flatMap(([waitsFor, figure]) =>
        byLaneClass(lanes, figure).map(
          ([labels, value]): Series => [{ ...labels, waits_for: waitsFor }, value],
        ),
      ),
  },
  {
    name: 'pestle_outbox_late_oldest_seconds',
    help: 'For how long the longest that is late, and that nobody keeps, could have left.',
    labelNames: ['lane_class'],
    series: ({ lanes }) => byLaneClass(lanes, 'lateOldestSeconds'),
  },
  {
    name: 'pestle_stuck_fills',
    help: 'Fills that are STUCK, by reason and by who must act.',
    labelNames: ['reason', 'owner'],
    series: (figures) => byReason(figures, 'fills'),
  },
  {
    name: 'pestle_stuck_oldest_seconds',
    help: 'Since when the oldest of them has been STUCK.',
    labelNames: ['reason', 'owner'],
    series: (figures) => byReason(figures, 'oldestSeconds'),
  },
  {
    name: 'pestle_stuck_late',
    help: 'Fills that have been STUCK for longer than their budget.',
    labelNames: ['reason', 'owner'],
    series: (figures) => byReason(figures, 'late'),
  },
];

function byLaneClass(
  lanes: readonly LaneClassFigures[],
  figure: Exclude<keyof LaneClassFigures, 'laneClass' | 'lateOldestId'>,
): Series[] {
  return LANE_CLASSES.map((laneClass) => [
    { lane_class: laneClass },
    lanes.find((one) => one.laneClass === laneClass)?.[figure] ?? 0,
  ]);
}

/** A reason that is not in our table, of a later version say, is counted as `other`: no more series than reasons. */
function byReason({ stuck }: DeliveryFigures, figure: 'fills' | 'oldestSeconds' | 'late'): Series[] {
  const known = Object.entries(STUCK_REASONS).map(([reason, { owner }]): Series => {
    const found = stuck.filter((one) => one.reason === reason);
    return [
      { reason, owner },
      combined(
        found.map((one) => one[figure]),
        figure,
      ),
    ];
  });
  const others = stuck.filter(({ reason }) => !(reason in STUCK_REASONS));
  return [
    ...known,
    [
      { reason: 'other', owner: 'unknown' },
      combined(
        others.map((one) => one[figure]),
        figure,
      ),
    ],
  ];
}

function combined(values: readonly number[], figure: 'fills' | 'oldestSeconds' | 'late'): number {
  return figure === 'oldestSeconds' ? Math.max(0, ...values) : values.reduce((sum, one) => sum + one, 0);
}
