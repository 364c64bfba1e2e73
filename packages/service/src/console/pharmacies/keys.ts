// The pages of the keys by which a pharmacy or a partner reports to the status hook: listed, added and shown once, and ended.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HookKey, HookKeyAdministration } from '../../directory/inside.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId } from '../../kernel/ports.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { formOf, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { problemNotice } from '../../kernel/web/pages/frame.ts';
import type { Language } from '../../kernel/web/pages/language.ts';
import { choices, done, field, momentIn, refusalOf, table } from '../parts.ts';
import type { ConsoleVisit } from '../section.ts';
import { proofFirst, visited } from '../section.ts';
import { facts, instant } from '../shown.ts';
import type { OfOne } from './change.ts';
import type { KeyWords } from './keys-words.ts';
import { KEY_WORDS } from './keys-words.ts';

export interface KeyDeps {
  readonly hookKeys: HookKeyAdministration;
  readonly ports: Ports;
}

type OfKey = { Params: { readonly id: string; readonly key: string } };
type Asked = { Querystring: { readonly done?: unknown } };

const pathOf = (section: string, id: string): string => `${section}/${id}/keys`;

/** The way to them from the page of their owner. */
export function keysLink(language: Language, section: string, id: string): SafeHtml {
  return html`<a class="button" href="${pathOf(section, id)}">${KEY_WORDS[language].title}</a>`;
}

/** `section` is the path above the owners' ids. */
export function keyRoutes(app: FastifyInstance, section: string, deps: KeyDeps): void {
  const path = pathOf(section, ':id');
  app.get(
    path,
    visited((visit, { params: { id }, query }: FastifyRequest<OfOne & Asked>) =>
      listPage(deps, visit, { at: pathOf(section, id), section, id, wasEnded: query.done === '1' }),
    ),
  );
  app.post(
    path,
    visited((visit, request: FastifyRequest<OfOne>) =>
      add(deps, visit, pathOf(section, request.params.id), request),
    ),
  );
  app.get(
    `${path}/:key/end`,
    visited((visit, { params }: FastifyRequest<OfKey>) =>
      endPage(deps, visit, pathOf(section, params.id), params),
    ),
  );
  app.post(
    `${path}/:key/end`,
    visited((visit, request: FastifyRequest<OfKey>) =>
      end(deps, visit, pathOf(section, request.params.id), request),
    ),
  );
}

interface Listed {
  readonly at: string;
  readonly section: string;
  readonly id: string;
  readonly wasEnded: boolean;
}

async function listPage({ hookKeys, ports }: KeyDeps, visit: ConsoleVisit, listed: Listed): Promise<Answer> {
  const { at, section, id, wasEnded } = listed;
  const words = KEY_WORDS[visit.language];
  const rows = (await hookKeys.list(id)).map((key) => row(words, at, key));
  const fields = html`${choices(words.kind, 'kind', 'radio', [
    { value: 'bearer', label: words.kinds.bearer, chosen: true },
    { value: 'standard-webhooks', label: words.kinds['standard-webhooks'] },
  ])}<p class="muted">${words.addHelp}</p>
<div class="buttons"><button class="main" type="submit">${words.add}</button>
<a class="button quiet" href="${section}/${id}">${words.back}</a></div>`;
  // Chosen with the page, so that a form that is sent twice makes one key.
  const request = makeId(ports, 'hkc');
  const body = html`${done(wasEnded ? words.ended : undefined)}<p class="mono">${id}</p><p>${words.intro}</p>
${table(words.title, words.columns, rows, words.none)}
<h2>${words.add}</h2>${visit.form(at, fields, { request })}`;
  return showing(200, visit.page({ title: words.title, body }));
}

function row(words: KeyWords, at: string, key: HookKey): readonly (string | SafeHtml)[] {
  const { id, kind, fingerprint, from, until, state } = key;
  return [
    html`<span class="mono">${fingerprint}</span>`,
    words.kinds[kind],
    words.states[state],
    instant(from),
    until === null ? words.always : instant(until),
    state === 'over'
      ? ''
      : html`<a href="${at}/${id}/end" aria-label="${words.end}: ${fingerprint}">${words.end}</a>`,
  ];
}

async function add(
  { hookKeys }: KeyDeps,
  visit: ConsoleVisit,
  at: string,
  request: FastifyRequest<OfOne>,
): Promise<Answer> {
  const first = proofFirst(visit, at);
  if (first !== undefined) return first;
  const words = KEY_WORDS[visit.language];
  const form = formOf(request);
  const { key, secret } = await hookKeys.add({
    ownerId: request.params.id,
    kind: form.get('kind') === 'standard-webhooks' ? 'standard-webhooks' : 'bearer',
    request: form.get('request') ?? '',
    by: visit.operator.by,
  });
  const shown =
    secret === null
      ? html`<p>${words.addedBefore}</p>`
      : html`<p>${words.added}</p><p><code class="secret mono">${secret}</code></p>`;
  const body = html`${shown}${keyFacts(words, key)}<p><a class="button" href="${at}">${words.back}</a></p>`;
  return showing(200, visit.page({ title: words.addedTitle, body }));
}

function keyFacts(words: KeyWords, { kind, keyId, fingerprint }: HookKey): SafeHtml {
  return facts([
    [words.kind, words.kinds[kind]],
    [words.fingerprint, fingerprint],
    [words.signedAs, keyId],
  ]);
}

async function endPage(
  { hookKeys }: KeyDeps,
  visit: ConsoleVisit,
  at: string,
  { id, key: keyId }: OfKey['Params'],
  problem?: string,
): Promise<Answer> {
  const words = KEY_WORDS[visit.language];
  const key = (await hookKeys.list(id)).find((one) => one.id === keyId);
  if (key === undefined) throw notFound('hook credential');
  const wrong = problem !== undefined;
  const fields = html`${field({ name: 'at', label: words.when, type: 'datetime-local', required: false, wrong })}
<div class="buttons"><button class="main" type="submit">${words.endIt}</button><a class="button quiet" href="${at}">${words.back}</a></div>`;
  const body = html`${problemNotice(problem)}<p>${words.endWhat}</p>${keyFacts(words, key)}
${visit.form(`${at}/${keyId}/end`, fields)}`;
  return showing(wrong ? 422 : 200, visit.page({ title: words.endTitle, body }));
}

async function end(
  deps: KeyDeps,
  visit: ConsoleVisit,
  at: string,
  request: FastifyRequest<OfKey>,
): Promise<Answer> {
  const { id: ownerId, key: id } = request.params;
  const moment = momentIn(formOf(request), 'at');
  const { by } = visit.operator;
  const ended = await refusalOf(visit, () =>
    deps.hookKeys.end({ ownerId, id, by, ...(moment === undefined ? {} : { at: moment }) }),
  );
  return 'refused' in ended
    ? endPage(deps, visit, at, request.params, ended.refused)
    : goingTo(`${at}?done=1`);
}
