// The steps of a sign-in behind the pages: proofs, throttle, choice of organization, and the end of it.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Asker } from '../../kernel/concurrency/fair-limit.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { addressKey } from '../../kernel/web/address-key.ts';
import type { Store } from '../../store/store.ts';
import type { SlowDown } from '../../tries/tries.ts';
import { judge } from '../../tries/tries.ts';
import type { Account } from '../accounts/accounts.ts';
import {
  findAccountByEmail,
  findAccountById,
  findMembership,
  membershipsOf,
  normalizeEmail,
  setPasswordHash,
} from '../accounts/accounts.ts';
import type { IsBreached } from '../accounts/breached.ts';
import type { SendMail } from '../accounts/mail.ts';
import { changedMail } from '../accounts/mail.ts';
import { hashPassword, isOutdatedHash, verifyPassword } from '../accounts/password.ts';
import type { AccountEntry, SignInSource } from '../accounts/sign-in-entries.ts';
import { recordForAccount, recordSignIn, recordStranger } from '../accounts/sign-in-entries.ts';
import { signInBudgets } from '../accounts/try-budgets.ts';
import type { IdentityKey } from '../identity-key.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { ArtifactAdapter } from '../provider/adapter.ts';
import { PROVEN_AT_MS } from '../provider/policy.ts';
import { secondFactorsOf } from '../second-factor/second-factor.ts';
import { endSession } from '../sessions/browser-sessions.ts';
import type { Method, NextStep, Progress, SignInPerson, SignInWish } from './progress.ts';
import { acrOf, nextStep } from './progress.ts';

export interface FlowDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly key: IdentityKey;
  /** Tells people of what was changed about their sign-in; null where no e-mails leave the house. */
  readonly sendMail: SendMail | null;
  readonly isBreached: IsBreached;
  readonly onError: (error: unknown) => void;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** One sign-in under way, as the pages work on it. */
export interface SignIn extends SignInSource {
  readonly provider: Provider;
  readonly interaction: Interaction;
  readonly raw: { readonly request: IncomingMessage; readonly response: ServerResponse };
  readonly wish: SignInWish;
}

type Done = Extract<NextStep, { readonly step: 'done' }>;

export type PasswordOutcome =
  | { readonly kind: 'proved'; readonly progress: Progress }
  | { readonly kind: 'wrong' }
  | SlowDown;

export interface Flow {
  /** Looks at e-mail and password; the same work and the same answer whether the account exists or not. */
  provePassword(
    signIn: SignIn,
    given: { readonly email: string; readonly password: string },
    from: { readonly address: string; readonly device: string | null },
  ): Promise<PasswordOutcome>;
  /** What is known; of a session that must be stepped up, the person it belongs to. */
  progressOf(signIn: SignIn): Promise<Progress | null>;
  keep(signIn: SignIn, progress: Progress): Promise<void>;
  forget(signIn: SignIn): Promise<void>;
  next(signIn: SignIn, progress: Progress | null): Promise<NextStep>;
  /** Ends the sign-in with success; answers where the browser goes. */
  finish(signIn: SignIn, progress: Progress, done: Done): Promise<string>;
  /** Ends it without; the application is told. */
  cancel(signIn: SignIn): Promise<string>;
  /** Notes that somebody who is known was refused: a second factor that was not right, an organization that is not theirs. */
  refused(signIn: SignIn, accountId: string): Promise<void>;
  /** Notes that somebody was refused whom nobody knows; `reason` is a code. */
  refusedStranger(signIn: SignIn, reason: string): Promise<void>;
  /** Notes a new second factor, and tells its person by e-mail: it was enrolled with the first one alone. */
  enrolled(signIn: SignIn, progress: Progress): Promise<void>;
  /** Waits for audit entries of failed attempts, which are written after the answer. */
  settle(): Promise<void>;
}

const PROGRESS_MODEL = 'SignInProgress';

export function createFlow(deps: FlowDeps): Flow {
  const { store, ports } = deps;
  const kept = new ArtifactAdapter(store, ports.clock, PROGRESS_MODEL);
  const background = new Set<Promise<void>>();
  const later = (work: Promise<void>): void => {
    const tracked = work.catch(deps.onError).finally(() => background.delete(tracked));
    background.add(tracked);
  };
  return {
    provePassword: (signIn, given, from) => provePassword(deps, later, signIn, given, from),
    progressOf: async (signIn) => {
      const payload = await kept.find(signIn.interaction.uid);
      return payload === undefined ? await sessionProgress(store, signIn) : (payload['progress'] as Progress);
    },
    keep: async (signIn, progress) => {
      await kept.upsert(signIn.interaction.uid, { progress }, IDENTITY_LIMITS.signInSeconds);
    },
    forget: async (signIn) => {
      // Kept empty, so that the session does not stand for the person again.
      await kept.upsert(signIn.interaction.uid, { progress: null }, IDENTITY_LIMITS.signInSeconds);
    },
    next: async (signIn, progress) => {
      const person = progress === null ? null : await findPerson(store, progress.accountId);
      return nextStep(progress, person, signIn.wish);
    },
    finish: async (signIn, progress, { membership, authTimeSeconds }) => {
      await kept.destroy(signIn.interaction.uid);
      await recordSignIn(deps, signIn, membership, { methods: progress.methods, authTimeSeconds });
      await leaveOtherSession(store, signIn, membership.userId);
      return await signIn.provider.interactionResult(signIn.raw.request, signIn.raw.response, {
        login: {
          accountId: membership.userId,
          amr: [...progress.methods],
          acr: acrOf(progress.methods),
          ts: authTimeSeconds,
          [PROVEN_AT_MS]: progress.provenAtMs,
          // Ends with the browser; a shared workstation must not stay signed in over night.
          remember: false,
        },
      });
    },
    cancel: async (signIn) => {
      await kept.destroy(signIn.interaction.uid);
      return await signIn.provider.interactionResult(signIn.raw.request, signIn.raw.response, {
        error: 'access_denied',
        error_description: 'the person did not sign in',
      });
    },
    refused: (signIn, accountId) => recordForAccount(deps, accountId, refusal(signIn)),
    refusedStranger: (signIn, reason) => recordStranger(deps, signIn, reason),
    enrolled: async (signIn, { accountId, email }) => {
      const action = 'user.enrol-second-factor';
      await recordForAccount(deps, accountId, { ...refusal(signIn), action, outcome: 'success' });
      const mail = deps.sendMail?.(changedMail(email, 'A second factor was added.'));
      if (mail !== undefined) later(mail);
    },
    settle: async () => {
      await Promise.all(background);
    },
  };
}

