// The account pages over HTTP: `/account` for the person signed in, `/account/forgotten` and `/account/password/<token>` for who cannot.
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../audit/audit.ts';
import { protectPages, signInPolicy } from '../../kernel/web/security-headers.ts';
import { membershipsOf } from '../accounts/accounts.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import type { FormFrame } from '../pages/frame.ts';
import { messagePage } from '../pages/frame.ts';
import type { Fields } from '../pages/requests.ts';
import { fieldsOf, isOurForm, jsonOf, languageOf, sendPage } from '../pages/requests.ts';
import { TEXTS } from '../pages/texts.ts';
import { ACCOUNT_PAGE_PATH } from '../provider/clients.ts';
import type { Challenges } from '../second-factor/challenges.ts';
import type { PasskeySite } from '../second-factor/passkeys.ts';
import { selectPasskeys } from '../second-factor/passkeys.ts';
import { countRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { sessionsOf } from '../sessions/browser-sessions.ts';
import { deviceCookie, rememberOnDevice } from '../sign-in/device-cookie.ts';
import type { FactorFlow } from '../sign-in/factor-flow.ts';
import type { AccountActions } from './account-actions.ts';
import {
  accountPage,
  addFactorPage,
  choosePasswordPage,
  forgottenPage,
  newCodesPage,
} from './account-pages.ts';
import type { AccountSession } from './account-session.ts';
import { accountSession, RECOVERY_PATH, RECOVERY_STATE } from './account-session.ts';
import type { RecoveryRouteDeps } from './recovery-routes.ts';
import { recoveryRoutes } from './recovery-routes.ts';

export interface AccountRouteDeps extends RecoveryRouteDeps {
  readonly actions: AccountActions;
  readonly factors: FactorFlow;
  readonly site: PasskeySite;
  readonly challenges: Challenges;
}

type AccountRequest = FastifyRequest<{ Querystring: { lang?: string; state?: string }; Body: unknown }>;
type TokenRequest = FastifyRequest<{
  Params: { token: string };
  Querystring: { lang?: string };
  Body: unknown;
}>;

interface AccountVisit {
  readonly session: AccountSession;
  readonly frame: FormFrame;
  readonly reply: FastifyReply;
}

const FORGOTTEN_PATH = `${ACCOUNT_PAGE_PATH}/forgotten`;

export function accountRoutes(deps: AccountRouteDeps): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    await protectPages(app, signInPolicy(deps.issuer.startsWith('https:')));
    await app.register(formbody, { bodyLimit: IDENTITY_LIMITS.signInBodyBytesMax });
    app.get(ACCOUNT_PAGE_PATH, async (request: AccountRequest, reply) => {
      const found = await accountSession(deps, request, reply);
      if ('signInUrl' in found) return reply.redirect(found.signInUrl, 303);
      // The code of the sign-in has done its work: out of the address bar.
      if (request.url.includes('code='))
        return reply.redirect(
          request.query.state === RECOVERY_STATE ? RECOVERY_PATH : ACCOUNT_PAGE_PATH,
          303,
        );
      return await showAccount(deps, visitOf(deps, found.session, request, reply), {});
    });
    app.post(ACCOUNT_PAGE_PATH, async (request: AccountRequest, reply) => {
      const found = await accountSession(deps, request, reply);
      if ('signInUrl' in found) return reply.redirect(found.signInUrl, 303);
      const { session } = found;
      const body = fieldsOf(request.body);
      const visit = visitOf(deps, session, request, reply);
      if (!isOurForm(deps, request, body['csrf'], session.uid)) return refuse(deps, visit.frame, reply);
      return await answer(deps, visit, body);
    });
    recoveryRoutes(deps, app);
    forgottenRoutes(deps, app);
    passwordRoutes(deps, app);
  };
}

function frameOf(
  deps: AccountRouteDeps,
  request: AccountRequest,
  action: string,
  subject: string,
): FormFrame {
  return {
    language: languageOf(request, fieldsOf(request.body)['lang']),
    action,
    csrf: deps.key.mac('csrf', subject),
    application: 'Pestle',
  };
}

function visitOf(
  deps: AccountRouteDeps,
  session: AccountSession,
  request: AccountRequest,
  reply: FastifyReply,
): AccountVisit {
  return { session, reply, frame: frameOf(deps, request, ACCOUNT_PAGE_PATH, session.uid) };
}

