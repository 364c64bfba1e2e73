// Step 5 of the status hook: the fields of a report, each problem with its place and what to do.
import type { PharmacyReport, ReportMeaning } from '@pestle/rules/fill-status';
import { PHARMACY_REPORTS, toPharmacyReport } from '@pestle/rules/fill-status';
import { upperAscii } from '@pestle/rules/letter-case';
import type { FieldProblem } from '../../kernel/errors.ts';
import { Failure, invalidInput } from '../../kernel/errors.ts';
import { TRACKING_LIMITS } from '../limits.ts';
import type { ReportTarget } from '../report/target.ts';
import { targetOf } from '../report/target.ts';

/** A well-formed report; whether its status is accepted is decided with the pharmacy's own words. */
export interface ReportFields {
  /** As sent, for the answer. */
  readonly orderIdText: string;
  /** Undefined: it cannot be the id of any order. */
  readonly target: ReportTarget | undefined;
  /** As sent, blanks at the ends left out. */
  readonly statusText: string;
  readonly carrier: string | undefined;
  readonly trackingNumber: string | undefined;
}

const CONTROL = /\p{Cc}/u;

/** Reads the fields. Throws INVALID_INPUT (422) with a pointer per field. Unknown fields are passed over. */
export function validateReport(value: unknown): ReportFields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidInput([{ path: '', code: 'WRONG_TYPE', message: 'The body must be a JSON object.' }]);
  const problems: FieldProblem[] = [];
  const read = (path: string, charactersMax: number, required: boolean): string | undefined => {
    const field: unknown = Object.hasOwn(value, path) ? value[path as keyof typeof value] : undefined;
    const result = readText(field, charactersMax, required);
    if (typeof result === 'object') problems.push({ path, ...result });
    return typeof result === 'object' ? undefined : result;
  };
  const statusText = read('status', TRACKING_LIMITS.statusCharactersMax, true);
  const orderIdText = read('order_id', TRACKING_LIMITS.orderIdCharactersMax, true);
  const carrier = read('carrier', TRACKING_LIMITS.carrierCharactersMax, false);
  const trackingNumber = read('tracking_number', TRACKING_LIMITS.trackingNumberCharactersMax, false);
  if (problems.length > 0 || statusText === undefined || orderIdText === undefined)
    throw invalidInput(problems);
  return { orderIdText, target: targetOf(orderIdText), statusText, carrier, trackingNumber };
}

/** Null and blank text count as absent: careless senders fill in what they do not have. */
function readText(
  field: unknown,
  charactersMax: number,
  required: boolean,
): string | undefined | Omit<FieldProblem, 'path'> {
  if (field === undefined || field === null || (typeof field === 'string' && field.trim() === ''))
    return required ? { code: 'REQUIRED', message: 'This is required.' } : undefined;
  if (typeof field !== 'string') return { code: 'WRONG_TYPE', message: 'This must be text.' };
  const text = field.trim();
  if (text.length > charactersMax)
    return { code: 'TOO_LONG', message: `This may have at most ${charactersMax} characters.` };
  if (CONTROL.test(text) || !text.isWellFormed())
    return { code: 'INVALID', message: 'This holds characters that no text has.' };
  return text;
}

/** The status that is meant, and whether with it the medication can be picked up. */
export interface AcceptedStatus {
  readonly report: PharmacyReport;
  readonly ready: boolean;
}

/**
 * The accepted status that a pharmacy means: one of the set in any letter case, else its own words. Throws UNKNOWN_STATUS
 * (422) with the accepted list and the way to propose a status (H3).
 */
export function acceptedStatus(
  statusText: string,
  statusWords: readonly Readonly<Record<string, ReportMeaning>>[],
  contact: string | undefined,
): AcceptedStatus {
  const meaning = toPharmacyReport(statusText) ?? ownWord(statusText, statusWords);
  if (meaning === 'READY') return { report: 'FILLING', ready: true };
  if (meaning !== undefined) return { report: meaning, ready: false };
  const how = `To propose a status, or to have your own word mapped to one of these, ${contact === undefined ? 'ask the operators of this network' : `write to ${contact}`}.`;
  const message = `The accepted statuses are ${PHARMACY_REPORTS.join(', ')}. ${how}`;
  throw new Failure('UNKNOWN_STATUS', message, {
    allowed: PHARMACY_REPORTS,
    fields: [{ path: 'status', code: 'NOT_ACCEPTED', message: `One of ${PHARMACY_REPORTS.join(', ')}.` }],
  });
}

function ownWord(
  text: string,
  statusWords: readonly Readonly<Record<string, ReportMeaning>>[],
): ReportMeaning | undefined {
  const word = upperAscii(text).replace(/\s+/g, ' ');
  for (const words of statusWords) {
    if (Object.hasOwn(words, word)) return words[word];
  }
  return undefined;
}
