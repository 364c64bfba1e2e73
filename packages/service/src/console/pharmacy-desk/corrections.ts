// The section of what pharmacies correct of themselves: what waits, and the page on which an operator decides one.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyRequest } from 'fastify';
import { notFound } from '../../kernel/errors.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { formOf, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { problemNotice } from '../../kernel/web/pages/frame.ts';
import {
  type ListedCorrection,
  PHARMACY_DESK_LIMITS,
  type PharmacyDeskAdministration,
} from '../../pharmacy-desk/inside.ts';
import { done, field, refusalOf, table } from '../parts.ts';
import type { ConsoleSection, ConsoleVisit } from '../section.ts';
import { proofFirst, visited } from '../section.ts';
import { facts, instant } from '../shown.ts';
import { DESK_WORDS, type DeskWords } from './words.ts';

const PATH = '/corrections';

type Asked = { Querystring: { readonly done?: unknown; readonly all?: unknown } };
type Named = { Params: { readonly id: string } };

export interface CorrectionSectionDeps {
  readonly pharmacyDesk: PharmacyDeskAdministration;
}

export function correctionSection({ pharmacyDesk }: CorrectionSectionDeps): ConsoleSection {
  return {
    path: PATH,
    title: { en: DESK_WORDS.en.title, es: DESK_WORDS.es.title },
    attention: async (language) => {
      const open = await pharmacyDesk.corrections({ open: true });
      return open.length === 0
        ? []
        : [html`<a href="${PATH}">${DESK_WORDS[language].attention(open.length)}</a>`];
    },
    routes: (app) => {
      app.get(
        PATH,
        visited((visit, { query }: FastifyRequest<Asked>) => listPage(pharmacyDesk, visit, query)),
      );
      app.get(
        `${PATH}/:id`,
        visited((visit, { params }: FastifyRequest<Named>) => decidePage(pharmacyDesk, visit, params.id)),
      );
      for (const decision of ['confirm', 'decline', 'seen'] as const)
        app.post(
          `${PATH}/:id/${decision}`,
          visited((visit, request: FastifyRequest<Named>) =>
            decide(pharmacyDesk, visit, { id: request.params.id, decision, form: formOf(request) }),
          ),
        );
    },
  };
}

async function listPage(
  desk: PharmacyDeskAdministration,
  visit: ConsoleVisit,
  query: Asked['Querystring'],
): Promise<Answer> {
  const words = DESK_WORDS[visit.language];
  const isAll = query.all === '1';
  const rows = (await desk.corrections(isAll ? {} : { open: true })).map((one) => row(words, one));
  const columns = [
    words.pharmacy,
    words.what,
    words.before,
    words.proposed,
    words.by,
    words.when,
    words.state,
    words.decide,
  ];
  const body = html`${done(query.done === '1' ? words.done : undefined)}<p>${words.intro}</p>
${table(words.title, columns, rows, words.none)}
<p><a href="${isAll ? PATH : `${PATH}?all=1`}">${isAll ? words.onlyOpen : words.all}</a></p>`;
  return showing(200, visit.page({ title: words.title, body }));
}

const isOpen = ({ state }: ListedCorrection): boolean => state === 'waiting' || state === 'applied';

function row(words: DeskWords, one: ListedCorrection): readonly (string | SafeHtml)[] {
  return [
    html`<a href="/pharmacies/${one.pharmacyId}">${one.pharmacyName}</a>`,
    words.fields[one.field],
    one.before,
    one.proposed,
    one.person,
    instant(one.askedAt),
    words.states[one.state],
    isOpen(one)
      ? html`<a href="${PATH}/${one.id}" aria-label="${words.decide}: ${one.pharmacyName}, ${words.fields[one.field]}">${words.decide}</a>`
      : '',
  ];
}

async function decidePage(
  desk: PharmacyDeskAdministration,
  visit: ConsoleVisit,
  id: string,
  problem?: string,
): Promise<Answer> {
  const words = DESK_WORDS[visit.language];
  const one = (await desk.corrections()).find((known) => known.id === id);
  if (one === undefined) throw notFound('correction');
  const shown = facts([
    [words.pharmacy, one.pharmacyName],
    [words.what, words.fields[one.field]],
    [words.before, one.before],
    [words.proposed, one.proposed],
    [words.by, one.person],
    [words.when, instant(one.askedAt)],
    [words.state, words.states[one.state]],
  ]);
  const max = PHARMACY_DESK_LIMITS.reasonCharactersMax;
  const acts =
    one.state === 'waiting'
      ? html`${one.field === 'endpoint' ? html`<p>${words.endpointHelp}</p>` : ''}
${visit.form(`${PATH}/${id}/confirm`, html`<button class="main">${words.confirm}</button>`)}
${visit.form(`${PATH}/${id}/decline`, html`${field({ name: 'reason', label: words.reason, max, wrong: problem !== undefined })}<p><button>${words.decline}</button></p>`)}`
      : one.state === 'applied'
        ? visit.form(`${PATH}/${id}/seen`, html`<button class="main">${words.seen}</button>`)
        : '';
  const body = html`${problemNotice(problem)}${shown}${acts}
<p><a class="button quiet" href="${PATH}">${words.back}</a></p>`;
  return showing(problem === undefined ? 200 : 422, visit.page({ title: words.decideTitle, body }));
}

interface Decided {
  readonly id: string;
  readonly decision: 'confirm' | 'decline' | 'seen';
  readonly form: URLSearchParams;
}

/** Where prescriptions go is an act for somebody who proved a moment ago who they are. */
async function decide(
  desk: PharmacyDeskAdministration,
  visit: ConsoleVisit,
  { id, decision, form }: Decided,
): Promise<Answer> {
  const first = decision === 'confirm' ? proofFirst(visit, `${PATH}/${id}`) : undefined;
  if (first !== undefined) return first;
  const { by } = visit.operator;
  const act = async (): Promise<unknown> => {
    if (decision === 'confirm') return await desk.confirm({ id, by });
    if (decision === 'seen') return await desk.markSeen({ id, by });
    return await desk.decline({ id, by, reason: form.get('reason') ?? '' });
  };
  const result = await refusalOf(visit, act, DESK_WORDS[visit.language].problems);
  return 'refused' in result ? await decidePage(desk, visit, id, result.refused) : goingTo(`${PATH}?done=1`);
}