async function showAccount(
  deps: AccountRouteDeps,
  visit: AccountVisit,
  result: { readonly status?: number; readonly problem?: string; readonly notice?: string },
): Promise<FastifyReply> {
  const { account, factors } = visit.session;
  const { passkeys, left, sessions, administers } = await deps.store.asDoor(async (tx) => {
    const places = await membershipsOf(tx, account.id);
    const userIds = places.map(({ userId }) => userId);
    return {
      administers: places.some(
        ({ userId, roles }) => userId === visit.session.userId && roles.includes('admin'),
      ),
      passkeys: await selectPasskeys(tx, account.id),
      left: await countRecoveryCodes(tx, deps.key, account.id),
      sessions: await sessionsOf(tx, deps.ports, userIds),
    };
  });
  const page = accountPage(visit.frame, {
    email: account.email,
    totp: factors.totp,
    passkeys,
    recoveryCodesLeft: left,
    recovers: administers,
    sessions: sessions.map((session) => ({ ...session, isThis: session.uid === visit.session.uid })),
    problem: result.problem ?? null,
    notice: result.notice ?? null,
  });
  return sendPage(visit.reply, deps.issuer, { status: result.status ?? 200, page });
}

async function answer(deps: AccountRouteDeps, visit: AccountVisit, body: Fields): Promise<FastifyReply> {
  const actions = deps.actions.from(originOf(visit.reply.request));
  const { account } = visit.session;
  const text = TEXTS[visit.frame.language];
  const removed = async (isRemoved: boolean): Promise<FastifyReply> =>
    isRemoved
      ? visit.reply.redirect(ACCOUNT_PAGE_PATH, 303)
      : await showAccount(deps, visit, { status: 409, problem: text.lastFactor });
  switch (body['step'] ?? '') {
    case 'add-factor':
      return await showAddFactor(deps, visit, null);
    case 'enrol':
      return await enrol(deps, visit, body);
    case 'remove-totp':
      return await removed(await actions.removeTotp(account));
    case 'remove-passkey':
      return await removed(await actions.removePasskey(account, body['id'] ?? ''));
    case 'recovery': {
      const codes = await actions.newRecoveryCodes(account);
      return sendPage(visit.reply, deps.issuer, { status: 200, page: newCodesPage(visit.frame, codes) });
    }
    case 'password': {
      const outcome = await actions.changePassword(account, body['current'] ?? '', body['chosen'] ?? '');
      if (outcome.kind === 'wrong')
        return await showAccount(deps, visit, { status: 401, problem: text.wrongPassword });
      if (outcome.kind === 'slow-down') {
        void visit.reply.header('retry-after', String(outcome.retryAfterSeconds));
        const problem = text.tooManyPasswords(Math.ceil(outcome.retryAfterSeconds / 60));
        return await showAccount(deps, visit, { status: 429, problem });
      }
      if (outcome.kind === 'unfit')
        return await showAccount(deps, visit, { status: 422, problem: text.unfitPassword[outcome.problem] });
      return message(deps, visit.frame, visit.reply, text.passwordChangedTitle, text.passwordChanged);
    }
    case 'end-session': {
      const uid = body['id'] ?? '';
      const ended = await actions.endSession(account, uid);
      if (uid === visit.session.uid)
        return message(deps, visit.frame, visit.reply, text.signedOutTitle, text.signedOut);
      const { isEnded, hasEnded } = text.sessions;
      return await showAccount(deps, visit, { notice: ended ? isEnded : hasEnded });
    }
    case 'end-others':
      await actions.endOtherSessions(account, visit.session.uid);
      return await showAccount(deps, visit, { notice: text.sessions.othersEnded });
    case 'everywhere':
      await actions.signOutEverywhere(account);
      return message(deps, visit.frame, visit.reply, text.signedOutTitle, text.signedOutEverywhere);
    default:
      return refuse(deps, visit.frame, visit.reply);
  }
}

async function showAddFactor(
  deps: AccountRouteDeps,
  visit: AccountVisit,
  problem: string | null,
): Promise<FastifyReply> {
  const { factors, site } = deps;
  const { account, uid } = visit.session;
  const totp = visit.session.factors.totp ? null : await factors.beginTotp(account);
  const options = site.domain === null ? null : await factors.passkeyRegistration(account);
  if (options !== null) await deps.challenges.keep(uid, options.challenge);
  const page = await addFactorPage(visit.frame, { totp, passkeyOptions: options, problem });
  return sendPage(visit.reply, deps.issuer, {
    status: problem === null ? 200 : 401,
    page,
    scripts: options !== null,
  });
}

