// What operators do with users on pages: each act shows first what it will do, then what it did; links are shown once, in the answer to the form.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { User } from '../../identity/identity.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { formOf, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { problemNotice } from '../../kernel/web/pages/frame.ts';
import { choices, field, refusalOf } from '../parts.ts';
import type { ConsoleVisit } from '../section.ts';
import { proofFirst, visited } from '../section.ts';
import { instant } from '../shown.ts';
import type { OfUser, UserSectionDeps } from './shown.ts';
import { addressOf, findUser, nameOf, userFacts } from './shown.ts';
import { USER_WORDS } from './words.ts';

const USER = '/users/:organization/:user';
/** Operators are made by a command on the service's machine. */
const ROLES = ['prescriber', 'staff', 'admin'] as const;

type OfOrganization = { Params: { readonly organization: string } };

export function actRoutes(app: FastifyInstance, deps: UserSectionDeps): void {
  app.get(
    '/users/:organization/invite',
    visited(async (visit, { params, url }: FastifyRequest<OfOrganization>) => {
      // So that nobody fills in a form that asks for a sign-in first.
      const first = proofFirst(visit, url);
      if (first !== undefined) return first;
      await deps.users.list(params.organization);
      return invitePage(visit, params.organization, new URLSearchParams({ role: 'staff' }), undefined);
    }),
  );
  app.post(
    '/users/:organization/invite',
    visited((visit, request: FastifyRequest<OfOrganization>) =>
      invite(deps, visit, request.params.organization, formOf(request as FastifyRequest)),
    ),
  );
  app.get(
    `${USER}/recover`,
    visited(
      async (visit, { params, url }: FastifyRequest<OfUser>) =>
        proofFirst(visit, url) ?? recoverPage(visit, await findUser(deps, params), undefined),
    ),
  );
  app.post(
    `${USER}/recover`,
    visited((visit, request: FastifyRequest<OfUser>) =>
      recover(deps, visit, request.params, formOf(request as FastifyRequest)),
    ),
  );
  for (const active of [false, true]) {
    const path = `${USER}/${active ? 'reactivate' : 'deactivate'}`;
    app.get(
      path,
      visited(async (visit, { params }: FastifyRequest<OfUser>) =>
        switchPage(visit, await findUser(deps, params), active, undefined),
      ),
    );
    app.post(
      path,
      visited((visit, { params }: FastifyRequest<OfUser>) => switchUser(deps, visit, params, active)),
    );
  }
}

function invitePage(
  visit: ConsoleVisit,
  organization: string,
  given: URLSearchParams,
  problem: string | undefined,
): Answer {
  const words = USER_WORDS[visit.language];
  const wrong = problem !== undefined;
  const value = (name: string): string => given.get(name) ?? '';
  const action = `/users/${organization}/invite`;
  const fields = html`${field({ name: 'firstName', label: words.firstName, value: value('firstName'), max: 35, wrong })}
${field({ name: 'lastName', label: words.lastName, value: value('lastName'), max: 35, wrong })}
${field({ name: 'email', label: words.email, help: words.emailHelp, type: 'email', value: value('email'), max: 254, wrong })}
${choices(
  words.roles,
  'role',
  'checkbox',
  ROLES.map((role) => ({
    value: role,
    label: words.roleNames[role],
    chosen: given.getAll('role').includes(role),
  })),
)}
<div class="buttons"><button class="main" type="submit">${words.inviteIt}</button>
<a class="button quiet" href="/users/${organization}">${words.back}</a></div>`;
  const body = html`${problemNotice(problem)}<p>${words.inviteWhat}</p>${visit.form(action, fields)}`;
  return showing(wrong ? 422 : 200, visit.page({ title: words.invite, body }));
}

async function invite(
  { users }: UserSectionDeps,
  visit: ConsoleVisit,
  organization: string,
  form: URLSearchParams,
): Promise<Answer> {
  const first = proofFirst(visit, `/users/${organization}/invite`);
  if (first !== undefined) return first;
  const words = USER_WORDS[visit.language];
  const [firstName, lastName, email] = ['firstName', 'lastName', 'email'].map((name) => form.get(name) ?? '');
  const roles = ROLES.filter((role) => form.getAll('role').includes(role));
  const invited = await refusalOf(visit, () =>
    users.invite(
      { organizationId: organization, by: visit.operator.by },
      { firstName: firstName ?? '', lastName: lastName ?? '', email: email ?? '', roles },
    ),
  );
  if ('refused' in invited) return invitePage(visit, organization, form, invited.refused);
  const { user, invitationUrl } = invited.result;
  const how =
    invitationUrl === null ? html`<p>${words.invitedMail}</p>` : link(words.linkOnce, invitationUrl);
  return answerPage(visit, words.invitedTitle, user, how);
}

