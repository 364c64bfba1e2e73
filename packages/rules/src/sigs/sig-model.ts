// Owns the structured form of directions, kept beside their text for SCRIPT, translation and checks.
import type {
  Action,
  DirectedBy,
  DoseUnitName,
  FrequencyName,
  Moment,
  RouteName,
  SiteName,
  TimingName,
  Weekday,
} from './sig-words.ts';

/** Changes when the newest code writes what older code could not read. */
export const SIG_VERSION = 2;
/** What the newest code still reads: version 1 had one dose, one frequency and no weekdays, clock times or steps. */
export const SIG_VERSIONS_READ: readonly number[] = [1, SIG_VERSION];

/**
 * `named`: a row of the table of frequencies; `every`: hours between doses, from … to; `minutes`: a rescue, with its most doses;
 * `interval`: every so many days, weeks or months; `times`: so many times in a period, from … to, or up to so many; `moments`: times of day.
 */
export type SigFrequency =
  | { readonly kind: 'named'; readonly name: FrequencyName }
  | { readonly kind: 'every'; readonly hours: number; readonly hoursMax?: number }
  | { readonly kind: 'minutes'; readonly minutes: number; readonly doses: number }
  | { readonly kind: 'interval'; readonly count: number; readonly unit: PeriodUnit }
  | {
      readonly kind: 'times';
      readonly times: number;
      readonly timesMax?: number;
      readonly per: PeriodUnit;
      readonly upTo?: true;
    }
  | { readonly kind: 'moments'; readonly moments: readonly Moment[] };

/** What periods of directions are counted in. */
export type PeriodUnit = 'day' | 'week' | 'month';

/** An amount, or from … to; canonical decimals as text. */
export type SigDose = {
  readonly amount: string;
  readonly max?: string;
  readonly unit: DoseUnitName;
  /** The mass in it, where somebody wrote it: "1 tablet (40 mg)". */
  readonly mass?: {
    readonly amount: string;
    readonly max?: string;
    readonly unit: 'milligram' | 'microgram';
  };
};

/** One dose and when it is taken. */
export type SigPart = {
  readonly dose: SigDose;
  readonly frequency: SigFrequency;
  /** Only on these days of the week, from Monday on. */
  readonly weekdays?: readonly Weekday[];
  /** Times of the clock, `HH:MM`, rising. */
  readonly times?: readonly string[];
  /** The time of day of what is taken less often than daily. */
  readonly moment?: Moment;
  readonly timing?: TimingName;
  /** So many minutes before or after what `timing` names. */
  readonly timingMinutes?: number;
};

/** What is taken for some time. `also`: other doses on the same days, as 2 in the morning and 1 at bedtime. */
export type SigPhase = SigPart & {
  readonly also?: readonly SigPart[];
  readonly duration?: { readonly value: number; readonly unit: PeriodUnit; readonly upTo?: true };
};

/** A place on the body. `affected`: only its affected areas. */
export type SigSite = {
  readonly name: SiteName;
  readonly side?: 'left' | 'right' | 'both';
  readonly affected?: true;
};

/** Directions that were understood completely. What is said first is here, steps that follow are in `steps`. */
export type StructuredSig = SigPhase & {
  readonly version: number;
  readonly action: Action;
  readonly route: RouteName;
  /** Where on the body. */
  readonly site?: SigSite;
  readonly steps?: readonly SigPhase[];
  /** The reason of "as needed". */
  readonly asNeededFor?: string;
  /** What it is for, where it is not taken as needed; `to …` or a noun. */
  readonly purpose?: string;
  readonly asDirectedBy?: DirectedBy;
  /** Most of the dose unit (or of `maxPerDayUnit`) in 24 hours. */
  readonly maxPerDay?: string;
  readonly maxPerDayUnit?: DoseUnitName;
  /** Sentences that change no dose: "Shake well." */
  readonly advice?: readonly string[];
};

/** Why directions could not be read. */
export type SigErrorCode =
  | 'UNKNOWN_WORD'
  | 'MISSPELLED'
  | 'ERROR_PRONE'
  | 'DECIMAL'
  | 'HOURS_OUT_OF_RANGE'
  | 'DAYS_OUT_OF_RANGE'
  | 'DOSE_OUT_OF_RANGE'
  | 'RANGE_REVERSED'
  | 'NOT_DIVISIBLE'
  | 'SAID_TWICE'
  | 'DOSE_MISSING'
  | 'UNIT_MISSING'
  | 'ROUTE_MISSING'
  | 'FREQUENCY_MISSING'
  | 'REASON_MISSING'
  | 'REASON_UNREADABLE'
  | 'MAXIMUM_IN_OTHER_UNIT'
  | 'DIRECTED_BY_WHOM'
  | 'AMBIGUOUS'
  | 'CONTRADICTS_ITSELF'
  | 'STEPS_UNCLEAR'
  | 'NO_SCALE'
  | 'TOO_LONG';

/**
 * What is wrong, where (UTF-16, absent for something missing), and what can stand there instead, where there is exactly one thing.
 * `choices`: the words among which a person chooses; for something missing they are added at the end.
 */
export type SigError = {
  readonly code: SigErrorCode;
  readonly message: string;
  readonly offset?: number;
  readonly length?: number;
  readonly replacement?: string;
  readonly choices?: readonly string[];
};

/** A whole that is offered: what would be typed, and the sentence that it reads. */
export type SigOffer = { readonly typed: string; readonly text: string };

/** Something understood that is worth a second look. */
export type SigWarning = { readonly code: 'UNIT_UNLIKE_TREATMENT'; readonly message: string };

/** Hours between doses, days of treatment, length of a reason and of what may be typed: beyond these it is a slip. */
export const SIG_BOUNDS = {
  hoursMaximum: 168,
  daysMaximum: 365,
  reasonCharacters: 80,
  adviceCharacters: 200,
  typedCharacters: 1_000,
  amountCharacters: 8,
  /** Steps of a taper, doses of one day, sentences of advice, whole readings that are offered. */
  steps: 12,
  partsOfADay: 6,
  advice: 4,
  offers: 8,
} as const;
