// `POST /graphql`, and what stands beside it: from which pages and by whom the API is called, what an actor may use, and what of it is kept in the trail.
import type { FastifyCorsOptions } from '@fastify/cors';
import cors from '@fastify/cors';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { AuditTrail } from '../../audit/audit.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import type { GraphContext, Rooms } from '../context.ts';
import { GRAPHQL_LIMITS } from '../limits.ts';
import { serveDocuments } from './documents.ts';
import { parseIdempotencyKey } from './idempotency-key.ts';
import type { ApiQuotas } from './quotas.ts';

export interface GraphqlOptions {
  readonly schema: GraphQLSchema;
  readonly rooms: Rooms;
  /** Throws UNAUTHENTICATED. */
  readonly authenticate: (request: FastifyRequest) => Promise<Actor>;
  /** Whether pages of this origin may call the API: any application's without `clientId` (a preflight), else that one's. */
  readonly isOriginAllowed: (origin: string, clientId?: string) => Promise<boolean>;
  /** Where reads and refusals are kept; an answer leaves after its entries are. */
  readonly trail: Pick<AuditTrail, 'open' | 'settle' | 'refused'>;
  /** Introspection and suggestions: off in production, where `schema.graphql` is the description. */
  readonly introspection: boolean;
  /** Texts of the documents that may be asked for by id, instead of being sent. */
  readonly persisted?: ReadonlyMap<string, string>;
  /** How much one client may use; left out, as much as it likes. */
  readonly quotas?: ApiQuotas;
  /** Further routes of the API beside documents, for the same callers: they are proven, counted and refused alike. */
  readonly beside?: (prove: Prove) => FastifyPluginAsync;
  /** For tests; `answerTimeoutMs` of the limits otherwise. */
  readonly answerTimeoutMs?: number;
}

/** Who asks: counted, and from a page that may. Throws what a caller is refused with. */
export type Prove = (request: FastifyRequest, reply: FastifyReply) => Promise<Actor>;

/** The plugin that serves `/graphql`. */
export function graphqlRoutes(options: GraphqlOptions): FastifyPluginAsync {
  const { schema, introspection, persisted, answerTimeoutMs } = options;
  const prove: Prove = async (request, reply) => {
    await options.quotas?.ofAddress(request.ip);
    const actor = await proven(request, options);
    await options.quotas?.ofActor(actor, reply);
    return actor;
  };
  return async (app) => {
    await app.register(cors, corsOptions(options));
    if (options.beside !== undefined) await app.register(options.beside(prove));
    await serveDocuments<Actor>(app, {
      schema,
      introspection,
      ...(persisted === undefined ? {} : { persisted }),
      ...(answerTimeoutMs === undefined ? {} : { answerTimeoutMs }),
      prove,
      contextOf: (actor, request, reply): GraphContext => ({
        actor,
        rooms: options.rooms,
        idempotencyKey: parseIdempotencyKey(request.headers['idempotency-key']),
        requestId: request.id,
        ip: request.ip,
        disconnected: closedBefore(reply),
      }),
      settle: (actor) => settled(actor, options),
    });
  };
}

/** Preflights carry no token: they are answered for any application's origin, the request itself for its own application's. */
function corsOptions(options: GraphqlOptions): FastifyCorsOptions {
  return {
    origin: async (origin: string | undefined) =>
      origin !== undefined && (await options.isOriginAllowed(origin)),
    methods: ['GET', 'POST'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'dpop',
      'idempotency-key',
      'last-event-id',
      'x-request-id',
      'traceparent',
    ],
    exposedHeaders: [
      'x-request-id',
      'retry-after',
      'ratelimit',
      'ratelimit-policy',
      'www-authenticate',
      'dpop-nonce',
    ],
    maxAge: GRAPHQL_LIMITS.preflightMaxAgeSeconds,
  };
}

async function proven(request: FastifyRequest, options: GraphqlOptions): Promise<Actor> {
  const { trail } = options;
  const actor: Actor = {
    ...(await options.authenticate(request)),
    origin: trail.open(request.ip, request.id),
  };
  const { origin } = request.headers;
  if (origin !== undefined && !(await options.isOriginAllowed(origin, actor.clientId))) {
    await trail.refused(actor, 'graphql.origin', 'FORBIDDEN');
    await settled(actor, options);
    throw new Failure(
      'FORBIDDEN',
      "This page's origin is not one of the application's. Add it in the application's settings.",
    );
  }
  return actor;
}

/** Ends when the connection closes before the answer is out. */
function closedBefore({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) closed.abort();
  });
  return closed.signal;
}

/** Without its entries nothing is shown. */
async function settled({ origin }: Actor, { trail }: GraphqlOptions): Promise<void> {
  if (origin !== undefined) await trail.settle(origin);
}
