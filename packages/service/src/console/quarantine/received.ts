// What others say that they have, pasted as it is: the page says what it names, and then what became of each.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance } from 'fastify';
import {
  type QuarantineAdministration,
  type Received,
  receivedIn,
  settleReceived,
} from '../../delivery/inside.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { formOf, showing } from '../../kernel/web/pages/form-pages.ts';
import { describedBy, notice, problemNotice } from '../../kernel/web/pages/frame.ts';
import { CONSOLE_LIMITS } from '../limits.ts';
import type { ConsoleVisit } from '../section.ts';
import { visited } from '../section.ts';
import { facts } from '../shown.ts';
import { QUARANTINE_PATH, RECEIVED_PATH } from './pages.ts';
import { WORDS, type Words } from './words.ts';

export function receivedFields(words: Words, form: ConsoleVisit['form'], problem?: string): SafeHtml {
  return form(
    RECEIVED_PATH,
    html`<label for="text">${words.list}</label><p class="small" id="text-help">${words.receivedHelp}</p>
<textarea id="text" name="text" required spellcheck="false"${describedBy(problem !== undefined, 'text-help')}></textarea>
<div class="buttons"><button type="submit">${words.lookReceived}</button></div>`,
  );
}

export function receivedRoutes(app: FastifyInstance, quarantine: QuarantineAdministration): void {
  // Both answer with the page itself: thousands of ids fit in no address, and are kept nowhere between two requests. Sent again, the first
  // changes nothing, and the second settles nothing more and names the same ids.
  app.post(
    RECEIVED_PATH,
    visited(async (visit, request): Promise<Answer> => {
      const ids = receivedIn(formOf(request).get('text') ?? '');
      const words = WORDS[visit.language];
      if (ids.length === 0) return refused(visit, words.namesNone);
      if (ids.length > CONSOLE_LIMITS.receivedIdsMax)
        return refused(visit, `${words.namesTooMany} ${CONSOLE_LIMITS.receivedIdsMax}`);
      return showing(200, lookPage(visit, ids));
    }),
  );
  app.post(
    `${RECEIVED_PATH}/settle`,
    visited(async (visit, request): Promise<Answer> => {
      const ids = receivedIn(formOf(request).get('text') ?? '').slice(0, CONSOLE_LIMITS.receivedIdsMax);
      return showing(200, settledPage(visit, await settleReceived(quarantine, ids, visit.operator.by)));
    }),
  );
}

function refused({ language, page, form }: ConsoleVisit, problem: string): Answer {
  const words = WORDS[language];
  const body = html`${problemNotice(problem)}${receivedFields(words, form, problem)}${back(words)}`;
  return showing(422, page({ title: words.received, body }));
}

function lookPage({ language, page, form }: ConsoleVisit, ids: readonly string[]): string {
  const words = WORDS[language];
  const settleThem = form(
    `${RECEIVED_PATH}/settle`,
    html`<button class="main" type="submit">${words.settleThem}</button>`,
    { text: ids.join('\n') },
  );
  const body = html`${facts([[words.names, ids.length]])}
${idList(words.names, ids)}
<p>${words.receivedEffect}</p>
<div class="buttons">${settleThem}<a class="button quiet" href="${QUARANTINE_PATH}">${words.leaveIt}</a></div>`;
  return page({ title: words.received, body });
}

function settledPage({ language, page }: ConsoleVisit, { settled, notHeld, unknown }: Received): string {
  const words = WORDS[language];
  const body = html`${notice('good', `${words.settled}: ${settled.length}`)}
${facts([
  [words.notHeld, notHeld.length],
  [words.unknown, unknown.length],
])}
${unknown.length === 0 ? '' : html`<h2>${words.unknown}</h2><p class="notice warn">${words.unknownEffect}</p>${idList(words.unknown, unknown)}`}
${back(words)}`;
  return page({ title: words.received, body });
}

function idList(label: string, ids: readonly string[]): SafeHtml {
  return html`<pre class="mono wide" tabindex="0" role="region" aria-label="${label}">${ids.join('\n')}</pre>`;
}

const back = (words: Words): SafeHtml => html`<p><a href="${QUARANTINE_PATH}">${words.back}</a></p>`;
