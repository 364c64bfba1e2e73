// Owns what a pharmacy asks of a prescriber by itself: a renewal and a change of an order that it has dispensed, written from the order's own NewRx.
import { type Header, type Message, type NewRx, type Received, read } from '@pestle/script';
import { ASKED_ABOUT_MAX } from '../../limits.ts';
import { forgetOldest } from '../../oldest.ts';
import type { Clock } from '../../ports.ts';
import type { Arrived } from '../decide.ts';
import { headerOf, write } from '../messages.ts';
import type { Player } from '../player.ts';
import type { CallAnswer, Caller } from '../reports.ts';

export type AskingOptions = {
  readonly caller: Caller;
  readonly clock: Clock;
  readonly inboxUrl: () => string | undefined;
};

/** Asks about orders that were taken. */
export interface Asking {
  readonly remember: (player: Player, arrived: Arrived, bytes: Uint8Array) => void;
  /** Asks for two more refills, then for another strength. Answers what the service said. */
  readonly ask: (player: Player, orderNumber: string) => Promise<readonly CallAnswer[]>;
}

export function createAsking({ caller, clock, inboxUrl }: AskingOptions): Asking {
  const orders = new Map<string, Received<NewRx>>();
  const keyOf = (player: Player, orderNumber: string): string => `${player.pharmacyId} ${orderNumber}`;
  return {
    remember(player, { prescriberOrderNumber }, bytes) {
      const { message } = read(bytes, { version: player.version });
      if (message.type !== 'NewRx' || prescriberOrderNumber === null) return;
      orders.set(keyOf(player, prescriberOrderNumber), message);
      forgetOldest(orders, ASKED_ABOUT_MAX);
    },
    async ask(player, orderNumber) {
      const order = orders.get(keyOf(player, orderNumber));
      const url = inboxUrl();
      const { hookCredential } = player;
      if (order === undefined || url === undefined || hookCredential === null) return [];
      const answers: CallAnswer[] = [];
      for (const make of [renewal, change]) {
        const header = headerOf(player, null, order.header?.messageId ?? '0', orderNumber, clock.now());
        const rxReferenceNumber = `RX${orderNumber.slice(-9).replaceAll('-', '')}`;
        const { contentType, body } = write(make({ ...header, rxReferenceNumber }, order), player);
        answers.push(await caller.deliver(url, body, contentType, hookCredential));
      }
      return answers;
    },
  };
}

/** Who is treated, by whom, and where. */
function parties({ patient, pharmacy, prescriber, supervisor }: Received<NewRx>) {
  return { patient, pharmacy, prescriber, ...(supervisor !== undefined && { supervisor }) };
}

function renewal(header: Header, order: Received<NewRx>): Message {
  const { medicationPrescribed } = order;
  return {
    type: 'RxRenewalRequest',
    header,
    ...parties(order),
    medicationDispensed: {
      ...medicationPrescribed,
      lastFillDate: header.sentTime.slice(0, 'YYYY-MM-DD'.length),
      pharmacyRequestedRefills: '2',
    },
    medicationPrescribed,
  } as Message;
}

function change(header: Header, order: Received<NewRx>): Message {
  const { medicationPrescribed } = order;
  return {
    type: 'RxChangeRequest',
    header,
    messageRequestCode: 'OS',
    ...parties(order),
    medicationPrescribed,
    medicationsRequested: [
      { ...medicationPrescribed, note: 'In another package size: this one is out of stock.' },
    ],
    changeReasonText: 'This package size will be out of stock at the next refill.',
  } as Message;
}
