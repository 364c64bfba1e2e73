// The public face of events: who follows what changes, by streams of server-sent events; and the end of what is no longer to be told.
import type { OrganizationId } from '@pestle/rules/ids';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { Failure } from '../kernel/errors.ts';
import type { Ports } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import { type Asked, Hub } from './hub.ts';
import { LIVE_LIMITS } from './limits.ts';
import type { ChangeKind, ChangeTables } from './tables.ts';

export type { ChangeKind } from './tables.ts';

export interface EventsDeps {
  readonly store: Store;
  readonly ports: Pick<Ports, 'clock'>;
  readonly onError: (error: unknown) => void;
}

/** Who follows an organization. */
export interface LiveCaller {
  readonly orgId: OrganizationId;
  /** The person or machine. */
  readonly id: string;
  /** What they may read. */
  readonly kinds: ReadonlySet<ChangeKind>;
  /** Milliseconds since 1970: when their token ends. */
  readonly endsAtMs: number;
  /** What their session stands on, for `stands`; null for a machine. */
  readonly standing: string | null;
}

export interface LiveOptions {
  /** Throws what a caller is refused with. */
  readonly prove: (request: FastifyRequest, reply: FastifyReply) => Promise<LiveCaller>;
}

/** A stream behind a patient's link: that its one order changed, and nothing else. The caller has judged the visit. */
export type PatientStream = (
  request: FastifyRequest,
  reply: FastifyReply,
  of: { readonly orgId: OrganizationId; readonly orderId: string; readonly linkId: string },
) => Promise<void>;

export type Stands = (standings: readonly string[]) => Promise<ReadonlySet<string>>;

/** Those of the patients' links, by id, that still show their order. */
export type LinksStand = (links: readonly Asked[]) => Promise<ReadonlySet<string>>;

/** What the pages behind patients' links have of events. */
export interface PatientStreams {
  readonly follow: PatientStream;
  /** Ends streams whose link has ended, every `standingIntervalMs` from now on and whenever what it answers is called. */
  readonly watch: (stands: LinksStand) => () => Promise<void>;
}

export interface Events {
  /** `GET /v1/live`. */
  readonly routes: (options: LiveOptions) => FastifyPluginAsync;
  readonly patients: PatientStreams;
  /** Streams that are open on this node. */
  streams(): number;
  /** Ends streams whose token has ended, or whose session does not stand: `stands` answers those that do. */
  judge(stands: Stands): Promise<void>;
  /** Does so every `standingIntervalMs` from now on, and whenever what it answers is called. */
  watchStandings(stands: Stands): () => void;
  /** Housekeeping: forgets what everybody has been told of. */
  prune(): Promise<void>;
  close(): Promise<void>;
}

export function createEvents({ store, ports, onError }: EventsDeps): Events {
  const hub = new Hub({ store, onError });
  const timers = [every(LIVE_LIMITS.heartbeatMs, () => hub.beat())];
  return {
    routes: (options) => liveRoutes(hub, options),
    patients: {
      follow: (request, reply, { orgId, orderId, linkId }) =>
        hub.open(reply, {
          orgId,
          owner: linkId,
          streamsMax: LIVE_LIMITS.streamsPerLinkMax,
          sees: { orderId },
          endsAtMs: ports.clock.now() + LIVE_LIMITS.patientStreamMs,
          standing: { kind: 'link', id: linkId },
          lastEventId: lastEventId(request),
        }),
      watch: (stands) => {
        const judge = (): Promise<void> => hub.judge(ports.clock.now(), 'link', stands).catch(onError);
        timers.push(every(LIVE_LIMITS.standingIntervalMs, () => void judge()));
        return judge;
      },
    },
    streams: () => hub.size,
    judge: (stands) => judgeGrants(hub, ports, stands),
    watchStandings: (stands) => {
      const judge = (): void => void judgeGrants(hub, ports, stands).catch(onError);
      timers.push(every(LIVE_LIMITS.standingIntervalMs, judge));
      return judge;
    },
    prune: async () => {
      await store.asCourier((tx) =>
        tx
          .withTables<ChangeTables>()
          .deleteFrom('change')
          .where('at', '<', sql<string>`now() - make_interval(mins => ${LIVE_LIMITS.keptMinutes})`)
          .execute(),
      );
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      await hub.close();
    },
  };
}

function judgeGrants(hub: Hub, { clock }: EventsDeps['ports'], stands: Stands): Promise<void> {
  return hub.judge(clock.now(), 'grant', (asked) => stands(asked.map(({ id }) => id)));
}

function liveRoutes(hub: Hub, { prove }: LiveOptions): FastifyPluginAsync {
  return async (app) => {
    // Before the listener waits for what is under way.
    app.addHook('preClose', () => hub.close());
    app.get('/v1/live', { config: { isStream: true } }, async (request, reply) => {
      const { orgId, id, kinds, endsAtMs, standing } = await prove(request, reply);
      if (kinds.size === 0) throw new Failure('FORBIDDEN', 'The access token lacks the scope read:order.');
      await hub.open(reply, {
        orgId,
        owner: id,
        streamsMax: LIVE_LIMITS.streamsPerPersonMax,
        sees: { kinds },
        endsAtMs,
        standing: standing === null ? null : { kind: 'grant', id: standing },
        lastEventId: lastEventId(request),
      });
      return reply;
    });
  };
}

function lastEventId({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id'];
  return typeof id === 'string' ? id : undefined;
}

function every(intervalMs: number, work: () => void): ReturnType<typeof setInterval> {
  const timer = setInterval(work, intervalMs);
  timer.unref();
  return timer;
}
