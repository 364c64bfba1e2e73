// Owns the structured form of directions, kept beside their text for SCRIPT, translation and checks.
import type { Action, DoseUnitName, FrequencyName, RouteName, TimingName } from './sig-words.ts';

/** Changes when a stored structure could no longer be read by the newest code. */
export const SIG_VERSION = 1;

/** `every`: hours between doses, from … to; `named`: a row of the table of frequencies. */
export type SigFrequency =
  | { readonly kind: 'named'; readonly name: FrequencyName }
  | { readonly kind: 'every'; readonly hours: number; readonly hoursMax?: number };

/** Directions that were understood completely. Amounts are canonical decimals as text. */
export type StructuredSig = {
  readonly version: typeof SIG_VERSION;
  readonly action: Action;
  readonly dose: { readonly amount: string; readonly max?: string; readonly unit: DoseUnitName };
  readonly route: RouteName;
  readonly frequency: SigFrequency;
  readonly timing?: TimingName;
  /** The reason of "as needed". */
  readonly asNeededFor?: string;
  readonly duration?: { readonly value: number; readonly unit: 'day' | 'week' | 'month' };
  /** Most of the dose unit in 24 hours. */
  readonly maxPerDay?: string;
};

/** Why directions could not be read. */
export type SigErrorCode =
  | 'UNKNOWN_WORD'
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
  | 'TOO_LONG';

/** What is wrong, where (UTF-16, absent for something missing), and what can stand there instead, where there is exactly one thing. */
export type SigError = {
  readonly code: SigErrorCode;
  readonly message: string;
  readonly offset?: number;
  readonly length?: number;
  readonly replacement?: string;
};

/** Something understood that is worth a second look. */
export type SigWarning = { readonly code: 'UNIT_UNLIKE_TREATMENT'; readonly message: string };

/** Hours between doses, days of treatment, length of a reason and of what may be typed: beyond these it is a slip. */
export const SIG_BOUNDS = {
  hoursMaximum: 168,
  daysMaximum: 365,
  reasonCharacters: 80,
  typedCharacters: 300,
  amountCharacters: 8,
} as const;
