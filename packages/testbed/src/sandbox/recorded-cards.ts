// The cards of which recorded orders are made, each as it is where nothing went otherwise.
import type { AttemptCard, FillCard, OrderCard, TransmissionCard } from '@pestle/sandbox/control-room/cards';
import { magicPharmacies } from '@pestle/sandbox/pharmacies/magic/magic';
import type { SimulatedPharmacy } from '@pestle/sandbox/pharmacies/types';
import { build } from '@pestle/script';
import { newRx } from './messages.ts';

const pharmacies = magicPharmacies({ baseUrl: 'http://127.0.0.1:1' });

export function magic(start: string): SimulatedPharmacy {
  const found = pharmacies.find(({ id }) => id.startsWith(`phr_${start}`));
  if (found === undefined) throw new Error(`No magic pharmacy begins with ${start}.`);
  return found;
}

const START = Date.parse('2026-01-20T14:03:07.120Z');
export const at = (seconds: number): string => new Date(START + seconds * 1_000).toISOString();

/** ULID of the recorded order of this number. */
export const ulidOf = (number: number): string => `01KXREC0RDED0000000000000${number}`;
export const orderIdOf = (number: number): string => `ord_${ulidOf(number)}`;
export const transmissionIdOf = (order: number, line = 1): string =>
  `trm_01KXREC0RDED000000000000${order}${line}`;

const STATUS = (to: SimulatedPharmacy, messageId: string): string =>
  build({
    type: 'Status',
    header: {
      to: { id: 'PESTLE', qualifier: 'D' },
      from: { id: to.ncpdpId, qualifier: 'P' },
      messageId: 'P01KXANSWER',
      relatesToMessageId: messageId,
      sentTime: at(1),
      senderSoftware: { developer: 'Pestle', product: 'Sandbox Pharmacy', versionRelease: '1' },
    },
    code: '010',
  }).text;

export function attempt(
  number: number,
  seconds: number,
  outcome: string,
  rest: Partial<AttemptCard> = {},
): AttemptCard {
  return {
    number,
    startedAt: at(seconds),
    endedAt: at(seconds + 0.034),
    outcome,
    httpStatus: 200,
    reason: null,
    answer: null,
    ...rest,
  };
}

type Sent = Partial<TransmissionCard> & { readonly order: number; readonly line?: number };

export function transmission(to: SimulatedPharmacy, sent: Sent): TransmissionCard {
  const { order, line = 1, ...rest } = sent;
  const messageId = `m01KXREC0RDED${order}${line}`;
  const orderNumber = `${ulidOf(order)}-${line}`;
  const { version = '2017071', form = 'xml' } = to.integration?.script ?? {};
  const built = build(newRx(to, { messageId, orderNumber }), { version, form });
  return {
    id: transmissionIdOf(order, line),
    kind: 'NewRx',
    channel: 'script',
    messageId,
    prescriberOrderNumber: orderNumber,
    state: 'ACCEPTED',
    contentType: built.contentType,
    body: built.text,
    attempts: [attempt(1, 0.2, 'ACCEPTED', { answer: STATUS(to, messageId) })],
    ...rest,
  };
}

export function fill(order: number, line: number, rest: Partial<FillCard>): FillCard {
  return {
    id: `fil_01KXREC0RDED000000000000${order}${line}`,
    medicationLine: 'lisinopril 10 mg oral tablet',
    instructions: 'Take 1 tablet by mouth once daily.',
    state: 'SENT',
    situation: 'sent',
    sentence: 'Beacon Hill Apothecary has it since 9:03 AM.',
    stateReason: null,
    channel: 'script',
    tried: '',
    timeline: [
      { at: at(0), words: 'Signed and ordered', detail: 'by Elena Rivera, MD', source: 'user' },
      { at: at(0.2), words: 'Being sent', detail: 'attempt 1', source: 'delivery' },
      { at: at(0.234), words: 'Sent', detail: 'Status 010', source: 'delivery' },
    ],
    transmissions: [],
    ...rest,
  };
}

export function order(number: number, to: SimulatedPharmacy | null, rest: Partial<OrderCard>): OrderCard {
  return {
    id: orderIdOf(number),
    name: 'Order 4127 0364',
    createdAt: at(number * 60),
    updatedAt: at(number * 60 + 5),
    situation: 'sent',
    patientName: 'Jane Tester',
    prescriberName: 'Elena Rivera, MD',
    pharmacy: to === null ? null : { id: to.id, name: to.name, kind: to.kind },
    fills: [],
    ...rest,
  };
}
