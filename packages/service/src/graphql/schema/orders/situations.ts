// GraphQL of situations: what people are told of a fill and of an order, and the facts that the sentences name.

import { SITUATION_GUIDE } from '@pestle/rules/situation-guide';
import type { FillSituation } from '@pestle/rules/situation-of';
import {
  SITUATION_KEYS,
  SITUATIONS,
  type SituationCode,
  situationCode,
  worstSituation,
} from '@pestle/rules/situations';
import type { WaitedFor } from '../../../delivery/delivery.ts';
import type { FillRow } from '../../../prescribing/prescribing.ts';
import { CANCELED_BY_PHARMACY } from '../../../prescribing/prescribing.ts';
import { type GraphContext, loadOne, loadPharmacy } from '../../context.ts';
import { builder } from '../builder.ts';
import { userOf } from '../identity/users.ts';
import { Fill } from './fills.ts';
import { Order } from './orders.ts';

export const Situation = builder.enumType('Situation', {
  description:
    'What people are told (docs/reference/situations.md), the worst first. There may be more; pass over what you do not know.',
  values: Object.fromEntries(
    SITUATION_KEYS.map((key) => [situationCode(key), { description: SITUATION_GUIDE[key].when }]),
  ) as Readonly<Record<SituationCode, { readonly description: string }>>,
});

const WaitedForType = builder.enumType('WaitedFor', {
  description:
    'What holds a prescription back: maintenance, or operators after a restore. There may be more; pass over what you do not know.',
  values: {
    SERVICE: { description: 'Maintenance of the whole service.' },
    PARTNER: { description: 'Maintenance of the network that takes messages for the pharmacy.' },
    PHARMACY: { description: 'Maintenance of the pharmacy itself.' },
    QUARANTINE: {
      description:
        'A backup of the service was restored: operators make sure first that it has not left already, so nothing says when it leaves.',
    },
  } satisfies Record<WaitedFor, { description: string }>,
});

builder.objectFields(Fill, (t) => ({
  situation: t.field({
    type: Situation,
    description: 'What people are told of it; its words stand in docs/reference/situations.md.',
    resolve: async (fill, _args, context) => situationCode(await fillSituation(context, fill)),
  }),
  stateSince: t.field({
    type: 'DateTime',
    description: 'Since when it is in its state.',
    resolve: ({ state_since: since, created_at: created }) => since ?? created,
  }),
  leavesAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'What waits does not leave before then; null when nothing holds it.',
    resolve: async (fill, _args, context) => (await underWay(context, fill))?.leavesAt ?? null,
  }),
  waitsFor: t.field({
    type: WaitedForType,
    nullable: true,
    description: 'Whose announced maintenance ends then, or `QUARANTINE`; null when nothing holds it.',
    resolve: async (fill, _args, context) => (await underWay(context, fill))?.waitsFor ?? null,
  }),
  attempt: t.int({
    nullable: true,
    description:
      'Which attempt it is at while it is QUEUED or SENDING, counted for each channel; null before the first.',
    resolve: async (fill, _args, context) => {
      const attempt = (await underWay(context, fill))?.attempt ?? 0;
      return attempt === 0 ? null : attempt;
    },
  }),
  faxReason: t.string({
    nullable: true,
    description:
      'Why it goes by fax: `not-integrated`, `electronic-failed`, `maintenance` or `electronic-withdrawn`; null for what does not.',
    resolve: (fill, _args, context) =>
      fill.channel === 'fax'
        ? loadOne(context, 'faxReason', fill.id, (ids) =>
            context.rooms.delivery.faxReasons(context.actor, ids),
          )
        : null,
  }),
  ownerName: t.string({
    nullable: true,
    description: 'The name of whoever acts next, where that is a person of the practice.',
    resolve: async (fill, _args, context) => {
      const { owner } = SITUATIONS[await fillSituation(context, fill)];
      return owner === 'signer' || owner === 'preparer' ? await personOf(context, fill, owner) : null;
    },
  }),
  canceledBy: t.string({
    nullable: true,
    description: 'The name of who asked for its cancel: a person of the practice, or the pharmacy.',
    resolve: async (fill, _args, context) => {
      if (fill.state_reason === CANCELED_BY_PHARMACY && fill.cancel_requested_by === null)
        return (await loadPharmacy(context, fill.pharmacy_id))?.name ?? null;
      return fill.cancel_requested_by === null ? null : await nameOf(context, fill.cancel_requested_by);
    },
  }),
}));

builder.objectField(Order, 'situation', (t) =>
  t.field({
    type: Situation,
    description: 'The worst of its fills.',
    resolve: async ({ order, fills }, _args, context) => {
      const keys = await Promise.all(fills.map((fill) => fillSituation(context, fill)));
      const worst = worstSituation(keys);
      if (worst === undefined) throw new Error(`order ${order.id} has no fills`);
      return situationCode(worst);
    },
  }),
);

async function fillSituation(context: GraphContext, fill: FillRow): Promise<FillSituation> {
  const around = await loadOne(context, 'aroundFill', fill.id, (ids) =>
    context.rooms.prescribing.aroundFills(context.actor, ids),
  );
  if (around === null) throw new Error(`fill ${fill.id} is gone`);
  return context.rooms.prescribing.situation(fill, around);
}

/** Asked only of what has yet to leave. */
async function underWay(context: GraphContext, { id, state }: FillRow) {
  if (state !== 'QUEUED' && state !== 'SENDING') return null;
  return await loadOne(context, 'underWay', id, (ids) => context.rooms.delivery.underWay(context.actor, ids));
}

async function personOf(
  context: GraphContext,
  fill: FillRow,
  owner: 'signer' | 'preparer',
): Promise<string | null> {
  const prescription = await loadOne(context, 'prescription', fill.prescription_id, (ids) =>
    context.rooms.prescribing.prescriptionsByIds(context.actor, ids),
  );
  if (prescription === null) return null;
  const { row } = prescription;
  return await nameOf(context, owner === 'preparer' ? row.prepared_by : row.prescriber_id);
}

async function nameOf(context: GraphContext, userId: string): Promise<string | null> {
  const user = await userOf(context, userId);
  return user === null ? null : `${user.firstName} ${user.lastName}`;
}
