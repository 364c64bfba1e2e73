// Asks the service for the stream of what changes, in the name of who is signed in.
import { protectedResourceRequest, WWWAuthenticateChallengeError } from 'oauth4webapi';
import type { Deployment } from '../requests/discovery.ts';
import type { TokenSource } from '../requests/transport.ts';
import { liveOf } from './live.ts';
import type { Live } from './news.ts';

/** Who is signed in. */
interface Person {
  readonly me: { readonly id: string } | undefined;
  readonly organization: { readonly id: string } | undefined;
}

/** The stream of whoever is signed in over this connection. */
export function openLive(
  { deployment, tokens }: { readonly deployment: Deployment; readonly tokens: TokenSource },
  { me, organization }: Person,
): Live {
  const url = new URL('/v1/live', deployment.graphqlUrl);
  const ask = async (
    token: string,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<Response> => {
    const headers = new Headers({ accept: 'text/event-stream' });
    if (lastEventId !== undefined) headers.set('last-event-id', lastEventId);
    try {
      return await protectedResourceRequest(token, 'GET', url, headers, null, {
        ...deployment.transport,
        ...(tokens.proof === undefined ? {} : { DPoP: tokens.proof }),
        signal,
      });
    } catch (error) {
      if (error instanceof WWWAuthenticateChallengeError) return error.response;
      throw error;
    }
  };
  return liveOf(`${url.href} ${organization?.id} ${me?.id}`, async (lastEventId, signal) => {
    const token = await tokens.access();
    const response = await ask(token, lastEventId, signal);
    if (response.status !== 401) return response;
    // A node whose clock is ahead, or a session that was ended: a fresh token tells which.
    void response.body?.cancel();
    tokens.spoil(token);
    return await ask(await tokens.access(), lastEventId, signal);
  });
}
