// The pages on which an operator begins a quarantine by hand, widens it, and ends it: each says first what it will do.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance } from 'fastify';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { formOf, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { notice } from '../../kernel/web/pages/frame.ts';
import { refusalOf } from '../parts.ts';
import type { ConsoleVisit } from '../section.ts';
import { visited } from '../section.ts';
import { facts } from '../shown.ts';
import { disposeInTime, doneUrl, type QuarantineSectionDeps } from './acts.ts';
import { ALL, BEGIN_PATH, END_PATH, QUARANTINE_PATH, undecided } from './pages.ts';
import { WORDS, type Words } from './words.ts';

export function beginAndEndRoutes(app: FastifyInstance, deps: QuarantineSectionDeps): void {
  const { quarantine } = deps;
  app.get(
    BEGIN_PATH,
    visited(async (visit) => showing(200, await beginPage(deps, visit))),
  );
  app.post(
    BEGIN_PATH,
    visited(async ({ operator }): Promise<Answer> => {
      const { open } = await quarantine.show();
      await quarantine.begin({ by: operator.by });
      return goingTo(`${QUARANTINE_PATH}?done=${open === null ? 'begun' : 'widened'}`);
    }),
  );
  app.get(
    END_PATH,
    visited(async (visit) => showing(200, await endPage(deps, visit))),
  );
  app.post(
    END_PATH,
    visited(async (visit, request): Promise<Answer> => {
      if (formOf(request).get('rest') === 'release') {
        const said = { choice: 'release', of: ALL } as const;
        const released = await disposeInTime(deps, visit, said);
        if (released.left > 0 || released.refused.length > 0) return goingTo(doneUrl(said, released));
      }
      const words = WORDS[visit.language];
      const ended = await refusalOf(visit, () => quarantine.end({ by: visit.operator.by }), words.refusals);
      return 'refused' in ended
        ? showing(422, await endPage(deps, visit, ended.refused))
        : goingTo(`${QUARANTINE_PATH}?done=ended`);
    }),
  );
}

async function beginPage(
  { quarantine, queue }: QuarantineSectionDeps,
  { language, page, form }: ConsoleVisit,
): Promise<string> {
  const words = WORDS[language];
  const { open } = await quarantine.show();
  const waiting = (await queue.lanes()).reduce((sum, lane) => sum + lane.waiting, 0);
  const [title, effect] = open === null ? [words.begin, words.beginEffect] : [words.widen, words.widenEffect];
  const body = html`<p>${effect}</p>
${facts([[words.waitsNow, waiting]])}
${buttons(words, form(BEGIN_PATH, html`<button class="main" type="submit">${title}</button>`))}`;
  return page({ title, body });
}

async function endPage(
  { quarantine }: QuarantineSectionDeps,
  { language, page, form }: ConsoleVisit,
  refused?: string,
): Promise<string> {
  const words = WORDS[language];
  const { open, lanes } = await quarantine.show();
  if (open === null) return page({ title: words.end, body: html`<p>${words.none}</p>${buttons(words, '')}` });
  const count = undecided(lanes);
  const [act, rest] = count === 0 ? [words.end, 'none'] : [words.endRest, 'release'];
  const body = html`${refused === undefined ? '' : notice('bad', `${words.refused} ${refused}`)}
${facts([[words.notDecided, count]])}
<p>${count === 0 ? words.endEffect : words.releaseEffect}</p>
${buttons(words, form(END_PATH, html`<button class="main" type="submit">${act}</button>`, { rest }))}`;
  return page({ title: words.end, body });
}

function buttons(words: Words, act: SafeHtml | ''): SafeHtml {
  return html`<div class="buttons">${act}<a class="button quiet" href="${QUARANTINE_PATH}">${words.leaveIt}</a></div>`;
}
