// GraphQL of a draft and of the order that was prepared with it.
import { findUnit } from '@pestle/rules/units';
import type { User as UserRecord } from '../../identity/identity.ts';
import type { DraftRow, OrderPlan } from '../../prescribing/tables.ts';
import type { GraphContext } from '../context.ts';
import { loadOne, loadPharmacy } from '../context.ts';
import { builder } from './builder.ts';
import { Treatment } from './catalog.ts';
import { Address, Patient, Pharmacy } from './directory.ts';
import { Diagnosis, SupervisorType, usAddress } from './signed.ts';
import { User } from './users.ts';

const OrderPlanType = builder.objectRef<OrderPlan>('OrderPlan').implement({
  description: 'An order as it was prepared with a draft, for the signer to take over, change or leave.',
  fields: (t) => ({
    pharmacy: t.field({
      type: Pharmacy,
      nullable: true,
      resolve: ({ pharmacyId }, _args, context) => loadPharmacy(context, pharmacyId),
    }),
    externalId: t.exposeString('externalId', { nullable: true }),
    address: t.field({
      type: Address,
      nullable: true,
      resolve: ({ address }) => (address === null ? null : usAddress(address)),
    }),
  }),
});

export const Draft = builder.objectRef<DraftRow>('Draft').implement({
  description: 'A prescription being written: editable, deletable, unsigned (W2).',
  fields: (t) => ({
    id: t.exposeID('id'),
    externalId: t.exposeString('external_id', { nullable: true }),
    patient: t.field({
      type: Patient,
      nullable: true,
      resolve: (draft, _args, context) =>
        loadOne(context, 'patient', draft.patient_id, (ids) =>
          context.rooms.directory.patientsById(context.actor, ids),
        ),
    }),
    treatment: t.field({
      type: Treatment,
      nullable: true,
      resolve: (draft, _args, context) =>
        loadOne(context, 'treatment', draft.treatment_id, (ids) =>
          context.rooms.catalog.treatmentsById(context.actor, ids),
        ),
    }),
    applicationId: t.exposeID('application_id', {
      description: 'Through which it was made: `id` of `svc-client`.',
    }),
    prescriberId: t.exposeID('prescriber_id', { description: 'Who will sign.' }),
    preparedBy: t.exposeID('prepared_by', { description: 'The user who wrote it.' }),
    preparer: t.field({
      type: User,
      nullable: true,
      description: 'The same, by name.',
      resolve: (draft, _args, context) => userOf(context, draft.prepared_by),
    }),
    orderPlan: t.field({
      type: OrderPlanType,
      nullable: true,
      description: 'Where whoever prepared it would send the order; the signer decides.',
      resolve: ({ order_plan: plan }) => plan,
    }),
    dispenseQuantity: t.expose('dispense_quantity', { type: 'Decimal', nullable: true }),
    dispenseUnit: t.string({ nullable: true, resolve: ({ dispense_unit: code }) => unitName(code) }),
    dispenseUnitCode: t.exposeString('dispense_unit', { nullable: true, description: 'The NCPDP code.' }),
    dispenseAsWritten: t.exposeBoolean('dispense_as_written'),
    fillsAllowed: t.exposeInt('fills_allowed', { description: 'Refills + 1.' }),
    daysSupply: t.exposeInt('days_supply', { nullable: true }),
    instructions: t.exposeString('instructions', { description: 'The sig.' }),
    notes: t.exposeString('notes', { description: 'For the pharmacy.' }),
    doNotFillBeforeDate: t.expose('do_not_fill_before_date', { type: 'Date', nullable: true }),
    diagnosisCodes: t.field({
      type: [Diagnosis],
      extensions: { listSize: 2 },
      resolve: (draft) => draft.diagnosis_codes,
    }),
    supervisor: t.field({ type: SupervisorType, nullable: true, resolve: ({ supervisor }) => supervisor }),
    repeatReason: t.exposeString('repeat_reason', {
      nullable: true,
      description: 'Why the same treatment is prescribed twice (tapers).',
    }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'The prefill it came from; each is made once.',
    }),
    revision: t.exposeInt('revision', { description: 'Send it back with a change.' }),
    createdAt: t.expose('created_at', { type: 'DateTime' }),
    updatedAt: t.expose('updated_at', { type: 'DateTime' }),
  }),
});

/** Somebody of the organization by id, batched over a list. */
export function userOf(context: GraphContext, id: string): Promise<UserRecord | null> {
  return loadOne(context, 'user', id, (ids) => context.rooms.identity.users.byIds(context.actor, ids));
}

function unitName(code: string | null): string | null {
  return code === null ? null : (findUnit(code)?.name ?? code);
}