async function enrol(deps: AccountRouteDeps, visit: AccountVisit, body: Fields): Promise<FastifyReply> {
  const { account, uid } = visit.session;
  const text = TEXTS[visit.frame.language];
  const challenge = await deps.challenges.take(uid);
  const outcome =
    body['response'] === undefined
      ? await deps.factors.confirmTotp(account.id, body['code'] ?? '')
      : await deps.factors.registerPasskey(account.id, {
          challenge: challenge ?? '',
          response: jsonOf(body['response']),
          name: body['name'] ?? '',
        });
  if (outcome.kind === 'wrong') return await showAddFactor(deps, visit, text.wrongCode);
  const actions = deps.actions.from(originOf(visit.reply.request));
  await actions.changed(account, 'user.enrol-second-factor', 'A second factor was added.');
  if (outcome.recoveryCodes === null) return visit.reply.redirect(ACCOUNT_PAGE_PATH, 303);
  const page = newCodesPage(visit.frame, outcome.recoveryCodes);
  return sendPage(visit.reply, deps.issuer, { status: 200, page });
}

function forgottenRoutes(deps: AccountRouteDeps, app: FastifyInstance): void {
  app.get(FORGOTTEN_PATH, (request: AccountRequest, reply) => {
    const frame = frameOf(deps, request, FORGOTTEN_PATH, FORGOTTEN_PATH);
    return sendPage(reply, deps.issuer, { status: 200, page: forgottenPage(frame) });
  });
  app.post(FORGOTTEN_PATH, (request: AccountRequest, reply) => {
    const frame = frameOf(deps, request, FORGOTTEN_PATH, FORGOTTEN_PATH);
    const body = fieldsOf(request.body);
    if (!isOurForm(deps, request, body['csrf'], FORGOTTEN_PATH)) return refuse(deps, frame, reply);
    // In the background: neither the answer nor its time tells whether there is such an account.
    deps.actions.forgotPassword(body['email'] ?? '', request.ip);
    const text = TEXTS[frame.language];
    return message(deps, frame, reply, text.linkSentTitle, text.linkSent);
  });
}

function passwordRoutes(deps: AccountRouteDeps, app: FastifyInstance): void {
  const path = `${ACCOUNT_PAGE_PATH}/password/:token`;
  const frameFor = (request: TokenRequest): FormFrame => {
    const { token } = request.params;
    return frameOf(deps, request, `${ACCOUNT_PAGE_PATH}/password/${encodeURIComponent(token)}`, token);
  };
  const ended = (frame: FormFrame, reply: FastifyReply): FastifyReply => {
    const text = TEXTS[frame.language];
    return message(deps, frame, reply, text.linkEndedTitle, text.linkEnded, 410);
  };
  app.get(path, async (request: TokenRequest, reply) => {
    const frame = frameFor(request);
    const email = await deps.actions.linkEmail(request.params.token);
    if (email === null) return ended(frame, reply);
    return sendPage(reply, deps.issuer, { status: 200, page: choosePasswordPage(frame, email, null) });
  });
  app.post(path, async (request: TokenRequest, reply) => {
    const frame = frameFor(request);
    const body = fieldsOf(request.body);
    if (!isOurForm(deps, request, body['csrf'], request.params.token)) return refuse(deps, frame, reply);
    const outcome = await deps.actions
      .from(originOf(request))
      .choosePassword(request.params.token, body['chosen'] ?? '');
    if (outcome.kind === 'wrong') return ended(frame, reply);
    if (outcome.kind === 'unfit') {
      const email = (await deps.actions.linkEmail(request.params.token)) ?? '';
      const page = choosePasswordPage(frame, email, TEXTS[frame.language].unfitPassword[outcome.problem]);
      return sendPage(reply, deps.issuer, { status: 422, page });
    }
    // Who could read the e-mail may sign in on this device even while strangers use the account's attempts up.
    const cookie = deviceCookie(deps.issuer, request);
    const remembered = rememberOnDevice(deps.key, deps.ports, cookie.value, outcome.email);
    void reply.header('set-cookie', cookie.set(remembered));
    const text = TEXTS[frame.language];
    return message(deps, frame, reply, text.passwordChangedTitle, text.passwordChanged);
  });
}

function message(
  deps: AccountRouteDeps,
  frame: FormFrame,
  reply: FastifyReply,
  title: string,
  text: string,
  status = 200,
): FastifyReply {
  return sendPage(reply, deps.issuer, { status, page: messagePage(frame.language, title, text) });
}

function refuse(deps: AccountRouteDeps, frame: FormFrame, reply: FastifyReply): FastifyReply {
  const text = TEXTS[frame.language];
  return message(deps, frame, reply, text.refusedTitle, text.refused, 403);
}
