// Holds this node's deliveries where errors of our own meet one after another, as after a bad deploy: the rows wait in the outbox, for other nodes or for better days, and do not go by fax or to a person.
import type { Clock } from '../../../kernel/ports.ts';
import type { Departure } from '../../../outbox/outbox.ts';
import { FAX_LANE, TEXT_LANE } from '../../../outbox/outbox.ts';
import { DELIVERY_LIMITS } from '../../limits.ts';

/** What is held together: messages to pharmacies and partners, faxes, texts. */
export const HELD_LANES = ['electronic', 'fax', 'text'] as const;
export type HeldLanes = (typeof HELD_LANES)[number];

/** One kind of lanes that this node holds. */
export interface Hold {
  readonly lanes: HeldLanes;
  /** ISO 8601. */
  readonly since: string;
}

/** `held`: one begins; `resumed`: a probe has worked; `over`: it has lasted for as long as it may, and errors count for their rows again. */
export interface HoldNews extends Hold {
  readonly news: 'held' | 'resumed' | 'over';
}

export interface Breaker {
  /** Whether the work on a row may begin: while its lanes are held one row at a time may, now and then, as a probe. */
  admits(row: Departure): boolean;
  /** The work on a row that was admitted has ended, whatever became of it. */
  ended(row: Departure): void;
  /** It came to its end without an error of ours. */
  worked(row: Departure): void;
  /** An error of our own ended it. False while its lanes are held: it says nothing of the row then. */
  faulted(row: Departure): boolean;
  /** Whether the lanes of a row are held now. */
  isHeld(row: Departure): boolean;
  /** Whether what waits in a lane has had no chance to leave for a while: it is held, or was until just now. */
  keeps(lane: string): boolean;
  /** The kinds of lanes (`pharmacy` of `pharmacy:phr_…`) that a look need not bring. */
  readonly leftOut: readonly string[];
  readonly holds: readonly Hold[];
}

export interface BreakerDeps {
  readonly clock: Clock;
  /** Milliseconds that only grow. */
  readonly monotonic: () => number;
  readonly onHold?: ((news: HoldNews) => void) | undefined;
}

const CLASSES_OF: Readonly<Record<HeldLanes, readonly string[]>> = {
  electronic: ['pharmacy', 'partner'],
  fax: [FAX_LANE],
  text: [TEXT_LANE],
};

export function heldLanesOf(lane: string): HeldLanes {
  if (lane === FAX_LANE) return 'fax';
  return lane === TEXT_LANE ? 'text' : 'electronic';
}

export function createBreaker(deps: BreakerDeps): Breaker {
  const kinds: Readonly<Record<HeldLanes, Kind>> = {
    electronic: createKind('electronic', deps),
    fax: createKind('fax', deps),
    text: createKind('text', deps),
  };
  const all = Object.values(kinds);
  const of = ({ lane }: Pick<Departure, 'lane'>): Kind => kinds[heldLanesOf(lane)];
  return {
    admits: (row) => of(row).admits(row),
    ended: (row) => of(row).ended(row),
    worked: (row) => of(row).worked(),
    faulted: (row) => of(row).faulted(row),
    isHeld: (row) => of(row).hold !== null,
    keeps: (lane) => of({ lane }).keeps,
    get leftOut() {
      return all.flatMap((kind) => (kind.hold !== null && !kind.wantsProbe ? CLASSES_OF[kind.lanes] : []));
    },
    get holds() {
      return all.flatMap(({ hold }) => hold ?? []);
    },
  };
}

interface Kind {
  readonly lanes: HeldLanes;
  readonly hold: Hold | null;
  readonly wantsProbe: boolean;
  readonly keeps: boolean;
  admits(row: Departure): boolean;
  ended(row: Departure): void;
  worked(): void;
  faulted(row: Departure): boolean;
}

function createKind(lanes: HeldLanes, { clock, monotonic, onHold }: BreakerDeps): Kind {
  /** Of the rows that met an error since something worked: their lanes, and when. */
  const faults: Faults = new Map();
  let open: { readonly hold: Hold; readonly untilMs: number } | null = null;
  /** Held for as long as it may be: not again before something has worked. */
  let spent = false;
  let probe: string | null = null;
  let nextProbeMs = 0;
  let releasedMs = Number.NEGATIVE_INFINITY;

  const close = (news: 'resumed' | 'over'): void => {
    if (open === null) return;
    const { hold } = open;
    open = null;
    probe = null;
    releasedMs = monotonic();
    onHold?.({ news, ...hold });
  };
  /** Whether it is held now: a hold that has lasted long enough ends here. */
  const isHeld = (): boolean => {
    if (open !== null && monotonic() >= open.untilMs) {
      spent = true;
      close('over');
    }
    return open !== null;
  };
  return {
    lanes,
    get hold() {
      return isHeld() ? (open?.hold ?? null) : null;
    },
    get wantsProbe() {
      return probe === null && monotonic() >= nextProbeMs;
    },
    get keeps() {
      return isHeld() || monotonic() - releasedMs < DELIVERY_LIMITS.electronicWaitMs;
    },
    admits: ({ id }) => {
      if (!isHeld()) return true;
      if (probe !== null || monotonic() < nextProbeMs) return false;
      probe = id;
      return true;
    },
    ended: ({ id }) => {
      if (probe !== id) return;
      probe = null;
      nextProbeMs = monotonic() + DELIVERY_LIMITS.heldProbeMs;
    },
    worked: () => {
      faults.clear();
      spent = false;
      close('resumed');
    },
    faulted: (row) => {
      const lanesFound = noted(faults, row, monotonic());
      // Of pharmacies one alone may be at fault, by its settings: those go by fax.
      const isMany =
        faults.size >= DELIVERY_LIMITS.faultsToHold && (lanes !== 'electronic' || lanesFound > 1);
      if (isHeld()) return false;
      if (!isMany || spent) return true;
      const now = monotonic();
      open = {
        hold: { lanes, since: new Date(clock.now()).toISOString() },
        untilMs: now + DELIVERY_LIMITS.heldForMsMax,
      };
      nextProbeMs = now + DELIVERY_LIMITS.heldProbeMs;
      onHold?.({ news: 'held', ...open.hold });
      return false;
    },
  };
}

type Faults = Map<string, { readonly lane: string; readonly atMs: number }>;

/** Notes the fault of a row, and forgets what is too old or too much to matter. Answers in how many lanes there were any. */
function noted(faults: Faults, { id, lane }: Departure, now: number): number {
  faults.set(id, { lane, atMs: now });
  for (const [old, { atMs }] of faults)
    if (now - atMs > DELIVERY_LIMITS.faultsTogetherMs || faults.size > DELIVERY_LIMITS.faultsToHold * 4)
      faults.delete(old);
  return new Set([...faults.values()].map((one) => one.lane)).size;
}
