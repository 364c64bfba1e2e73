// `POST /graphql`: proof of who asks, the document's bounds, its execution, and errors in one form.
import type { FastifyCorsOptions } from '@fastify/cors';
import cors from '@fastify/cors';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { NoSchemaIntrospectionCustomRule } from 'graphql';
import mercurius from 'mercurius';
import type { AuditTrail } from '../../audit/audit.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import type { GraphContext, Rooms } from '../context.ts';
import { GRAPHQL_LIMITS } from '../limits.ts';
import type { AnswerError, ErrorContext } from './answers.ts';
import { answerError, statusOf } from './answers.ts';
import { checkCost, checkShape } from './document-limits.ts';
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
  /** For tests; `answerTimeoutMs` of the limits otherwise. */
  readonly answerTimeoutMs?: number;
}

interface Operation {
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly operationName: string | undefined;
}

/** The plugin that serves `/graphql`. */
export function graphqlRoutes(options: GraphqlOptions): FastifyPluginAsync {
  return async (app) => {
    await app.register(mercurius, {
      schema: options.schema,
      routes: false,
      jit: 1,
      validationRules: options.introspection ? [] : [NoSchemaIntrospectionCustomRule],
      graphql: { parseOptions: { maxTokens: GRAPHQL_LIMITS.documentTokensMax } },
      errorFormatter: ({ data, errors }, context) => {
        const { reply } = context as { reply: FastifyReply };
        const answers = errors.map((error) => answerError(error, errorContext(reply.request, options)));
        const ran =
          data !== null && data !== undefined ? true : answers.some(({ path }) => path !== undefined);
        const statusCode = statusOf(answers, ran);
        if (statusCode !== 200) sayWhenAgain(reply, answers);
        return {
          statusCode,
          response: { data: data ?? null, errors: answers as never },
        };
      },
    });
    app.graphql.addHook('preValidation', async (_schema, document) => checkShape(document));
    app.graphql.addHook('preExecution', async (schema, document, _context, variables) =>
      checkCost(schema, document, variables ?? {}),
    );
    if (app.hasContentTypeParser('text/plain')) app.removeContentTypeParser('text/plain');
    app.decorateRequest('actor', null);
    await app.register(cors, corsOptions(options));
    app.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'POST') return;
      await options.quotas?.ofAddress(request.ip);
      request.actor = await proven(request, options);
      await options.quotas?.ofActor(request.actor, reply);
    });
    app.setErrorHandler((error, request, reply) => refuse(error, request, reply, options));
    app.route({
      method: 'POST',
      url: '/graphql',
      bodyLimit: GRAPHQL_LIMITS.requestBytesMax,
      // The work may still end after the answer: a write is then found by its Idempotency-Key.
      handlerTimeout: options.answerTimeoutMs ?? GRAPHQL_LIMITS.answerTimeoutMs,
      handler: (request, reply) => answer(request, reply, options),
    });
    app.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      url: '/graphql',
      handler: async (_request, reply) => {
        reply.header('allow', 'POST');
        throw new Failure('METHOD_NOT_ALLOWED', 'Send GraphQL documents with POST.');
      },
    });
  };
}

