// Who may follow an organization's changes over `GET /v1/live`: the callers of the API, each told of what they may read, for as long as their session stands.
import type { FastifyPluginAsync } from 'fastify';
import type { ChangeKind, Events } from '../../events/events.ts';
import type { Identity } from '../../identity/identity.ts';
import { type Action, isAllowed } from '../../identity/inside.ts';
import type { Prove } from './routes.ts';

export type LiveIdentity = Pick<Identity, 'standingOf' | 'grantsStanding' | 'whenAccessEnds'>;

/** What one must be allowed to read to hear that it changed. */
const READS: Readonly<Record<ChangeKind, Action>> = {
  order: 'order.read',
  desk: 'order.read',
  draft: 'draft.read',
  patient: 'patient.read',
};

export function liveApi(events: Events, identity: LiveIdentity, prove: Prove): FastifyPluginAsync {
  identity.whenAccessEnds(events.watchStandings((grants) => identity.grantsStanding(grants)));
  return events.routes({
    prove: async (request, reply) => {
      const actor = await prove(request, reply);
      const { endsAtMs, grant } = await identity.standingOf(request);
      const kinds = (Object.keys(READS) as ChangeKind[]).filter((kind) => isAllowed(actor, READS[kind]));
      return { orgId: actor.orgId, id: actor.id, kinds: new Set(kinds), endsAtMs, standing: grant };
    },
  });
}
