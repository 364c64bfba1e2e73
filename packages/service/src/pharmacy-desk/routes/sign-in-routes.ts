// The way in and out: e-mail and password, code, invitation with the app, sign-out.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Answer, answering, formOf, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import type { SlowDown } from '../../tries/tries.ts';
import { acceptInvitation, beginApp, confirmApp, openInvitation } from '../accounts/invitations.ts';
import { endSession } from '../accounts/sessions.ts';
import { proveCode, provePassword } from '../accounts/sign-in.ts';
import { type DeskReader, messagePage, PATHS } from '../pages/frame.ts';
import { appPage, codePage, invitationPage, signInPage } from '../pages/sign-in-pages.ts';
import type { AccountRow } from '../tables.ts';
import {
  endedCookie,
  fromOf,
  isOwnPage,
  readerOf,
  refusedForm,
  type Site,
  sessionCookie,
  sessionSecret,
  withSession,
} from './site.ts';

type Invited = { Params: { token: string } };
type Asked = { Querystring: { ended?: unknown } };

export function signInRoutes(app: FastifyInstance, site: Site): void {
  app.get(
    PATHS.start,
    answering(site, async () => goingTo(PATHS.orders)),
  );
  app.get<Asked>(
    PATHS.signIn,
    answering(site, async (_site, request: FastifyRequest<Asked>) => {
      const reader = readerOf(site, request);
      const ended = request.query.ended === undefined ? {} : { problem: reader.words.ended };
      return showing(200, signInPage(reader, { email: '', ...ended }));
    }),
  );
  app.post(PATHS.signIn, answering(site, takePassword));
  app.get(
    PATHS.code,
    answering(site, (_site, request) =>
      withSession(site, request, 'password', async ({ formToken }, reader) =>
        showing(200, codePage(reader, { formToken })),
      ),
    ),
  );
  app.post(PATHS.code, answering(site, takeCode));
  app.get<Invited>(`${PATHS.invitation}/:token`, answering(site, showInvitation));
  app.post<Invited>(`${PATHS.invitation}/:token`, answering(site, takeInvitation));
  app.get(
    PATHS.app,
    answering(site, (_site, request) =>
      withSession(site, request, 'enrol', (session, reader) => showApp(site, reader, session)),
    ),
  );
  app.post(PATHS.app, answering(site, takeApp));
  app.post(PATHS.signOut, answering(site, signOut));
}

async function takePassword(site: Site, request: FastifyRequest): Promise<Answer> {
  if (!isOwnPage(site, request)) return refusedForm(site, request);
  const reader = readerOf(site, request);
  const form = formOf(request);
  const email = form.get('email') ?? '';
  const outcome = await provePassword(
    site,
    { email, password: form.get('password') ?? '' },
    fromOf(site, request),
  );
  if (outcome.kind === 'proved') return goingTo(PATHS.code, sessionCookie(site, outcome.secret));
  const { status, problem, retryAfterSeconds } = refusalOf(reader, outcome, reader.words.wrong);
  return showing(status, signInPage(reader, { email: email.slice(0, 254), problem }), retryAfterSeconds);
}

/** What is said of a proof that was not right. */
function refusalOf(
  { words }: DeskReader,
  outcome: { readonly kind: 'wrong' } | SlowDown,
  wrong: string,
): { readonly status: number; readonly problem: string; readonly retryAfterSeconds?: number } {
  if (outcome.kind === 'wrong') return { status: 422, problem: wrong };
  const { retryAfterSeconds } = outcome;
  return { status: 429, problem: words.slow(Math.ceil(retryAfterSeconds / 60)), retryAfterSeconds };
}

function takeCode(site: Site, request: FastifyRequest): Promise<Answer> {
  return withSession(site, request, 'password', async (session, reader) => {
    const code = formOf(request).get('code') ?? '';
    const outcome = await proveCode(site, session, code, sessionSecret(site, request));
    if (outcome.kind === 'proved') return goingTo(PATHS.orders, sessionCookie(site, outcome.secret));
    const { status, problem, retryAfterSeconds } = refusalOf(reader, outcome, reader.words.wrongCode);
    const { formToken } = session;
    return showing(status, codePage(reader, { formToken, problem }), retryAfterSeconds);
  });
}

