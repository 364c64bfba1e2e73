// Sends documents with a token, and reads the service's answers: those that it knows by id, and those of a program, as text.
import type { DPoPHandle } from 'oauth4webapi';
import { protectedResourceRequest, WWWAuthenticateChallengeError } from 'oauth4webapi';
import type { Persisted } from '../document.ts';
import type { ClientErrorDetail, ErrorKind, PlainGraphQLError } from '../errors.ts';
import { ClientError } from '../errors.ts';
import { MUTATION_TIMEOUT_MS, QUERY_TIMEOUT_MS } from '../limits.ts';
import { addressedBy } from './attended.ts';
import { delivered, tried } from './delivery.ts';
import type { Deployment } from './discovery.ts';

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** For writes. */
  readonly key?: string | undefined;
}

export interface Transport {
  /** The data of the document. Throws `ClientError`; SIGNED_OUT when the session has ended. */
  send<Data, Variables>(
    document: Persisted<Data, Variables>,
    variables: Variables,
    options?: SendOptions,
  ): Promise<Data>;
}

/** Who has access tokens. */
export interface TokenSource {
  /** Proves the key that they are bound to; undefined for tokens that whoever has them can use. */
  readonly proof: DPoPHandle | undefined;
  /** A token that is good for a while. Throws `ClientError` SIGNED_OUT when there is no session any more. */
  access(): Promise<string>;
  /** The token was refused: the next `access` makes another. */
  spoil(token: string): void;
}

/** Sends one request until it is delivered: the same bytes, and of a write the same key. */
export type Post = (kind: 'query' | 'mutation', body: string, options: SendOptions) => Promise<unknown>;

export function createPost(deployment: Deployment, tokens: TokenSource, retryAfterMaxMs?: number): Post {
  const post = async (body: string, options: SendOptions, timeoutMs: number): Promise<unknown> => {
    for (let tries = 1; ; tries += 1) {
      const token = await tokens.access();
      try {
        return await tried(
          async (signal) =>
            dataOf(await request(deployment, tokens, { token, body, signal, ...keyOf(options) })),
          timeoutMs,
          options.signal,
        );
      } catch (error) {
        // A node whose clock is ahead, or a session that was ended: a fresh token tells which.
        if (!isTokenRefused(error)) throw error;
        tokens.spoil(token);
        if (tries > 1) throw new ClientError('session', 'SIGNED_OUT', 'The session has ended.');
      }
    }
  };
  return (kind, body, options) =>
    delivered(
      () => post(body, options, kind === 'mutation' ? MUTATION_TIMEOUT_MS : QUERY_TIMEOUT_MS),
      options.signal,
      retryAfterMaxMs,
    );
}

export function createTransport(deployment: Deployment, tokens: TokenSource): Transport {
  const post = createPost(deployment, tokens);
  return {
    send: async <Data, Variables>(
      { id, kind }: Persisted<Data, Variables>,
      variables: Variables,
      options: SendOptions = {},
    ): Promise<Data> =>
      // The text is made once: every repetition sends the same bytes under the same key.
      (await post(kind, JSON.stringify({ documentId: id, variables }), options)) as Data,
  };
}

function keyOf({ key }: SendOptions): { readonly key?: string } {
  return key === undefined ? {} : { key };
}

interface Request {
  readonly token: string;
  readonly body: string;
  readonly signal: AbortSignal;
  readonly key?: string;
}

async function request(
  { graphqlUrl, transport }: Deployment,
  { proof }: TokenSource,
  { token, body, signal, key }: Request,
): Promise<Response> {
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
  if (key !== undefined) headers.set('idempotency-key', key);
  const options = { ...transport, ...(proof === undefined ? {} : { DPoP: proof }), signal };
  try {
    return await protectedResourceRequest(token, 'POST', addressedBy(graphqlUrl), headers, body, options);
  } catch (error) {
    // The body of a refusal says more than the challenge.
    if (error instanceof WWWAuthenticateChallengeError) return error.response;
    throw error;
  }
}

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly PlainGraphQLError[];
}

async function dataOf(response: Response): Promise<unknown> {
  const answer = await readAnswer(response);
  const [first] = answer.errors ?? [];
  if (first === undefined) return answer.data;
  throw errorOf(first, answer.errors ?? []);
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    answer = undefined;
  }
  const { data, errors } = (answer ?? {}) as Answer;
  const isOurs = (data !== undefined && data !== null) || (Array.isArray(errors) && errors.length > 0);
  if (isOurs) return { ...(data === undefined ? {} : { data }), ...(errors === undefined ? {} : { errors }) };
  // A proxy's page, or half an answer: whether a write happened is unknown.
  throw new ClientError(
    'server',
    'SERVER',
    'The answer of the service cannot be read.',
    retryAfterOf(response),
  );
}

export function retryAfterOf({ headers }: Response): ClientErrorDetail {
  const after = Number(headers.get('retry-after'));
  return after > 0 ? { retryAfterSeconds: after } : {};
}

/** After `server` the same request may succeed; a write keeps its key. */
const KINDS: Readonly<Partial<Record<string, ErrorKind>>> = {
  UNKNOWN_DOCUMENT: 'configuration',
  UNAUTHENTICATED: 'session',
  TOKEN_EXPIRED: 'session',
  STEP_UP_REQUIRED: 'session',
  REQUEST_TIMEOUT: 'server',
  RATE_LIMITED: 'server',
  UNAVAILABLE: 'server',
  DEADLINE_EXCEEDED: 'server',
  INTERNAL: 'server',
};

function errorOf(
  { message, extensions }: PlainGraphQLError,
  errors: readonly PlainGraphQLError[],
): ClientError {
  const { code } = extensions;
  // The members of an error are those of docs/reference/errors.md; places in documents that the page never saw are left out.
  const plain = errors.map(
    ({ locations: _, ...error }: PlainGraphQLError & { locations?: unknown }) => error,
  );
  const kind = KINDS[code] ?? 'api';
  return new ClientError(kind, code, message, { ...extensions, errors: plain });
}

function isTokenRefused(error: unknown): boolean {
  return error instanceof ClientError && (error.code === 'TOKEN_EXPIRED' || error.code === 'UNAUTHENTICATED');
}
