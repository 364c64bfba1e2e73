// `/account/recovery`: administrators with a fresh proof by their own second factor ask for, confirm and withdraw the recovery of a sign-in.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../audit/audit.ts';
import { findOrganization } from '../../organization/inside.ts';
import { findMembership } from '../accounts/accounts.ts';
import type { FormFrame } from '../pages/frame.ts';
import { RECOVERY_TEXTS } from '../pages/recovery-texts.ts';
import type { Fields } from '../pages/requests.ts';
import { fieldsOf, isOurForm, languageOf, sendPage } from '../pages/requests.ts';
import { TEXTS } from '../pages/texts.ts';
import type { ProvenAdmin, Recovery } from '../recovery/recovery.ts';
import { hasSecondFactor } from '../second-factor/second-factor.ts';
import type { VisitDeps } from '../sign-in/visit.ts';
import type { AccountSession, AccountSessionDeps } from './account-session.ts';
import { accountSession, RECOVERY_PATH } from './account-session.ts';
import { recoveredPage, recoveryPage, refusedPage } from './recovery-pages.ts';

export interface RecoveryRouteDeps extends AccountSessionDeps, Pick<VisitDeps, 'key'> {
  readonly recovery: Recovery;
}

type RecoveryHttpRequest = FastifyRequest<{ Querystring: { lang?: string }; Body: unknown }>;

interface RecoveryVisit {
  readonly admin: ProvenAdmin;
  readonly frame: FormFrame;
  readonly reply: FastifyReply;
}

export function recoveryRoutes(deps: RecoveryRouteDeps, app: FastifyInstance): void {
  app.get(RECOVERY_PATH, async (request: RecoveryHttpRequest, reply) => {
    const visit = await open(deps, request, reply);
    return 'admin' in visit ? await show(deps, visit, {}) : visit.answered;
  });
  app.post(RECOVERY_PATH, async (request: RecoveryHttpRequest, reply) => {
    const visit = await open(deps, request, reply);
    return 'admin' in visit ? await answer(deps, visit, fieldsOf(request.body)) : visit.answered;
  });
}

/** Whom the page is for, or what anybody else is answered: in an object, because a promise would wait for a bare reply. */
type Opened = RecoveryVisit | { readonly answered: FastifyReply };

async function open(
  deps: RecoveryRouteDeps,
  request: RecoveryHttpRequest,
  reply: FastifyReply,
): Promise<Opened> {
  const found = await accountSession(deps, request, reply);
  if ('signInUrl' in found) return { answered: reply.redirect(found.signInUrl, 303) };
  const { session } = found;
  const frame: FormFrame = {
    language: languageOf(request, fieldsOf(request.body)['lang']),
    action: RECOVERY_PATH,
    csrf: deps.key.mac('csrf', session.uid),
    application: 'Pestle',
  };
  const refused = (title: string, text: string): { readonly answered: FastifyReply } => ({
    answered: sendPage(reply, deps.issuer, { status: 403, page: refusedPage(frame.language, title, text) }),
  });
  const text = RECOVERY_TEXTS[frame.language];
  const admin = await adminOf(deps, session, request);
  if (admin === null) return refused(text.notAdminTitle, text.notAdmin);
  // Their own, and proved: the session's proof is as strong as what is enrolled.
  if (!hasSecondFactor(session.factors)) return refused(text.needsFactorTitle, text.needsFactor);
  if (request.method === 'POST' && !isOurForm(deps, request, fieldsOf(request.body)['csrf'], session.uid))
    return refused(TEXTS[frame.language].refusedTitle, TEXTS[frame.language].refused);
  return { admin, frame, reply };
}

async function adminOf(
  { store }: RecoveryRouteDeps,
  { userId }: AccountSession,
  request: RecoveryHttpRequest,
): Promise<ProvenAdmin | null> {
  const membership = await store.asDoor((tx) => findMembership(tx, userId));
  if (membership?.active !== true || !membership.roles.includes('admin')) return null;
  return { userId, orgId: membership.orgId, origin: originOf(request) };
}

async function show(
  deps: RecoveryRouteDeps,
  { admin, frame, reply }: RecoveryVisit,
  said: { readonly status?: number; readonly problem?: string; readonly notice?: string },
): Promise<FastifyReply> {
  const page = recoveryPage(frame, {
    requests: await deps.recovery.list(admin),
    userId: admin.userId,
    timeZone: (await deps.store.asDoor((tx) => findOrganization(tx, admin.orgId))).time_zone,
    problem: said.problem ?? null,
    notice: said.notice ?? null,
  });
  return sendPage(reply, deps.issuer, { status: said.status ?? 200, page });
}

async function answer(deps: RecoveryRouteDeps, visit: RecoveryVisit, body: Fields): Promise<FastifyReply> {
  const { admin, frame, reply } = visit;
  const text = RECOVERY_TEXTS[frame.language];
  const id = body['id'] ?? '';
  switch (body['step'] ?? '') {
    case 'ask': {
      const outcome = await deps.recovery.ask(admin, body['email'] ?? '');
      if (outcome === 'made') return await show(deps, visit, { notice: text.made });
      return await show(deps, visit, { status: 422, problem: text.refused[outcome] });
    }
    case 'withdraw':
      await deps.recovery.withdraw(admin, id);
      return await show(deps, visit, { notice: text.withdrawn });
    case 'confirm': {
      const done = await deps.recovery.confirm(admin, id);
      if (done === null) return await show(deps, visit, { status: 409, problem: text.gone });
      return sendPage(reply, deps.issuer, { status: 200, page: recoveredPage(frame, done) });
    }
    default:
      return await show(deps, visit, { status: 422 });
  }
}
