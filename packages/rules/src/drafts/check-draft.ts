// Owns the check of a draft's clinical fields: everything that is missing or cannot be sent, before signing (W1, W6).

import { isDate } from '../calendar/dates.ts';
import { isWhole, toQuantity } from '../codes/decimal.ts';
import type { Diagnosis } from '../codes/diagnosis.ts';
import { findUnit, unitWord } from '../codes/units.ts';
import { FIELD_LIMITS, REFILLS_WARNING_ABOVE } from '../limits/field-limits.ts';
import { type Medicine, overCeiling, overCeilingText } from '../medication/dose-ceilings.ts';
import { repeatedCourse, repeatedCourseText } from '../medication/short-courses.ts';
import { contradictionOf, type OfferedPackage } from '../sigs/amounts.ts';
import { parseSig, type SigResult } from '../sigs/sig.ts';
import { DOSE_UNITS } from '../sigs/sig-words.ts';
import { findErrorProne } from '../texts/error-prone.ts';
import { findUnsendable } from '../texts/script-text.ts';
import { TYPED_FIELDS, type TypedField, typedRow } from './prescription-fields.ts';

/** A medicine with the form in which it is prescribed. */
export type Prescribed = Medicine & { readonly doseForm?: string | null | undefined };

/** The clinical fields as they come from a form or the API; absent, null and blank all mean "not filled in". */
export type DraftFields = {
  readonly [Name in TypedField]?: string | null | undefined;
} & {
  readonly treatmentId?: string | null;
  /** The treatment's own line, when the caller has it. */
  readonly drugDescription?: string | null;
  /** What is prescribed, when the caller has it: its form settles what directions leave open, and doses are compared with what is usual of it. */
  readonly medicine?: Prescribed | null;
  readonly dispenseQuantity?: string | number | null | undefined;
  /** Code or name of an NCPDP unit. */
  readonly dispenseUnit?: string | null | undefined;
  readonly dispenseAsWritten?: boolean | null | undefined;
  /** Refills + 1. */
  readonly fillsAllowed?: number | null | undefined;
  readonly daysSupply?: number | null | undefined;
  readonly instructions?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly diagnosisCodes?: readonly Diagnosis[] | null | undefined;
};

/** What is wrong with a field of a draft. */
export type DraftIssueCode =
  | 'REQUIRED'
  | 'DIAGNOSIS_NOT_DESCRIBED'
  | 'NOT_A_QUANTITY'
  | 'UNKNOWN_UNIT'
  | 'FRACTION_OF_A_WHOLE'
  | 'OUT_OF_RANGE'
  | 'MANY_REFILLS'
  | 'TOO_LONG'
  | 'UNSENDABLE_CHARACTER'
  | 'ERROR_PRONE'
  | 'NOT_A_DATE'
  | 'IN_THE_PAST'
  | 'AMOUNTS_CONTRADICT';

/** One thing to fix. Errors stop signing, warnings do not. `offset` and `length` point into the field's text (UTF-16). */
export type DraftIssue = {
  readonly field: keyof DraftFields;
  readonly code: DraftIssueCode;
  readonly message: string;
  readonly severity: 'error' | 'warning';
  readonly offset?: number;
  readonly length?: number;
  readonly replacement?: string;
};

type Report = (
  field: keyof DraftFields,
  code: DraftIssueCode,
  message: string,
  extra?: Partial<Pick<DraftIssue, 'severity' | 'offset' | 'length' | 'replacement'>>,
) => void;

/**
 * Checks every field at once; an empty answer means that it can be signed and sent. `today` is the patient's, `YYYY-MM-DD`; `packages` are
 * the treatment's, where the caller knows how it is packed.
 */
export function checkDraft(
  draft: DraftFields,
  today: string,
  packages: readonly OfferedPackage[] = [],
): readonly DraftIssue[] {
  const issues: DraftIssue[] = [];
  const report: Report = (field, code, message, extra = {}) => {
    issues.push({ field, code, message, severity: 'error', ...extra });
  };
  if (isBlank(draft.treatmentId)) report('treatmentId', 'REQUIRED', 'Choose a treatment.');
  checkQuantity(draft, report);
  checkCounts(draft, report);
  checkText('drugDescription', draft.drugDescription, 'The drug description', report);
  if (isBlank(draft.instructions))
    report('instructions', 'REQUIRED', 'Write the directions for the patient.');
  checkText('instructions', draft.instructions, 'The directions', report);
  checkText('notes', draft.notes, 'The pharmacy note', report);
  for (const name of TYPED_FIELDS) {
    const { subject, limit } = typedRow(name);
    if (subject !== undefined && limit !== undefined)
      checkSendable(name, draft[name] ?? '', limit.maximum, subject, report);
  }
  checkDate(draft.doNotFillBeforeDate, today, report);
  checkAmounts(draft, packages, report);
  checkDiagnoses(draft.diagnosisCodes ?? [], report);
  return issues;
}

