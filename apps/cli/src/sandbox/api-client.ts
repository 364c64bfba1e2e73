// A small client of the service's own API, as an integrator would write one: tokens and GraphQL over HTTP.
import { randomUUID } from 'node:crypto';
import { COMMAND_LIMITS } from '../limits.ts';

/** An error of the API, with its code. */
export class ApiError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
  }
}

export interface ApiClient {
  /** Runs a document. A write gets an Idempotency-Key of its own. Throws ApiError for the first error. */
  ask<Data>(query: string, variables?: object): Promise<Data>;
}

interface GraphqlAnswer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/** `token` is asked for each call, so that it may renew what has expired. */
export function createApiClient(baseUrl: string, token: () => Promise<string>): ApiClient {
  return {
    ask: async <Data>(query: string, variables: object = {}) => {
      const response = await fetch(`${baseUrl}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${await token()}`,
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ query, variables }),
        signal: AbortSignal.timeout(COMMAND_LIMITS.sandboxCallTimeoutMs),
      });
      const answer = (await response.json()) as GraphqlAnswer;
      const error = answer.errors?.[0];
      if (error !== undefined) throw new ApiError(error.extensions?.code ?? 'UNKNOWN', error.message);
      return answer.data as Data;
    },
  };
}

interface Token {
  readonly value: string;
  readonly expiresAtMs: number;
}

export interface MachineClient {
  readonly id: string;
  readonly secret: string;
  /** Scopes asked for, with blanks between. */
  readonly scope: string;
}

/** Tokens of a machine client (client credentials), renewed when they end. */
export function machineToken(baseUrl: string, client: MachineClient): () => Promise<string> {
  let token: Token | undefined;
  let asking: Promise<Token> | undefined;
  const ask = async (): Promise<Token> => {
    const response = await fetch(`${baseUrl}/oidc/token`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: baseUrl, scope: client.scope }),
      signal: AbortSignal.timeout(COMMAND_LIMITS.sandboxCallTimeoutMs),
    });
    const answer = (await response.json()) as { access_token?: string; expires_in?: number; error?: string };
    if (answer.access_token === undefined)
      throw new ApiError(answer.error ?? 'UNKNOWN', 'The machine client got no token.');
    return { value: answer.access_token, expiresAtMs: Date.now() + (answer.expires_in ?? 0) * 1000 };
  };
  return async () => {
    if (token !== undefined && token.expiresAtMs - COMMAND_LIMITS.tokenRenewedBeforeMs > Date.now())
      return token.value;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    token = await asking;
    return token.value;
  };
}
