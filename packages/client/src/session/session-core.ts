// What a session is made of, as its parts see it: the connection to the service, and what a sign-in changes.

import type { ClientError } from '../errors.ts';
import type { Deployment } from '../requests/discovery.ts';
import type { Transport } from '../requests/transport.ts';
import type { Channel } from './channel.ts';
import type { ClientConfig } from './client-session.ts';
import type { KeyStore } from './key-store.ts';
import type { Session, SessionState } from './session.ts';
import type { Tokens } from './tokens.ts';

export interface Connection {
  readonly deployment: Deployment;
  readonly store: KeyStore;
  readonly channel: Channel;
  readonly tokens: Tokens;
  readonly transport: Transport;
}

/** Given to the sign-in flow by its session; never to a body. */
export interface SessionCore {
  now(): SessionNow;
  connect(): Promise<Connection>;
  /** A sign-in has given tokens: asks who it is. True when the session is ready. */
  signedIn(): Promise<boolean>;
  set(state: SessionState, problem: ClientError | undefined): void;
  warn(message: string): void;
}

export interface SessionNow extends Pick<Session, 'state' | 'me'> {
  readonly config: ClientConfig;
  /** Whether the next sign-in asks for the password even where the provider knows the person. */
  readonly mustProve: boolean;
}
