// Owns the tokens of one client in this tab: the access token in memory, the refresh token sealed in the browser's database, one
// refresh at a time over all tabs (A1).
import type { Client, DPoPHandle, TokenEndpointResponse } from 'oauth4webapi';
import {
  DPoP,
  None,
  processRefreshTokenResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
} from 'oauth4webapi';
import { ClientError } from '../errors.ts';
import { SHARED_TOKEN_WAIT_MS, TOKEN_MARGIN_MS, TOKEN_TIMEOUT_MS, UNTOLD_LIFE_SECONDS } from '../limits.ts';
import { tried } from '../requests/delivery.ts';
import type { Deployment } from '../requests/discovery.ts';
import type { TokenSource } from '../requests/transport.ts';
import { asClientError, withNonce } from '../sign-in/oauth-answers.ts';
import type { Channel } from './channel.ts';
import type { KeyStore, Sealed } from './key-store.ts';
import { sealed, unsealed } from './key-store.ts';

interface Access {
  readonly token: string;
  readonly endsAtMs: number;
}

export interface Tokens extends TokenSource {
  readonly client: Client;
  readonly proof: DPoPHandle;
  /** Takes what a sign-in gave; it replaces what was there. */
  adopt(response: TokenEndpointResponse, subject: string): Promise<void>;
  /** True when a session of an earlier page could be continued. */
  restore(): Promise<boolean>;
  /** Forgets it in this tab, because another tab has ended it. */
  drop(): void;
  /** Forgets it in all tabs, and answers the refresh token that is to be revoked. */
  surrender(): Promise<string | undefined>;
}

export interface TokenDeps {
  readonly name: string;
  readonly deployment: Deployment;
  readonly clientId: string;
  readonly store: KeyStore;
  readonly channel: Channel;
}

export async function openTokens(deps: TokenDeps): Promise<Tokens> {
  const { keys } = await deps.store.read();
  return new TabTokens(deps, keys);
}

class TabTokens implements Tokens {
  readonly client: Client;
  readonly proof: DPoPHandle;
  readonly #deps: TokenDeps;
  #access: Access | undefined;
  #subject: string | null = null;
  #generation = 0;
  #refreshing: Promise<Access> | undefined;

  constructor(deps: TokenDeps, keys: CryptoKeyPair) {
    this.#deps = deps;
    this.client = { client_id: deps.clientId };
    this.proof = DPoP(this.client, keys);
    deps.channel.listen((message) => {
      if (message.type === 'token') void this.#take(message.generation, message.sealed);
    });
  }

  async access(): Promise<string> {
    if (isGood(this.#access)) return this.#access.token;
    if (this.#subject === null) throw ended();
    return (await this.#refresh()).token;
  }

  spoil(token: string): void {
    if (this.#access?.token === token) this.#access = undefined;
  }

  async adopt(response: TokenEndpointResponse, subject: string): Promise<void> {
    await this.#alone(() => this.#keep(response, subject));
  }

  async restore(): Promise<boolean> {
    try {
      await this.#refresh();
      return true;
    } catch (error) {
      if (error instanceof ClientError && error.code === 'SIGNED_OUT') return false;
      throw error;
    }
  }

  drop(): void {
    this.#access = undefined;
    this.#subject = null;
  }

  async surrender(): Promise<string | undefined> {
    const { store } = this.#deps;
    const { seal, refreshToken } = await store.read();
    this.drop();
    await store.change({ refreshToken: null, subject: null });
    const token = refreshToken === null ? undefined : await unsealed(seal, refreshToken);
    return typeof token === 'string' ? token : undefined;
  }

  #refresh(): Promise<Access> {
    this.#refreshing ??= this.#alone(() => this.#refreshAlone()).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** One at a time over all tabs: a refresh token that is used twice ends the session. */
  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return await navigator.locks.request(`${this.#deps.name} refresh`, work);
  }

  async #refreshAlone(): Promise<Access> {
    const { store, channel } = this.#deps;
    const kept = await store.read();
    if (kept.refreshToken === null || kept.subject === null) throw ended();
    if (this.#subject !== null && this.#subject !== kept.subject) throw ended();
    if (this.#subject !== null && kept.generation > this.#generation)
      await this.#sharedToken(kept.generation);
    if (isGood(this.#access)) return this.#access;
    const token = await unsealed(kept.seal, kept.refreshToken);
    if (typeof token !== 'string') throw ended();
    const fresh = await this.#keep(await this.#requestRefresh(token), kept.subject);
    const shared: Shared = { ...fresh, subject: kept.subject };
    channel.send({ type: 'token', generation: this.#generation, sealed: await sealed(kept.seal, shared) });
    return fresh;
  }

  async #requestRefresh(token: string): Promise<TokenEndpointResponse> {
    const { provider, transport } = this.#deps.deployment;
    try {
      return await withNonce(() =>
        tried(async (signal) => {
          const options = { ...transport, DPoP: this.proof, signal };
          const response = await refreshTokenGrantRequest(provider, this.client, None(), token, options);
          return await processRefreshTokenResponse(provider, this.client, response);
        }, TOKEN_TIMEOUT_MS),
      );
    } catch (error) {
      if (!(error instanceof ResponseBodyError) || error.error !== 'invalid_grant')
        throw asClientError(error);
      await this.#deps.store.change({ refreshToken: null });
      throw ended();
    }
  }

  async #keep(response: TokenEndpointResponse, subject: string): Promise<Access> {
    const { store } = this.#deps;
    const { seal, generation } = await store.read();
    const access = {
      token: response.access_token,
      endsAtMs: Date.now() + (response.expires_in ?? UNTOLD_LIFE_SECONDS) * 1_000,
    };
    const refreshToken =
      response.refresh_token === undefined
        ? {}
        : { refreshToken: await sealed(seal, response.refresh_token) };
    await store.change({ generation: generation + 1, subject, ...refreshToken });
    this.#access = access;
    this.#subject = subject;
    this.#generation = generation + 1;
    return access;
  }

  /** Another tab has the newest token: it is on its way. */
  async #sharedToken(wanted: number): Promise<void> {
    const untilMs = Date.now() + SHARED_TOKEN_WAIT_MS;
    while (this.#generation < wanted && Date.now() < untilMs)
      await new Promise((resolve) => setTimeout(resolve, 10));
  }

  /** What another tab refreshed, when it is newer than ours and our person's. */
  async #take(generation: number, shared: Sealed): Promise<void> {
    const opened = (await unsealed((await this.#deps.store.read()).seal, shared)) as Shared | undefined;
    if (opened === undefined || generation <= this.#generation || opened.subject !== this.#subject) return;
    this.#generation = generation;
    this.#access = { token: opened.token, endsAtMs: opened.endsAtMs };
  }
}

interface Shared extends Access {
  readonly subject: string;
}

function isGood(access: Access | undefined): access is Access {
  return access !== undefined && access.endsAtMs - TOKEN_MARGIN_MS > Date.now();
}

function ended(): ClientError {
  return new ClientError('session', 'SIGNED_OUT', 'Nobody is signed in.');
}
