// The sign-in pages over HTTP: forms that work without script, each bound to its own sign-in.
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Origin } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import { serveFixed } from '../../kernel/web/pages/fixed-file.ts';
import { servePageStyle } from '../../kernel/web/pages/style/style.ts';
import { protectPages, signInPolicy } from '../../kernel/web/security-headers.ts';
import type { Account } from '../accounts/accounts.ts';
import { normalizeEmail } from '../accounts/accounts.ts';
import type { PasswordProblem } from '../accounts/password-rules.ts';
import { EXTERNAL_CALLBACK_PATH } from '../external/external-issuer.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { PASSKEY_SCRIPT } from '../pages/passkey-script.ts';
import type { Fields } from '../pages/requests.ts';
import { fieldsOf, isOurForm } from '../pages/requests.ts';
import { TEXTS } from '../pages/texts.ts';
import { deviceCookie, rememberOnDevice, trustedDevice } from './device-cookie.ts';
import type { ExternalAnswerDeps } from './external-answers.ts';
import { externalReturn, externalsFor, finishExternal, startExternal } from './external-answers.ts';
import type { FactorAnswerDeps } from './factor-answers.ts';
import { answerEnrolment, answerSecondFactor, showEnrolment, showSecondFactor } from './factor-answers.ts';
import { newPasswordPage, noMembershipPage, organizationPage, passwordPage } from './pages.ts';
import type { Progress } from './progress.ts';
import type { Visit, VisitDeps, VisitRoute } from './visit.ts';
import { openVisit, send, sendEnded, sendRefused } from './visit.ts';

export interface SignInRouteDeps extends VisitDeps, FactorAnswerDeps, ExternalAnswerDeps {
  /** The organization's name, for the people whom it refuses. */
  readonly organizationName: (orgId: string) => Promise<string | null>;
  /** Sets another password for who has just proved everything. */
  readonly replacePassword: (
    account: Account,
    chosen: string,
    origin: Origin,
  ) => Promise<
    { readonly kind: 'changed' | 'wrong' } | { readonly kind: 'unfit'; readonly problem: PasswordProblem }
  >;
  /** Whether people can ask for a new password by e-mail. */
  readonly forgottenPassword: boolean;
}

export function signInRoutes(deps: SignInRouteDeps): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    await protectPages(app, signInPolicy(deps.issuer.startsWith('https:')));
    await app.register(formbody, { bodyLimit: IDENTITY_LIMITS.signInBodyBytesMax });
    servePageStyle(app);
    serveFixed(app, PASSKEY_SCRIPT);
    app.get<VisitRoute>('/sign-in/:uid', async (request, reply) => {
      const visit = await openVisit(deps, request, reply);
      if (visit === null) return sendEnded(deps.issuer, request, reply);
      return await show(deps, visit, await deps.flow.progressOf(visit.signIn));
    });
    externalRoutes(deps, app);
    app.post<VisitRoute>('/sign-in/:uid', async (request, reply) => {
      const visit = await openVisit(deps, request, reply);
      if (visit === null) return sendEnded(deps.issuer, request, reply);
      const body = fieldsOf(request.body);
      if (!isOurForm(deps, request, body['csrf'], request.params.uid)) return sendRefused(visit);
      return await answer(deps, visit, body);
    });
  };
}

/** To the issuer of the person's organization and back: links and redirects only, so that our forms' policy does not bind it. */
function externalRoutes(deps: SignInRouteDeps, app: FastifyInstance): void {
  const queryOf = (url: string): URLSearchParams => new URL(url, deps.issuer).searchParams;
  app.get<VisitRoute>(EXTERNAL_CALLBACK_PATH, (request, reply) => {
    const path = externalReturn(queryOf(request.url));
    return path === null ? sendEnded(deps.issuer, request, reply) : reply.redirect(path, 303);
  });
  app.get<VisitRoute>('/sign-in/:uid/external', async (request, reply) => {
    const visit = await openVisit(deps, request, reply);
    if (visit === null) return sendEnded(deps.issuer, request, reply);
    return await finishExternal(deps, visit, queryOf(request.url), (progress) => show(deps, visit, progress));
  });
  app.get<{ Params: { uid: string; name: string }; Querystring: { lang?: string } }>(
    '/sign-in/:uid/external/:name',
    async (request, reply) => {
      const visit = await openVisit(deps, request, reply);
      if (visit === null) return sendEnded(deps.issuer, request, reply);
      return await startExternal(deps, visit, request.params.name);
    },
  );
}

/** The page of the step that comes next, or the way back to the application when all is proved. */
async function show(deps: SignInRouteDeps, visit: Visit, progress: Progress | null): Promise<FastifyReply> {
  const { flow } = deps;
  const next = await flow.next(visit.signIn, progress);
  switch (next.step) {
    case 'password': {
      const email = progress?.email ?? visit.loginHint;
      return sendPassword(deps, visit, 200, { email, problem: null });
    }
    case 'second-factor':
      if (progress === null) throw new Error('nobody was proved');
      return await showSecondFactor(deps, visit, progress, next.person, null);
    case 'enrol':
      if (progress === null) throw new Error('nobody was proved');
      return await showEnrolment(deps, visit, progress, next.person, null);
    case 'new-password':
      return send(visit, 200, newPasswordPage(visit.frame, next.person.account.email, null));
    case 'no-membership': {
      if (progress !== null) await flow.refused(visit.signIn, progress.accountId);
      const { organizationId } = visit.signIn.wish;
      const name = organizationId === null ? null : await deps.organizationName(organizationId);
      return send(visit, 403, noMembershipPage(visit.frame, name));
    }
    case 'organization':
      return send(visit, 200, organizationPage(visit.frame, next.memberships));
    case 'done': {
      if (progress === null) throw new Error('nobody was proved');
      rememberDevice(deps, visit, progress);
      return visit.reply.redirect(await flow.finish(visit.signIn, progress, next), 303);
    }
    default: {
      const unknown: never = next;
      throw new Error(`there is no step ${JSON.stringify(unknown)}`);
    }
  }
}

