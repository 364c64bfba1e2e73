// A user as the pages of the section show one, and what all of them work with.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { User, UserAdministration } from '../../identity/identity.ts';
import { notFound } from '../../kernel/errors.ts';
import type { OrganizationAdministration } from '../../organization/organization.ts';
import type { ConsoleVisit } from '../section.ts';
import { facts } from '../shown.ts';
import { USER_WORDS } from './words.ts';

export const PATH = '/users';

export interface UserSectionDeps {
  readonly users: UserAdministration;
  readonly organizations: Pick<OrganizationAdministration, 'list'>;
}

export type OfUser = {
  Params: { readonly organization: string; readonly user: string };
  Querystring: { readonly done?: unknown };
};

/** Throws NOT_FOUND. */
export async function findUser({ users }: UserSectionDeps, params: OfUser['Params']): Promise<User> {
  const user = (await users.list(params.organization)).find(({ id }) => id === params.user);
  if (user === undefined) throw notFound('user');
  return user;
}

export function userFacts(user: User, visit: ConsoleVisit): SafeHtml {
  const words = USER_WORDS[visit.language];
  return facts([
    [words.id, html`<span class="mono">${user.id}</span>`],
    [words.email, user.email],
    [words.roles, rolesOf(user, visit)],
    [words.state, user.active ? words.states.active : words.states.inactive],
    [words.secondFactor, user.secondFactor ? words.yes : words.no],
  ]);
}

export const nameOf = ({ firstName, lastName }: User): string => `${firstName} ${lastName}`;

export const addressOf = ({ orgId, id }: Pick<User, 'orgId' | 'id'>): string => `${PATH}/${orgId}/${id}`;

export function rolesOf({ roles }: User, { language }: ConsoleVisit): string {
  return roles.map((role) => USER_WORDS[language].roleNames[role]).join(', ');
}
