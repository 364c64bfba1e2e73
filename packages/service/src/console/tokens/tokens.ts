// The section in which operators make and end their personal tokens; a token's value is shown once, in the answer to the form that made it.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyRequest } from 'fastify';
import type { OperatorToken, OperatorTokens } from '../../identity/identity.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId } from '../../kernel/ports.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { formOf, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { problemNotice } from '../../kernel/web/pages/frame.ts';
import { done, field, refusalOf, table } from '../parts.ts';
import type { ConsoleSection, ConsoleVisit } from '../section.ts';
import { proofFirst, visited } from '../section.ts';
import { instant } from '../shown.ts';
import { TOKEN_WORDS } from './words.ts';

export interface TokenSectionDeps {
  readonly tokens: OperatorTokens;
  readonly ports: Ports;
  /** Where the operators' API is. */
  readonly apiUrl: string;
}

const PATH = '/tokens';
const DAYS_USUAL = 30;

export function tokenSection(deps: TokenSectionDeps): ConsoleSection {
  return {
    path: PATH,
    title: { en: TOKEN_WORDS.en.title, es: TOKEN_WORDS.es.title },
    routes: (app) => {
      app.get(
        PATH,
        visited((visit, request: FastifyRequest<Asked>) =>
          listPage(deps, visit, { done: request.query.done }),
        ),
      );
      app.post(
        PATH,
        visited((visit, request) => make(deps, visit, formOf(request))),
      );
      app.get(
        `${PATH}/:id/end`,
        visited((visit, request: FastifyRequest<Named>) => endPage(deps, visit, request.params.id)),
      );
      app.post(
        `${PATH}/:id/end`,
        visited(async ({ operator }, request: FastifyRequest<Named>) => {
          await deps.tokens.end(operator, request.params.id);
          return goingTo(`${PATH}?done=ended`);
        }),
      );
    },
  };
}

type Asked = { Querystring: { readonly done?: unknown } };
type Named = { Params: { readonly id: string } };

interface Shown {
  readonly done?: unknown;
  readonly problem?: string;
  readonly given?: URLSearchParams;
}

async function listPage(deps: TokenSectionDeps, visit: ConsoleVisit, shown: Shown): Promise<Answer> {
  const words = TOKEN_WORDS[visit.language];
  const rows = (await deps.tokens.list(visit.operator)).map((token) => row(token, visit));
  const body = html`${done(shown.done === 'ended' ? words.ended : undefined)}
${problemNotice(shown.problem)}
<p>${words.intro} <span class="mono">${deps.apiUrl}</span></p>
<h2>${words.yours}</h2>
${table(words.yours, words.columns, rows, words.noTokens)}
<h2>${words.make}</h2>
${makeForm(deps, visit, shown)}`;
  return showing(shown.problem === undefined ? 200 : 422, visit.page({ title: words.title, body }));
}

function row(token: OperatorToken, { language }: ConsoleVisit): readonly (string | SafeHtml)[] {
  const words = TOKEN_WORDS[language];
  return [
    token.name,
    words.states[token.state],
    instant(token.createdAt),
    instant(token.expiresAt),
    token.lastUsedAt === null ? words.never : instant(token.lastUsedAt),
    token.state === 'valid'
      ? html`<a href="${PATH}/${token.id}/end" aria-label="${words.end}: ${token.name}">${words.end}</a>`
      : '',
  ];
}

function makeForm(
  { ports, tokens: { daysMax } }: TokenSectionDeps,
  visit: ConsoleVisit,
  { problem, given }: Shown,
): SafeHtml {
  const words = TOKEN_WORDS[visit.language];
  const wrong = problem !== undefined;
  return visit.form(
    PATH,
    html`${field({ name: 'name', label: words.name, help: words.nameHelp, value: given?.get('name') ?? '', max: 60, wrong })}
${field({ name: 'days', label: words.days, help: words.daysHelp(daysMax), type: 'number', value: given?.get('days') ?? String(DAYS_USUAL), wrong })}
<p class="muted">${words.makeHint}</p>
<div class="buttons"><button class="main" type="submit">${words.make}</button></div>`,
    // Chosen with the page, so that a form that is sent twice makes one token.
    { id: makeId(ports, 'opt') },
  );
}

async function make(deps: TokenSectionDeps, visit: ConsoleVisit, form: URLSearchParams): Promise<Answer> {
  const first = proofFirst(visit, PATH);
  if (first !== undefined) return first;
  const words = TOKEN_WORDS[visit.language];
  const input = {
    id: form.get('id') ?? '',
    name: form.get('name') ?? '',
    days: Number(form.get('days') || Number.NaN),
  };
  const made = await refusalOf(visit, () => deps.tokens.make(visit.operator, input));
  if ('refused' in made) return await listPage(deps, visit, { problem: made.refused, given: form });
  const { token, secret } = made.result;
  const body = html`${
    secret === null
      ? html`<p>${words.madeBefore}</p>`
      : html`<p>${words.made}</p><p><code class="secret mono">${secret}</code></p>`
  }
<p>${words.endsAt} ${instant(token.expiresAt)}</p>
<p><a class="button" href="${PATH}">${words.back}</a></p>`;
  return showing(200, visit.page({ title: words.madeTitle, body }));
}

async function endPage({ tokens }: TokenSectionDeps, visit: ConsoleVisit, id: string): Promise<Answer> {
  const words = TOKEN_WORDS[visit.language];
  const token = (await tokens.list(visit.operator)).find((one) => one.id === id);
  if (token === undefined) throw notFound('token');
  const body = html`<p>${words.endWhat(token.name)}</p>
<div class="buttons">${visit.form(`${PATH}/${id}/end`, html`<button class="main" type="submit">${words.endIt}</button>`)}
<a class="button quiet" href="${PATH}">${words.back}</a></div>`;
  return showing(200, visit.page({ title: words.endTitle, body }));
}
