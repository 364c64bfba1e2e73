// What can put something on the desk, and the situation under which it is shown there.
import type { Situation } from '@pestle/rules/situations';
import { SITUATION_KEYS } from '@pestle/rules/situations';

/**
 * Each cause stands for itself: a fill that is stuck and of which staff ask a cancel lies on the desk twice, so that handling the one does
 * not hide the other.
 */
export const DESK_CAUSES = {
  'dispensed-after-cancel': 'dispensed-after-cancel',
  'cancel-not-sent': 'cancel-not-sent',
  /** A pharmacy could not be told that there are no more refills: it is told by telephone, as of a cancel. */
  'refills-not-sent': 'cancel-not-sent',
  stuck: 'stuck',
  problem: 'problem',
  /** A report or a delivery that contradicts what we know: the pharmacy is called. */
  alert: 'problem',
  'cancel-refused': 'cancel-refused',
  question: 'question',
  request: 'request',
  'cancel-asked': 'cancel-asked',
  'refills-asked': 'refills-asked',
  'wrong-number': 'wrong-number',
  'patient-not-told': 'patient-not-told',
  unconfirmed: 'unconfirmed',
  choose: 'choose',
  'to-sign': 'to-sign',
} as const satisfies Readonly<Record<string, Situation>>;

export type DeskCause = keyof typeof DESK_CAUSES;
export type DeskSituation = (typeof DESK_CAUSES)[DeskCause];

export const DESK_CAUSE_KEYS = Object.keys(DESK_CAUSES) as readonly DeskCause[];

/** The severity of each cause: 0 is the worst. */
export function severityOf(cause: DeskCause): number {
  return SITUATION_KEYS.indexOf(DESK_CAUSES[cause]);
}

/** Whose it is at first: who signed or is to sign, or who prepared it. */
export function ownedByPreparer(cause: DeskCause): boolean {
  return OF_PREPARER.has(cause);
}

const OF_PREPARER: ReadonlySet<DeskCause> = new Set([
  'unconfirmed',
  'choose',
  'wrong-number',
  'patient-not-told',
]);

/** Items are named by their cause, what it is about, and the moment of the cause: a new cause is a new name. */
export interface DeskItemKey {
  readonly cause: DeskCause;
  readonly subjectId: string;
  /** In microseconds since 1970. */
  readonly mark: number;
}

const ITEM_ID = /^([a-z-]{4,30})\.((?:fil|ord|drf|prq|qst|pat)_[0-7][0-9A-HJKMNP-TV-Z]{25})\.(\d{1,16})$/;

export function deskItemId({ cause, subjectId, mark }: DeskItemKey): string {
  return `${cause}.${subjectId}.${mark}`;
}

/** What an id names; undefined for what is no id of an item. */
export function readDeskItemId(id: string): DeskItemKey | undefined {
  const [, cause = '', subjectId = '', mark = ''] = ITEM_ID.exec(id) ?? [];
  return Object.hasOwn(DESK_CAUSES, cause)
    ? { cause: cause as DeskCause, subjectId, mark: Number(mark) }
    : undefined;
}
