// The console's section about what waits to leave: pages to look at, and acts that each say first what they will do and then what they did.
import { html } from '@remix-run/html-template';
import type { FastifyInstance } from 'fastify';
import { type DeliveryFigures, isRow, type QueueAdministration } from '../../delivery/inside.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Clock } from '../../kernel/ports.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { formOf, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { notice } from '../../kernel/web/pages/frame.ts';
import { CONSOLE_LIMITS } from '../limits.ts';
import type { ConsoleSection, ConsoleVisit } from '../section.ts';
import { visited } from '../section.ts';
import { refusalWords } from '../shown.ts';
import { queueAttention } from './attention.ts';
import {
  type ActName,
  askUrl,
  laneBody,
  lanesBody,
  laneUrl,
  QUEUE_PATH,
  rowUrl,
  stuckBody,
  transmissionBody,
} from './pages.ts';
import { resendRoutes } from './resend.ts';
import { trailRoutes } from './trail.ts';
import { WORDS } from './words.ts';

interface Asked {
  readonly Querystring: Readonly<Record<string, string | undefined>>;
}

/** With figures, the home page says what of the queue needs a person. */
export function queueSection(
  queue: QueueAdministration,
  clock: Clock,
  figures?: () => Promise<DeliveryFigures>,
): ConsoleSection {
  return {
    path: QUEUE_PATH,
    title: { en: WORDS.en.title, es: WORDS.es.title },
    ...(figures !== undefined && {
      attention: (language) => queueAttention(queue, figures, clock, language),
    }),
    routes: (app) => {
      lookRoutes(app, queue, clock);
      actRoutes(app, queue);
      resendRoutes(app, queue);
      trailRoutes(app, queue);
    },
  };
}

function lookRoutes(app: FastifyInstance, queue: QueueAdministration, clock: Clock): void {
  app.get<Asked>(QUEUE_PATH, async (request, reply) => {
    const live = request.query['live'] === '1';
    // Without a script, and only where the person asked for it.
    if (live) reply.header('refresh', String(CONSOLE_LIMITS.liveSeconds));
    return await visited<Asked>(async ({ language, page }) => {
      const words = WORDS[language];
      const now = new Date(clock.now()).toISOString();
      const [lanes, holds] = await Promise.all([queue.lanes(), queue.holds()]);
      return showing(200, page({ title: words.title, body: lanesBody(words, { lanes, holds, now }, live) }));
    })(request, reply);
  });
  app.get<Asked>(
    `${QUEUE_PATH}/lane`,
    visited<Asked>(async ({ language, page }, { query: { of = '' } }) => {
      const rows = await queue.rows(of);
      const lane = (await queue.lanes()).find((one) => one.lane === of) ?? null;
      return showing(200, page({ title: of, body: laneBody(WORDS[language], lane, of, rows) }));
    }),
  );
  app.get<Asked>(
    `${QUEUE_PATH}/transmission`,
    visited<Asked>(async ({ language, page }, { query: { id = '' } }) => {
      const found = await queue.attempts(id.trim());
      const body = transmissionBody(WORDS[language], id.trim(), found);
      return showing(200, page({ title: `${WORDS[language].transmission} ${id.trim()}`, body }));
    }),
  );
  app.get(
    `${QUEUE_PATH}/stuck`,
    visited(async ({ language, page }) => {
      const words = WORDS[language];
      return showing(200, page({ title: words.stuck, body: stuckBody(words, await queue.stuck()) }));
    }),
  );
}

function actRoutes(app: FastifyInstance, queue: QueueAdministration): void {
  app.get<Asked>(
    `${QUEUE_PATH}/ask`,
    visited<Asked>(async (visit, { query }) => {
      const { act, of } = actOf(query['act'], query['of']);
      return showing(200, askPage(visit, act, of));
    }),
  );
  app.post(
    `${QUEUE_PATH}/act`,
    visited(async (visit, request): Promise<Answer> => {
      const form = formOf(request);
      const { act, of } = actOf(form.get('act'), form.get('of'));
      try {
        await queue[act]({ of, by: visit.operator.by });
      } catch (error) {
        const why = refusalWords(error, visit.language, WORDS[visit.language].refusals);
        if (why === undefined) throw error;
        return showing(422, askPage(visit, act, of, why));
      }
      return goingTo(`${QUEUE_PATH}/done?${new URLSearchParams({ act, of }).toString()}`);
    }),
  );
  app.get<Asked>(
    `${QUEUE_PATH}/done`,
    visited<Asked>(async ({ language, page }, { query }) => {
      const { act, of } = actOf(query['act'], query['of']);
      const words = WORDS[language];
      const undo = UNDOES[act];
      const body = html`${notice('good', words[`${act}Done`])}
<div class="buttons"><a class="button" href="${placeOf(of)}">${of}</a>${undo === undefined ? '' : html`<a class="button quiet" href="${askUrl(undo, of)}">${words.undo}: ${words[undo]}</a>`}</div>
<p><a href="${QUEUE_PATH}">${words.back}</a></p>`;
      return showing(200, page({ title: words[act], body }));
    }),
  );
}

const UNDOES: Readonly<Partial<Record<ActName, ActName>>> = { hold: 'release', release: 'hold' };

function placeOf(of: string): string {
  return isRow(of) ? rowUrl(of) : laneUrl(of);
}

/** Throws NOT_FOUND for an address that no page of ours has. */
function actOf(
  act: string | null | undefined,
  of: string | null | undefined,
): { readonly act: ActName; readonly of: string } {
  if (act !== 'hold' && act !== 'release' && act !== 'fax' && act !== 'reset') throw notFound('act');
  if (of == null || of === '') throw notFound('lane or transmission');
  return { act, of };
}

/** What the act will do, and why it was refused where it was. */
function askPage({ language, page, form }: ConsoleVisit, act: ActName, of: string, refused?: string): string {
  const words = WORDS[language];
  const effect = isRow(of)
    ? { hold: words.holdRow, release: words.releaseRow, fax: words.faxRow, reset: words.resetLane }
    : { hold: words.holdLane, release: words.releaseLane, fax: words.faxRow, reset: words.resetLane };
  const body = html`<p class="key">${of}</p>
${refused === undefined ? html`<p>${effect[act]}</p>` : notice('bad', `${words.refused} ${refused}`)}
<div class="buttons">${
    refused === undefined
      ? form(
          `${QUEUE_PATH}/act`,
          html`<button class="main" type="submit">${words.doIt}: ${words[act]}</button>`,
          {
            act,
            of,
          },
        )
      : ''
  }<a class="button quiet" href="${placeOf(of)}">${words.leaveIt}</a></div>`;
  return page({ title: words[act], body });
}
