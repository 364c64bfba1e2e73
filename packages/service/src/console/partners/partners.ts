// The section of partners: the networks through which pharmacies are reached, each with its pharmacies, and changed.
import { html } from '@remix-run/html-template';
import type { FastifyRequest } from 'fastify';
import type { NetworkAdministration } from '../../conformance/conformance.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { showing } from '../../kernel/web/pages/form-pages.ts';
import { announceLink } from '../maintenance/pages.ts';
import { done, table } from '../parts.ts';
import type { OfOne } from '../pharmacies/change.ts';
import { addLink, changeRoutes } from '../pharmacies/change.ts';
import { FIELD_WORDS } from '../pharmacies/field-words.ts';
import { PARTNER_FIELDS } from '../pharmacies/fields.ts';
import type { KeyDeps } from '../pharmacies/keys.ts';
import { keyRoutes, keysLink } from '../pharmacies/keys.ts';
import { history, storedDetails } from '../pharmacies/shown.ts';
import { NETWORK_WORDS } from '../pharmacies/words.ts';
import type { ConsoleSection, ConsoleVisit } from '../section.ts';
import { visited } from '../section.ts';
import { facts } from '../shown.ts';

const PATH = '/partners';

type Query = Readonly<Partial<Record<'after' | 'done', unknown>>>;
type Searched = { Querystring: Query };

export interface PartnerSectionDeps extends KeyDeps {
  readonly network: NetworkAdministration;
}

export function partnerSection(deps: PartnerSectionDeps): ConsoleSection {
  const { network } = deps;
  return {
    path: PATH,
    title: { en: NETWORK_WORDS.en.partners, es: NETWORK_WORDS.es.partners },
    routes: (app) => {
      app.get(
        PATH,
        visited((visit, { query }: FastifyRequest<Searched>) => listPage(network, visit, query)),
      );
      app.get(
        `${PATH}/:id`,
        visited((visit, { params, query }: FastifyRequest<OfOne & Searched>) =>
          showPage(network, visit, params.id, query.done === '1'),
        ),
      );
      keyRoutes(app, PATH, deps);
      changeRoutes(app, {
        path: PATH,
        fields: PARTNER_FIELDS,
        adding: (words) => ({
          title: words.addPartner,
          help: words.addPartnerHelp,
          record: { active: true },
        }),
        show: async (id) => (await network.showPartner({ id })).partner,
        write: (request) => network.writePartner(request),
      });
    },
  };
}

async function listPage(
  network: NetworkAdministration,
  visit: ConsoleVisit,
  { after }: Query,
): Promise<Answer> {
  const words = NETWORK_WORDS[visit.language];
  const found = await network.listPartners(typeof after === 'string' ? { after } : {});
  const rows = found.map(({ id, name, active }) => [
    html`<a href="${PATH}/${id}">${name}</a>`,
    html`<span class="mono">${id}</span>`,
    active ? words.inUse : words.outOfUse,
  ]);
  const last = found.at(-1);
  // A page that is full may be followed by another.
  const following = last === undefined ? [] : await network.listPartners({ after: last.id });
  const body = html`<p>${words.partnersIntro}</p>
${addLink(PATH, words.addPartner)}
${table(words.partners, words.partnerColumns, rows, words.none)}
${following.length === 0 ? null : html`<p><a class="button" href="${PATH}?after=${last?.id ?? ''}">${words.next}</a></p>`}`;
  return showing(200, visit.page({ title: words.partners, body }));
}

async function showPage(
  network: NetworkAdministration,
  visit: ConsoleVisit,
  id: string,
  wasChanged: boolean,
): Promise<Answer> {
  const words = NETWORK_WORDS[visit.language];
  const { partner, pharmacies, acts } = await network.showPartner({ id });
  const { labels } = FIELD_WORDS[visit.language];
  const body = html`${done(wasChanged ? words.done : undefined)}
${facts([
  [words.id, html`<span class="mono">${partner.id}</span>`],
  [words.revision, String(partner.revision)],
  [labels.active, partner.active ? words.inUse : words.outOfUse],
  [labels.url, partner.endpoint.url],
  [labels.authKind, partner.endpoint.auth.kind],
])}
<div class="buttons"><a class="button main" href="${PATH}/${id}/change">${words.change}</a>
${keysLink(visit.language, PATH, id)}
${announceLink(visit.language, id)}
<a class="button quiet" href="${PATH}">${words.back}</a></div>
<h2>${words.carried}</h2>
${pharmacies.length === 0 ? html`<p class="muted">${words.none}</p>` : html`<ul class="list">${pharmacies.map((one) => html`<li><a class="mono" href="/pharmacies/${one}">${one}</a></li>`)}</ul>`}
${storedDetails(words, partner)}
${history(words, acts)}`;
  return showing(200, visit.page({ title: partner.name, body }));
}
