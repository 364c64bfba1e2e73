// Owns the sentences of a fax, apart from where they stand on the page.

import { formatDate } from '@pestle/rules/dates';
import { liquidText } from '@pestle/rules/liquid';
import { localTime } from '@pestle/rules/local-time';
import { formatMedicationLine, formatQuantity } from '@pestle/rules/medication-line';
import { formatPhone } from '@pestle/rules/phone';
import { structureOf } from '@pestle/rules/sig';
import { compoundAmounts } from '@pestle/rules/written-treatment';
import type { ClinicalContent, PostalAddress } from '../../prescribing/inside.ts';
import type { FaxFacts } from './facts.ts';

export const TITLES: Readonly<Record<FaxFacts['kind'], string>> = {
  new: 'NOTICE OF ELECTRONIC PRESCRIPTION',
  cancel: 'CANCELLATION OF A PRESCRIPTION',
  late_notice: 'ONE PRESCRIPTION, TWO COPIES',
  discontinue: 'NO MORE REFILLS',
};

export const INTRODUCTIONS: Readonly<Record<FaxFacts['kind'], string>> = {
  new: 'The prescriber named below signed this prescription electronically. Verify it against the original record, and tell us what you do with it, at the link below.',
  cancel:
    'The practice has canceled the prescription below. DO NOT DISPENSE IT. If it was dispensed or shipped already, call the practice now.',
  late_notice:
    'This pharmacy received the prescription below by fax AND electronically. It is ONE prescription. DO NOT DISPENSE IT TWICE.',
  discontinue:
    'The prescriber stops the remaining refills of the prescription below. DISPENSE NO MORE REFILLS OF IT. The prescription itself stands: what was dispensed already, or is being filled for the first time, stays as it is.',
};

/** The framed warning of a page, if it has one (D4). */
export function warningOf(facts: FaxFacts): string | undefined {
  if (facts.kind === 'late_notice' || !facts.mayHaveArrived) return undefined;
  const held = `This order may already be held electronically at your pharmacy (order ${facts.prescriberOrderNumber}, MessageID ${facts.messageId}).`;
  if (facts.kind === 'discontinue') return `${held} Stop the refills of that copy too.`;
  return facts.kind === 'cancel'
    ? `${held} Cancel that copy too.`
    : `${held} Look for it before you fill: DO NOT DISPENSE TWICE.`;
}

/** Why a fax and not an electronic message. */
export function reasonOf({ reason, pharmacy, envelope }: FaxFacts): string {
  const zone = zoneOf(pharmacy.timeZone, envelope.organization.timeZone);
  switch (reason.because) {
    case 'not-integrated':
      return 'Sent by fax because this pharmacy does not receive electronic prescriptions from this service.';
    case 'electronic-failed':
      return `Sent by fax because electronic delivery to this pharmacy did not succeed (${moment(zone, reason.at)}).`;
    case 'maintenance':
      return `Sent by fax because the system that takes electronic prescriptions for this pharmacy is in announced maintenance (${moment(zone, reason.at)}).`;
    case 'electronic-withdrawn':
      return `Sent by fax because its electronic delivery was confirmed first and withdrawn later (${moment(zone, reason.at)}).`;
    case 'earlier-fax':
      return `This follows the fax of ${moment(zone, reason.at)}.`;
    default:
      return reason satisfies never;
  }
}

export function zoneOf(pharmacyZone: string | null, organizationZone: string): string {
  return pharmacyZone ?? organizationZone;
}

/** `20-Nov-2026 14:05 EST` */
export function moment(zone: string, at: Date | string): string {
  const ms = new Date(at).getTime();
  const { date, hour, minute } = localTime(zone, ms);
  return `${formatDate(date)} ${two(hour)}:${two(minute)} ${zoneLetters(zone, ms)}`;
}

/** The letters people know a zone by at an instant (`EST`, `EDT`), else its offset (`GMT+9`). */
function zoneLetters(zone: string, atMs: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(
    atMs,
  );
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
}

/** `20-Nov-2026 19:05 UTC` */
export function momentUtc(at: Date | string): string {
  return moment('UTC', at);
}

export function dayOf(zone: string, at: Date | string): string {
  return formatDate(localTime(zone, new Date(at).getTime()).date);
}

export function addressLines(address: PostalAddress): readonly string[] {
  const street = address.street2 === undefined ? address.street1 : `${address.street1}, ${address.street2}`;
  return [street, `${address.city}, ${address.state} ${address.postalCode}`];
}

export function phoneText(digits: string, extension: string | null = null): string {
  return extension === null ? formatPhone(digits) : `${formatPhone(digits)} ext. ${extension}`;
}

export function patientName({ patient }: ClinicalContent): string {
  const given = [patient.firstName, patient.middleName].filter((part) => part !== null).join(' ');
  const suffix = patient.suffix === null ? '' : ` ${patient.suffix}`;
  return `${patient.lastName.toUpperCase()}${suffix}, ${given}`;
}

export function prescriberName({ prescriber }: ClinicalContent): string {
  const name = `${prescriber.firstName} ${prescriber.lastName}`;
  return prescriber.credentials === null ? name : `${name}, ${prescriber.credentials}`;
}

/** The medication in the line that the prescriber and the patient see, too (U17); of a compound with how much of an ingredient goes in. */
export function medicationText({ treatment }: ClinicalContent): string {
  const { text } = formatMedicationLine(treatment);
  const amounts = compoundAmounts(treatment.compound ?? []);
  return amounts === '' ? text : `${text}, with ${amounts}`;
}

/** `30 tablets`; a no-break space keeps number and unit on one line. */
export function quantityText({ dispenseQuantity, dispenseUnit }: ClinicalContent): string {
  return formatQuantity(dispenseQuantity, dispenseUnit.code);
}

/** The dose of a liquid with the mass that is in it, as the prescriber saw it beside the directions; empty where there is none (U6). */
export function doseText({ instructions, treatment }: ClinicalContent): string {
  return liquidText(structureOf(instructions), treatment.strength);
}

export function refillsText({ fillsAllowed }: ClinicalContent): string {
  return fillsAllowed === 1 ? '0 (none)' : `${fillsAllowed - 1} (${fillsAllowed} fills in all)`;
}

export function substitutionText({ dispenseAsWritten }: ClinicalContent): string {
  return dispenseAsWritten ? 'NO: dispense as written' : 'Allowed';
}

export const RECEIVED_IN_ERROR =
  'RECEIVED IN ERROR? This page holds confidential health information meant only for the pharmacy named above. Do not read, copy or pass it on. Call the sender at once, then destroy it.';

function two(value: number): string {
  return String(value).padStart(2, '0');
}
