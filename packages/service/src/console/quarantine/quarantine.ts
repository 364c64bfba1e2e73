// The console's section about the quarantine after a restore: what it holds, what operators say of it, its beginning and its end.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance } from 'fastify';
import type { QuarantineAdministration } from '../../delivery/inside.ts';
import { notFound } from '../../kernel/errors.ts';
import { showing } from '../../kernel/web/pages/form-pages.ts';
import type { Language } from '../../kernel/web/pages/language.ts';
import { done } from '../parts.ts';
import type { ConsoleSection } from '../section.ts';
import { visited } from '../section.ts';
import { instant } from '../shown.ts';
import { actRoutes, type QuarantineSectionDeps } from './acts.ts';
import { beginAndEndRoutes } from './begin-end.ts';
import { laneBody, QUARANTINE_PATH, stateBody, undecided } from './pages.ts';
import { receivedFields, receivedRoutes } from './received.ts';
import { WORDS } from './words.ts';

interface Asked {
  readonly Querystring: Readonly<Record<string, string | undefined>>;
}

export function quarantineSection(deps: QuarantineSectionDeps): ConsoleSection {
  const { quarantine } = deps;
  return {
    path: QUARANTINE_PATH,
    title: { en: WORDS.en.title, es: WORDS.es.title },
    banner: (language) => bannerOf(quarantine, language),
    attention: (language) => attentionOf(quarantine, language),
    routes: (app) => {
      lookRoutes(app, quarantine);
      actRoutes(app, deps);
      receivedRoutes(app, quarantine);
      beginAndEndRoutes(app, deps);
    },
  };
}

async function bannerOf(
  quarantine: QuarantineAdministration,
  language: Language,
): Promise<SafeHtml | undefined> {
  const { open } = await quarantine.show();
  const words = WORDS[language];
  return open === null
    ? undefined
    : html`${words.banner} ${instant(open.since)}. <a href="${QUARANTINE_PATH}">${words.reconcileIt}</a>`;
}

async function attentionOf(
  quarantine: QuarantineAdministration,
  language: Language,
): Promise<readonly SafeHtml[]> {
  const { lanes } = await quarantine.show();
  const count = undecided(lanes);
  return count === 0 ? [] : [html`<a href="${QUARANTINE_PATH}">${count}</a> ${WORDS[language].undecided}`];
}

function lookRoutes(app: FastifyInstance, quarantine: QuarantineAdministration): void {
  app.get<Asked>(
    QUARANTINE_PATH,
    visited<Asked>(async ({ language, page, form }, { query }) => {
      const words = WORDS[language];
      const { done: act } = query;
      const wasDone = act === 'begun' || act === 'widened' || act === 'ended' ? words[act] : undefined;
      const state = await quarantine.show();
      const body = html`${done(wasDone)}${stateBody(words, state, receivedFields(words, form))}`;
      return showing(200, page({ title: words.title, body }));
    }),
  );
  app.get<Asked>(
    `${QUARANTINE_PATH}/lane`,
    visited<Asked>(async ({ language, page }, { query: { of = '' } }) => {
      const lane = (await quarantine.show()).lanes.find((one) => one.lane === of);
      if (lane === undefined) throw notFound('lane in quarantine');
      const body = laneBody(language, lane, await quarantine.held(of));
      return showing(200, page({ title: `${WORDS[language].title}: ${of}`, body }));
    }),
  );
}
