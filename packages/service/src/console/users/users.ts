// The section of organizations and their users: who they are, and what operators do for those who cannot help themselves.
import { html } from '@remix-run/html-template';
import type { FastifyRequest } from 'fastify';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { showing } from '../../kernel/web/pages/form-pages.ts';
import { done, field, table } from '../parts.ts';
import type { ConsoleSection, ConsoleVisit } from '../section.ts';
import { visited } from '../section.ts';
import { actRoutes } from './acts.ts';
import type { OfUser, UserSectionDeps } from './shown.ts';
import { addressOf, findUser, nameOf, PATH, rolesOf, userFacts } from './shown.ts';
import { USER_WORDS } from './words.ts';

type Search = { Querystring: { readonly q?: unknown } };
type OfOrganization = { Params: { readonly organization: string } };

export function userSection(deps: UserSectionDeps): ConsoleSection {
  return {
    path: PATH,
    title: { en: USER_WORDS.en.title, es: USER_WORDS.es.title },
    routes: (app) => {
      app.get(
        PATH,
        visited((visit, { query }: FastifyRequest<Search>) =>
          organizationsPage(deps, visit, typeof query.q === 'string' ? query.q : ''),
        ),
      );
      app.get(
        `${PATH}/:organization`,
        visited((visit, { params }: FastifyRequest<OfOrganization>) =>
          usersPage(deps, visit, params.organization),
        ),
      );
      app.get(
        `${PATH}/:organization/:user`,
        visited((visit, request: FastifyRequest<OfUser>) => userPage(deps, visit, request)),
      );
      actRoutes(app, deps);
    },
  };
}

async function organizationsPage(
  deps: UserSectionDeps,
  visit: ConsoleVisit,
  search: string,
): Promise<Answer> {
  const words = USER_WORDS[visit.language];
  const { organizations, more } = await deps.organizations.list(search);
  const rows = organizations.map(({ id, name, environment }) => [
    html`<a href="${PATH}/${id}">${name}</a>`,
    html`<span class="mono">${id}</span>`,
    environment,
  ]);
  const body = html`<form method="get" action="${PATH}" role="search">
${field({ name: 'q', label: words.search, type: 'search', value: search, required: false, max: 100 })}
<div class="buttons"><button type="submit">${words.find}</button></div></form>
${table(words.organizations, words.organizationColumns, rows, words.noOrganizations)}
${more ? html`<p class="muted">${words.more}</p>` : null}`;
  return showing(200, visit.page({ title: words.title, body }));
}

async function usersPage(deps: UserSectionDeps, visit: ConsoleVisit, organization: string): Promise<Answer> {
  const words = USER_WORDS[visit.language];
  const users = await deps.users.list(organization);
  const { organizations } = await deps.organizations.list(organization);
  const name = organizations[0]?.name ?? organization;
  const rows = users.map((user) => [
    html`<a href="${addressOf(user)}">${nameOf(user)}</a>`,
    user.email,
    rolesOf(user, visit),
    user.active ? words.states.active : words.states.inactive,
    user.secondFactor ? words.yes : words.no,
  ]);
  const body = html`<p class="mono muted">${organization}</p>
${table(words.usersOf(name), words.userColumns, rows, words.noUsers)}
<div class="buttons"><a class="button main" href="${PATH}/${organization}/invite">${words.invite}</a>
<a class="button quiet" href="${PATH}">${words.back}</a></div>`;
  return showing(200, visit.page({ title: words.usersOf(name), body }));
}

async function userPage(
  deps: UserSectionDeps,
  visit: ConsoleVisit,
  { params, query }: FastifyRequest<OfUser>,
): Promise<Answer> {
  const words = USER_WORDS[visit.language];
  const user = await findUser(deps, params);
  const here = addressOf(user);
  const said = { deactivated: words.deactivated, reactivated: words.reactivated, unchanged: words.unchanged };
  const body = html`${done(typeof query.done === 'string' ? said[query.done as keyof typeof said] : undefined)}
${userFacts(user, visit)}
<div class="buttons">${
    user.active
      ? html`<a class="button" href="${here}/recover">${words.recover}</a><a class="button" href="${here}/deactivate">${words.deactivate}</a>`
      : html`<a class="button" href="${here}/reactivate">${words.reactivate}</a>`
  }<a class="button quiet" href="${PATH}/${user.orgId}">${words.back}</a></div>`;
  return showing(200, visit.page({ title: nameOf(user), body }));
}
