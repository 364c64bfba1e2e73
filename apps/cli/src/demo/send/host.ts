// A host application with a prescriber signed in: GraphQL over HTTP, the same Idempotency-Key for a repeated call, every id in an answer noted.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { idsIn } from '../../check/i8-own-rows.ts';
import { ApiError } from '../../sandbox/api-client.ts';
import { signIn } from '../../sandbox/sign-in.ts';
import type { Organization } from '../network/practice.ts';
import { DEMO_LIMITS } from '../settings.ts';

export interface Host {
  readonly organizationId: string;
  /** Runs a document; a call that got no answer, or was asked to wait, is repeated with the same key. Throws ApiError. */
  ask<Data>(query: string, variables: object, key?: string): Promise<Data>;
}

export interface HostOptions {
  readonly baseUrl: string;
  readonly organization: Organization;
  /** Which of the organization's prescribers signs in. */
  readonly prescriber: number;
  /** Every id that an answer to this organization held. */
  readonly seen: Set<string>;
  /** Told of every call that had to be repeated. */
  readonly onRepeat: (code: string) => void;
}

const SCOPE =
  'openid read:patient read:treatment read:pharmacy read:prescription write:draft write:prescription read:order write:order';
const TRY_AGAIN = new Set(['RATE_LIMITED', 'UNAVAILABLE', 'DEADLINE_EXCEEDED', 'INTERNAL']);

export async function openHost(options: HostOptions): Promise<Host> {
  const { baseUrl, organization, seen } = options;
  const person = organization.prescribers[options.prescriber];
  if (person === undefined) throw new Error('the organization has no such prescriber');
  let token = '';
  let signedInAt = Number.NEGATIVE_INFINITY;
  let signingIn: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    const { clientId, redirectUri } = organization;
    token = await signIn({ baseUrl, clientId, redirectUri, scope: SCOPE }, person);
    signedInAt = performance.now();
  };
  const fresh = async (): Promise<string> => {
    if (performance.now() - signedInAt > DEMO_LIMITS.tokenUseMs) {
      signingIn ??= renew().finally(() => {
        signingIn = undefined;
      });
      await signingIn;
    }
    return token;
  };
  await fresh();
  const once = async (body: string, key: string): Promise<unknown> => {
    const response = await fetch(`${baseUrl}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await fresh()}`,
        'idempotency-key': key,
      },
      body,
      signal: AbortSignal.timeout(DEMO_LIMITS.callTimeoutMs),
    });
    const text = await response.text();
    for (const id of idsIn(text)) seen.add(id);
    return dataOf(text);
  };
  return {
    organizationId: organization.id,
    ask: async <Data>(query: string, variables: object, key: string = randomUUID()) => {
      const body = JSON.stringify({ query, variables });
      for (let attempt = 1; ; attempt += 1) {
        try {
          return (await once(body, key)) as Data;
        } catch (error) {
          const code = error instanceof ApiError ? error.code : 'NO_ANSWER';
          const retryable = code === 'NO_ANSWER' || TRY_AGAIN.has(code);
          if (!retryable || attempt >= DEMO_LIMITS.callAttemptsMax) throw error;
          options.onRepeat(code);
          await wait(attempt * 500);
        }
      }
    },
  };
}

interface GraphqlAnswer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

function dataOf(text: string): unknown {
  const answer = JSON.parse(text) as GraphqlAnswer;
  const error = answer.errors?.[0];
  if (error === undefined) return answer.data;
  throw new ApiError(error.extensions?.code ?? 'UNKNOWN', error.message);
}
