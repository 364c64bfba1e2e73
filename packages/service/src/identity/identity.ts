// The public face of identity: sign-in, tokens, and who may prescribe.
import type { FastifyPluginAsync } from 'fastify';
import { operatorName, recordNetworkAct } from '../audit/inside.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Ports } from '../kernel/ports.ts';
import { validate } from '../kernel/validate.ts';
import { isLoopback } from '../kernel/web/loopback.ts';
import type { Store, Tx } from '../store/store.ts';
import { pruneTries } from '../tries/tries.ts';
import type { IsBreached, RangeOutcome } from './accounts/breached.ts';
import { createBreachedCheck } from './accounts/breached.ts';
import type { SendMail } from './accounts/mail.ts';
import type { Applications } from './applications/applications.ts';
import { createApplications } from './applications/applications.ts';
import type { Origins } from './applications/origins.ts';
import { createOrigins } from './applications/origins.ts';
import type { ExternalIssuer } from './external/external-issuer.ts';
import type { IdentityKey } from './identity-key.ts';
import { createIdentityKey } from './identity-key.ts';
import { resealIdentity } from './key-rotation.ts';
import { IDENTITY_LIMITS } from './limits.ts';
import type { Operators, OperatorsDeps } from './operators/operators.ts';
import { createOperators } from './operators/operators.ts';
import { pruneSessions } from './operators/sessions.ts';
import { pruneArtifacts } from './provider/adapter.ts';
import { PROVIDER_PREFIX } from './provider/mount.ts';
import type { SigningKeys } from './provider/signing-keys.ts';
import { openSigningKeys } from './provider/signing-keys.ts';
import type { Seeding } from './seeding.ts';
import { createSeeding } from './seeding.ts';
import { endIdleSessions } from './sessions/browser-sessions.ts';
import type { Authenticator } from './tokens/authenticate.ts';
import { createAuthenticator } from './tokens/authenticate.ts';
import type { ProofPolicy } from './tokens/fresh-proof.ts';
import { requireFreshProof } from './tokens/fresh-proof.ts';
import type { Attestation } from './users/attestation.ts';
import { authorizedPrescriberBy } from './users/authorized-prescriber.ts';
import type { PrescriberCheck } from './users/prescriber.ts';
import type { UsersDeps } from './users/user-acts.ts';
import type { UserAdministration } from './users/user-administration.ts';
import { createUserAdministration } from './users/user-administration.ts';
import type { User } from './users/user-rows.ts';
import { selectUser, selectUsers } from './users/user-rows.ts';
import type { Users } from './users/users.ts';
import { createUsers } from './users/users.ts';
import { createSignIn } from './web.ts';
import type { AnnouncedMaintenance } from './well-known.ts';
import { discoveryRoute } from './well-known.ts';

export type { Mail, SendMail } from './accounts/mail.ts';
export type { ApplicationInput } from './applications/application-input.ts';
export type { Application } from './applications/application-rows.ts';
export type { ApplicationSecret } from './applications/application-secrets.ts';
export type { Applications, WithSecret } from './applications/applications.ts';
export type { ExternalIssuer } from './external/external-issuer.ts';
export type { NoOperator, Operator } from './operators/operator.ts';
export type { OperatorRequest, Operators } from './operators/operators.ts';
export type { Begun, ListedSession, OperatorSession } from './operators/sessions.ts';
export type { OperatorToken, OperatorTokens } from './operators/tokens.ts';
export { CONSOLE_CALLBACK_PATH, CONSOLE_CLIENT } from './provider/clients.ts';
export { ACR } from './provider/policy.ts';
export type { SecondFactorState } from './second-factor/requirement.ts';
export type { Attestation } from './users/attestation.ts';
export { attestationHash, DEFAULT_ATTESTATION } from './users/attestation.ts';
export type { PrescriberCheck, PrescriberNeed, PrescriberProfile } from './users/prescriber.ts';
export { PRESCRIBER_NEEDS } from './users/prescriber.ts';
export type { ProfileSet } from './users/set-profile.ts';
export type { ListedUser, Recovered, UserAdministration } from './users/user-administration.ts';
export type { NewUserInput, ProfileInput } from './users/user-input.ts';
export type { PracticeLocation, User } from './users/user-rows.ts';
export type { Invited, Users } from './users/users.ts';

export interface IdentityConfig {
  /** Where the service is reached, without path: `https://pestle.example` or `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  readonly environment: 'production' | 'staging' | 'sandbox';
  /** The address of the operators' console, without path; left out where there is none. */
  readonly consoleUrl?: string;
  /** The staging sibling that `dev-mode` points at; its own base URL. */
  readonly stagingUrl?: string;
  /** 32 secret bytes from a file or the environment, the same on all nodes. */
  readonly identityKey: Uint8Array;
  /** Keys from before a rotation (or the one that is to come): they still verify and open. */
  readonly identityKeysPrevious?: readonly Uint8Array[];
  /** Prescribers use a second factor (A2). */
  readonly requireSecondFactor: boolean;
  /** Oldest proof that is good for signing; 15 minutes where a second factor is required, else unbounded. */
  readonly signingProofAgeSeconds?: number;
  /** Where the ends of hashes of breached passwords are asked for; nowhere when left out. */
  readonly passwordRangeUrl?: string;
  /** OpenID issuers of organizations, in place of our password. */
  readonly externalIssuers?: readonly ExternalIssuer[];
  /** What prescribers agree to before they sign; none is asked for when left out. */
  readonly attestation?: Attestation;
}

