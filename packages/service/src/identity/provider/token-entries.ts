// The audit entries of sign-ins that no page of ours sees: machines at the token endpoint, and people whose session stands for them.
import type { IncomingMessage } from 'node:http';
import type { ApplicationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { recordAudit } from '../../audit/audit.ts';
import type { Origin } from '../../kernel/actor.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { findMembership } from '../accounts/accounts.ts';
import type { EntryDeps } from '../accounts/sign-in-entries.ts';
import { recordSignIn } from '../accounts/sign-in-entries.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { browserOf } from '../sessions/browser-name.ts';
import { noteSession } from '../sessions/browser-sessions.ts';
import { homeOf } from './clients.ts';
import type { ProviderAccount } from './policy.ts';

export interface TokenEntries {
  /** Where a request of the provider comes from, as Fastify knows it. */
  from(request: IncomingMessage, origin: Origin): void;
  /** Around the provider's own work: entries are committed before it answers. */
  around(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void>;
}

export function createTokenEntries(deps: EntryDeps & { readonly forgetActors: () => void }): TokenEntries {
  const origins = new WeakMap<IncomingMessage, Origin>();
  const refusals = new BoundedMap<{ readonly untilMs: number; unwritten: number }>(
    deps.ports.clock,
    IDENTITY_LIMITS.machineRefusalsRememberedMax,
    'memory',
  );
  /**
   * One entry a minute for the same refusal, with how many it stands for: anybody can knock, and entries are kept. Null
   * while there is one already.
   */
  const attemptsToWrite = (key: string): number | null => {
    const now = deps.ports.clock.now();
    const known = refusals.get(key);
    if (known !== undefined && now < known.untilMs) {
      known.unwritten += 1;
      return null;
    }
    const untilMs = now + IDENTITY_LIMITS.machineRefusalIntervalMs;
    refusals.set(key, { untilMs, unwritten: 0 }, Number.MAX_SAFE_INTEGER);
    return (known?.unwritten ?? 0) + 1;
  };
  return {
    from: (request, origin) => {
      origins.set(request, origin);
    },
    around: async (ctx, next) => {
      await next();
      const origin = origins.get(ctx.req);
      const { client, route, entities } = ctx.oidc ?? {};
      if (route === 'end_session_confirm') {
        await recordSignOut(deps, ctx, origin);
        // The provider says so before the last of its grants has gone.
        deps.forgetActors();
      }
      if (client === undefined) return;
      if (route === 'token' && isMachine(client)) {
        const error = errorOf(ctx);
        const attempts = error === null ? 1 : attemptsToWrite(`${client.clientId} ${error}`);
        if (attempts !== null) await recordMachine(deps, client, { origin, error, attempts });
      }
      if (entities?.AuthorizationCode !== undefined) await noteSessionOf(deps, ctx);
      // Whoever has just been at our pages comes back by another route, and has an entry.
      if (route === 'authorization' && entities?.AuthorizationCode !== undefined) {
        const { membership } = entities.Account as unknown as ProviderAccount;
        const clientId = client.clientId as ApplicationId;
        await recordSignIn(deps, { clientId, ...(origin === undefined ? {} : { origin }) }, membership, {
          methods: ['session'],
          authTimeSeconds: null,
        });
      }
    },
  };
}

/** The browser's session was given something: it is one of its person's sessions from now on. */
async function noteSessionOf({ store, ports }: EntryDeps, { oidc, req }: KoaContextWithOIDC): Promise<void> {
  const { session, entities } = oidc;
  const account = entities.Account as unknown as ProviderAccount | undefined;
  if (session === undefined || account === undefined) return;
  const { orgId, userId } = account.membership;
  const browser = browserOf(req.headers['user-agent']);
  await store.asDoor((tx) => noteSession(tx, ports, { uid: session.uid, orgId, userId, browser }));
}

type Client = NonNullable<KoaContextWithOIDC['oidc']['client']>;

const isMachine = (client: Client): boolean => client.clientAuthMethod !== 'none';

/** The error of an answer of the token endpoint; null when it gave a token. */
function errorOf({ status, body }: { readonly status: number; readonly body?: unknown }): string | null {
  if (status === 200) return null;
  return typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : 'server_error';
}

async function recordMachine(
  { store, ports }: EntryDeps,
  client: Client,
  outcome: { readonly origin: Origin | undefined; readonly error: string | null; readonly attempts: number },
): Promise<void> {
  const { clientId } = client;
  const orgId = homeOf(client);
  if (orgId === null || !isId('app', clientId)) return;
  const { origin, error, attempts } = outcome;
  const from = origin === undefined ? {} : { origin };
  await store.withOrg(orgId, (tx) =>
    recordAudit(tx, ports, {
      orgId,
      actor:
        error === null
          ? { kind: 'machine', orgId, id: clientId, clientId, scopes: new Set(), ...from }
          : { kind: 'service', id: null, ...from },
      action: 'application.sign-in',
      subject: { kind: 'application', id: clientId },
      outcome: error === null ? 'success' : 'refused',
      detail: error === null ? {} : { error, attempts },
    }),
  );
}

/** A person signed out of this browser; the entry is of the membership that the session was for. */
async function recordSignOut(
  { store, ports }: EntryDeps,
  { oidc }: KoaContextWithOIDC,
  origin: Origin | undefined,
): Promise<void> {
  const userId = oidc.session?.accountId;
  if (oidc.params?.['logout'] === undefined || userId === undefined) return;
  const membership = await store.asDoor((tx) => findMembership(tx, userId));
  if (membership === undefined) return;
  const { orgId } = membership;
  await store.withOrg(orgId, (tx) =>
    recordAudit(tx, ports, {
      orgId,
      // As for a sign-out everywhere: the session says whose it was, not who clicked.
      actor: { kind: 'service', id: null, ...(origin === undefined ? {} : { origin }) },
      action: 'user.sign-out',
      subject: { kind: 'user', id: userId },
      detail: { from: 'browser' },
    }),
  );
}