function isBlank(value: string | number | null | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function checkQuantity(draft: DraftFields, report: Report): void {
  const { dispenseQuantity: quantity, dispenseUnit } = draft;
  const unit = dispenseUnit === null || dispenseUnit === undefined ? undefined : findUnit(dispenseUnit);
  if (isBlank(dispenseUnit)) report('dispenseUnit', 'REQUIRED', 'Choose the unit of the quantity.');
  else if (unit === undefined)
    report('dispenseUnit', 'UNKNOWN_UNIT', 'Choose one of the 28 NCPDP quantity units, by code or name.');
  if (quantity === null || quantity === undefined || quantity === '') {
    report('dispenseQuantity', 'REQUIRED', 'Write the quantity to dispense.');
    return;
  }
  const read = toQuantity(quantity);
  if (!read.ok) report('dispenseQuantity', 'NOT_A_QUANTITY', read.message);
  else if (unit !== undefined && !unit.decimals && !isWhole(read.value)) {
    const message = `Pharmacies dispense whole ${unit.plural.toLowerCase()}: they will round or call.`;
    report('dispenseQuantity', 'FRACTION_OF_A_WHOLE', message, { severity: 'warning' });
  }
}

function checkCounts(draft: DraftFields, report: Report): void {
  const { fillsAllowed, daysSupply } = draft;
  const refills = FIELD_LIMITS.refills;
  if (fillsAllowed === null || fillsAllowed === undefined) {
    report('fillsAllowed', 'REQUIRED', 'Write the number of refills; 0 for none.');
  } else if (!isWholeWithin(fillsAllowed, FIELD_LIMITS.fillsAllowed)) {
    report(
      'fillsAllowed',
      'OUT_OF_RANGE',
      `Refills are a whole number from ${refills.minimum} to ${refills.maximum}.`,
    );
  } else if (fillsAllowed - 1 > REFILLS_WARNING_ABOVE) {
    const message = `${fillsAllowed - 1} refills are unusual: most states end a prescription after one year.`;
    report('fillsAllowed', 'MANY_REFILLS', message, { severity: 'warning' });
  }
  const limit = FIELD_LIMITS.daysSupply;
  if (daysSupply === null || daysSupply === undefined) {
    report('daysSupply', 'REQUIRED', 'Write the days supply; 0 when it cannot be known.');
  } else if (!isWholeWithin(daysSupply, limit)) {
    report(
      'daysSupply',
      'OUT_OF_RANGE',
      `The days supply is a whole number from ${limit.minimum} to ${limit.maximum}.`,
    );
  }
}

function isWholeWithin(
  value: number,
  limit: { readonly minimum: number; readonly maximum: number },
): boolean {
  return Number.isInteger(value) && value >= limit.minimum && value <= limit.maximum;
}

function checkText(
  field: 'drugDescription' | 'instructions' | 'notes',
  text: string | null | undefined,
  name: string,
  report: Report,
): void {
  if (text === null || text === undefined || isBlank(text)) return;
  checkSendable(field, text, FIELD_LIMITS[field].maximum, name, report);
  if (field === 'drugDescription') return;
  for (const match of findErrorProne(text)) {
    const message = `"${match.text}" is error-prone (${match.why}): write ${match.replacement}.`;
    const { offset, length, replacement } = match;
    report(field, 'ERROR_PRONE', message, {
      severity: field === 'instructions' ? 'error' : 'warning',
      offset,
      length,
      replacement,
    });
  }
}

/** Length and characters of a text that goes into a message. */
function checkSendable(
  field: keyof DraftFields,
  text: string,
  maximum: number,
  name: string,
  report: Report,
): void {
  if (text.length > maximum) {
    const message = `${name} may have ${maximum} characters and has ${text.length}: shorten it by ${text.length - maximum}.`;
    report(field, 'TOO_LONG', message, { offset: maximum, length: text.length - maximum });
  }
  for (const { offset, length, suggestion } of findUnsendable(text)) {
    const advice = suggestion === undefined ? 'Write it in other words.' : `Write "${suggestion}" instead.`;
    const message = `Character ${offset + 1} of ${name.toLowerCase()} cannot be sent to a pharmacy. ${advice}`;
    report(field, 'UNSENDABLE_CHARACTER', message, {
      offset,
      length,
      ...(suggestion === undefined ? {} : { replacement: suggestion }),
    });
  }
}

/** Pharmacies take no code without its words; drafts of earlier versions have none. */
function checkDiagnoses(diagnoses: readonly Diagnosis[], report: Report): void {
  for (const [index, { code, description }] of diagnoses.entries()) {
    if (isBlank(description)) {
      const message = `Diagnosis ${index + 1} (${code}) has no description, and pharmacies require one. Add it, or delete this prescription and write it again.`;
      report('diagnosisCodes', 'DIAGNOSIS_NOT_DESCRIBED', message);
    } else {
      const name = `The description of diagnosis ${index + 1} (${code})`;
      checkSendable(
        'diagnosisCodes',
        description ?? '',
        FIELD_LIMITS.diagnosisDescription.maximum,
        name,
        report,
      );
    }
  }
}

/** Directions that end after 30 days beside 90 tablets for 90 days: one of them is wrong, unless somebody has said why not. */
function checkAmounts(draft: DraftFields, packages: readonly OfferedPackage[], report: Report): void {
  const { dispenseQuantity, dispenseUnit, daysSupply, fillsAllowed, instructions, amountsReason } = draft;
  const read = readFor(instructions ?? '', draft.medicine);
  const quantity = toQuantity(dispenseQuantity ?? '');
  const unit = findUnit(dispenseUnit ?? '');
  if (!read.ok) return;
  const found = contradictionOf(read.sig, {
    quantity: quantity.ok ? quantity.value : undefined,
    unitCode: unit?.code,
    daysSupply: daysSupply ?? undefined,
    fillsAllowed: fillsAllowed ?? undefined,
    packages,
    strength: draft.medicine?.strength,
  });
  const severity = isBlank(amountsReason) ? 'error' : 'warning';
  const over = draft.medicine ? overCeiling(read.sig, draft.medicine) : undefined;
  if (over !== undefined) report('instructions', 'AMOUNTS_CONTRADICT', overCeilingText(over), { severity });
  const numbers = { daysSupply: daysSupply ?? undefined, fillsAllowed: fillsAllowed ?? undefined };
  const course = repeatedCourse(read.sig, draft.medicine?.ingredients ?? [], numbers);
  if (course !== undefined)
    report('fillsAllowed', 'AMOUNTS_CONTRADICT', repeatedCourseText(course), { severity });
  if (found?.dose !== undefined) {
    const { amount, max = amount, unit: name } = found.dose;
    const message = `A single dose of ${max} ${DOSE_UNITS[name].many} is far more than usual. Correct it, or say why.`;
    report('instructions', 'AMOUNTS_CONTRADICT', message, { severity });
  }
  if (found?.days !== undefined) {
    const { directions, supply } = found.days;
    const message = `The directions end after ${daysOf(directions)}, and the days supply is ${daysOf(supply)}.`;
    report('daysSupply', 'AMOUNTS_CONTRADICT', message, { severity });
  }
  if (found?.quantity !== undefined && unit !== undefined) {
    const { needed, written, days, atMost, dropsPerMl } = found.quantity;
    const time = days === null ? '' : ` for ${daysOf(days)}`;
    const drops = dropsPerMl === undefined ? '' : ` (at ${dropsPerMl} drops a milliliter)`;
    const message = `These directions need ${atMost ? 'at most ' : ''}${needed} ${unitWord(unit, needed)}${time}${drops}, and the quantity is ${written}.`;
    report('dispenseQuantity', 'AMOUNTS_CONTRADICT', message, { severity });
  }
}

/** As the form reads them: a medicine's own form settles its route and unit. What that makes doubtful is read by itself. */
function readFor(instructions: string, medicine: Prescribed | null = null): SigResult {
  const { doseForm, strength, ingredients = [] } = medicine ?? {};
  const known = { ...(doseForm && { doseForm }), ...(strength && { strength }), ingredients };
  const read = parseSig(instructions, known);
  return read.ok ? read : parseSig(instructions);
}

function daysOf(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}

function checkDate(date: string | null | undefined, today: string, report: Report): void {
  if (date === null || date === undefined || date === '') return;
  if (!isDate(date)) report('doNotFillBeforeDate', 'NOT_A_DATE', 'Write the date as YYYY-MM-DD.');
  else if (date < today)
    report(
      'doNotFillBeforeDate',
      'IN_THE_PAST',
      'The date before which it may not be filled must be today or later.',
    );
}
