// The section in which operators see where they are signed in to the console, and end what they do not know.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyRequest } from 'fastify';
import type { ListedSession, Operators } from '../../identity/identity.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { done, table } from '../parts.ts';
import type { ConsoleSection, ConsoleVisit } from '../section.ts';
import { visited } from '../section.ts';
import { instant } from '../shown.ts';
import { SESSION_WORDS } from './words.ts';

const PATH = '/sessions';

type Asked = { Querystring: { readonly done?: unknown } };
type Named = { Params: { readonly id: string } };

export interface SessionSectionDeps {
  readonly operators: Operators;
  /** Where an operator ends what holds at the service itself. */
  readonly accountUrl: string;
}

/** Ending asks nothing first: whoever ended too much signs in again. */
export function sessionSection({ operators, accountUrl }: SessionSectionDeps): ConsoleSection {
  return {
    path: PATH,
    title: { en: SESSION_WORDS.en.title, es: SESSION_WORDS.es.title },
    routes: (app) => {
      app.get(
        PATH,
        visited((visit, { query }: FastifyRequest<Asked>) =>
          listPage({ operators, accountUrl }, visit, query.done),
        ),
      );
      app.post(
        `${PATH}/:id/end`,
        visited(async ({ operator }, { params }: FastifyRequest<Named>) => {
          await operators.sessions.end(operator, params.id);
          return goingTo(`${PATH}?done=ended`);
        }),
      );
      app.post(
        `${PATH}/others/end`,
        visited(async ({ operator, sessionId }) => {
          await operators.sessions.endOthers(operator, sessionId);
          return goingTo(`${PATH}?done=ended`);
        }),
      );
    },
  };
}

async function listPage(
  { operators, accountUrl }: SessionSectionDeps,
  visit: ConsoleVisit,
  said: unknown,
): Promise<Answer> {
  const words = SESSION_WORDS[visit.language];
  const sessions = await operators.sessions.list(visit.operator);
  const rows = sessions.map((session) => row(session, visit));
  const body = html`${done(said === 'ended' ? words.ended : undefined)}
<p>${words.intro(operators.sessions.idleMinutes)}</p>
<p>${words.there} <a href="${accountUrl}">${words.account}</a></p>
${table(words.yours, words.columns, rows, words.none)}
${
  sessions.length < 2
    ? null
    : html`<div class="buttons">${visit.form(`${PATH}/others/end`, html`<button type="submit">${words.endOthers}</button>`)}</div>`
}`;
  return showing(200, visit.page({ title: words.title, body }));
}

function row(
  { id, begunAt, lastSeenAt }: ListedSession,
  visit: ConsoleVisit,
): readonly (string | SafeHtml)[] {
  const words = SESSION_WORDS[visit.language];
  const isThis = id === visit.sessionId;
  return [
    instant(begunAt),
    instant(lastSeenAt),
    isThis ? words.thisOne : words.other,
    // This one is ended by signing out, which stands on every page.
    isThis
      ? ''
      : visit.form(
          `${PATH}/${id}/end`,
          html`<button class="quiet" type="submit" aria-label="${words.endOf(begunAt.slice(0, 19).replace('T', ' '))}">${words.end}</button>`,
        ),
  ];
}
