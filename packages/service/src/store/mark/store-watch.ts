// Notices that the store is an older state than the one this node, or the last one before it, has served.
import { STORE_LIMITS } from '../limits.ts';
import type { Row, Statement, StepGroup, Store } from '../store.ts';
import type { Mark, OlderBecause, Place, Remembered } from './judge.ts';
import { judge } from './judge.ts';
import {
  BEAT,
  FIRST_MARK,
  IS_SAME_MARK,
  KNOWS_END_OF,
  NEW_INCARNATION,
  READ_MARK,
  STOPPED,
} from './mark-sql.ts';
import { placeOf } from './place.ts';
import type { WitnessFile } from './witness-file.ts';

/** An older state was noticed. */
export interface OlderState {
  readonly because: OlderBecause;
  /** Begins the new one; to be committed together with what holds everything back. Ends the transaction where another node was first. */
  readonly newIncarnation: StepGroup;
}

export interface StoreWatch {
  /** Judges the store and remembers it. May be called again. */
  start(): Promise<void>;
  /** One look, once a second. Rejects where the store is away. */
  look(): Promise<void>;
  /** The next look lets the mark beat: something begins to leave. */
  readonly somethingLeaves: () => void;
  /** What every claim must find in the store; null before the start, and nothing that could be found until the store was judged. */
  readonly remembered: Remembered | null;
  /** The node stops in order. */
  stop(): Promise<void>;
}

export interface StoreWatchDeps {
  readonly store: Store;
  /** False for a store that is copied at will, such as the sandbox's: nothing is judged at the start. */
  readonly judges: boolean;
  readonly witness: WitnessFile | undefined;
  /** Holds everything back and begins the new incarnation, in one transaction. */
  readonly onOlder: (older: OlderState) => Promise<void>;
  /** Never the same twice. */
  readonly newIncarnation: () => string;
  /** Milliseconds of a clock that nobody sets. */
  readonly monotonic: () => number;
}

/** No store has it: nothing is claimed. */
const NOT_JUDGED: Remembered = { incarnation: '', beats: 0 };

export function createStoreWatch(deps: StoreWatchDeps): StoreWatch {
  const { store, judges, witness, onOlder, newIncarnation, monotonic } = deps;
  let remembered: Remembered | null = null;
  let beatenAtMs = Number.NEGATIVE_INFINITY;
  let leaves = false;

  const courier = asCourier(store);

  const remember = (now: Remembered): void => {
    remembered = now;
    witness?.write(now);
  };

  /** What is known from outside of the store: by this process, or by the file that an earlier one left. */
  const outside = (): Remembered | undefined =>
    isJudged(remembered) ? remembered : judges ? witness?.read() : undefined;

  const judgeStore = async (): Promise<void> => {
    const place = await placeOf(store);
    const mark = markOf((await courier(READ_MARK))[0]);
    const known = outside();
    const because = judge(mark, known, judges ? place : NOWHERE, {
      silenceMs: judges ? STORE_LIMITS.markSilenceMs : Number.POSITIVE_INFINITY,
      knowsEnd: known !== undefined && (await courier(KNOWS_END_OF, [known.incarnation])).length > 0,
    });
    if (because !== undefined) {
      await onOlder({ because, newIncarnation: renewal(newIncarnation(), mark, known, place) });
    } else if (mark === undefined) {
      await courier(FIRST_MARK, [newIncarnation(), place.place, place.timeline]);
    }
    const now = markOf((await courier(READ_MARK))[0]);
    if (now === undefined) throw new Error('the store has no mark');
    await beat(now, place);
  };

  const beat = async ({ incarnation, beats }: Remembered, { place, timeline }: Place): Promise<void> => {
    const [row] = await courier(BEAT, [incarnation, beats, place, timeline]);
    if (row === undefined) return await judgeStore();
    beatenAtMs = monotonic();
    remember({ incarnation, beats: Number(row['beats']) });
  };

  const lookAt = async (known: Remembered, due: boolean): Promise<void> => {
    if (!due && (await courier(IS_SAME_MARK, [known.incarnation, known.beats])).length > 0) return;
    if (due && isJudged(known)) await beat(known, await placeOf(store));
    else await judgeStore();
  };

  const look = async (): Promise<void> => {
    if (remembered === null) return;
    const hasLeft = leaves;
    leaves = false;
    try {
      await lookAt(remembered, hasLeft || monotonic() - beatenAtMs >= STORE_LIMITS.markBeatIntervalMs);
    } catch (error) {
      // What has left is remembered at the next look, then.
      leaves ||= hasLeft;
      throw error;
    }
  };

  return {
    get remembered() {
      return remembered;
    },
    start: async () => {
      if (isJudged(remembered)) return;
      remembered = NOT_JUDGED;
      await judgeStore();
    },
    look,
    somethingLeaves: () => {
      leaves = true;
    },
    stop: async () => {
      // What began to leave since the last look must be remembered by the next start, or a backup from before it would go unnoticed.
      if (leaves) await look();
      if (isJudged(remembered)) await courier(STOPPED, [remembered.incarnation, remembered.beats]);
    },
  };
}

/** The store goes on as another incarnation of what is known. */
function renewal(
  incarnation: string,
  mark: Mark | undefined,
  known: Remembered | undefined,
  { place, timeline }: Place,
): StepGroup {
  const judged = mark?.incarnation ?? null;
  const values = [judged, incarnation, known?.beats ?? 0, place, timeline, known?.incarnation ?? null];
  return { scope: { role: 'courier' }, steps: [{ statement: NEW_INCARNATION, values }] };
}

function isJudged(remembered: Remembered | null): remembered is Remembered {
  return remembered !== null && remembered !== NOT_JUDGED;
}

function asCourier(
  store: Store,
): (statement: Statement, values?: readonly unknown[]) => Promise<readonly Row[]> {
  return async (statement, values = []) =>
    (await store.pipeline([{ scope: { role: 'courier' }, steps: [{ statement, values }] }]))[0] ?? [];
}

const NOWHERE: Place = { place: null, timeline: null };

function markOf(row: Row | undefined): Mark | undefined {
  if (row === undefined) return undefined;
  return {
    incarnation: row['incarnation'] as string,
    beats: Number(row['beats']),
    place: row['place'] as string | null,
    timeline: row['timeline'] as string | null,
    stopped: row['stopped'] as boolean,
    silentMs: Number(row['silentMs']),
    waits: row['waits'] as boolean,
  };
}
