// Owns the words of everything that happens to a fill: its history, line by line, for a practice and for a pharmacy.
import { FILL_STATES, type FillState, toPharmacyReport } from '../orders/fill-status.ts';
import { PRACTICE_EN } from './practice-en.ts';
import type { Situation } from './situations.ts';

/** Every event that a fill's history can hold. */
export const FILL_EVENTS = {
  ordered: 'Signed and ordered',
  'pharmacy-selected': 'Pharmacy chosen',
  sending: PRACTICE_EN.sending.word,
  sent: PRACTICE_EN.sent.word,
  'phoned-in': PRACTICE_EN['phoned-in'].word,
  resent: 'The same message once more',
  'not-sent-again': 'Not taken once more; that it was taken before stands',
  reissued: 'A new message in place of the old',
  rerouted: 'Moved to another pharmacy',
  'left-old-pharmacy': 'Left the earlier pharmacy',
  'canceled-at-old-pharmacy': 'Cancel for the earlier pharmacy',
  'fallback-to-fax': 'Goes by fax',
  answered: 'The pharmacy answered',
  'fax-stopped': 'The fax was stopped',
  'accepted-late': 'Taken late, after another way was begun',
  'accepted-after-cancel': 'Taken after it was canceled',
  'acceptance-withdrawn': 'The pharmacy took its acceptance back',
  'held-twice': 'The pharmacy may hold it twice: call it',
  'cancel-asked': PRACTICE_EN['cancel-asked'].word,
  'cancel-declined': 'The prescriber does not cancel it',
  'refills-asked': PRACTICE_EN['refills-asked'].word,
  'refills-declined': 'The prescriber keeps the refills',
  'cancel-requested': 'Cancel to be sent',
  'cancel-by-fax': 'Cancel goes by fax',
  'cancel-sent': PRACTICE_EN['cancel-sent'].word,
  'cancel-not-sent': `${PRACTICE_EN['cancel-not-sent'].word}: call the pharmacy`,
  /** As earlier versions wrote it. */
  'cancel-not-delivered': `${PRACTICE_EN['cancel-not-sent'].word}: call the pharmacy`,
  'cancel-not-needed': 'Cancel not needed: the pharmacy had ended it',
  'cancel-approved': 'The pharmacy approved the cancel',
  'cancel-denied': 'The pharmacy refused the cancel',
  canceled: PRACTICE_EN.canceled.word,
  'discontinue-requested': 'No more refills: to be sent',
  'discontinue-by-fax': 'No more refills: goes by fax',
  'discontinue-sent': 'No more refills: sent',
  'discontinue-not-sent': 'No more refills, not sent: call the pharmacy',
  'discontinue-approved': 'The pharmacy agreed: no more refills',
  'discontinue-denied': 'The pharmacy refused to stop the refills',
  reported: 'The pharmacy reported',
  stuck: PRACTICE_EN.stuck.word,
} as const;
/** The name of something that happens to a fill. */
export type FillEventName = keyof typeof FILL_EVENTS;

/** The situation that a state is where nothing else is known of it. A local pharmacy hands out, one by mail delivers. */
export function plainSituation(state: FillState, fulfillment: 'pickup' | 'mail' = 'pickup'): Situation {
  return state === 'DELIVERED' && fulfillment === 'mail' ? 'delivered' : PLAIN[state];
}

const PLAIN = {
  QUEUED: 'queued',
  SENDING: 'sending',
  SENT: 'sent',
  RECEIVED: 'received',
  FILLING: 'filling',
  SHIPPED: 'shipped',
  DELIVERED: 'picked-up',
  CANCELED: 'canceled',
  ERROR: 'problem',
  STUCK: 'stuck',
} as const satisfies Readonly<Record<FillState, Situation>>;

/** One entry of a history, as the store and the API have it. */
export interface FillEventFacts {
  readonly event: string;
  readonly toState: string;
  readonly detail?: Readonly<Record<string, unknown>> | null;
}

/**
 * What happened, in words: never a code. What is `sent` by fax is called faxed; a report names what was reported, and says so when it
 * changed nothing. An event of a later version is told by the state that it led to.
 */
export function eventText(
  { event, toState, detail }: FillEventFacts,
  fulfillment?: 'pickup' | 'mail',
): string {
  const { channel, because, report, outcome, fillStatus, ready } = detail ?? {};
  const stateWord = (state: string): string => {
    const known = FILL_STATES.find((one) => one === state);
    return known === undefined ? '' : PRACTICE_EN[plainSituation(known, fulfillment)].word;
  };
  switch (event) {
    case 'sent':
      return channel === 'fax' ? PRACTICE_EN.faxed.word : FILL_EVENTS.sent;
    case 'sending':
      return channel === 'fax' ? `${FILL_EVENTS.sending} by fax` : FILL_EVENTS.sending;
    case 'fallback-to-fax':
      return because === 'electronic-withdrawn'
        ? `${FILL_EVENTS[event]}: the pharmacy took its acceptance back`
        : `${FILL_EVENTS[event]}: electronic delivery failed`;
    case 'reported': {
      const dispensing = typeof fillStatus === 'string' ? FILL_STATUS_WORDS[fillStatus] : undefined;
      if (dispensing !== undefined) return `${FILL_EVENTS.reported}: ${dispensing}`;
      const said = typeof report === 'string' ? stateWord(toPharmacyReport(report) ?? '') : '';
      const word = ready === true ? PRACTICE_EN.ready.word : said;
      const effect = outcome === undefined || outcome === 'applied' ? '' : ' (nothing changed)';
      return word === '' ? FILL_EVENTS.reported : `${FILL_EVENTS.reported}: ${word}${effect}`;
    }
    default:
      return isKnown(event) ? FILL_EVENTS[event] : stateWord(toState);
  }
}

/** What an RxFill says of dispensing, by its FillStatus. */
export const FILL_STATUS_WORDS: Readonly<Record<string, string>> = {
  Dispensed: 'Dispensed',
  PartiallyDispensed: 'Dispensed in part',
  NotDispensed: 'Not dispensed',
  Transferred: 'Transferred to another pharmacy',
};

function isKnown(event: string): event is FillEventName {
  return Object.hasOwn(FILL_EVENTS, event);
}
