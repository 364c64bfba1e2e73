// What a mail about a desk says: how much, situations in both languages, and where it is worked on. Ids only: it names no patient and no medication.

import { PRACTICE_EN } from '@pestle/rules/situations-practice-en';
import { PRACTICE_ES } from '@pestle/rules/situations-practice-es';
import type { DeskItem } from '../items/items.ts';
import { DESK_LIMITS } from '../limits.ts';

export interface DeskMailFacts {
  readonly practice: string;
  /** The service's own address, without a slash at its end. */
  readonly baseUrl: string;
  readonly entered: readonly DeskItem[];
  readonly late: readonly DeskItem[];
}

const WORDS = {
  en: {
    head: (practice: string) => `What needs a person at ${practice}:`,
    late: 'Late:',
    entered: 'New:',
    more: (count: number) => `and ${count} more.`,
    desk: 'The whole desk:',
    settings: 'An administrator of your practice sets which reminders are sent.',
  },
  es: {
    head: (practice: string) => `Lo que necesita a una persona en ${practice}:`,
    late: 'Con retraso:',
    entered: 'Nuevo:',
    more: (count: number) => `y ${count} más.`,
    desk: 'Todo lo pendiente:',
    settings: 'Un administrador de su consultorio decide qué recordatorios se envían.',
  },
} as const;

type Language = keyof typeof WORDS;

/** Subject and text; whoever reads it chooses the language. */
export function deskMail({ practice, baseUrl, entered, late }: DeskMailFacts): {
  readonly subject: string;
  readonly text: string;
} {
  const count = entered.length + late.length;
  const isLate = late.length > 0;
  const subject = isLate
    ? `Late on your desk: ${late.length} / Con retraso: ${late.length}`
    : `On your desk: ${count} / Por atender: ${count}`;
  const part = (language: Language): string => textIn(language, { practice, baseUrl, entered, late });
  return { subject, text: `${part('en')}\n\n----\n\n${part('es')}\n` };
}

function textIn(language: Language, { practice, baseUrl, entered, late }: DeskMailFacts): string {
  const words = WORDS[language];
  const names = language === 'en' ? PRACTICE_EN : PRACTICE_ES;
  const line = (item: DeskItem): string => `- ${names[item.situation].word}\n  ${baseUrl}${pathOf(item)}`;
  const shown = {
    late: late.slice(0, DESK_LIMITS.mailItemsMax),
    entered: entered.slice(0, Math.max(0, DESK_LIMITS.mailItemsMax - late.length)),
  };
  const left = late.length + entered.length - shown.late.length - shown.entered.length;
  return [
    words.head(practice),
    ...(shown.late.length === 0 ? [] : ['', words.late, ...shown.late.map(line)]),
    ...(shown.entered.length === 0 ? [] : ['', words.entered, ...shown.entered.map(line)]),
    ...(left === 0 ? [] : ['', words.more(left)]),
    '',
    `${words.desk} ${baseUrl}/portal/desk`,
    words.settings,
  ].join('\n');
}

/** Where the portal shows just this; whoever is not signed in is asked first. */
function pathOf({ id, orderId, patientId, situation }: DeskItem): string {
  // A draft is signed, and a number corrected, on a page of the patient; what else has no order is opened on the desk itself.
  if (situation === 'to-sign' && patientId !== null) return `/portal/drafts/${patientId}`;
  if (situation === 'wrong-number' && patientId !== null) return `/portal/patients/${patientId}/edit`;
  return orderId === null ? `/portal/desk?item=${encodeURIComponent(id)}` : `/portal/orders/${orderId}`;
}