export interface IdentityDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly config: IdentityConfig;
  /** How e-mails leave the house; without it administrators pass invitations on, and nobody can ask for a new password. */
  readonly sendMail?: SendMail;
  /** Told how the range service of breached passwords answered. */
  readonly passwordRangeAsked?: (outcome: RangeOutcome) => void;
  /** Windows of maintenance of the whole service, for `/.well-known/pestle`; none when left out. */
  readonly maintenance?: () => Promise<readonly AnnouncedMaintenance[]>;
  /** What went wrong without anybody being able to understand it: for the log. */
  readonly onError: (error: unknown) => void;
}

export interface Identity extends Omit<Authenticator, 'forget'>, Omit<Origins, 'forget'>, Seeding {
  /** Issuer identifier of the OpenID provider. */
  readonly issuer: string;
  /** The resource indicator of the API and the audience of its access tokens. */
  readonly audience: string;
  /** Calls back whenever somebody's access may have ended on this node, once that is in the store: for what goes on after its request. */
  whenAccessEnds(listener: () => void): void;
  /** Users as their organization manages them. */
  readonly users: Users;
  /** Users of any organization, for those who run the network; no caller of the API reaches it. */
  readonly administration: UserAdministration;
  /** Those who run the network: their sessions, and who a request of theirs is from. */
  readonly operators: Operators;
  /** Applications as their organization manages them. */
  readonly applications: Applications;
  /** `/oidc/*`, `/sign-in/*` and `/.well-known/pestle`, as a Fastify plugin. */
  readonly routes: FastifyPluginAsync;
  /** Whether a user may sign, from the current row; the profile when they may, what is missing when not (A2). */
  readonly authorizedPrescriber: (tx: Tx, orgId: string, userId: string) => Promise<PrescriberCheck>;
  /** Step-up for signing: throws STEP_UP_REQUIRED when the proof is too old or too weak, FORBIDDEN for machines. */
  readonly requireFreshProof: (actor: Actor) => void;
  findUser(tx: Tx, orgId: string, id: string): Promise<User | undefined>;
  findUsers(tx: Tx, orgId: string, ids: readonly string[]): Promise<User[]>;
  /** Makes the next signing key the current one; `by` an operator, whom an entry in the network's trail names. */
  rotateSigningKeys(by?: string): Promise<void>;
  /** Housekeeping: removes what has expired and moves signing keys along. Call it every few minutes. */
  maintain(): Promise<void>;
  /** Whether a password is known from a breach: for rooms whose people sign in by themselves. */
  readonly isBreached: IsBreached;
  /** Waits for what is still being written. */
  close(): Promise<void>;
}

/** Throws RangeError for a base URL that cannot be an issuer, or a key of the wrong length. */
export async function createIdentity(deps: IdentityDeps): Promise<Identity> {
  const { store, ports, config, onError } = deps;
  const baseUrl = checkBaseUrl(config.baseUrl, config.environment);
  const issuer = `${baseUrl}${PROVIDER_PREFIX}`;
  const audience = baseUrl;
  const key = createIdentityKey(config.identityKey, ports, config.identityKeysPrevious);
  const proofPolicy = proofPolicyOf(config);
  const keys = await openSigningKeys(store, ports, key);
  const authenticator = createAuthenticator({ store, ports, keys, issuer, audience });
  const origins = createOrigins({ store, ports });
  const { forget, whenAccessEnds } = forgettingBy(authenticator, origins);
  const { requireSecondFactor } = config;
  const policy = { requireSecondFactor, attestation: config.attestation ?? null };
  const usersDeps = {
    store,
    ports,
    key,
    baseUrl,
    policy,
    sendMail: deps.sendMail ?? null,
    requireSecondFactor,
    requireProof: (actor: Actor) => requireFreshProof(actor, proofPolicy, ports.clock),
    forgetActors: forget,
  };
  const isBreached = breachedCheckOf(deps);
  const signIn = createSignIn({
    store,
    ports,
    key,
    keys,
    baseUrl,
    issuer,
    audience,
    consoleUrl: config.consoleUrl ?? null,
    requireSecondFactor,
    sendMail: deps.sendMail ?? null,
    isBreached,
    externalIssuers: config.externalIssuers ?? [],
    staleProofSeconds: Math.max(
      IDENTITY_LIMITS.accountProofAgeSeconds,
      proofPolicy.signingProofAgeSeconds ?? 0,
    ),
    forgetActors: forget,
    onError,
  });
  return {
    isBreached,
    issuer,
    audience,
    routes: async (app) => {
      await app.register(signIn.routes);
      await app.register(
        discoveryRoute({ ...config, baseUrl }, issuer, deps.maintenance ?? (async () => [])),
      );
    },
    ...authenticationBy(authenticator),
    whenAccessEnds,
    originsFor: (clientId) => origins.originsFor(clientId),
    isOriginAllowed: (origin, clientId) => origins.isOriginAllowed(origin, clientId),
    applications: createApplications({ store, ports, forget }),
    ...peopleOf({ ...usersDeps, keys, issuer }),
    ...createSeeding({ store, ports }),
    authorizedPrescriber: authorizedPrescriberBy(policy),
    requireFreshProof: (actor) => requireFreshProof(actor, proofPolicy, ports.clock),
    findUser: selectUser,
    findUsers: selectUsers,
    ...upkeep({ store, ports, key, keys }, (config.identityKeysPrevious ?? []).length > 0),
    close: () => signIn.settle(),
  };
}