/**
 * Not before everything is proved: a browser that is remembered has guesses of its own, also of one-time codes. And only for a
 * password of ours: another issuer vouches for its own organization, not for who may guess here.
 */
function rememberDevice({ issuer, key, ports }: SignInRouteDeps, visit: Visit, progress: Progress): void {
  if (!progress.methods.includes('pwd')) return;
  const cookie = deviceCookie(issuer, visit.request);
  void visit.reply.header(
    'set-cookie',
    cookie.set(rememberOnDevice(key, ports, cookie.value, progress.email)),
  );
}

async function answer(deps: SignInRouteDeps, visit: Visit, body: Fields): Promise<FastifyReply> {
  const { flow } = deps;
  const goOn = (progress: Progress | null): Promise<FastifyReply> => show(deps, visit, progress);
  switch (body['step'] ?? '') {
    case 'password':
      return await answerPassword(deps, visit, body);
    case 'second-factor':
      return await answerSecondFactor(deps, visit, body, goOn);
    case 'enrol':
      return await answerEnrolment(deps, visit, body, goOn);
    case 'new-password':
      return await answerNewPassword(deps, visit, body);
    case 'recovery-codes':
      return await goOn(await flow.progressOf(visit.signIn));
    case 'organization': {
      const progress = await flow.progressOf(visit.signIn);
      if (progress === null) return await goOn(null);
      const chosen = { ...progress, userId: body['user'] ?? '' };
      await flow.keep(visit.signIn, chosen);
      return await goOn(chosen);
    }
    case 'restart':
      await flow.forget(visit.signIn);
      return visit.reply.redirect(visit.frame.action, 303);
    case 'cancel':
      return visit.reply.redirect(await flow.cancel(visit.signIn), 303);
    default:
      return sendRefused(visit);
  }
}

/** Another password in place of a known one. It ends all that the known one had opened, and this sign-in begins anew with it. */
async function answerNewPassword(deps: SignInRouteDeps, visit: Visit, body: Fields): Promise<FastifyReply> {
  const { flow } = deps;
  const progress = await flow.progressOf(visit.signIn);
  const next = await flow.next(visit.signIn, progress);
  if (next.step !== 'new-password') return await show(deps, visit, progress);
  const { account } = next.person;
  const outcome = await deps.replacePassword(account, body['chosen'] ?? '', visit.signIn.origin);
  const text = TEXTS[visit.frame.language];
  if (outcome.kind === 'unfit')
    return send(visit, 422, newPasswordPage(visit.frame, account.email, text.unfitPassword[outcome.problem]));
  await flow.forget(visit.signIn);
  const notice = outcome.kind === 'changed' ? text.signInWithNew : undefined;
  return sendPassword(deps, visit, 200, { email: account.email, problem: null, notice });
}

function sendPassword(
  deps: SignInRouteDeps,
  visit: Visit,
  status: number,
  shown: { readonly email: string; readonly problem: string | null; readonly notice?: string | undefined },
): FastifyReply {
  const { organizationId, ownIssuerOnly } = visit.signIn.wish;
  const page = passwordPage(visit.frame, {
    ...shown,
    forgotten: deps.forgottenPassword,
    externals: externalsFor(deps, visit).map(({ settings }) => settings),
    withPassword: organizationId === null || !ownIssuerOnly.has(organizationId),
  });
  return send(visit, status, page);
}

async function answerPassword(deps: SignInRouteDeps, visit: Visit, body: Fields): Promise<FastifyReply> {
  const { flow, key } = deps;
  const text = TEXTS[visit.frame.language];
  const email = body['email'] ?? '';
  const password = body['password'] ?? '';
  const showAgain = (status: number, problem: string): FastifyReply =>
    sendPassword(deps, visit, status, { email, problem });
  if (email.trim() === '' || password === '') return showAgain(422, text.missing);
  const device = trustedDevice(key, deviceCookie(deps.issuer, visit.request).value, normalizeEmail(email));
  try {
    const from = { address: visit.request.ip, device };
    const outcome = await flow.provePassword(visit.signIn, { email, password }, from);
    switch (outcome.kind) {
      case 'wrong':
        return showAgain(401, text.wrong);
      case 'slow-down':
        void visit.reply.header('retry-after', String(outcome.retryAfterSeconds));
        return showAgain(429, text.slowDown(Math.ceil(outcome.retryAfterSeconds / 60)));
      case 'proved':
        await flow.keep(visit.signIn, outcome.progress);
        return await show(deps, visit, outcome.progress);
      default: {
        const unknown: never = outcome;
        throw new Error(`there is no outcome ${JSON.stringify(unknown)}`);
      }
    }
  } catch (error) {
    if (error instanceof Failure && error.code === 'UNAVAILABLE') return showAgain(503, text.busy);
    throw error;
  }
}
