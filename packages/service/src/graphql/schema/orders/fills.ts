// GraphQL of the fills: one prescription on one order, what was sent for it and what became of it.

import { FILL_STATES } from '@pestle/rules/fill-status';
import { stuckReasonText } from '../../../delivery/delivery.ts';
import type { FillEventRow, FillRow } from '../../../prescribing/prescribing.ts';
import { cannotFillText } from '../../../tracking/tracking.ts';
import { loadOne, loadPharmacy } from '../../context.ts';
import { builder } from '../builder.ts';
import { Prescription } from '../prescribing/prescriptions.ts';
import { Transmission } from './transmissions.ts';

export const FillState = builder.enumType('FillState', {
  description: 'How far a fill has come; what each state says to people is in `situation`.',
  values: FILL_STATES,
});

const FillEvent = builder.objectRef<FillEventRow>('FillEvent').implement({
  description: 'Something that happened to a fill; the numbers count from 1 without gaps.',
  fields: (t) => ({
    number: t.exposeInt('number'),
    at: t.expose('at', { type: 'DateTime' }),
    event: t.exposeString('event'),
    fromState: t.field({ type: FillState, nullable: true, resolve: (event) => event.from_state }),
    toState: t.field({ type: FillState, resolve: (event) => event.to_state }),
    source: t.exposeString('source', {
      description:
        'Who or what caused it: `user`, `delivery`, `pharmacy`, `link`, `patient`, `service` or `operator`, who runs the network.',
    }),
    detail: t.field({ type: 'JSON', description: 'Codes and ids.', resolve: (event) => event.detail }),
  }),
});

const Fulfillment = builder.objectRef<FillRow>('Fulfillment').implement({
  description: 'How the medication reaches the patient.',
  fields: (t) => ({
    type: t.string({
      nullable: true,
      description: '`LOCAL_PICKUP` or `MAIL_ORDER`; null while no pharmacy is known.',
      resolve: async (fill, _args, context) => {
        const { pharmacy_id: id } = fill;
        const pharmacy = await loadPharmacy(context, id);
        return pharmacy?.kind ?? null;
      },
    }),
    state: t.field({ type: FillState, resolve: ({ state }) => state }),
    carrier: t.exposeString('carrier', { nullable: true }),
    trackingNumber: t.exposeString('tracking_number', { nullable: true }),
  }),
});

export const Fill = builder.objectRef<FillRow>('Fill').implement({
  description: 'One prescription on one order: what is transmitted, canceled and reported on.',
  fields: (t) => ({
    id: t.exposeID('id'),
    line: t.exposeInt('line'),
    state: t.field({ type: FillState, resolve: ({ state }) => state }),
    stateReason: t.exposeString('state_reason', {
      nullable: true,
      description: 'Why it is STUCK or ERROR, as a code.',
    }),
    stateReasonText: t.string({
      nullable: true,
      description:
        'The same in words: what to do about what is STUCK, what the pharmacy said of what is ERROR.',
      resolve: ({ state_reason: reason }) => stuckReasonText(reason) ?? cannotFillText(reason ?? '') ?? null,
    }),
    unconfirmed: t.boolean({
      description: 'True when it was sent and the pharmacy has said nothing for too long.',
      resolve: (fill, _args, context) => context.rooms.prescribing.isUnconfirmed(fill),
    }),
    stateOwner: t.exposeString('state_owner', { nullable: true, description: 'Who must act.' }),
    prescription: t.field({
      type: Prescription,
      nullable: true,
      description:
        'Null only where what was signed cannot be read any more, as the stored bytes were changed.',
      resolve: (fill, _args, context) =>
        loadOne(context, 'prescription', fill.prescription_id, (ids) =>
          context.rooms.prescribing.prescriptionsByIds(context.actor, ids),
        ),
    }),
    prescriberOrderNumber: t.exposeString('prescriber_order_number', { nullable: true }),
    channel: t.exposeString('channel', {
      nullable: true,
      description:
        '`script`, `api`, `fax` or `telephone`: how it reached the pharmacy or, while `sentAt` is null, is to.',
    }),
    fulfillment: t.field({ type: Fulfillment, resolve: (fill) => fill }),
    sentAt: t.expose('sent_at', { type: 'DateTime', nullable: true }),
    receivedAt: t.expose('received_at', { type: 'DateTime', nullable: true }),
    readyAt: t.expose('ready_at', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when it can be picked up, as the pharmacy said. Any later move ends it.',
    }),
    alert: t.exposeString('alert', { nullable: true, description: 'Such as `dispensed-after-cancel`.' }),
    events: t.field({
      type: [FillEvent],
      description: 'The timeline, oldest first.',
      resolve: async (fill, _args, context) => [
        ...((await loadOne(context, 'fillEvents', fill.id, (ids) =>
          context.rooms.prescribing.fillEvents(context.actor, ids),
        )) ?? []),
      ],
    }),
    transmissions: t.field({
      type: [Transmission],
      description: 'The messages sent for it, oldest first.',
      extensions: { listSize: 3 },
      resolve: async (fill, _args, context) => [
        ...((await loadOne(context, 'transmissions', fill.id, (ids) =>
          context.rooms.delivery.transmissions(context.actor, ids),
        )) ?? []),
      ],
    }),
    createdAt: t.expose('created_at', { type: 'DateTime' }),
    updatedAt: t.expose('updated_at', { type: 'DateTime' }),
  }),
});
