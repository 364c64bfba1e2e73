// The section of windows of maintenance: announced, changed and ended, for one pharmacy, one partner or the whole service.
import { isId } from '@pestle/rules/ids';
import { html } from '@remix-run/html-template';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MaintenanceAdministration, MaintenanceWindow, WindowSubject } from '../../directory/inside.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { formOf, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { problemNotice } from '../../kernel/web/pages/frame.ts';
import { done, momentIn, refusalOf, table } from '../parts.ts';
import type { ConsoleSection, ConsoleVisit } from '../section.ts';
import { visited } from '../section.ts';
import { instant } from '../shown.ts';
import {
  announceFields,
  changeFields,
  listBody,
  MAINTENANCE_PATH,
  minuteOf,
  NEW_PATH,
  typedIn,
  windowFacts,
  windowUrl,
} from './pages.ts';
import { MAINTENANCE_WORDS } from './words.ts';

type OfOne = { Params: { readonly id: string } };
type Asked = { Querystring: Readonly<Partial<Record<'all' | 'of' | 'done', string>>> };

export function maintenanceSection(windows: MaintenanceAdministration): ConsoleSection {
  return {
    path: MAINTENANCE_PATH,
    title: { en: MAINTENANCE_WORDS.en.title, es: MAINTENANCE_WORDS.es.title },
    routes: (app) => {
      app.get(
        MAINTENANCE_PATH,
        visited(async ({ language, page }, { query }: FastifyRequest<Asked>) => {
          const words = MAINTENANCE_WORDS[language];
          const all = query.all === '1';
          return showing(
            200,
            page({ title: words.title, body: listBody(words, await windows.list({ all }), all) }),
          );
        }),
      );
      announceRoutes(app, windows);
      oneRoutes(app, windows);
      endRoutes(app, windows);
    },
  };
}

function announceRoutes(app: FastifyInstance, windows: MaintenanceAdministration): void {
  app.get(
    NEW_PATH,
    visited(async (visit, { query }: FastifyRequest<Asked>) => announcePage(visit, { of: query.of ?? '' })),
  );
  app.post(
    NEW_PATH,
    visited(async (visit, request) => {
      const form = formOf(request);
      const words = MAINTENANCE_WORDS[visit.language];
      const subject = subjectIn(form);
      if (subject === undefined) return announcePage(visit, { form, problem: words.noId });
      const start = momentIn(form, 'start');
      const note = typedIn(form, 'note');
      const announced = await refusalOf(visit, () =>
        windows.add({
          subject,
          ...(start === undefined ? {} : { start }),
          end: momentIn(form, 'end') ?? '',
          ...(note === '' ? {} : { note }),
          by: visit.operator.by,
        }),
      );
      if ('refused' in announced) return announcePage(visit, { form, problem: announced.refused });
      return goingTo(`${windowUrl(announced.result.id)}?done=announced`);
    }),
  );
}

/** The whole service only where it was chosen; undefined where the id is neither a pharmacy's nor a partner's. */
function subjectIn(form: URLSearchParams): WindowSubject | undefined {
  if (form.get('whom') === 'service') return { kind: 'service' };
  const id = typedIn(form, 'id');
  if (isId('phr', id)) return { kind: 'pharmacy', id };
  return isId('ptn', id) ? { kind: 'partner', id } : undefined;
}

interface Announcing {
  /** Whom the form names at first. */
  readonly of?: string;
  readonly form?: URLSearchParams;
  readonly problem?: string;
}

function announcePage(visit: ConsoleVisit, { of = '', form, problem }: Announcing): Answer {
  const words = MAINTENANCE_WORDS[visit.language];
  const wrong = problem !== undefined;
  const body = html`${problemNotice(problem)}${visit.form(NEW_PATH, announceFields(words, form, { of, wrong }))}`;
  return showing(wrong ? 422 : 200, visit.page({ title: words.announce, body }));
}

async function findWindow(windows: MaintenanceAdministration, id: string): Promise<MaintenanceWindow> {
  const window = (await windows.list({ all: true })).find((one) => one.id === id);
  if (window === undefined) throw notFound('window of maintenance');
  return window;
}

function oneRoutes(app: FastifyInstance, windows: MaintenanceAdministration): void {
  const path = windowUrl(':id');
  app.get(
    path,
    visited((visit, { params, query }: FastifyRequest<OfOne & Asked>) =>
      windowPage(windows, visit, params.id, { wasDone: query.done }),
    ),
  );
  app.post(
    path,
    visited(async (visit, request: FastifyRequest<OfOne>) => {
      const { id } = request.params;
      const form = formOf(request);
      const before = await findWindow(windows, id);
      const note = typedIn(form, 'note');
      // A time that still reads as before stays to the second.
      const moved = (name: 'start' | 'end') => {
        const moment = typedIn(form, name) === minuteOf(before[name]) ? undefined : momentIn(form, name);
        return moment === undefined ? {} : { [name]: moment };
      };
      const changed = await refusalOf(visit, () =>
        windows.change(id, {
          ...moved('start'),
          ...moved('end'),
          note: note === '' ? null : note,
          by: visit.operator.by,
        }),
      );
      return 'refused' in changed
        ? windowPage(windows, visit, id, { form, problem: changed.refused })
        : goingTo(`${windowUrl(id)}?done=changed`);
    }),
  );
}

interface Shown {
  readonly wasDone?: string | undefined;
  readonly form?: URLSearchParams;
  readonly problem?: string;
}

async function windowPage(
  windows: MaintenanceAdministration,
  visit: ConsoleVisit,
  id: string,
  { wasDone, form, problem }: Shown,
): Promise<Answer> {
  const words = MAINTENANCE_WORDS[visit.language];
  const window = await findWindow(windows, id);
  const whatWasDone = [words.announced, words.changed, words.ended][
    ['announced', 'changed', 'ended'].indexOf(wasDone ?? '')
  ];
  const acts = (await windows.history(id))
    .toReversed()
    .map(({ at, operator, action }) => [instant(at), operator, html`<span class="mono">${action}</span>`]);
  const body = html`${done(whatWasDone)}${problemNotice(problem)}
${windowFacts(words, window)}
${window.state === 'over' ? null : visit.form(windowUrl(id), changeFields(words, window, form))}
<p><a class="button quiet" href="${MAINTENANCE_PATH}">${words.back}</a></p>
<h2>${words.history}</h2>${table(words.history, words.historyColumns, acts, words.none)}`;
  return showing(problem === undefined ? 200 : 422, visit.page({ title: id, body }));
}

function endRoutes(app: FastifyInstance, windows: MaintenanceAdministration): void {
  const path = `${windowUrl(':id')}/end`;
  app.get(
    path,
    visited(async (visit, { params: { id } }: FastifyRequest<OfOne>) => {
      const words = MAINTENANCE_WORDS[visit.language];
      const fields = html`<div class="buttons"><button class="main" type="submit">${words.endWindow}</button>
<a class="button quiet" href="${windowUrl(id)}">${words.back}</a></div>`;
      const body = html`<p>${words.endWhat}</p>${windowFacts(words, await findWindow(windows, id))}
${visit.form(`${windowUrl(id)}/end`, fields)}`;
      return showing(200, visit.page({ title: words.endTitle, body }));
    }),
  );
  app.post(
    path,
    visited(async (visit, { params: { id } }: FastifyRequest<OfOne>) => {
      await windows.end(id, { by: visit.operator.by });
      return goingTo(`${windowUrl(id)}?done=ended`);
    }),
  );
}
