// The pages of the people who sign in for a pharmacy: listed, invited with a link that is shown once, let in and out.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { formOf, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { problemNotice } from '../../kernel/web/pages/frame.ts';
import type { Language } from '../../kernel/web/pages/language.ts';
import {
  PHARMACY_DESK_LIMITS,
  type PharmacyDeskAdministration,
  type PharmacyPerson,
} from '../../pharmacy-desk/inside.ts';
import { field, refusalOf, table } from '../parts.ts';
import type { ConsoleVisit } from '../section.ts';
import { proofFirst, visited } from '../section.ts';
import { instant } from '../shown.ts';
import { DESK_WORDS } from './words.ts';

const EMAIL_MAX = 254;

export interface PeopleDeps {
  readonly pharmacyDesk: PharmacyDeskAdministration;
}

type OfPharmacy = { Params: { readonly id: string } };
type OfPerson = { Params: { readonly id: string; readonly person: string } };

const pathOf = (section: string, id: string): string => `${section}/${id}/people`;

/** The way to them from the page of their pharmacy. */
export function peopleLink(language: Language, section: string, id: string): SafeHtml {
  return html`<a class="button" href="${pathOf(section, id)}">${DESK_WORDS[language].people}</a>`;
}

/** `section` is the path above the pharmacies' ids. */
export function peopleRoutes(app: FastifyInstance, section: string, { pharmacyDesk }: PeopleDeps): void {
  const path = pathOf(section, ':id');
  app.get(
    path,
    visited((visit, { params }: FastifyRequest<OfPharmacy>) =>
      listPage(pharmacyDesk, visit, section, params.id),
    ),
  );
  app.post(
    path,
    visited((visit, request: FastifyRequest<OfPharmacy>) => invite(pharmacyDesk, visit, section, request)),
  );
  for (const [name, active] of [
    ['deactivate', false],
    ['reactivate', true],
  ] as const)
    app.post(
      `${path}/:person/${name}`,
      visited(async (visit, { params }: FastifyRequest<OfPerson>) => {
        const at = pathOf(section, params.id);
        const first = proofFirst(visit, at);
        if (first !== undefined) return first;
        await pharmacyDesk.setActive({ id: params.person, active, by: visit.operator.by });
        return goingTo(at);
      }),
    );
}

async function listPage(
  desk: PharmacyDeskAdministration,
  visit: ConsoleVisit,
  section: string,
  id: string,
  problem?: string,
): Promise<Answer> {
  const words = DESK_WORDS[visit.language];
  const at = pathOf(section, id);
  const rows = (await desk.accounts(id)).map((person) => row(visit, at, person));
  const max = PHARMACY_DESK_LIMITS.nameCharactersMax;
  const wrong = problem !== undefined;
  const fields = html`${field({ name: 'name', label: words.name, max, wrong })}
${field({ name: 'email', label: words.email, type: 'email', max: EMAIL_MAX, help: words.inviteHelp, wrong })}
<div class="buttons"><button class="main" type="submit">${words.invite}</button>
<a class="button quiet" href="${section}/${id}">${words.back}</a></div>`;
  const columns = [words.name, words.email, words.state, words.lastSignIn, words.deactivate];
  const body = html`${problemNotice(problem)}<p class="mono">${id}</p><p>${words.peopleIntro}</p>
${table(words.people, columns, rows, words.noPeople)}
<h2>${words.invite}</h2>${visit.form(at, fields)}`;
  return showing(wrong ? 422 : 200, visit.page({ title: words.people, body }));
}

function row(visit: ConsoleVisit, at: string, person: PharmacyPerson): readonly (string | SafeHtml)[] {
  const words = DESK_WORDS[visit.language];
  const isActive = person.state !== 'inactive';
  const act = isActive ? words.deactivate : words.reactivate;
  return [
    person.name,
    person.email,
    words.personStates[person.state],
    person.lastSignInAt === null ? words.never : instant(person.lastSignInAt),
    visit.form(
      `${at}/${person.id}/${isActive ? 'deactivate' : 'reactivate'}`,
      html`<button class="quiet" aria-label="${act}: ${person.name}">${act}</button>`,
    ),
  ];
}

async function invite(
  desk: PharmacyDeskAdministration,
  visit: ConsoleVisit,
  section: string,
  request: FastifyRequest<OfPharmacy>,
): Promise<Answer> {
  const { id } = request.params;
  const at = pathOf(section, id);
  const first = proofFirst(visit, at);
  if (first !== undefined) return first;
  const words = DESK_WORDS[visit.language];
  const form = formOf(request);
  const asked = {
    pharmacyId: id,
    email: form.get('email') ?? '',
    name: form.get('name') ?? '',
    by: visit.operator.by,
  };
  const answer = await refusalOf(visit, () => desk.invite(asked), words.problems);
  if ('refused' in answer) return await listPage(desk, visit, section, id, answer.refused);
  const body = html`<p>${words.invited}</p><p><code class="secret mono">${answer.result.url}</code></p>
<p>${answer.result.account.name}, ${answer.result.account.email}</p>
<p><a class="button" href="${at}">${words.back}</a></p>`;
  return showing(200, visit.page({ title: words.invitedTitle, body }));
}
