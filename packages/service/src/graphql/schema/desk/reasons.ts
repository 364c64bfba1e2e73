// Why something lies on the desk, in the words of where it comes from; and what it is about, loaded once for a page.
import type { InBothLanguages } from '@pestle/rules/order-acts';
import {
  ALERTS_ES,
  CANCEL_REASONS_ES,
  REFILL_REASONS_ES,
  STOP_REASONS_ES,
} from '@pestle/rules/situation-reasons-es';
import { cancelNotSentWords, discontinueNotSentWords, stuckReasonText } from '../../../delivery/delivery.ts';
import type { DeskItem } from '../../../desk/desk.ts';
import { cannotFillText } from '../../../tracking/tracking.ts';
import { type GraphContext, loadOne } from '../../context.ts';

export function orderOf(context: GraphContext, orderId: string | null) {
  return orderId === null
    ? null
    : loadOne(context, 'order', orderId, (ids) => context.rooms.prescribing.ordersByIds(context.actor, ids));
}

const ALERTS: Readonly<Record<string, string>> = {
  'filled-by-former-pharmacy': 'A pharmacy that the order has left reports that it fills it. Call it.',
  'filling-after-cancel': 'The pharmacy reports that it fills what was canceled. Call it.',
  'held-electronically-and-by-fax':
    'The pharmacy may hold it twice, electronically and by fax. Call it, so that it is filled once.',
};

/** Of what no text told the patient. */
const NOT_TOLD: Readonly<Record<string, InBothLanguages>> = {
  READY: {
    en: 'No text told the patient that it can be picked up.',
    es: 'Ningún mensaje avisó al paciente de que ya puede recogerla.',
  },
  PROBLEM: {
    en: 'No text told the patient that it is delayed.',
    es: 'Ningún mensaje avisó al paciente de que se demora.',
  },
  CANCELED: {
    en: 'No text told the patient that it was canceled.',
    es: 'Ningún mensaje avisó al paciente de que se canceló.',
  },
};

type Reason = InBothLanguages | null;

/** What is told beside the situation, in the words of where it comes from; of the others the situation says all. */
const REASONS: Partial<
  Record<DeskItem['cause'], (context: GraphContext, item: DeskItem) => Reason | Promise<Reason>>
> = {
  stuck: (_context, { code }) => both(stuckReasonText(code), STOP_REASONS_ES, code),
  problem: (_context, { code }) => both(cannotFillText(code ?? ''), STOP_REASONS_ES, code),
  'cancel-not-sent': (_context, { code }) =>
    both(cancelNotSentWords(code ?? '').text, CANCEL_REASONS_ES, code, 'NOT_DELIVERED'),
  'refills-not-sent': (_context, { code }) =>
    both(discontinueNotSentWords(code ?? '').text, REFILL_REASONS_ES, code, 'NOT_DELIVERED'),
  alert: (_context, { code }) => both(ALERTS[code ?? ''], ALERTS_ES, code),
  'cancel-asked': async (context, item) => {
    const fill = await fillOf(context, item);
    return fill === null
      ? null
      : asWritten(await context.rooms.prescribing.cancelAskReason(context.actor, fill));
  },
  'refills-asked': async (context, item) => {
    const fill = await fillOf(context, item);
    return fill === null
      ? null
      : asWritten(await context.rooms.prescribing.refillStopAskReason(context.actor, fill));
  },
  'cancel-refused': async (context, item) => {
    const fill = await fillOf(context, item);
    return fill === null
      ? null
      : asWritten(await context.rooms.prescribing.cancelAnswerReason(context.actor, fill));
  },
  question: async (context, { fillId, questionId }) =>
    asWritten((await questionsOfFill(context, fillId ?? '')).find(({ id }) => id === questionId)?.text),
  'patient-not-told': (_context, { code }) => NOT_TOLD[code ?? ''] ?? null,
  choose: (_context, { code }) =>
    code === 'NOT_TOLD'
      ? {
          en: 'The patient could not be told: choose a pharmacy, or call them.',
          es: 'No se pudo avisar al paciente: elija una farmacia o llámelo.',
        }
      : null,
};

export async function reasonOf(context: GraphContext, item: DeskItem): Promise<Reason> {
  return (await REASONS[item.cause]?.(context, item)) ?? null;
}

/** Our own sentence of a code, in both languages. */
function both(
  en: string | undefined,
  spanish: Readonly<Record<string, string>>,
  code: string | null,
  otherwise = '',
): Reason {
  if (en === undefined) return null;
  return { en, es: spanish[code ?? ''] ?? spanish[otherwise] ?? en };
}

/** What a person wrote is told as it was written. */
function asWritten(text: string | null | undefined): Reason {
  return text === null || text === undefined ? null : { en: text, es: text };
}

export async function fillOf(context: GraphContext, { orderId, fillId }: DeskItem) {
  return (await orderOf(context, orderId))?.fills.find(({ id }) => id === fillId) ?? null;
}

export async function questionsOfFill(context: GraphContext, fillId: string) {
  return (
    (await loadOne(context, 'questions', fillId, (ids) =>
      context.rooms.desk.questions(context.actor, ids),
    )) ?? []
  );
}
