// Owns the recorded orders that the control room's tests show: one of each kind that people meet.
import type { OrderCard, TransmissionCard } from '@pestle/sandbox/control-room/cards';
import { at, attempt, fill, magic, order, transmission, transmissionIdOf } from './recorded-cards.ts';

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
