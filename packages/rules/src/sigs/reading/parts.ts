// Owns what was said of doses, steps and the whole while directions are read, and the least that can be told of it.
import type { PeriodUnit, SigDose, SigError, SigFrequency, StructuredSig } from '../sig-model.ts';
import type {
  Action,
  DirectedBy,
  DoseUnitName,
  Moment,
  RouteName,
  TimingName,
  Weekday,
} from '../sig-words.ts';
import type { Word } from './words.ts';

/** One dose as far as it was said. */
export type PartDraft = {
  amount?: { readonly amount: string; readonly max?: string };
  unit?: DoseUnitName;
  mass?: NonNullable<SigDose['mass']>;
  /** Where the amount stands. */
  words?: readonly Word[];
  /** Where the dose before was said once more, with nothing between: another dose if anything follows that is said of it. */
  again?: readonly Word[];
  frequency?: SigFrequency;
  minutes?: number;
  count?: number;
  /** Where a number of doses stands that may be a number of days: "bid x 7". */
  bareCount?: readonly Word[];
  /** It stood before how often: "5 mg x 2 bid" may be 10 mg. */
  countFirst?: true;
  /** Where a limit of doses stands that may be one of a day: "every 4 hours, max 4 doses". */
  limitCount?: readonly Word[];
  moments?: readonly Moment[];
  weekdays?: { readonly value: readonly Weekday[]; readonly weekly: boolean };
  times?: readonly string[];
  timing?: { readonly value: TimingName; readonly minutes?: number };
};
/** One step. */
export type PhaseDraft = {
  parts: PartDraft[];
  duration?: { readonly value: number; readonly unit: PeriodUnit; readonly upTo?: true };
  days?: { readonly from: number; readonly to: number };
  /** Where the days stand. */
  daysWords?: readonly Word[];
  /** The days were said behind the dose: "6 tabs day 1, 5 tabs day 2". */
  daysBehind?: true;
  /** What was said when it began with nothing but how often: without its own end it is no step. */
  restated?: SigError;
  /** Begun by a word that may also end the step before. */
  behind?: true;
  /** It follows such a step, and must say its days as well. */
  listed?: true;
};
/** Everything that was said. */
export type SigDraft = {
  readonly phases: PhaseDraft[];
  readonly errors: SigError[];
  readonly advice: string[];
  action?: Action;
  route?: RouteName;
  site?: NonNullable<StructuredSig['site']>;
  /** Where it was said that each of two places has the dose: "to each knee". */
  eachSite?: readonly Word[];
  asNeeded?: readonly Word[];
  reason?: string;
  purpose?: string;
  directed?: DirectedBy;
  maxPerDay?: { readonly amount: string; readonly unit?: DoseUnitName; readonly doses?: true };
  maximumWords?: readonly Word[];
  /** Something stood between the last dose and what comes: a new one may begin. */
  joined: boolean;
  stopped: boolean;
};

/** Nothing said yet. */
export function emptyDraft(): SigDraft {
  return { phases: [{ parts: [{}] }], errors: [], advice: [], joined: false, stopped: false };
}

/** How often, when, or on which days was said. */
export function hasTime(part: PartDraft): boolean {
  return (
    part.frequency !== undefined ||
    part.minutes !== undefined ||
    part.moments !== undefined ||
    part.weekdays !== undefined ||
    part.times !== undefined
  );
}

/** It is taken with one meal of a day: "before breakfast". */
export function isAtOneMeal({ timing }: PartDraft): boolean {
  return /^(?:before|with|after)(?:Breakfast|Lunch|Dinner)$/.test(timing?.value ?? '');
}

/** The last of what is never empty. */
export function lastOf<T>(list: readonly T[]): T {
  const last = list.at(-1);
  if (last === undefined) throw new RangeError('Nothing is there.');
  return last;
}