function recoverPage(visit: ConsoleVisit, user: User, problem: string | undefined): Answer {
  const words = USER_WORDS[visit.language];
  const body = html`${problemNotice(problem)}<p>${words.recoverWhat(nameOf(user))}</p>
${userFacts(user, visit)}
${visit.form(
  `${addressOf(user)}/recover`,
  html`<label class="choice"><input type="checkbox" name="factor" value="remove">${words.removeFactor}</label>
<div class="buttons"><button class="main" type="submit">${words.recoverIt}</button>
<a class="button quiet" href="${addressOf(user)}">${words.back}</a></div>`,
)}`;
  return showing(problem === undefined ? 200 : 422, visit.page({ title: words.recoverTitle, body }));
}

async function recover(
  deps: UserSectionDeps,
  visit: ConsoleVisit,
  params: OfUser['Params'],
  form: URLSearchParams,
): Promise<Answer> {
  const { organization, user: userId } = params;
  const first = proofFirst(visit, `/users/${organization}/${userId}/recover`);
  if (first !== undefined) return first;
  const words = USER_WORDS[visit.language];
  const act = {
    organizationId: organization,
    userId,
    by: visit.operator.by,
    removeSecondFactor: form.get('factor') === 'remove',
  };
  const recovered = await refusalOf(visit, () => deps.users.recover(act));
  if ('refused' in recovered) return recoverPage(visit, await findUser(deps, params), recovered.refused);
  const { user, url, expiresAt, endedIn } = recovered.result;
  const body = html`${link(words.recoveredLink, url)}
<p>${words.endsAt} ${instant(expiresAt)}</p>
<p>${words.endedIn} ${endedIn.map(({ organizationName }) => organizationName).join(', ')}</p>`;
  return answerPage(visit, words.recoveredTitle, user, body);
}

function switchPage(visit: ConsoleVisit, user: User, active: boolean, problem: string | undefined): Answer {
  const words = USER_WORDS[visit.language];
  const [title, what, button] = active
    ? [words.reactivateTitle, words.reactivateWhat, words.reactivate]
    : [words.deactivateTitle, words.deactivateWhat, words.deactivate];
  const fields = html`<div class="buttons"><button class="main" type="submit">${button}</button>
<a class="button quiet" href="${addressOf(user)}">${words.back}</a></div>`;
  const body = html`${problemNotice(problem)}<p>${what(nameOf(user))}</p>
${userFacts(user, visit)}
${visit.form(`${addressOf(user)}/${active ? 'reactivate' : 'deactivate'}`, fields)}`;
  return showing(problem === undefined ? 200 : 422, visit.page({ title, body }));
}

async function switchUser(
  deps: UserSectionDeps,
  visit: ConsoleVisit,
  params: OfUser['Params'],
  active: boolean,
): Promise<Answer> {
  const { organization: organizationId, user: userId } = params;
  const by = visit.operator.by;
  const switched = await refusalOf(visit, () => deps.users.setActive({ organizationId, userId, active, by }));
  if ('refused' in switched) return switchPage(visit, await findUser(deps, params), active, switched.refused);
  const { user, changed } = switched.result;
  const done = active ? 'reactivated' : 'deactivated';
  return goingTo(`${addressOf(user)}?done=${changed ? done : 'unchanged'}`);
}

function link(words: string, url: string): SafeHtml {
  return html`<p>${words}</p><p><code class="secret mono">${url}</code></p>`;
}

function answerPage(visit: ConsoleVisit, title: string, user: User, body: SafeHtml): Answer {
  const words = USER_WORDS[visit.language];
  const shown = html`<p><strong>${nameOf(user)}</strong> &lt;${user.email}&gt;</p>${body}
<p><a class="button" href="${addressOf(user)}">${words.back}</a></p>`;
  return showing(200, visit.page({ title, body: shown }));
}
