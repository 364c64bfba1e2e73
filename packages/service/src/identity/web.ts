// Assembles everything that people see of identity: the OpenID provider, the sign-in pages and the account pages.
import type { FastifyPluginAsync } from 'fastify';
import type { Ports } from '../kernel/ports.ts';
import { organizationName } from '../organization/inside.ts';
import type { Store } from '../store/store.ts';
import { createAccountActions } from './account-pages/account-actions.ts';
import { accountRoutes } from './account-pages/routes.ts';
import type { IsBreached } from './accounts/breached.ts';
import type { SendMail } from './accounts/mail.ts';
import type { ExternalIssuer } from './external/external-issuer.ts';
import { createExternalClient } from './external/external-issuer.ts';
import type { IdentityKey } from './identity-key.ts';
import { accountLookup } from './provider/account-lookup.ts';
import { clientLookup } from './provider/clients.ts';
import { currentProvider, providerRoutes } from './provider/mount.ts';
import { providerPages } from './provider/provider-pages.ts';
import type { SigningKeys } from './provider/signing-keys.ts';
import { createTokenEntries } from './provider/token-entries.ts';
import { createRecovery } from './recovery/recovery.ts';
import { createChallenges } from './second-factor/challenges.ts';
import { passkeySite } from './second-factor/passkeys.ts';
import { createFactorFlow } from './sign-in/factor-flow.ts';
import { createFlow } from './sign-in/flow.ts';
import { signInRoutes } from './sign-in/routes.ts';

export interface SignInDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly key: IdentityKey;
  readonly keys: SigningKeys;
  readonly baseUrl: string;
  readonly issuer: string;
  readonly audience: string;
  /** The address of the operators' console; null where there is none. */
  readonly consoleUrl: string | null;
  readonly requireSecondFactor: boolean;
  readonly sendMail: SendMail | null;
  readonly isBreached: IsBreached;
  readonly externalIssuers: readonly ExternalIssuer[];
  /** A proof of this age is fresh for nothing. */
  readonly staleProofSeconds: number;
  readonly forgetActors: () => void;
  readonly onError: (error: unknown) => void;
}

export interface SignInPart {
  readonly routes: FastifyPluginAsync;
  /** Waits for what is written after the answer. */
  settle(): Promise<void>;
}

export function createSignIn(deps: SignInDeps): SignInPart {
  const { store, ports, key, keys, issuer, audience, onError } = deps;
  const flow = createFlow(deps);
  const site = passkeySite(deps.baseUrl);
  const factors = createFactorFlow({ store, ports, key, site });
  const actions = createAccountActions(deps);
  const entries = createTokenEntries(deps);
  const provider = currentProvider(
    {
      store,
      clock: ports.clock,
      key,
      issuer,
      audience,
      consoleUrl: deps.consoleUrl,
      findClient: clientLookup(store, ports),
      findAccount: accountLookup(store),
      pages: providerPages,
      grantEnded: deps.forgetActors,
    },
    keys,
    entries,
    { onError, forgetActors: deps.forgetActors },
  );
  const externals = deps.externalIssuers.map((settings) =>
    createExternalClient(settings, { baseUrl: deps.baseUrl, now: () => ports.clock.now(), onError }),
  );
  const challenges = createChallenges(store, ports);
  const shared = { store, ports, key, issuer, provider, factors, site, challenges };
  return {
    routes: async (app) => {
      await app.register(providerRoutes(provider, entries, issuer));
      await app.register(
        signInRoutes({
          ...shared,
          flow,
          externals,
          staleProofSeconds: deps.staleProofSeconds,
          ownIssuerOnly: new Set(
            deps.externalIssuers.filter((one) => one.replacesPassword).map((one) => one.organizationId),
          ),
          requireSecondFactor: deps.requireSecondFactor,
          organizationName: (orgId) => store.asDoor((tx) => organizationName(tx, orgId)),
          forgottenPassword: deps.sendMail !== null,
          replacePassword: (account, chosen, origin) => actions.from(origin).replacePassword(account, chosen),
        }),
      );
      await app.register(accountRoutes({ ...shared, actions, recovery: createRecovery(deps) }));
    },
    settle: async () => {
      await flow.settle();
      await actions.settle();
    },
  };
}
