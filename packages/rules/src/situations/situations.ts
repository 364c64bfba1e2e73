// Owns the situations that people are told: the one list that every page, element and answer takes its states from.

/** How a situation is colored; its icon and its word say the same, so that nothing depends on color. */
export type SituationTone = 'plain' | 'info' | 'ok' | 'warn' | 'danger';

/** Who acts next. `preparer` is the staff person who prepared it, else the signer. */
export type SituationOwner = 'none' | 'service' | 'pharmacy' | 'patient' | 'preparer' | 'signer';

/** The shape that stands beside the word, so that color alone never tells. */
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

/** How one situation is shown, and who must act. */
export interface SituationRow {
  readonly icon: SituationIcon;
  readonly tone: SituationTone;
  readonly owner: SituationOwner;
}

/**
 * The worst first: an order shows the worst of its fills, a list for people to work on stands in this order. What needs a person comes
 * before what is under way, the least advanced of that before the rest, and what has ended comes last.
 */
export const SITUATIONS = {
  'dispensed-after-cancel': row('warn', 'danger', 'signer'),
  'cancel-not-sent': row('stop', 'danger', 'signer'),
  stuck: row('stop', 'danger', 'signer'),
  problem: row('warn', 'danger', 'signer'),
  'cancel-refused': row('warn', 'warn', 'none'),
  question: row('bubble', 'warn', 'signer'),
  request: row('bubble', 'warn', 'signer'),
  'cancel-asked': row('ban', 'warn', 'signer'),
  'refills-asked': row('ban', 'warn', 'signer'),
  'wrong-number': row('phone', 'warn', 'preparer'),
  'patient-not-told': row('phone', 'warn', 'preparer'),
  unconfirmed: row('wait', 'warn', 'preparer'),
  'cancel-sent': row('ban', 'warn', 'none'),
  unknown: row('again', 'warn', 'service'),
  choose: row('person', 'warn', 'patient'),
  'to-sign': row('pen', 'info', 'signer'),
  queued: row('clock', 'plain', 'service'),
  sending: row('send', 'info', 'service'),
  sent: row('check', 'info', 'pharmacy'),
  faxed: row('fax', 'info', 'pharmacy'),
  'phoned-in': row('phone', 'info', 'pharmacy'),
  received: row('tray', 'info', 'pharmacy'),
  filling: row('bottle', 'info', 'pharmacy'),
  shipped: row('truck', 'info', 'pharmacy'),
  ready: row('bag', 'ok', 'patient'),
  'picked-up': row('ok', 'ok', 'none'),
  delivered: row('home', 'ok', 'none'),
  ended: row('cal', 'plain', 'none'),
  canceled: row('ban', 'plain', 'none'),
  moved: row('swap', 'plain', 'none'),
} as const satisfies Readonly<Record<string, SituationRow>>;

/** The word under which a fill is shown to people. */
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

/** The name of a situation as the API writes it: capitals, underscores. */
export function situationCode(key: Situation): SituationCode {
  return key.toUpperCase().replaceAll('-', '_') as SituationCode;
}

/** The situation that the API names. */
export function situationOfCode(code: SituationCode): Situation {
  return code.toLowerCase().replaceAll('_', '-') as Situation;
}

function row(icon: SituationIcon, tone: SituationTone, owner: SituationOwner): SituationRow {
  return { icon, tone, owner };
}