/** Whether a password is known from breaches, as the deployment is configured. */
function breachedCheckOf({ config, passwordRangeAsked, onError }: IdentityDeps): IsBreached {
  const counted = passwordRangeAsked ?? (() => undefined);
  return createBreachedCheck({ rangeUrl: config.passwordRangeUrl ?? null, counted, onError });
}

/** Lets this node forget what it believes of people and pages, and tells who listens. */
function forgettingBy(
  authenticator: Pick<Authenticator, 'forget'>,
  origins: Pick<Origins, 'forget'>,
): Pick<Identity, 'whenAccessEnds'> & { readonly forget: () => void } {
  const listeners: (() => void)[] = [];
  return {
    whenAccessEnds: (listener) => void listeners.push(listener),
    forget: () => {
      authenticator.forget();
      origins.forget();
      for (const listener of listeners) listener();
    },
  };
}

/** Who asks, for how long, and whether their session still stands. */
function authenticationBy(authenticator: Authenticator): Omit<Authenticator, 'forget'> {
  return {
    authenticate: (request) => authenticator.authenticate(request),
    standingOf: (request) => authenticator.standingOf(request),
    grantsStanding: (grants) => authenticator.grantsStanding(grants),
  };
}

/** Users by their organization and by operators, and the operators themselves. */
function peopleOf(deps: UsersDeps & OperatorsDeps): Pick<Identity, 'users' | 'administration' | 'operators'> {
  return {
    users: createUsers(deps),
    administration: createUserAdministration(deps),
    operators: createOperators(deps),
  };
}

/** How old and how strong the proof of a person who signs must be. */
function proofPolicyOf({ requireSecondFactor, signingProofAgeSeconds }: IdentityConfig): ProofPolicy {
  const byDefault = requireSecondFactor ? IDENTITY_LIMITS.signingProofAgeSecondsDefault : null;
  return { requireSecondFactor, signingProofAgeSeconds: signingProofAgeSeconds ?? byDefault };
}

/** What housekeeping calls. `hasEarlierKeys`: something may still be sealed by them. */
function upkeep(
  { store, ports, key, keys }: UpkeepDeps,
  hasEarlierKeys: boolean,
): Pick<Identity, 'rotateSigningKeys' | 'maintain'> {
  let toReseal = hasEarlierKeys;
  return {
    rotateSigningKeys: async (by) => {
      const operator = by === undefined ? undefined : validate(operatorName, by, 'by');
      await keys.rotate('now', async (tx, { privateKeys: [signing] }) => {
        if (operator === undefined) return;
        const subject = { kind: 'signing-key', id: signing?.kid ?? '' };
        await recordNetworkAct(tx, ports, { operator, action: 'identity.rotate-keys', subject, detail: {} });
      });
    },
    maintain: async () => {
      await pruneArtifacts(store, ports.clock);
      await pruneTries(store, ports.clock);
      await pruneSessions({ store, ports });
      await endIdleSessions({ store, ports });
      await keys.rotate();
      // Once per process: whoever still sealed by an earlier key does this again when it starts with the new one.
      if (toReseal) await resealIdentity(store, key);
      toReseal = false;
    },
  };
}

interface UpkeepDeps extends Pick<IdentityDeps, 'store' | 'ports'> {
  readonly key: IdentityKey;
  readonly keys: SigningKeys;
}

function checkBaseUrl(text: string, environment: IdentityConfig['environment']): string {
  const url = URL.parse(text);
  if (url === null || url.origin !== text.replace(/\/$/, ''))
    throw new RangeError('The base URL must be an origin without path, such as https://pestle.example.');
  if (url.protocol !== 'https:' && !isLoopback(url.hostname) && environment !== 'sandbox')
    throw new RangeError('The base URL must use https: sign-in cookies and tokens would travel readable.');
  return url.origin;
}
