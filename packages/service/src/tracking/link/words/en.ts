// The words of the pages behind a fax's link, in English.

import { OUTCOME_WORDS } from '@pestle/rules/delivery-words';
import { FILL_EVENTS, FILL_STATUS_WORDS } from '@pestle/rules/fill-events';
import { numberInWords } from '@pestle/rules/in-words';
import { PRACTICE_EN } from '@pestle/rules/situations-practice-en';

export const en = {
  title: 'Prescription record',
  otherLanguage: 'Español',
  situations: PRACTICE_EN,
  inWords: numberInWords,

  // Typing the code from the paper, the second fact, and why a link does not open.
  codeIntro: 'Type the code that stands beside the square on the fax.',
  codeLabel: 'Code from the fax',
  codeHelp:
    'Seven groups of five, of four on older faxes. Dashes, blanks and small letters do not matter; O counts as 0, I and L as 1.',
  goOn: 'Go on',
  wrongSomewhere:
    'Not all of the code is right: it cannot be told where. Compare it with the fax, group by group, and count the groups: there are seven.',
  tooManyGroups: 'There are more than seven groups. Remove what does not stand on the fax.',
  wrongGroup: (group: number) =>
    `Group ${group} is not right. Compare it with the fax. The other groups are right.`,
  wrongGroups: (groups: string) => `These groups are not right: ${groups}. Compare them with the fax.`,
  unknownCode:
    'This code is not known here. Check that the fax is the newest one, or call the practice: its telephone number is on the fax.',
  wentTo: 'This fax went to',
  noFact:
    'No number of this pharmacy is on file that could be asked for here. Call the practice: its telephone number is on the fax.',
  phoneLabel: 'Telephone number of your pharmacy',
  phoneHelp: 'Ten digits, as known to this network.',
  idLabel: 'NCPDP id or NPI of your pharmacy',
  idHelp:
    'The NCPDP id has 7 digits, the NPI 10. Neither is printed on the fax, so that nobody else who finds it can read the record.',
  show: 'Show the record',
  notYours: 'Not your pharmacy? Close this page, call the sender of the fax and destroy the fax.',
  help: 'Help',
  wrongFact: 'That is not a number of this pharmacy.',
  openForLong: 'The page was open for long. Identify your pharmacy again, then repeat your answer.',
  unknownTitle: 'This link is not known',
  unknown: 'Check that the whole address or code was copied from the fax.',
  typeCode: 'Type the code',
  orCall: ', or call the practice: its telephone number is on the fax.',
  replacedTitle: 'This link was replaced',
  replaced:
    'A newer fax with a new link was sent. Use that one, or call the practice: its telephone number is on the fax.',
  endedTitle: 'This link has ended',
  ended: 'The prescription behind it has expired. Call the practice: its telephone number is on the fax.',
  slowTitle: 'Too many wrong tries',
  slow: (seconds: number) =>
    `Too many wrong tries came from your network. Wait ${seconds} seconds, then try again.`,
  slowNotLocked:
    'The link itself is not locked. If it is urgent, call the practice: its telephone number is on the fax.',
  failureTitle: 'That did not work',
  ifUrgent: 'If it is urgent, call the practice: its telephone number is on the fax.',

  // What the record's page says first.
  dispensing: {
    ACTIVE: { heading: 'Active', advice: 'This prescription may be dispensed.' },
    'NOT-YET': {
      heading: 'Active, not to be filled yet',
      advice: 'This prescription may be dispensed from the day named below at "Do not fill before".',
    },
    CANCELED: {
      heading: 'Canceled',
      advice: 'Do not dispense. If it was dispensed or shipped already, call the practice now.',
    },
    'CANCEL-REQUESTED': {
      heading: 'Being canceled',
      advice: 'The practice has asked to cancel this prescription. Do not dispense it; call the practice.',
    },
    REROUTED: {
      heading: 'Sent to another pharmacy',
      advice: 'This prescription has moved to another pharmacy. Do not dispense it here.',
    },
    REPLACED: {
      heading: 'Replaced',
      advice: 'This copy was replaced by one with another order number. Do not dispense from this copy.',
    },
    EXPIRED: { heading: 'Expired', advice: 'Do not dispense. Ask the practice for a new prescription.' },
    PROBLEM: {
      heading: 'Problem reported',
      advice:
        'A problem was reported for this prescription. When it is solved, go on and report the new status.',
    },
    SHIPPED: {
      heading: 'Shipped',
      advice: 'This prescription was reported as shipped. Do not dispense it again.',
    },
    DISPENSED: {
      heading: 'Dispensed',
      advice:
        'The patient has it, by report. Its refills, if any, remain with the pharmacy that dispensed it.',
    },
    'DISPENSED-AFTER-CANCEL': {
      heading: 'Dispensed after it was canceled',
      advice: 'Call the practice now.',
    },
  },
  since: (time: string, word: string) => `Since ${time}: ${word}.`,
  print: 'Print',
  call: 'Call the practice:',
  tell: 'Tell the practice',
  copy: 'Copy',
  copied: 'copied',
  asOf: (time: string) => `Record as of ${time}. Every view is recorded.`,
  printed: (time: string) => `Printed from the electronic record, ${time}.`,
  done: {
    changed: 'Thank you. Your report was recorded, and the practice and the patient can see it.',
    same: 'Your report was recorded. It changed nothing: that was known already.',
    refused:
      'Your report contradicts what was reported before. It was recorded; nothing was changed. Call the practice.',
    asked: 'Your question is with the practice. The answer will stand on this page.',
  },
  copyTitle: 'COPY.',
  taken: (at: string, messageId: string) =>
    ` Your pharmacy took this prescription electronically${at}, MessageID ${messageId}. Dispense once.`,
  maybeHeld: (messageId: string) =>
    `This order may already be held electronically at your pharmacy: MessageID ${messageId}. Do not dispense twice.`,

  // The labels of the record.
  prescription: 'Prescription',
  drug: 'Drug',
  directions: 'Directions',
  dose: 'Each dose',
  dispense: 'Dispense',
  daysSupply: 'Days supply',
  refills: 'Refills',
  noRefills: '0 (none)',
  refillsOf: (refills: number, fills: number) => `${refills} (${fills} fills in all)`,
  substitution: 'Substitution',
  dispenseAsWritten: 'NO: dispense as written',
  substitutionAllowed: 'Allowed',
  notBefore: 'Do not fill before',
  printedLabels: {} as Readonly<Record<string, string>>,
  diagnosis: 'Diagnosis (ICD-10)',
  written: 'Written',
  validUntil: 'Valid until',
  patient: 'Patient',
  familyName: 'Family name',
  givenNames: 'Given names',
  born: 'Date of birth',
  sex: 'Sex',
  sexes: { MALE: 'Male', FEMALE: 'Female', UNKNOWN: 'Not known' },
  address: 'Address',
  noAddress: 'None on file',
  telephone: 'Telephone',
  fax: 'Fax',
  prescriber: 'Prescriber',
  name: 'Name',
  practice: 'Practice',
  organization: 'Organization',
  supervisedBy: 'Supervised by',
  asRecorded: 'As recorded',
  onMessage: 'Name on the message',
  treatment: 'Treatment',
  brand: 'Brand',
  ingredients: 'Ingredients',
  strengthAndForm: 'Strength and form',
  unit: 'Unit (NCPDP)',
  repeatBecause: 'Twice on one order because',
  amountsBecause: 'These amounts because',
  duplicateBecause: 'Prescribed again because',
  duplicateOf: 'After',
  orderNumber: 'Order number',
  onTelephone: 'Order, for the telephone',
  prescriptionId: 'Prescription id',
  signature: 'Signature',
  signed: (who: string, npi: string, when: string) =>
    `Signed electronically by ${who} (NPI ${npi}) on ${when}, signed in and checked as an authorized prescriber at that moment.`,
  hash: 'What was signed has this SHA-256; any change of the record would give another one:',

  // What was done and what was asked.
  history: 'History',
  time: 'Time',
  what: 'What happened',
  views: (count: number) => `Views of this record through this link (${count})`,
  message: 'Message',
  kinds: {
    new: ['Prescription', 'Prescription sent'],
    cancel: ['Cancellation', 'Cancellation sent'],
    late_notice: ['Notice of a second copy', 'Notice of a second copy sent'],
    discontinue: ['No more refills', 'No more refills sent'],
  },
  channels: {
    script: 'electronically',
    api: 'electronically (your own interface)',
    fax: 'by fax',
  },
  attempt: (what: string, number: number, outcome: string) => `${what}, attempt ${number}: ${outcome}`,
  underWay: 'under way',
  outcomes: OUTCOME_WORDS as Readonly<Record<keyof typeof OUTCOME_WORDS, string>>,
  events: FILL_EVENTS as Readonly<Record<keyof typeof FILL_EVENTS, string>>,
  byFax: 'by fax',
  fallbackBecause: {
    'electronic-withdrawn': 'the pharmacy took its acceptance back',
    else: 'electronic delivery failed',
  },
  reported: 'Reported',
  aStatus: 'a status',
  onThisPage: ' on this page',
  fillStatuses: FILL_STATUS_WORDS,
  effects: {
    duplicate: ': known already',
    superseded: ': more was known already',
    contradiction: ': it contradicts what was reported before, and changed nothing',
    'left-pharmacy': ': the prescription had left your pharmacy',
  } as Readonly<Record<string, string>>,

  // The answers that a pharmacy can give.
  handedOut: 'Handed out',
  forwardOnly: 'Only forward steps. The patient and the practice see it at once.',
  carrier: 'Carrier',
  tracking: 'Tracking number',
  reportShipped: 'Report as shipped',
  cannotFill: 'Cannot fill',
  reason: 'Reason',
  reasons: {
    'out-of-stock': 'Out of stock',
    'not-carried': 'We do not carry this',
    'not-covered': 'Not covered by insurance',
    'clinical-question': 'The prescriber must answer first',
    'patient-unknown': 'We cannot identify the patient',
    'does-not-want-it': 'The patient does not want it',
    other: 'Another reason',
  },
  reportCannotFill: 'Report that we cannot fill it',
  canceledHere: 'It is canceled with us',
  willNotDispense: 'We will not dispense this prescription.',
  reportCanceled: 'Report as canceled',
  leave: 'Close the record on this computer',
  ask: 'Ask the prescriber',
  question: 'Question',
  questionHelp: 'One line. The answer will stand on this page; if it is urgent, call the practice.',
  sendQuestion: 'Send the question',
  notAnswered: 'Not answered yet.',
  answered: (time: string) => `Answered ${time}:`,
};

/** What English says, in whatever language. */
export type RecordWords = typeof en;
