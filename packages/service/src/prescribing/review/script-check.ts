// Names what SCRIPT cannot carry, in its strictest profile, in the words of the form (W6, S5).

import type { Version } from '@pestle/script';
import { check } from '@pestle/script';
import type { PharmacyRow } from '../../directory/inside.ts';
import type { ClinicalContent, Envelope } from '../clinical-content.ts';
import type { ReviewProblem } from '../review-problem.ts';
import type { MessageFacts, MessagePharmacy } from '../script-message.ts';
import { newRx, shapedFor } from '../script-message.ts';

const VERSIONS: readonly Version[] = ['2017071', '2023011'];

/** A receiver that can take everything, for checking before a pharmacy is chosen. */
const ANY_PHARMACY: MessagePharmacy = {
  ncpdpId: '0000000',
  npi: '1234567893',
  name: 'Any pharmacy',
  address: { street1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02108', country: 'US' },
  phone: '6175550100',
  fax: null,
};

/** Line breaks become one blank in messages, as the standard's text has none; nothing else is changed. */
export function oneLine(text: string): string {
  return text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ').trim();
}

export function messagePharmacy(pharmacy: PharmacyRow): MessagePharmacy {
  return {
    // A pharmacy without an NCPDP id gets no electronic message; its place in the check is held by zeros.
    ncpdpId: pharmacy.ncpdp_id ?? '0000000',
    npi: pharmacy.npi,
    name: pharmacy.name,
    address: {
      street1: pharmacy.street1,
      ...(pharmacy.street2 === null ? {} : { street2: pharmacy.street2 }),
      city: pharmacy.city,
      state: pharmacy.state,
      postalCode: pharmacy.postal_code,
      country: pharmacy.country,
    },
    phone: pharmacy.phone,
    fax: pharmacy.fax,
  };
}

/**
 * Every finding of the standard's check in either version, once, with where to fix it. `orderAddress` stands in messages for the one on
 * record.
 */
export function scriptProblems(
  content: ClinicalContent,
  envelope: Envelope,
  pharmacy: PharmacyRow | undefined,
  orderAddress: MessageFacts['address'] = null,
): ReviewProblem[] {
  const message = newRx({
    content,
    envelope,
    address: orderAddress,
    pharmacy: pharmacy === undefined ? ANY_PHARMACY : messagePharmacy(pharmacy),
    identity: {
      senderId: 'PESTLE',
      senderTertiaryId: 'PESTLE',
      receiverTertiaryId: 'ANY',
      softwareVersion: '1',
    },
    messageId: 'm00000000000000000000000000',
    prescriberOrderNumber: '00000000000000000000000000-1',
    sentAt: new Date(0),
    writtenAt: '1970-01-01T00:00:00.000Z',
  });
  const problems = new Map<string, ReviewProblem>();
  for (const version of VERSIONS) {
    for (const finding of check(shapedFor(message, version), version)) {
      const path = formPath(finding.path);
      const text =
        finding.rule === 'required'
          ? 'This is missing, and pharmacies require it.'
          : `Pharmacies cannot take this: ${finding.rule}, ${finding.limit}.`;
      problems.set(`${path} ${finding.rule}`, {
        path,
        code: `SCRIPT_${finding.rule.toUpperCase()}`,
        message: text,
        severity: 'error',
      });
    }
  }
  return [...problems.values()];
}

/** A pharmacy without fax and endpoint, or one that serves no public, cannot be chosen. */
export function pharmacyProblems(pharmacy: PharmacyRow): ReviewProblem[] {
  const problem = (path: string, message: string): ReviewProblem => ({
    path,
    code: 'PHARMACY_NOT_SELECTABLE',
    message,
    severity: 'error',
  });
  if (!pharmacy.active)
    return [problem('pharmacy', 'This pharmacy no longer takes prescriptions. Choose another.')];
  if (!pharmacy.serves_public)
    return [problem('pharmacy', 'This pharmacy does not serve the public. Choose another.')];
  return [];
}

const DRAFT_PATHS: readonly (readonly [pattern: RegExp, path: string])[] = [
  [/Patient.*Address/, 'patient.address'],
  [/Patient.*Name/, 'patient.name'],
  [/Patient.*(Communication|Telephone|Mail)/, 'patient.phone'],
  [/Patient.*DateOfBirth/, 'patient.dateOfBirth'],
  [/Patient/, 'patient'],
  [/Prescriber.*NPI/, 'prescriber.npi'],
  [/Prescriber.*(Address|PracticeLocation)/, 'prescriber.practice'],
  [/Prescriber.*(Communication|Telephone)/, 'prescriber.phone'],
  [/Prescriber/, 'prescriber'],
  [/Supervisor/, 'draft.supervisor'],
  [/Pharmacy/, 'pharmacy'],
  [/SigText|Sig$/, 'draft.instructions'],
  [/Note/, 'draft.notes'],
  [/Quantity/, 'draft.dispenseQuantity'],
  [/Diagnosis/, 'draft.diagnosisCodes'],
  [/DrugDescription|DrugCoded|Product/, 'draft.treatmentId'],
];

function formPath(scriptPath: string): string {
  return DRAFT_PATHS.find(([pattern]) => pattern.test(scriptPath))?.[1] ?? 'draft';
}
