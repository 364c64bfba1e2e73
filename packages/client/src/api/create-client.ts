// The client of a program: typed calls for the whole API, over one address and one way to get a token.

import { ClientError } from '../errors.ts';
import { newKey } from '../new-key.ts';
import type { Deployment } from '../requests/discovery.ts';
import { discover } from '../requests/discovery.ts';
import type { Post, TokenSource } from '../requests/transport.ts';
import { createPost } from '../requests/transport.ts';
import type { GivenToken, MachineCredentials } from './credentials.ts';
import { givenToken, machineTokens } from './credentials.ts';
import type { Fields, Operation } from './document-text.ts';
import { documentOf } from './document-text.ts';
import type { Api } from './generated/api.ts';
import { FIELD_ARGUMENTS, OPERATIONS } from './generated/operations.ts';
import { listingOf } from './listing.ts';
import type { Page, WriteOptions } from './selection.ts';

/** Which service a client calls, and as whom: either with a `token`, or with the credentials of a `machine`. */
export type ClientOptions = {
  /** The service's address, such as `https://rx.example.com`: https, but for this machine's own. */
  readonly apiUrl: string;
  /** The longest `Retry-After` (RFC 9110, section 10.2.3) that is waited for, in seconds; a longer one is thrown. 5 when left out. */
  readonly retryAfterMaxSeconds?: number | undefined;
} & (
  | { readonly token: GivenToken; readonly machine?: undefined }
  | { readonly machine: MachineCredentials; readonly token?: undefined }
);

/**
 * Every query and mutation of the API by its name: `pestle.<name>(arguments, fields, options)`. The arguments are those of the schema,
 * left out where there are none; the fields are those that come back (`Selection`), left out where a plain value does; the options are
 * `CallOptions`, for writes `WriteOptions`.
 *
 * Only what was named is asked for, so that a program gets no more of a patient than it uses. Arguments travel as variables: the service
 * compiles a document once by its text. Enum values that a program does not know may come; it passes over them.
 *
 * | in the schema | in TypeScript |
 * |---|---|
 * | `ID`, `String`, `Date`, `DateTime`, `Decimal` | `string`: an amount is never a float |
 * | `Int`, `Float` | `number` |
 * | `JSON` | `unknown` |
 * | what may be null | `… \| null`; of an input it may be left out, too |
 */
export type Client = Api;

/**
 * Makes a client; nothing is asked of the service before the first call. A call that fails throws `ClientError`, one that was given up by
 * its signal an `AbortError`, and a name that is none a `TypeError`, where no compiler said so. What may pass is repeated:
 *
 * | what happened | what the client does |
 * |---|---|
 * | no answer, half an answer, a proxy's page, `UNAVAILABLE`, `INTERNAL`, `DEADLINE_EXCEEDED`, `REQUEST_TIMEOUT` | sends the same bytes again, three tries in all, with growing waits that are spread by chance |
 * | 429, 503 with `Retry-After` | waits as long as it says; longer than `retryAfterMaxSeconds` is thrown at once, with `detail.retryAfterSeconds` |
 * | `TOKEN_EXPIRED`, `UNAUTHENTICATED` | asks for another token, once for each try; then `SIGNED_OUT` |
 * | any other code | throws it: the service refused, and nothing was written |
 *
 * Every try of one write carries the same `Idempotency-Key`: the one given as `key`, else one that the client made for this call. After an
 * error that `mayHaveHappened` only the same key tells whether it did: calling again with `detail.idempotencyKey` and the same arguments
 * writes once. Two calls without a key are two writes.
 */
export function createClient(options: ClientOptions): Client {
  const post = lazily(() => connect(options));
  const call = async (
    name: string,
    operation: Operation,
    given: Readonly<Record<string, unknown>>,
    fields: Fields | undefined,
    { signal, key = newKey() }: WriteOptions,
  ): Promise<unknown> => {
    const { query, variables } = documentOf(name, operation, FIELD_ARGUMENTS, given, fields);
    const isWrite = operation.kind === 'mutation';
    try {
      const send = await post();
      // The text is made once: every repetition sends the same bytes under the same key.
      const body = JSON.stringify({ query, variables });
      const data = await send(operation.kind, body, { signal, ...(isWrite ? { key } : {}) });
      return (data as Record<string, unknown>)[name];
    } catch (error) {
      if (!isWrite || !(error instanceof ClientError)) throw error;
      throw new ClientError(error.kind, error.code, error.message, { ...error.detail, idempotencyKey: key });
    }
  };
  return Object.fromEntries(
    Object.entries(OPERATIONS).map(([name, operation]) => [name, callOf(name, operation, call)]),
  ) as unknown as Client;
}

type Call = (
  name: string,
  operation: Operation,
  given: Readonly<Record<string, unknown>>,
  fields: Fields | undefined,
  options: WriteOptions,
) => Promise<unknown>;

type Arguments = Readonly<Record<string, unknown>>;

/** Arguments come first where there are any, then the fields where a record comes back, then the options. */
function callOf(name: string, operation: Operation, call: Call): (...all: readonly unknown[]) => unknown {
  const takesArguments = Object.keys(operation.args).length > 0;
  return (...all) => {
    const rest = [...all];
    const given = (takesArguments ? rest.shift() : {}) as Arguments;
    const fields = (operation.gives === 'plain' ? undefined : rest.shift()) as Fields | undefined;
    const options = (rest.shift() ?? {}) as WriteOptions;
    if (operation.gives !== 'pages') return call(name, operation, given, fields, options);
    const asked = {
      nodes: fields,
      pageInfo: { endCursor: true, hasNextPage: true, unreadable: true },
    } as const;
    return listingOf(async (after) => {
      const from = after === undefined ? given : { ...given, after };
      const { nodes, pageInfo } = (await call(name, operation, from, asked, options)) as {
        nodes: readonly unknown[];
        pageInfo: Omit<Page<unknown>, 'nodes'>;
      };
      return { nodes, ...pageInfo };
    });
  };
}

async function connect(options: ClientOptions): Promise<Post> {
  const deployment = await discover(options.apiUrl, false);
  const { retryAfterMaxSeconds } = options;
  const waitMaxMs = retryAfterMaxSeconds === undefined ? undefined : retryAfterMaxSeconds * 1_000;
  return createPost(deployment, await tokensOf(deployment, options), waitMaxMs);
}

async function tokensOf(deployment: Deployment, { token, machine }: ClientOptions): Promise<TokenSource> {
  if (machine !== undefined) return await machineTokens(deployment, machine);
  if (token !== undefined) return givenToken(token);
  throw new ClientError(
    'configuration',
    'CONFIGURATION',
    'createClient needs a token or the credentials of a machine.',
  );
}

/** Once for all calls; again when it has failed. */
function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
