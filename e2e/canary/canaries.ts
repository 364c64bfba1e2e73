// A patient whose every value is found nowhere else, each in the forms in which it could be written; and a pharmacy's credentials.

/** What is sent to the service. */
export const CANARY = {
  patient: {
    externalId: 'MRN-qzx-7731094',
    firstName: 'Qzanarya',
    middleName: 'Wrenbolta',
    lastName: 'Vexelthorpe',
    suffix: 'Zqiii',
    dateOfBirth: '1931-07-23',
    gender: 'gendqorva',
    phone: '6179413287',
    email: 'qz.canary@vexelbird.example',
    address: { street1: '48213 Plumbago Ct', city: 'Boston', state: 'MA', postalCode: '02108' },
    allergies: [{ substance: 'Zorbanutra', reaction: 'hivesquill' }],
    medications: [{ name: 'Yoltramune 5 mg', directions: 'With gravelbeam tea' }],
    benefits: [
      {
        bin: '70481936',
        pcn: 'PCNqwzb',
        groupId: 'GRPvxolt',
        memberId: 'MEMzuqrail',
        planId: 'PLNyxqob',
        validFrom: '1947-02-13',
        validTo: '2973-10-29',
      },
    ],
  },
  instructions: 'Take 1 tablet by mouth with zyqqlewater daily.',
  notes: 'Blorvixa note for the pharmacist.',
  diagnosis: { code: 'S72.142A', description: 'Displaced quorvex fracture of femur' },
  reasons: {
    repeatReason: 'Taper zwibblefix',
    amountsReason: 'Numbers quibblestan',
    duplicateReason: 'Lost glimmerbox',
    screeningAnswers: [{ rule: 'not-checked', reason: 'OTHER', text: 'Looked up by plimwhistle' }],
  },
  desk: {
    note: 'Called, zwickelpond says no.',
    handled: 'Settled with prumbleward.',
    question: 'May we give flornistab instead?',
    answer: 'Yes, krellowmint is fine.',
    cancelDecline: 'They need it, dabbleforth.',
    takenBy: 'Ondrivelle Skarn',
  },
  draftExternalId: 'DRF-cnry-55210',
  orderExternalId: 'ENC-cnry-90817',
  source: 'initial:canaryquest',
  orderStreet: '77309 Quillfeather Way',
} as const;

/** What proves the service to a pharmacy, and a pharmacy to the service: sealed as health information is. */
export const CREDENTIALS = {
  header: 'cnry-header-key-68114',
  hookSecret: `whsec_${Buffer.from('cnry-hook-secret-that-signs-40957').toString('base64')}`,
} as const;

/** What is looked for, in lower case. */
export const TRACES: readonly string[] = [
  CANARY.patient.externalId,
  CANARY.patient.firstName,
  CANARY.patient.middleName,
  CANARY.patient.lastName,
  'vexelthor',
  CANARY.patient.suffix,
  '1931-07-23',
  '07/23/1931',
  '7/23/1931',
  '07-23-1931',
  '19310723',
  'July 23, 1931',
  CANARY.patient.gender,
  '6179413287',
  '617-941-3287',
  '(617) 941-3287',
  '617.941.3287',
  'qz.canary',
  'vexelbird',
  'Plumbago',
  'Zorbanutra',
  'hivesquill',
  'Yoltramune',
  'gravelbeam',
  '70481936',
  'PCNqwzb',
  'GRPvxolt',
  'MEMzuqrail',
  'PLNyxqob',
  '1947-02-13',
  '2973-10-29',
  'zyqqlewater',
  'Blorvixa',
  'S72.142',
  'S72142A',
  'quorvex',
  'zwibblefix',
  'quibblestan',
  'glimmerbox',
  'plimwhistle',
  'zwickelpond',
  'prumbleward',
  'flornistab',
  'krellowmint',
  'dabbleforth',
  'Ondrivelle',
  CANARY.draftExternalId,
  CANARY.orderExternalId,
  'canaryquest',
  'Quillfeather',
  CREDENTIALS.header,
  CREDENTIALS.hookSecret.slice('whsec_'.length),
  'cnry-hook-secret',
].map((trace) => trace.toLowerCase());

/** Characters, and bytes, of the longest trace. */
export const LONGEST_TRACE = Math.max(...TRACES.map(({ length }) => length));

/** The traces that a text or bytes show, whatever their case. */
export function tracesIn(found: string | Uint8Array): string[] {
  const text = typeof found === 'string' ? found : Buffer.from(found).toString('latin1');
  const lower = text.toLowerCase();
  return TRACES.filter((trace) => lower.includes(trace));
}
