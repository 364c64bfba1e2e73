// The routes on which somebody who is signed in changes the own password.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Answer, answering, formOf, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { changePassword } from '../accounts/password.ts';
import { type DeskVisit, PATHS } from '../pages/frame.ts';
import { type PasswordShown, passwordPage } from '../pages/password-page.ts';
import { fromOf, type Site, sessionCookie, withVisit } from './site.ts';

type Asked = { Querystring: { done?: unknown } };

export function passwordRoutes(app: FastifyInstance, site: Site): void {
  app.get<Asked>(
    PATHS.password,
    answering(site, (_site, request: FastifyRequest<Asked>) =>
      withVisit(site, request, PATHS.password, async (visit, { account }) =>
        showing(200, passwordPage(visit, { email: account.email, done: request.query.done === 'changed' })),
      ),
    ),
  );
  app.post(PATHS.password, answering(site, takePassword));
}

function takePassword(site: Site, request: FastifyRequest): Promise<Answer> {
  return withVisit(site, request, PATHS.password, async (visit, { account }) => {
    const form = formOf(request);
    const typed = (name: string): string => form.get(name) ?? '';
    const outcome = await changePassword(
      site,
      account,
      { current: typed('current'), code: typed('code'), password: typed('password') },
      fromOf(site, request),
    );
    if (outcome.kind === 'changed')
      return goingTo(`${PATHS.password}?done=changed`, sessionCookie(site, outcome.secret));
    const refused = (status: number, shown: Omit<PasswordShown, 'email'>, retryAfterSeconds?: number) =>
      showing(status, passwordPage(visit, { email: account.email, ...shown }), retryAfterSeconds);
    if (outcome.kind === 'slow-down') {
      const problem = visit.words.slow(Math.ceil(outcome.retryAfterSeconds / 60));
      return refused(429, { problem }, outcome.retryAfterSeconds);
    }
    return refused(422, said(visit, outcome));
  });
}

function said(
  { words }: DeskVisit,
  outcome: Exclude<Awaited<ReturnType<typeof changePassword>>, { kind: 'changed' | 'slow-down' }>,
): Pick<Required<PasswordShown>, 'problem' | 'wrong'> {
  switch (outcome.kind) {
    case 'wrong-password':
      return { problem: words.wrongCurrent, wrong: 'current' };
    case 'wrong-code':
      return { problem: words.wrongCode, wrong: 'code' };
    case 'password':
      return { problem: words.unfitPassword[outcome.problem], wrong: 'password' };
    default:
      return outcome satisfies never;
  }
}
