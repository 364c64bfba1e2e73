// Owns the English words of where a prescription stands: those of the table of situations, and the names of the facts beside them.
import { ALERTS_EN } from '@pestle/rules/situation-alerts';
import { PRACTICE_EN } from '@pestle/rules/situations-practice-en';

export const situation = {
  situations: PRACTICE_EN,
  /** A signed prescription without an order: no situation of a fill. */
  notOrdered: 'Signed, not sent',
  /** The whole order, by its worst prescription. */
  order: (word: string) => `Order: ${word}`,
  /** The language of these words, for dates. */
  language: 'en',
  halves: ['AM', 'PM'] as readonly [am: string, pm: string],
  /** Whether what is shown moves by itself. */
  live: { now: 'Live', again: 'Reconnecting', asOf: (time: string) => `As of ${time}` },
  facts: {
    carrier: 'Carrier',
    tracking: 'Tracking number',
    sent: PRACTICE_EN.sent.word,
    received: PRACTICE_EN.received.word,
    since: 'Since',
    cancelAsked: 'Cancel asked for by',
    refillsAsked: 'Refill stop asked for by',
    cancelUnderWay: 'Cancel on its way since',
    cancelSent: PRACTICE_EN['cancel-sent'].word,
    cancelApproved: 'Cancel confirmed',
    cancelDenied: PRACTICE_EN['cancel-refused'].word,
    saysOfCancel: 'The pharmacy says of the cancel',
    waitsFor: 'Why it waits',
    owner: 'Who acts',
    call: 'Call',
  },
  /** Whose announced maintenance holds it back, or what else. */
  waits: {
    SERVICE: 'announced maintenance of this service',
    PARTNER: 'announced maintenance of the network that leads to the pharmacy',
    PHARMACY: 'announced maintenance of the pharmacy’s system',
    QUARANTINE:
      'this service was restored from a backup; its operators make sure first that it was not sent already',
  } as Readonly<Record<string, string>>,
  /** Why it went by fax, as the end of a sentence. */
  faxReasons: {
    'not-integrated': 'this pharmacy takes no electronic prescriptions from here',
    'electronic-failed': 'electronic delivery failed',
    maintenance: 'the pharmacy’s system is in announced maintenance',
    'electronic-withdrawn': 'the pharmacy took back its electronic receipt',
  } as Readonly<Record<string, string>>,
  /** What happened besides, by its code. */
  alerts: ALERTS_EN,
  /** Why a fill is stopped, and why a cancel could not leave, by code; English are the service's own sentences. */
  reasons: {} as Readonly<Record<string, string>>,
  cancelReasons: {} as Readonly<Record<string, string>>,
};
export type SituationText = typeof situation;
