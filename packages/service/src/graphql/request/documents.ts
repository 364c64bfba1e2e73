// How a document that arrives by POST is answered: proof of who asks first, then its bounds, its execution, and errors in one form.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { Kind, NoSchemaIntrospectionCustomRule } from 'graphql';
import mercurius from 'mercurius';
import { Failure } from '../../kernel/errors.ts';
import { traced, traceFacts } from '../../kernel/traced/traced.ts';
import { GRAPHQL_LIMITS } from '../limits.ts';
import type { AnswerError, ErrorContext } from './answers.ts';
import { answerError, statusOf } from './answers.ts';
import { checkCost, checkShape, withDefaults } from './document-limits.ts';

/** What one interface adds: its schema, and who its callers are. */
export interface DocumentOptions<Caller> {
  readonly schema: GraphQLSchema;
  /** Introspection and suggestions of names. */
  readonly introspection: boolean;
  /** Texts of the documents that may be asked for by id, instead of being sent. */
  readonly persisted?: ReadonlyMap<string, string>;
  /** From the arrival of a request to its answer; `answerTimeoutMs` of the limits when left out. */
  readonly answerTimeoutMs?: number;
  /** Who asks, before anything of the body is read. Throws UNAUTHENTICATED. */
  readonly prove: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>;
  /** What the resolvers get. */
  readonly contextOf: (caller: Caller, request: FastifyRequest, reply: FastifyReply) => object;
  /** Done before an answer leaves. */
  readonly settle?: (caller: Caller) => Promise<void>;
}

interface Operation {
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly operationName: string | undefined;
}

/** Serves `/graphql` on a part of a server that serves nothing else. */
export async function serveDocuments<Caller>(
  app: FastifyInstance,
  options: DocumentOptions<Caller>,
): Promise<void> {
  await app.register(mercurius, {
    schema: options.schema,
    routes: false,
    jit: 1,
    validationRules: options.introspection ? [] : [NoSchemaIntrospectionCustomRule],
    graphql: { parseOptions: { maxTokens: GRAPHQL_LIMITS.documentTokensMax } },
    errorFormatter: ({ data, errors }, context) => {
      const { reply } = context as { reply: FastifyReply };
      const answers = errors.map((error) => answerError(error, errorContext(reply.request, options)));
      const ran = data !== null && data !== undefined ? true : answers.some(({ path }) => path !== undefined);
      const statusCode = statusOf(answers, ran);
      if (statusCode !== 200) sayWhenAgain(reply, answers);
      return {
        statusCode,
        response: { data: data ?? null, errors: answers as never },
      };
    },
  });
  app.graphql.addHook('preValidation', async (_schema, document) => checkShape(document));
  app.graphql.addHook('preExecution', async (schema, document, _context, given) => {
    traceFacts({ 'graphql.fields': rootFields(document) });
    // A compiled document takes no default for a variable that may not be null.
    const variables = withDefaults(document, given ?? {});
    checkCost(schema, document, variables);
    return { variables };
  });
  if (app.hasContentTypeParser('text/plain')) app.removeContentTypeParser('text/plain');
  const callers = new WeakMap<FastifyRequest, { readonly caller: Caller }>();
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'POST') callers.set(request, { caller: await options.prove(request, reply) });
  });
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply, options));
  app.route({
    method: 'POST',
    url: '/graphql',
    bodyLimit: GRAPHQL_LIMITS.requestBytesMax,
    // The work may still end after the answer: a write is then found when it is repeated.
    handlerTimeout: options.answerTimeoutMs ?? GRAPHQL_LIMITS.answerTimeoutMs,
    handler: (request, reply) => answer(request, reply, callers.get(request), options),
  });
  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: '/graphql',
    handler: async (_request, reply) => {
      reply.header('allow', 'POST');
      throw new Failure('METHOD_NOT_ALLOWED', 'Send GraphQL documents with POST.');
    },
  });
}

/** By the schema's own words: the name of an operation is the caller's, who may write anything into it. */
function rootFields(document: DocumentNode): string {
  const names = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.flatMap((one) => (one.kind === Kind.FIELD ? one.name.value : []))
      : [],
  );
  return [...new Set(names)].toSorted().join(',');
}

async function answer<Caller>(
  request: FastifyRequest,
  reply: FastifyReply,
  proven: { readonly caller: Caller } | undefined,
  options: DocumentOptions<Caller>,
): Promise<ExecutionResult> {
  if (proven === undefined) throw new Failure('UNAUTHENTICATED', 'Send an access token.');
  const { caller } = proven;
  const { query, variables, operationName } = readOperation(request.body, options.persisted);
  const context = options.contextOf(caller, request, reply);
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  try {
    return await traced({ name: 'graphql', facts: {} }, () =>
      reply.graphql(query, { ...context }, variables, operationName),
    );
  } finally {
    await options.settle?.(caller);
  }
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

/** What of the options errors depend on. */
type DocumentErrors = Pick<DocumentOptions<never>, 'introspection'>;

function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: DocumentErrors,
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

function errorContext(request: FastifyRequest, options: DocumentErrors): ErrorContext {
  return { requestId: request.id, log: request.log, suggestions: options.introspection };
}