async function showInvitation(site: Site, request: FastifyRequest<Invited>): Promise<Answer> {
  const reader = readerOf(site, request);
  const { token } = request.params;
  const account = await openInvitation(site, token, fromOf(site, request).address);
  if (account === 'unknown') return unknownInvitation(reader);
  if ('retryAfterSeconds' in account) return tooMany(reader, account);
  return showing(200, invitationPage(reader, await shownOf(site, token, account)));
}

async function shownOf(site: Site, token: string, { name, email, pharmacy_id: id }: AccountRow) {
  const { pharmacy } = await site.connections.showPharmacy({ id });
  return { token, name, email, pharmacy: pharmacy.name };
}

function unknownInvitation(reader: DeskReader): Answer {
  const { unknownInvitationTitle, unknownInvitation: text } = reader.words;
  return showing(404, messagePage(reader, unknownInvitationTitle, text));
}

function tooMany(reader: DeskReader, slow: SlowDown): Answer {
  const { status, problem, retryAfterSeconds } = refusalOf(reader, slow, '');
  return showing(status, messagePage(reader, reader.words.failureTitle, problem), retryAfterSeconds);
}

/** The proof of the pharmacy and the new password. What was typed as proof stays where only the password was unfit. */
async function takeInvitation(site: Site, request: FastifyRequest<Invited>): Promise<Answer> {
  if (!isOwnPage(site, request)) return refusedForm(site, request);
  const reader = readerOf(site, request);
  const { token } = request.params;
  const form = formOf(request);
  const proof = form.get('proof') ?? '';
  const from = fromOf(site, request);
  const outcome = await acceptInvitation(site, { token, proof, password: form.get('password') ?? '' }, from);
  switch (outcome.kind) {
    case 'accepted':
      return goingTo(PATHS.app, sessionCookie(site, outcome.secret));
    case 'slow-down':
      return tooMany(reader, outcome);
    case 'unknown':
      return unknownInvitation(reader);
    case 'wrong-proof':
    case 'password': {
      const account = await openInvitation(site, token, from.address);
      if (account === 'unknown' || 'retryAfterSeconds' in account) return unknownInvitation(reader);
      const problem =
        outcome.kind === 'password' ? reader.words.unfitPassword[outcome.problem] : reader.words.wrongProof;
      const shown = { ...(await shownOf(site, token, account)), proof: proof.slice(0, 600), problem };
      return showing(
        422,
        invitationPage(reader, { ...shown, wrong: outcome.kind === 'password' ? 'password' : 'proof' }),
      );
    }
    default:
      return outcome satisfies never;
  }
}

async function showApp(
  site: Site,
  reader: DeskReader,
  { account, formToken }: { readonly account: AccountRow; readonly formToken: string },
  refused?: { readonly status: number; readonly problem: string; readonly retryAfterSeconds?: number },
): Promise<Answer> {
  const app = await beginApp(site, account.id);
  if (app === undefined) return goingTo(PATHS.signIn);
  const page = await appPage(reader, { app, formToken, problem: refused?.problem });
  return showing(refused?.status ?? 200, page, refused?.retryAfterSeconds);
}

function takeApp(site: Site, request: FastifyRequest): Promise<Answer> {
  return withSession(site, request, 'enrol', async (session, reader) => {
    const code = formOf(request).get('code') ?? '';
    const outcome = await confirmApp(site, session.account, code, sessionSecret(site, request));
    if (outcome.kind === 'proved') return goingTo(PATHS.orders, sessionCookie(site, outcome.secret));
    return await showApp(site, reader, session, refusalOf(reader, outcome, reader.words.wrongCode));
  });
}

/** Whatever stage the session is in. A stranger's form ends nothing. */
async function signOut(site: Site, request: FastifyRequest): Promise<Answer> {
  if (!isOwnPage(site, request)) return refusedForm(site, request);
  const secret = sessionSecret(site, request);
  if (secret !== undefined) await endSession(site, secret);
  return goingTo(PATHS.signIn, endedCookie(site));
}
