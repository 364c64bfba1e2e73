// What the owner of a session sets, and what only the owner may do with it.
import type { Maintenance } from '../requests/discovery.ts';
import type { IdleEnd } from './idle-end.ts';
import type { Session } from './session.ts';

/** What a page has set on `svc-client`, read. */
export interface ClientConfig {
  readonly clientId: string;
  readonly organization: string;
  /** Scopes beyond what the elements do, with blanks between: for the portal. */
  readonly moreScopes?: string | undefined;
  readonly apiUrl: string;
  readonly devMode: boolean;
  readonly autoLogin: boolean;
  readonly redirectUri?: string | undefined;
  readonly redirectPath?: string | undefined;
  readonly userId?: string | undefined;
  /** `en` or `es`. */
  readonly language?: string | undefined;
}

/** A session with what only its owner may do. */
export interface ClientSession extends Session {
  /** Finds the service and whoever is signed in. Once; `retry` starts again after `failed`. */
  start(): Promise<void>;
  retry(): Promise<void>;
  /** What may change while the session lives; another application, organization or service needs another session. */
  change(
    config: Pick<ClientConfig, 'autoLogin' | 'redirectUri' | 'redirectPath' | 'userId' | 'language'>,
  ): void;
  /** Gives a sign-in window up. */
  cancelSignIn(): void;
  /** True after the person signed out on purpose: what they left on the screen is nobody's business. */
  readonly hidden: boolean;
  /** Maintenance of the whole service, as it was known when the service was found, or looked for again. */
  readonly maintenance: readonly Maintenance[];
  /** Asks the service again what is announced. Never throws. */
  lookForMaintenance(): Promise<void>;
  /** Watches for the end of the session because nobody uses it; calls back when it is a minute away, and when it is not any more. */
  watchIdleEnd(changed: () => void): Promise<IdleEnd>;
  /** The element has left the page, perhaps for a while: the session can be collected with it. */
  rest(): void;
  /** It is back. */
  wake(): void;
  /** Ends it for good. */
  close(): void;
}
