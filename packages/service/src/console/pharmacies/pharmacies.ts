// The section of pharmacies: found by words and stage, each with its stage and what is missing to the next, changed, and shown a message.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { NetworkAdministration, Preview } from '../../conformance/conformance.ts';
import type { ListedPharmacy, PharmacyListQuery, ShownPharmacy } from '../../directory/inside.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { showing } from '../../kernel/web/pages/form-pages.ts';
import { CONSOLE_LIMITS } from '../limits.ts';
import { announceLink } from '../maintenance/pages.ts';
import { done, field, table } from '../parts.ts';
import { type PeopleDeps, peopleLink, peopleRoutes } from '../pharmacy-desk/people.ts';
import type { ConsoleSection, ConsoleVisit } from '../section.ts';
import { visited } from '../section.ts';
import { facts, instant } from '../shown.ts';
import type { OfOne } from './change.ts';
import { addLink, changeRoutes } from './change.ts';
import type { CheckDeps } from './check.ts';
import { checkRoutes } from './check.ts';
import { FIELD_WORDS } from './field-words.ts';
import { PHARMACY_FIELDS } from './fields.ts';
import type { KeyDeps } from './keys.ts';
import { keyRoutes, keysLink } from './keys.ts';
import { messageBody } from './message.ts';
import { history, storedDetails } from './shown.ts';
import type { NetworkWords } from './words.ts';
import { NETWORK_WORDS } from './words.ts';

const PATH = '/pharmacies';
const STAGES = ['connected', 'scoping', 'testing', 'live', 'none', 'any'] as const;

type Query = Readonly<Partial<Record<'words' | 'stage' | 'after' | 'done' | 'cancel', unknown>>>;
type Searched = { Querystring: Query };

/** What is usual, to be changed in the form. */
const NEW_PHARMACY = { kind: 'LOCAL_PICKUP', active: true, servesPublic: true };

export interface PharmacySectionDeps extends CheckDeps, KeyDeps, PeopleDeps {}

