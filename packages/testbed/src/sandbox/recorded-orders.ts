// Owns the recorded orders that the control room's tests show: one of each kind that people meet.

import type {
  AttemptCard,
  ControlRoomSource,
  FillCard,
  OrderCard,
  TransmissionCard,
} from '@pestle/sandbox/control-room/cards';
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
const at = (seconds: number): string => new Date(START + seconds * 1_000).toISOString();

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

function attempt(
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

function transmission(to: SimulatedPharmacy, sent: Sent): TransmissionCard {
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

function fill(order: number, line: number, rest: Partial<FillCard>): FillCard {
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

function order(number: number, to: SimulatedPharmacy | null, rest: Partial<OrderCard>): OrderCard {
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

/** Sent, and on its way: the calm case. */
export function placedOrder(): OrderCard {
  const to = magic('0ACCEPTS02017');
  return order(1, to, { fills: [fill(1, 1, { transmissions: [transmission(to, { order: 1 })] })] });
}

/** Two medications by mail, one of them shipped. */
export function shippedOrder(): OrderCard {
  const to = magic('0MA1100RDER');
  const shipped = fill(2, 1, {
    medicationLine: 'metFORMIN 500 mg oral tablet',
    instructions: 'Take 1 tablet by mouth twice daily with meals.',
    state: 'SHIPPED',
    situation: 'shipped',
    sentence: 'USPS 9400111899223197428490, sent 20-Jan-2026.',
    carrier: 'USPS',
    trackingNumber: '9400111899223197428490',
    timeline: [
      { at: at(120), words: 'Signed and ordered', detail: 'by Elena Rivera, MD', source: 'user' },
      { at: at(120.2), words: 'Sent', detail: 'Status 010', source: 'delivery' },
      {
        at: at(124),
        words: 'The pharmacy reported: Received',
        detail: null,
        source: 'Copper State Mail Order',
      },
      {
        at: at(128),
        words: 'The pharmacy reported: Being filled',
        detail: null,
        source: 'Copper State Mail Order',
      },
      {
        at: at(132),
        words: 'The pharmacy reported: Shipped',
        detail: 'USPS 9400111899223197428490',
        source: 'Copper State Mail Order',
      },
    ],
    transmissions: [transmission(to, { order: 2, line: 1 })],
  });
  const filling = fill(2, 2, {
    medicationLine: 'atorvastatin 20 mg oral tablet',
    instructions: 'Take 1 tablet by mouth daily at bedtime.',
    state: 'FILLING',
    situation: 'filling',
    sentence: 'Being filled since 9:05 AM.',
    transmissions: [transmission(to, { order: 2, line: 2 })],
  });
  return order(2, to, { situation: 'filling', patientName: 'José Núñez', fills: [shipped, filling] });
}

/** No answer, so a fax went out that says so. */
export function faxedOrder(): OrderCard {
  const to = magic('0NEVER');
  const timedOut = {
    httpStatus: null,
    endedAt: at(184),
    reason: 'No answer within 4 s; the message was fully sent.',
  };
  const electronic = transmission(to, {
    order: 3,
    state: 'UNKNOWN',
    attempts: [
      attempt(1, 180, 'UNKNOWN', timedOut),
      attempt(2, 186, 'UNKNOWN', { ...timedOut, endedAt: at(190) }),
    ],
  });
  const fax: TransmissionCard = {
    ...transmission(to, { order: 3, line: 2 }),
    kind: 'Fax notice',
    channel: 'fax',
    contentType: 'application/pdf',
    body: null,
    attempts: [attempt(1, 190.2, 'ACCEPTED', { reason: 'delivered' })],
  };
  return order(3, to, {
    situation: 'faxed',
    patientName: 'Maximiliana Alexandrina Featherstonehaugh-Worthington',
    fills: [
      fill(3, 1, {
        medicationLine: 'azithromycin 250 mg oral tablet',
        instructions: 'Take 2 tablets by mouth on day 1, then 1 tablet once daily on days 2 to 5.',
        situation: 'faxed',
        sentence: 'Fax delivered 9:06 AM: electronic delivery failed.',
        channel: 'fax',
        stateReason: 'The pharmacy did not answer: it may already hold this prescription electronically.',
        transmissions: [electronic, fax],
      }),
    ],
  });
}

/** The law forbids the fax: a person must act. */
export function stuckOrder(): OrderCard {
  const to = magic('00H10');
  const failed = { httpStatus: 500, reason: 'Server error' };
  return order(4, to, {
    patientName: 'Owen Gallagher',
    situation: 'stuck',
    fills: [
      fill(4, 1, {
        state: 'STUCK',
        situation: 'stuck',
        sentence: 'Ohio forbids a computer-generated fax. Call the pharmacy. Elena Rivera was told 9:07 AM.',
        channel: null,
        tried: 'NCPDP SCRIPT (not delivered)',
        timeline: [
          { at: at(240), words: 'Signed and ordered', detail: 'by Elena Rivera, MD', source: 'user' },
          { at: at(241), words: 'Being sent', detail: 'attempts 1 to 3: HTTP 500', source: 'delivery' },
          { at: at(244), words: 'Stuck', detail: 'no fax in Ohio', source: 'delivery' },
        ],
        transmissions: [
          transmission(to, {
            order: 4,
            state: 'EXHAUSTED',
            attempts: [1, 2, 3].map((number) => attempt(number, 240 + number, 'RETRY', failed)),
          }),
        ],
      }),
    ],
  });
}

/** Canceled after it was sent; the pharmacy said no, which is shown and not acted on. */
export function canceledOrder(): OrderCard {
  const to = magic('0DEN1ES');
  const newOne = transmission(to, { order: 5 });
  return order(5, to, {
    patientName: 'Alex Morgan',
    situation: 'cancel-refused',
    fills: [
      fill(5, 1, {
        state: 'CANCELED',
        situation: 'cancel-refused',
        sentence: `${to.name} says: Already dispensed.`,
        transmissions: [
          newOne,
          { ...newOne, id: transmissionIdOf(5, 2), kind: 'CancelRx', messageId: 'm01KXREC0RDEDCANCE1' },
        ],
      }),
    ],
  });
}

/** An order whose patient has not chosen yet. */
export function routingOrder(): OrderCard {
  return order(6, null, {
    patientName: 'Lucía Herrera',
    situation: 'choose',
    fills: [
      fill(6, 1, {
        state: 'QUEUED',
        situation: 'choose',
        sentence: 'No pharmacy chosen.',
        channel: null,
        timeline: [],
      }),
    ],
  });
}

/** A source that a test feeds: `push` adds cards, `fail` makes reading fail until `heal`. */
export function recordedSource(): ControlRoomSource & {
  readonly push: (...cards: OrderCard[]) => void;
  readonly fail: () => void;
  readonly heal: () => void;
  readonly reads: () => number;
} {
  const cards: OrderCard[] = [];
  let isFailing = false;
  let reads = 0;
  return {
    push: (...more) => void cards.push(...more),
    fail: () => {
      isFailing = true;
    },
    heal: () => {
      isFailing = false;
    },
    reads: () => reads,
    changes: async (after, limit) => {
      reads += 1;
      if (isFailing) throw new Error('Jane Tester must never be seen in an error of the page');
      const from = after === null ? 0 : Number(after);
      const orders = cards.slice(from, from + limit);
      return { cursor: String(from + orders.length), orders };
    },
  };
}

/** The lines of a fax, as a pharmacist gets them. */
export const FAX_LINES = [
  'NOTICE OF ELECTRONIC PRESCRIPTION',
  'Riverside Family Medicine   617-555-0150   fax 617-555-0151',
  'To: Shrewsbury Street Pharmacy   fax 508-555-0124',
  'Patient: FEATHERSTONEHAUGH-WORTHINGTON, Maximiliana Alexandrina   born 30-Jan-1951',
  'azithromycin 250 mg oral tablet   6 tablets   0 refills',
  'Take 2 tablets by mouth on day 1, then 1 tablet once daily on days 2 to 5.',
  'This order may already be held electronically: do not dispense twice.',
  `Order ${ulidOf(3)}-1   MessageID: m01KXREC0RDED31`,
];
