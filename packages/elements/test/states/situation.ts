// The states of where prescriptions stand: every fact that an answer can hold, in the card after sending and in the history.

import { prescribed } from '@pestle/testbed/elements/records';
import type { Page } from 'playwright-core';
import type { FollowedFill } from '../../src/situation/board.ts';
import { initial } from '../support/workflow.ts';
import type { Fault, Scene } from './scene.ts';
import { at, tag, withActs } from './scene.ts';
import type { State } from './state.ts';

type Over = Partial<FollowedFill>;

const PHARMACY = { id: 'phr_1', name: 'Beacon Hill Apothecary', phone: '6175550131' };
const CANCELED = {
  state: 'CANCELED',
  cancelRequestedAt: '2026-11-20T15:00:00.000Z',
  cancelSentAt: '2026-11-20T15:01:00.000Z',
  pharmacy: PHARMACY,
} as const;
const REFUSED: Over = {
  ...CANCELED,
  situation: 'CANCEL_REFUSED',
  cancelAnswer: 'denied',
  cancelAnsweredAt: '2026-11-20T15:02:00.000Z',
  cancelAnswerReason: 'The patient picked it up this morning.',
};
const NOT_SENT: Over = {
  situation: 'CANCEL_NOT_SENT',
  cancelRequestedAt: '2026-11-20T15:00:00.000Z',
  cancelNotSent: {
    at: '2026-11-20T15:01:00.000Z',
    reason: 'NO_FAX_NUMBER',
    text: 'The pharmacy cannot be told of the cancel: it has no fax number. Call it at once: it may dispense.',
    phone: '6175550131',
    pharmacy: { id: 'phr_1', name: 'Beacon Hill Apothecary' },
  },
  ownerName: 'Elena Rivera',
  pharmacy: PHARMACY,
};
const DISPENSED: Over = {
  ...CANCELED,
  state: 'DELIVERED',
  situation: 'DISPENSED_AFTER_CANCEL',
  dispensedAfterCancelAt: '2026-11-20T16:30:00.000Z',
  alert: 'dispensed-after-cancel',
  ownerName: 'Elena Rivera',
};
const SHIPPED: Over = {
  state: 'SHIPPED',
  situation: 'SHIPPED',
  fulfillment: { type: null, carrier: 'UPS', trackingNumber: '1Z999AA10123456784' },
};

/** One row each. */
const FILLS: readonly Over[] = [
  DISPENSED,
  NOT_SENT,
  {
    state: 'STUCK',
    situation: 'STUCK',
    stateReason: 'FAX_FAILED',
    stateReasonText:
      'The fax did not go through after several calls. Call the pharmacy, or choose another one.',
    ownerName: 'Elena Rivera',
    pharmacy: PHARMACY,
  },
  {
    state: 'ERROR',
    situation: 'PROBLEM',
    stateReason: 'cannot-fill-out-of-stock',
    stateReasonText: 'Out of stock',
    ownerName: 'Elena Rivera',
    pharmacy: PHARMACY,
  },
  REFUSED,
  {
    situation: 'CANCEL_ASKED',
    cancelAsked: {
      at: '2026-11-20T15:00:00.000Z',
      by: 'Sam Whitfield',
      reason: 'The patient has it already',
    },
    ownerName: 'Elena Rivera',
    pharmacy: PHARMACY,
  },
  {
    situation: 'UNCONFIRMED',
    ownerName: 'Sam Whitfield',
    sentAt: '2026-11-20T15:00:00.000Z',
    pharmacy: PHARMACY,
  },
  { ...CANCELED, situation: 'CANCEL_SENT', alert: 'filling-after-cancel' },
  { situation: 'FAXED', faxReason: 'electronic-failed', sentAt: '2026-11-20T15:00:00.000Z' },
  SHIPPED,
  { ...SHIPPED, fulfillment: { type: null, carrier: null, trackingNumber: '1Z999AA10123456784' } },
  { state: 'DELIVERED', situation: 'PICKED_UP', stateSince: '2026-11-20T15:00:00.000Z' },
  { ...CANCELED, situation: 'CANCELED', cancelAnswer: 'approved', canceledBy: 'Elena Rivera' },
];

interface Answer {
  nodes: { id: string; latestFill: { id: string } }[];
}

/** The history of one prescription, told as many, each situation elsewhere. */
async function history(
  { testbed, page, patient, ask, metformin, local }: Scene,
  lang: string,
): Promise<Page> {
  const patientId = await patient();
  await prescribed(ask, patientId, metformin, local.id);
  const change = (data: Record<string, unknown>): void => {
    const answer = data['prescriptions'] as Answer;
    answer.nodes = answer.nodes.flatMap((node) =>
      FILLS.map((over, index) => ({
        ...node,
        id: `${node.id}${index}`,
        latestFill: { ...node.latestFill, ...over, id: `${node.latestFill.id}${index}` },
      })),
    );
  };
  const opened = await page(testbed.client(tag('svc-med-history', { 'patient-id': patientId })), {
    lang,
    faults: { MedicationHistory: { change } },
  });
  await opened
    .getByRole('listitem')
    .nth(FILLS.length - 1)
    .waitFor();
  return await withActs(opened);
}

/** The card after sending two prescriptions, of which the first stands so. */
async function card(
  { workflow, lisinopril, metformin, local }: Scene,
  over: Over,
  word: string,
): Promise<Page> {
  const change = (data: Record<string, unknown>): void => {
    Object.assign((data['order'] as { fills: object[] }).fills[0] ?? {}, over);
  };
  const fault: Fault = { change };
  const page = await workflow(
    {
      'enable-order': 'true',
      'pharmacy-id': local.id,
      'initial-prescriptions': initial(lisinopril, metformin),
    },
    { faults: { OrderStatus: fault } },
  );
  await at.pending(page).nth(1).waitFor();
  await at.button(page, 'Send Order').click();
  await at.button(page, /^Sign /).click();
  await page.locator('[part~="result"] [part~="chip"]').getByText(word, { exact: true }).waitFor();
  return page;
}

export const SITUATION_STATES: readonly State[] = [
  {
    name: 'situation-of-every-kind',
    always: true,
    main: true,
    dark: true,
    picture:
      'Where prescriptions stand: what needs a person, who acts, whom to call, and every fact with its time',
    reach: (scene) => history(scene, 'en'),
  },
  {
    name: 'situation-of-every-kind-spanish',
    reach: (scene) => history(scene, 'es'),
  },
  {
    name: 'situation-sent-shipped',
    reach: (scene) => card(scene, SHIPPED, 'Shipped'),
  },
  {
    name: 'situation-sent-cancel-refused',
    main: true,
    reach: (scene) => card(scene, REFUSED, 'Cancel refused'),
  },
  {
    name: 'situation-sent-cancel-not-sent',
    reach: (scene) => card(scene, NOT_SENT, 'Cancel not sent'),
  },
  {
    name: 'situation-sent-dispensed-after-cancel',
    reach: (scene) => card(scene, DISPENSED, 'Dispensed after cancel'),
  },
];
