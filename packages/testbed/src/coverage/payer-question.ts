// A question to a payer that is asked in real time, with the card of the sandbox's own.
import { REAL_TIME_BIN } from '@pestle/sandbox/payer/plan';
import type { AskedDrug, PayerQuestion } from '@pestle/service/for-tests/coverage';

export const drugOf = (rxcui: string, more: Partial<AskedDrug> = {}): AskedDrug => ({
  key: `drf_${rxcui}`,
  rxcui,
  ndc: null,
  name: 'a drug',
  quantity: '30',
  unitCode: 'C48542',
  daysSupply: 30,
  dispenseAsWritten: false,
  ...more,
});
export const LISINOPRIL = drugOf('314076');

let asked = 0;
/** New each time. */
export function questionOf(memberId: string, drugs: readonly AskedDrug[] = [LISINOPRIL]): PayerQuestion {
  asked += 1;
  return {
    id: `question-${asked}`,
    orgId: 'org_01J00000000000000000000000' as PayerQuestion['orgId'],
    benefit: {
      bin: REAL_TIME_BIN,
      pcn: 'SANDBOX',
      groupId: null,
      memberId,
      planId: null,
      validFrom: null,
      validTo: null,
    },
    patient: {
      id: 'pat_01J00000000000000000000000' as PayerQuestion['patient']['id'],
      firstName: 'Zoë',
      lastName: 'Núñez',
      dateOfBirth: '1975-11-23',
      sex: 'FEMALE',
    },
    prescriberNpi: '1234567893',
    pharmacy: {
      id: 'phr_01J00000000000000000000000' as NonNullable<PayerQuestion['pharmacy']>['id'],
      name: 'Hometown Drug',
      kind: 'LOCAL_PICKUP',
      npi: '1999999984',
      ncpdpId: '9900001',
    },
    drugs,
    today: '2026-11-22',
  };
}

/** The question of docs/guides/payers.md. */
export const guideExample = {
  question: questionOf('EXH-1001'),
  drug: { ...drugOf('606730'), name: 'esomeprazole 40 mg delayed release oral capsule', unitCode: 'C48480' },
  requestId: '9f3c1d0b7e5a4f62-1',
  senderUrl: 'https://rx.example.com',
  payerId: 'Pestle at Elm Street Clinic',
  createdAt: '2026-11-22T18:00:00.000Z',
};
