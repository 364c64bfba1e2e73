// GraphQL of the fills: one prescription on one order, what was sent for it and what became of it.

import { FILL_STATES } from '@pestle/rules/fill-status';
import { CANCEL_NOT_SENT_REASONS, cancelNotSentWords, stuckReasonText } from '../../../delivery/delivery.ts';
import type { FillEventRow, FillRow } from '../../../prescribing/prescribing.ts';
import { cannotFillText } from '../../../tracking/tracking.ts';
import { loadOne, loadPharmacy } from '../../context.ts';
import { builder } from '../builder.ts';
import { Pharmacy } from '../directory/pharmacies.ts';
import { Prescription } from '../prescribing/prescriptions.ts';
import { Transmission } from './transmissions.ts';

const FillState = builder.enumType('FillState', {
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
      description: 'Who or what caused it: `user`, `delivery`, `pharmacy`, `link`, `patient` or `service`.',
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

const CancelNotSent = builder.objectRef<FillRow>('CancelNotSent').implement({
  description: 'A cancel that no channel could carry. The fill stays what it was.',
  fields: (t) => ({
    at: t.field({ type: 'DateTime', resolve: (fill) => fill.cancel_not_sent_at ?? fill.updated_at }),
    reason: t.string({
      description: `Why, as a code: ${Object.keys(CANCEL_NOT_SENT_REASONS)
        .map((code) => `\`${code}\``)
        .join(', ')}.`,
      resolve: (fill) => fill.cancel_not_sent_reason ?? 'NOT_DELIVERED',
    }),
    text: t.string({
      description: 'The same in a sentence that says what to do.',
      resolve: (fill) => cancelNotSentWords(fill.cancel_not_sent_reason ?? '').text,
    }),
    owner: t.string({
      description: 'Who must act.',
      resolve: (fill) => cancelNotSentWords(fill.cancel_not_sent_reason ?? '').owner,
    }),
    pharmacy: t.field({
      type: Pharmacy,
      nullable: true,
      description: 'Which could not be told: after a move, the one that the order has left.',
      resolve: (fill, _args, context) => loadPharmacy(context, fill.cancel_not_sent_pharmacy_id),
    }),
    phone: t.string({
      nullable: true,
      description: 'The number to call: that of this pharmacy.',
      resolve: async (fill, _args, context) =>
        (await loadPharmacy(context, fill.cancel_not_sent_pharmacy_id))?.phone ?? null,
    }),
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
      resolve: (fill, _args, context) =>
        loadOne(context, 'prescription', fill.prescription_id, (ids) =>
          context.rooms.prescribing.prescriptionsByIds(context.actor, ids),
        ),
    }),
    prescriberOrderNumber: t.exposeString('prescriber_order_number', { nullable: true }),
    channel: t.exposeString('channel', {
      nullable: true,
      description: '`script`, `api` or `fax`: how it reached the pharmacy or, while `sentAt` is null, is to.',
    }),
    fulfillment: t.field({ type: Fulfillment, resolve: (fill) => fill }),
    sentAt: t.expose('sent_at', { type: 'DateTime', nullable: true }),
    receivedAt: t.expose('received_at', { type: 'DateTime', nullable: true }),
    cancelRequestedAt: t.expose('cancel_requested_at', { type: 'DateTime', nullable: true }),
    cancelSentAt: t.expose('cancel_sent_at', {
      type: 'DateTime',
      nullable: true,
      description: 'When a cancel really left for the pharmacy; null while none has.',
    }),
    cancelAnswer: t.exposeString('cancel_answer', {
      nullable: true,
      description:
        '`approved` or `denied`: what the pharmacy answered to a cancel; null while it has not. Recorded, never acted on.',
    }),
    cancelAnsweredAt: t.expose('cancel_answered_at', { type: 'DateTime', nullable: true }),
    cancelAnswerReason: t.string({
      nullable: true,
      description:
        'What the pharmacy said, in its own words, as one line of plain text; null where it gave no reason.',
      resolve: (fill, _args, context) => context.rooms.prescribing.cancelAnswerReason(context.actor, fill),
    }),
    cancelNotSent: t.field({
      type: CancelNotSent,
      nullable: true,
      description: 'Set when a cancel was asked for and a pharmacy could not be told: somebody must call it.',
      resolve: (fill) => (fill.cancel_not_sent_at === null ? null : fill),
    }),
    dispensedAfterCancelAt: t.expose('dispensed_after_cancel_at', {
      type: 'DateTime',
      nullable: true,
      description: 'When the pharmacy reported that it dispensed what had been canceled.',
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