export function pharmacySection(deps: PharmacySectionDeps): ConsoleSection {
  const { network } = deps;
  return {
    path: PATH,
    title: { en: NETWORK_WORDS.en.pharmacies, es: NETWORK_WORDS.es.pharmacies },
    routes: (app) => {
      app.get(
        PATH,
        visited((visit, { query }: FastifyRequest<Searched>) => listPage(network, visit, query)),
      );
      app.get(
        `${PATH}/:id`,
        visited((visit, { params, query }: FastifyRequest<OfOne & Searched>) =>
          showPage(network, visit, params.id, query),
        ),
      );
      previewRoute(app, network);
      checkRoutes(app, deps);
      keyRoutes(app, PATH, deps);
      peopleRoutes(app, PATH, deps);
      changeRoutes(app, {
        path: PATH,
        fields: PHARMACY_FIELDS,
        adding: (words) => ({ title: words.add, help: words.addHelp, record: NEW_PHARMACY }),
        preview: (id, change, cancel) => network.previewPharmacy({ id, change, cancel }),
        show: async (id) => (await network.showPharmacy({ id })).pharmacy,
        write: (request) => network.writePharmacy(request),
      });
    },
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

async function listPage(network: NetworkAdministration, visit: ConsoleVisit, query: Query): Promise<Answer> {
  const words = NETWORK_WORDS[visit.language];
  const search = textOf(query.words).slice(0, CONSOLE_LIMITS.searchCharactersMax);
  const stage = STAGES.find((one) => one === query.stage) ?? 'connected';
  const found = await network.listPharmacies({
    first: CONSOLE_LIMITS.pharmaciesPerPage,
    ...(stage === 'connected' ? {} : { stage }),
    ...(search === '' ? {} : { words: search }),
    ...(textOf(query.after) === '' ? {} : { after: query.after as NonNullable<PharmacyListQuery['after']> }),
  });
  const last = found.length < CONSOLE_LIMITS.pharmaciesPerPage ? undefined : found.at(-1);
  const next = new URLSearchParams({ words: search, stage, after: last?.id ?? '' });
  const body = html`<form method="get" action="${PATH}" role="search">
${field({ name: 'words', label: words.search, type: 'search', value: search, required: false, max: CONSOLE_LIMITS.searchCharactersMax })}
<label for="stage">${words.stage}</label><select id="stage" name="stage">${STAGES.map(
    (one) =>
      html`<option value="${one}"${one === stage ? html.raw` selected` : ''}>${words.stages[one]}</option>`,
  )}</select>
<div class="buttons"><button type="submit">${words.find}</button></div></form>
${addLink(PATH, words.add)}
${table(
  words.pharmacies,
  words.columns,
  found.map((one) => listRow(words, one)),
  words.none,
)}
${last === undefined ? null : html`<p><a class="button" href="${PATH}?${next.toString()}">${words.next}</a></p>`}`;
  return showing(200, visit.page({ title: words.pharmacies, body }));
}

function listRow(words: NetworkWords, pharmacy: ListedPharmacy): readonly (string | SafeHtml)[] {
  const { id, name, city, state, stage, channel, partnerId, ncpdpId } = pharmacy;
  return [
    html`<a href="${PATH}/${id}">${name}</a>`,
    `${city} ${state}`,
    stage ?? words.stages.none,
    channel === null ? words.fax : `${channel}${partnerId === null ? '' : ` · ${partnerId}`}`,
    ncpdpId ?? '–',
  ];
}

async function showPage(
  network: NetworkAdministration,
  visit: ConsoleVisit,
  id: string,
  query: Query,
): Promise<Answer> {
  const words = NETWORK_WORDS[visit.language];
  const shown = await network.showPharmacy({ id });
  const { pharmacy, takesPrescriptions, partner, acts } = shown;
  const { integration } = pharmacy;
  const body = html`${done(query.done === '1' ? words.done : undefined)}
${facts([
  [words.id, html`<span class="mono">${pharmacy.id}</span>`],
  [words.revision, String(pharmacy.revision)],
  [words.stage, integration?.stage ?? words.stages.none],
  [words.sends, takesPrescriptions ? words.electronically : words.byFax],
  [words.run, runOf(words, shown)],
  ...(partner === null
    ? []
    : ([[words.partner, html`<a href="/partners/${partner.id}">${partner.name}</a>`]] as const)),
  ...(pharmacy.active ? [] : ([[FIELD_WORDS[visit.language].labels.active, words.inactive]] as const)),
])}
<h2>${words.missing}</h2>${missing(words, shown)}
<div class="buttons"><a class="button main" href="${PATH}/${id}/change">${words.change}</a>
${
  integration === null
    ? null
    : html`<a class="button" href="${PATH}/${id}/preview">${words.preview}</a>
<a class="button" href="${PATH}/${id}/check">${words.run}</a>`
}
${keysLink(visit.language, PATH, id)}
${peopleLink(visit.language, PATH, id)}
${announceLink(visit.language, id)}
<a class="button quiet" href="${PATH}">${words.back}</a></div>
${storedDetails(words, pharmacy)}
${history(words, acts)}`;
  return showing(200, visit.page({ title: pharmacy.name, body }));
}

function runOf(words: NetworkWords, { conformance }: ShownPharmacy): string | SafeHtml {
  if (conformance === null) return words.runNone;
  const { at, by, isCurrent } = conformance;
  return html`${instant(at)} ${words.runPassed(by)}${isCurrent ? '' : html` (${words.runOther})`}`;
}

/** The next thing to do, and how. */
function missing(
  words: NetworkWords,
  { pharmacy, takesPrescriptions, conformance }: ShownPharmacy,
): SafeHtml {
  const { id, integration } = pharmacy;
  if (integration === null) return html`<p>${words.missingConnection}</p>`;
  const { stage, technicalContact } = integration;
  if (stage === 'live')
    return html`<p>${takesPrescriptions ? words.missingNothing : words.missingActive}</p>`;
  if (stage === 'scoping')
    return html`<p>${technicalContact === undefined ? words.missingContact : words.missingTesting}</p>`;
  if (conformance?.isCurrent === true) return html`<p>${words.missingLive}</p>`;
  return html`<p>${words.missingRun} <a href="${PATH}/${id}/check">${words.toCheck}</a></p>`;
}

function previewRoute(app: FastifyInstance, network: NetworkAdministration): void {
  app.get(
    `${PATH}/:id/preview`,
    visited(async (visit, { params: { id }, query }: FastifyRequest<OfOne & Searched>) => {
      const cancel = query.cancel === '1';
      const preview = await network.previewPharmacy({ id, cancel });
      const words = NETWORK_WORDS[visit.language];
      return showing(
        200,
        visit.page({
          title: words.previewTitle(preview.name),
          body: storedMessage(words, id, preview),
        }),
      );
    }),
  );
}

function storedMessage(words: NetworkWords, id: string, preview: Preview): SafeHtml {
  const link = (cancel: boolean, text: string): SafeHtml => {
    const isHere = (preview.kind === 'CancelRx') === cancel;
    const current = isHere ? html` aria-current="page"` : '';
    return html`<a class="button ${isHere ? 'main' : ''}" href="${PATH}/${id}/preview${cancel ? '?cancel=1' : ''}"${current}>${text}</a>`;
  };
  return html`<p>${words.previewHelp}</p>
<div class="buttons">${link(false, words.newRx)}${link(true, words.cancelRx)}</div>
${messageBody(words, preview)}
<div class="buttons"><a class="button quiet" href="${PATH}/${id}">${words.back}</a></div>`;
}