/** Preflights carry no token: they are answered for any application's origin, the request itself for its own application's. */
function corsOptions(options: GraphqlOptions): FastifyCorsOptions {
  return {
    origin: async (origin: string | undefined) =>
      origin !== undefined && (await options.isOriginAllowed(origin)),
    methods: ['POST'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'dpop',
      'idempotency-key',
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

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  options: GraphqlOptions,
): Promise<ExecutionResult> {
  const { actor } = request;
  if (actor === null) throw new Failure('UNAUTHENTICATED', 'Send an access token.');
  const { query, variables, operationName } = readOperation(request.body, options.persisted);
  const context: GraphContext = {
    actor,
    rooms: options.rooms,
    idempotencyKey: parseIdempotencyKey(request.headers['idempotency-key']),
    requestId: request.id,
    ip: request.ip,
    disconnected: closedBefore(reply),
  };
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  try {
    return await reply.graphql(query, { ...context }, variables, operationName);
  } finally {
    await settled(actor, options);
  }
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

function readOperation(body: unknown, persisted?: ReadonlyMap<string, string>): Operation {
  if (Array.isArray(body))
    throw new Failure('MALFORMED', 'Batches are not taken: send one operation a request.');
  if (typeof body !== 'object' || body === null)
    throw new Failure('MALFORMED', 'Send a JSON object with `query`.');
  const { documentId, variables, operationName, ...sent } = body as Partial<Record<string, unknown>>;
  const query = documentId === undefined ? sent['query'] : persistedText(documentId, persisted);
  if (typeof query !== 'string' || query.trim() === '')
    throw new Failure('MALFORMED', 'Send the GraphQL document as the text `query`.');
  if (query.length > GRAPHQL_LIMITS.documentCharactersMax) {
    throw new Failure(
      'QUERY_TOO_COMPLEX',
      `The document is longer than ${GRAPHQL_LIMITS.documentCharactersMax} characters.`,
    );
  }
  // Mercurius would take a parsed document as JSON text, past the bound on tokens.
  if (/^\s*\{\s*"/.test(query)) throw new Failure('MALFORMED', 'The document is GraphQL text, not JSON.');
  if (
    variables !== undefined &&
    variables !== null &&
    (typeof variables !== 'object' || Array.isArray(variables))
  )
    throw new Failure('MALFORMED', '`variables` is a JSON object.');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    throw new Failure('MALFORMED', '`operationName` is text.');
  return {
    query,
    variables: (variables ?? {}) as Record<string, unknown>,
    operationName: operationName === null || operationName === undefined ? undefined : operationName,
  };
}

/** The text of a document by its id; the elements send only ids (docs/reference/api.md). */
function persistedText(documentId: unknown, persisted?: ReadonlyMap<string, string>): string {
  const id =
    typeof documentId === 'string'
      ? /^(?:sha256:)?([0-9a-f]{16}|[0-9a-f]{64})$/.exec(documentId)?.[1]
      : undefined;
  if (id === undefined)
    throw new Failure(
      'MALFORMED',
      '`documentId` is the SHA-256 of a document, 64 hexadecimal digits, or the first 16 of them.',
    );
  const text = persisted?.get(id);
  if (text === undefined)
    throw new Failure(
      'UNKNOWN_DOCUMENT',
      'No document is kept under this id: the page is of another version than this service.',
    );
  return text;
}

function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: GraphqlOptions,
): FastifyReply {
  const context = errorContext(request, options);
  const errors: AnswerError[] = causesOf(error).map((cause) => answerError(cause, context));
  const status = statusOf(errors, false);
  if (status === 401) {
    const reason = request.headers.authorization === undefined ? '' : ', error="invalid_token"';
    reply.header('www-authenticate', `Bearer realm="pestle"${reason}`);
  }
  sayWhenAgain(reply, errors);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({ errors });
}

function sayWhenAgain(reply: FastifyReply, [first]: readonly AnswerError[]): void {
  const wait = first?.extensions.retryAfterSeconds;
  if (wait !== undefined) reply.header('retry-after', wait);
}

/** What Mercurius wraps when a document does not validate. */
function causesOf(error: unknown): readonly unknown[] {
  const inner = typeof error === 'object' && error !== null && 'errors' in error ? error.errors : undefined;
  const causes: readonly unknown[] = Array.isArray(inner) && inner.length > 0 ? inner : [error];
  return causes
    .slice(0, GRAPHQL_LIMITS.errorsShownMax)
    .map((cause) => (isStackOverflow(cause) ? nestedTooDeep() : cause));
}

/** The parser calls itself for every bracket of a value. */
function isStackOverflow(cause: unknown): boolean {
  return cause instanceof RangeError && cause.message.includes('call stack');
}

function nestedTooDeep(): Failure {
  return new Failure('QUERY_TOO_COMPLEX', 'The document nests values too deep.');
}

function errorContext(request: FastifyRequest, options: GraphqlOptions): ErrorContext {
  return { requestId: request.id, log: request.log, suggestions: options.introspection };
}
