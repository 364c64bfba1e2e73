// Owns the situations that people are told: the one list that every page, element and answer takes its states from.

/** How a situation is colored; its icon and its word say the same, so that nothing depends on color. */
export type SituationTone = 'plain' | 'info' | 'ok' | 'warn' | 'danger';

/** Who acts next. `preparer` is the staff person who prepared it, else the signer. */
export type SituationOwner = 'none' | 'service' | 'pharmacy' | 'patient' | 'preparer' | 'signer';

export type SituationIcon =
  | 'again'
  | 'bag'
  | 'ban'
  | 'bottle'
  | 'bubble'
  | 'cal'
  | 'check'
  | 'clock'
  | 'fax'
  | 'home'
  | 'ok'
  | 'pen'
  | 'person'
  | 'phone'
  | 'send'
  | 'stop'
  | 'swap'
  | 'tray'
  | 'truck'
  | 'wait'
  | 'warn';

export type SituationStep =
  | 'none'
  | 'answer'
  | 'call'
  | 'call-in-sheet'
  | 'cancel'
  | 'choose-for-patient'
  | 'other-pharmacy'
  | 'prescribe-again'
  | 'refill'
  | 'resend'
  | 'review-and-sign'
  | 'track';

export interface SituationRow {
  /** When it holds, for the documentation. */
  readonly when: string;
  readonly icon: SituationIcon;
  readonly tone: SituationTone;
  readonly owner: SituationOwner;
  /** What people can do about it, the nearest first. */
  readonly next: readonly SituationStep[];
}

/**
 * The worst first: an order shows the worst of its fills, a list for people to work on stands in this order. What needs a person comes
 * before what is under way, the least advanced of that before the rest, and what has ended comes last.
 */
export const SITUATIONS = {
  'dispensed-after-cancel': row('DELIVERED after it was canceled', 'warn', 'danger', 'signer', 'call'),
  'cancel-not-sent': row('a cancel could not leave', 'stop', 'danger', 'signer', 'call'),
  stuck: row('STUCK', 'stop', 'danger', 'signer', 'other-pharmacy'),
  problem: row('ERROR', 'warn', 'danger', 'signer', 'other-pharmacy'),
  'cancel-refused': row('CANCELED, and the pharmacy denied the cancel', 'warn', 'warn', 'none', 'call'),
  question: row('the pharmacy asks', 'bubble', 'warn', 'signer', 'answer'),
  request: row('the pharmacy asks for a renewal or a change', 'bubble', 'warn', 'signer', 'answer'),
  'cancel-asked': row('staff ask for a cancel', 'ban', 'warn', 'signer', 'cancel'),
  unconfirmed: row(
    'SENT for longer than the limit, to a pharmacy that has reported before',
    'wait',
    'warn',
    'preparer',
    'call',
    'resend',
  ),
  'cancel-sent': row('CANCELED, no answer from the pharmacy', 'ban', 'warn', 'none', 'call-in-sheet'),
  unknown: row('signed, and the answer was lost', 'again', 'warn', 'service'),
  choose: row('no pharmacy yet', 'person', 'warn', 'patient', 'choose-for-patient'),
  'to-sign': row('a draft for a prescriber', 'pen', 'info', 'signer', 'review-and-sign'),
  queued: row('QUEUED', 'clock', 'plain', 'service', 'cancel'),
  sending: row('SENDING', 'send', 'info', 'service'),
  sent: row('SENT electronically', 'check', 'info', 'pharmacy'),
  faxed: row('SENT by fax: the fax was delivered', 'fax', 'info', 'pharmacy'),
  'phoned-in': row('SENT by telephone', 'phone', 'info', 'pharmacy'),
  received: row('RECEIVED', 'tray', 'info', 'pharmacy', 'other-pharmacy'),
  filling: row('FILLING', 'bottle', 'info', 'pharmacy', 'cancel'),
  shipped: row('SHIPPED', 'truck', 'info', 'pharmacy', 'track'),
  ready: row('FILLING, and ready for pickup', 'bag', 'ok', 'patient'),
  'picked-up': row('DELIVERED at a local pharmacy', 'ok', 'ok', 'none', 'refill'),
  delivered: row('DELIVERED by mail', 'home', 'ok', 'none', 'refill'),
  ended: row('the prescription is DEPLETED or EXPIRED', 'cal', 'plain', 'none', 'prescribe-again'),
  canceled: row('CANCELED for good', 'ban', 'plain', 'none', 'prescribe-again'),
  moved: row('it went to another pharmacy', 'swap', 'plain', 'none'),
} as const satisfies Readonly<Record<string, SituationRow>>;

export type Situation = keyof typeof SITUATIONS;

/** Every situation, the worst first. */
export const SITUATION_KEYS = Object.keys(SITUATIONS) as readonly Situation[];

/** The worst of several; undefined of none. */
export function worstSituation<Key extends Situation>(keys: Iterable<Key>): Key | undefined {
  let worst: Key | undefined;
  for (const key of keys)
    if (worst === undefined || SITUATION_KEYS.indexOf(key) < SITUATION_KEYS.indexOf(worst)) worst = key;
  return worst;
}

/** The name of a situation in the API: `picked-up` is `PICKED_UP` there. */
export type SituationCode<Key extends Situation = Situation> = Uppercase<
  Key extends `${infer A}-${infer B}-${infer C}`
    ? `${A}_${B}_${C}`
    : Key extends `${infer A}-${infer B}`
      ? `${A}_${B}`
      : Key
>;

export function situationCode(key: Situation): SituationCode {
  return key.toUpperCase().replaceAll('-', '_') as SituationCode;
}

export function situationOfCode(code: SituationCode): Situation {
  return code.toLowerCase().replaceAll('_', '-') as Situation;
}

function row(
  when: string,
  icon: SituationIcon,
  tone: SituationTone,
  owner: SituationOwner,
  ...next: readonly SituationStep[]
): SituationRow {
  return { when, icon, tone, owner, next: next.length === 0 ? ['none'] : next };
}
