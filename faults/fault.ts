// What a fault is: its number in the catalogue, what must hold, whether this machine can run it, and one run of it with what was seen.

/** One entry of the catalogue. */
export interface Fault {
  /** `F1` …: the number in docs/reliability.md. */
  readonly id: string;
  /** The folder it stands in; `npm run faults -- store` runs all of one. */
  readonly family: string;
  readonly name: string;
  /** What must hold, in one sentence. */
  readonly holds: string;
  /** How often when nothing is said, and in the share that every change has to pass; 0 for none there. */
  readonly trials: number;
  readonly ciTrials: number;
  /** Only when it is asked for by its number or its family. */
  readonly onlyNamed?: boolean;
  /** Why this machine cannot run it; undefined when it can. */
  readonly cannotRun?: () => string | undefined;
  readonly run: (run: FaultRun) => Promise<Outcome>;
}

/** What a fault is given. */
export interface FaultRun {
  readonly seed: number;
  /** From 0 to 1, by the seed. */
  readonly random: () => number;
  /** One trial after the other: as many as were asked for, fewer when the time for this fault is over. Answers how many. */
  readonly repeat: (trial: (number: number) => Promise<void>) => Promise<number>;
  /** How many were asked for. */
  readonly trialsMax: number;
  /** Delivered orders of long ago that lie in the store besides, where the fault is of a store's size. */
  readonly laid: number;
  readonly say: (line: string) => void;
}

/** What was seen. */
export interface Outcome {
  readonly trials: number;
  /** Things that were looked at when all had settled: acknowledged orders, or answers. A run that judged nothing has failed. */
  readonly judged: number;
  /** Acknowledged and gone, changed, or settled nowhere. */
  readonly lost: number;
  /** Taken twice, sent under two names, or made twice. */
  readonly doubled: number;
  /** Everything else that had to hold and did not, in ids and codes; also a sentence for each of what was lost or doubled. */
  readonly broken: readonly string[];
  /** From each fault until the service took the next order, or what the fault calls recovery. Empty where nothing has to recover. */
  readonly recoveryMs: readonly number[];
  /** Figures of its own that belong into the line: `byFax`, `resent`. */
  readonly figures?: Readonly<Record<string, number | string>>;
}
