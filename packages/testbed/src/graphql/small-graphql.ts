// A small schema behind the real `/graphql`, for tests of its bounds and errors.

import {
  type AnswerError,
  type ApiQuotas,
  type GraphContext,
  graphqlRoutes,
  type Rooms,
  write,
} from '@pestle/service/for-tests/graphql';
import type { Actor } from '@pestle/service/for-tests/kernel';
import { schema as wholeSchema } from '@pestle/service/graphql';
import { createLog, Failure } from '@pestle/service/kernel';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import {
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';

/** The one origin of the one application. */
export const ORIGIN = 'https://clinic.example';

export const CANARY = 'Xylophone-Quimby-1931-02-07';

const actor: Actor = {
  kind: 'machine',
  id: 'app_00000000000000000000000001' as never,
  clientId: 'app_00000000000000000000000001' as never,
  orgId: 'org_00000000000000000000000001' as never,
  scopes: new Set(),
};

/** Keys and fingerprints of the writes, in order. */
export const keys: string[] = [];
const node: GraphQLObjectType = new GraphQLObjectType({
  name: 'Node',
  fields: () => ({
    name: { type: new GraphQLNonNull(GraphQLString), resolve: () => 'n' },
    child: { type: node, resolve: () => ({}) },
    never: {
      type: new GraphQLNonNull(GraphQLString),
      resolve: () => {
        throw new Error(`a secret of the database: ${CANARY}`);
      },
    },
    refused: {
      type: GraphQLString,
      resolve: () => {
        throw new Failure('INVALID_INPUT', 'instructions: Shorten this.', {
          fields: [{ path: 'instructions', code: 'TOO_LONG', message: 'Shorten this.' }],
        });
      },
    },
    away: {
      type: GraphQLString,
      resolve: () => {
        throw Object.assign(new Error('Connection terminated'), { code: '57P01' });
      },
    },
    children: {
      type: new GraphQLList(node),
      args: { first: { type: GraphQLInt, defaultValue: 20 } },
      resolve: () => [],
    },
    parts: { type: new GraphQLList(node), extensions: { listSize: 3 }, resolve: () => [{}, {}] },
  }),
});
const nodePage = new GraphQLObjectType({
  name: 'NodePage',
  fields: { nodes: { type: new GraphQLNonNull(new GraphQLList(node)), resolve: () => [{}] } },
});
const sex = new GraphQLEnumType({ name: 'Sex', values: { FEMALE: {}, MALE: {} } });
const input = new GraphQLInputObjectType({
  name: 'ThingInput',
  fields: {
    name: { type: new GraphQLNonNull(GraphQLString) },
    age: { type: GraphQLInt },
    sex: { type: sex },
    born: { type: wholeSchema.getType('Date') as never },
  },
});
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      node: { type: node, args: { label: { type: GraphQLString } }, resolve: () => ({}) },
      nodes: {
        type: nodePage,
        args: { first: { type: GraphQLInt, defaultValue: 20 } },
        resolve: () => ({}),
      },
      slow: {
        type: GraphQLString,
        resolve: () => new Promise((resolve) => setTimeout(resolve, 400).unref()),
      },
    },
  }),
  mutation: new GraphQLObjectType({
    name: 'Mutation',
    fields: {
      make: {
        type: GraphQLString,
        args: { input: { type: new GraphQLNonNull(input) } },
        resolve: (_root, args, context: GraphContext) =>
          write(context, 'make', args, async (_actor, key) => {
            keys.push(`${key.key} ${key.fingerprint}`);
            return key.key;
          }),
      },
    },
  }),
});

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
  readonly data?: Record<string, unknown> | null;
  readonly errors?: AnswerError[];
}

/** Kept under the id of all zeros, and a write under that of all ones. */
const persisted = new Map([
  ['0'.repeat(64), 'query($label: String) { node(label: $label) { name } }'],
  ['1'.repeat(64), 'mutation($i: ThingInput!) { make(input: $i) }'],
]);

/** What the servers logged. */
export const lines: string[] = [];

/** How long a request may take: short, so that one that takes longer is soon seen; with quotas, which wait for a store, long. */
const ANSWER_TIMEOUT_MS = { without: 150, withQuotas: 20_000 } as const;

/** A server with the small schema. */
export async function serve(introspection: boolean, quotas?: ApiQuotas): Promise<FastifyInstance> {
  const log = createLog({
    level: 'error',
    destination: { write: (line) => lines.push(line) },
  });
  const server = fastify({ loggerInstance: log, exposeHeadRoutes: false });
  await server.register(
    graphqlRoutes({
      schema,
      rooms: {} as Rooms,
      authenticate: async (request) => {
        if (request.headers.authorization === 'Bearer good') return actor;
        throw new Failure('UNAUTHENTICATED', 'Sign in.');
      },
      isOriginAllowed: async (origin, clientId) =>
        origin === ORIGIN && (clientId === undefined || clientId === actor.clientId),
      trail: {
        open: (address, requestId) => ({ address, requestId }),
        settle: async () => undefined,
        refused: async () => undefined,
      },
      introspection,
      ...(quotas === undefined ? {} : { quotas }),
      persisted,
      answerTimeoutMs: ANSWER_TIMEOUT_MS[quotas === undefined ? 'without' : 'withQuotas'],
    }),
  );
  return server;
}

export interface Asking {
  readonly post: (body: unknown, headers?: Record<string, string>) => Promise<Answer>;
  readonly ask: (query: string, variables?: unknown, headers?: Record<string, string>) => Promise<Answer>;
}

export function asking(server: FastifyInstance): Asking {
  const post: Asking['post'] = async (body, headers = {}) => {
    const response = await server.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: 'Bearer good', 'content-type': 'application/json', ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      ...(response.body.startsWith('{') ? (JSON.parse(response.body) as object) : {}),
    };
  };
  return {
    post,
    ask: (query, variables, headers) =>
      post({ query, ...(variables === undefined ? {} : { variables }) }, headers),
  };
}

export function code(answer: Answer): string | undefined {
  return answer.errors?.[0]?.extensions.code;
}