async function provePassword(
  deps: FlowDeps,
  later: (work: Promise<void>) => void,
  signIn: SignIn,
  given: { readonly email: string; readonly password: string },
  from: { readonly address: string; readonly device: string | null },
): Promise<PasswordOutcome> {
  const { store, ports, key } = deps;
  const email = normalizeEmail(given.email).slice(0, IDENTITY_LIMITS.emailCharactersMax);
  const password = given.password.slice(0, IDENTITY_LIMITS.passwordCharactersMax * 4);
  const asker = { source: from.device ?? addressKey(from.address), known: from.device !== null };
  const found: { account?: Account | undefined } = {};
  // From before the password is read: one that is changed meanwhile was proved before its end, however long the comparison takes.
  const provenAtMs = ports.clock.now();
  const judged = await judge(deps, signInBudgets(key, { email, ...from }), async () => {
    found.account = await store.asDoor((tx) => findAccountByEmail(tx, email));
    const right = await verifyPassword(password, found.account?.passwordHash ?? null, asker);
    return right && found.account?.active === true;
  });
  if (judged.kind === 'slow-down') return judged;
  const { account } = found;
  if (judged.kind === 'wrong' || account === undefined) {
    // After the answer, so that its time does not tell whether there is such an account.
    later(
      account === undefined
        ? recordStranger(deps, signIn, 'unknown-account')
        : recordForAccount(deps, account.id, refusal(signIn)),
    );
    return { kind: 'wrong' };
  }
  if (account.passwordHash !== null && isOutdatedHash(account.passwordHash)) {
    await renewHash(deps, account.id, given.password, asker);
  }
  const breached = await deps.isBreached(given.password);
  return {
    kind: 'proved',
    progress: {
      accountId: account.id,
      email,
      methods: ['pwd'],
      provenAtMs,
      ...(breached ? { breached } : {}),
    },
  };
}

/** A hash by today's parameters; while too many wait, the next sign-in will make it. */
async function renewHash(
  { store, ports }: FlowDeps,
  accountId: string,
  password: string,
  asker: Asker,
): Promise<void> {
  try {
    const hash = await hashPassword(password, ports.random, asker);
    await store.asDoor((tx) => setPasswordHash(tx, accountId, hash));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

async function findPerson(store: Store, accountId: string): Promise<SignInPerson | null> {
  return await store.asDoor(async (tx) => {
    const account = await findAccountById(tx, accountId);
    if (account === undefined) return null;
    return {
      account,
      memberships: await membershipsOf(tx, accountId),
      factors: await secondFactorsOf(tx, account),
    };
  });
}

const refusal = ({ clientId, origin }: SignIn): AccountEntry => ({
  action: 'user.sign-in',
  outcome: 'refused',
  detail: { client: clientId },
  origin,
});

/** Reasons for a sign-in that leave no doubt who it is: only a fresher or a stronger proof is wanted. */
const STEP_UP_REASONS: readonly string[] = ['max_age', 'stronger_proof'];

/** What stays proved by the session itself: everything but the second factor. */
function firstMethods(amr: readonly string[] | undefined): Method[] {
  return amr?.includes('fed') === true ? ['fed'] : ['pwd'];
}

/** The person of a session that must be stepped up; null when the person is to say who they are. */
async function sessionProgress(store: Store, signIn: SignIn): Promise<Progress | null> {
  const { session, prompt } = signIn.interaction;
  if (session === undefined || !prompt.reasons.every((reason) => STEP_UP_REASONS.includes(reason)))
    return null;
  const membership = await store.asDoor((tx) => findMembership(tx, session.accountId));
  if (membership === undefined || !membership.active) return null;
  return {
    accountId: membership.accountId,
    email: membership.email,
    methods: firstMethods(session.amr),
    provenAtMs: null,
    userId: membership.userId,
    ...(session.amr?.includes('fed') === true ? { vouchedFor: membership.orgId } : {}),
  };
}

/**
 * Ends the session of somebody else in this browser, so that two people (or two organizations) never share one. The
 * provider's own way asks the browser to send a form by script.
 */
async function leaveOtherSession(store: Store, signIn: SignIn, userId: string): Promise<void> {
  const { session } = signIn.interaction;
  if (session === undefined || session.accountId === userId) return;
  await store.asDoor((tx) => endSession(tx, session.uid));
  delete signIn.interaction.session;
  await signIn.interaction.persist();
}
