// The console's pages of who did what in the queue, and of what one transmission said, which asks for a reason first.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance } from 'fastify';
import type { NetworkAuditEntry } from '../../audit/inside.ts';
import {
  DELIVERY_LIMITS,
  type QueueAdministration,
  type TransmissionMessage,
} from '../../delivery/inside.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { formOf, showing } from '../../kernel/web/pages/form-pages.ts';
import { notice } from '../../kernel/web/pages/frame.ts';
import { CONSOLE_LIMITS } from '../limits.ts';
import type { ConsoleVisit } from '../section.ts';
import { visited } from '../section.ts';
import { facts, instant, refusalWords } from '../shown.ts';
import { historyUrl, laneUrl, MESSAGE_PATH, QUEUE_PATH, rowUrl } from './pages.ts';
import { TRAIL_WORDS as WORDS, type TrailWords as Words } from './trail-words.ts';

interface Asked {
  readonly Querystring: Readonly<Record<string, string | undefined>>;
}

export function trailRoutes(app: FastifyInstance, queue: QueueAdministration): void {
  app.get<Asked>(
    `${QUEUE_PATH}/history`,
    visited<Asked>(async ({ language, page }, { query: { of, after } }) => {
      const words = WORDS[language];
      const first = CONSOLE_LIMITS.actsPerPage;
      const acts = await queue.history({ of, first, after });
      const title = of === undefined ? words.history : `${words.history}: ${of}`;
      return showing(200, page({ title, body: historyBody(words, acts, of) }));
    }),
  );
  app.get<Asked>(
    MESSAGE_PATH,
    visited<Asked>(async (visit, { query: { id = '' } }) => {
      await queue.attempts(id);
      return showing(200, askPage(visit, id));
    }),
  );
  app.post(
    MESSAGE_PATH,
    // It answers with the page itself: what it shows must stand in no address, and is kept nowhere between two requests. Sent again it
    // changes nothing, and is put down as the second look that it is.
    visited(async (visit, request): Promise<Answer> => {
      const form = formOf(request);
      const id = form.get('id') ?? '';
      try {
        const reason = form.get('reason') ?? '';
        const found = await queue.message({ of: id, reason, by: visit.operator.by });
        return showing(200, messagePage(visit, found));
      } catch (error) {
        const why = refusalWords(error, visit.language, WORDS[visit.language].refusals);
        if (why === undefined) throw error;
        return showing(422, askPage(visit, id, why));
      }
    }),
  );
}

function historyBody(words: Words, acts: readonly NetworkAuditEntry[], of: string | undefined): SafeHtml {
  const last = acts.length < CONSOLE_LIMITS.actsPerPage ? undefined : acts.at(-1)?.id;
  return html`<p>${words.historyIntro}</p>
${acts.length === 0 ? html`<p>${words.noActs}</p>` : acts.map((act) => actCard(words, act))}
${last === undefined ? '' : html`<p><a href="${historyUrl(of, last)}">${words.older}</a></p>`}
<p><a href="${QUEUE_PATH}">${words.back}</a></p>`;
}

function actCard(words: Words, { at, action, operator, subject, detail }: NetworkAuditEntry): SafeHtml {
  const url = subject.kind === 'lane' ? laneUrl(subject.id) : rowUrl(subject.id);
  const isShown = subject.kind === 'lane' || subject.kind === 'transmission';
  return html`<section class="card"><h2>${words.actions[action] ?? action}</h2>${facts([
    [words.when, instant(at)],
    [words.who, operator],
    [words.what, isShown ? html`<a href="${url}">${subject.id}</a>` : subject.id],
    ...Object.entries(detail).map(
      ([name, value]) => [words.details[name] ?? name, value === null ? null : String(value)] as const,
    ),
  ])}</section>`;
}

function askPage({ language, page, form }: ConsoleVisit, id: string, refused?: string): string {
  const words = WORDS[language];
  const fields = html`<label for="reason">${words.reason}</label><p class="small" id="reason-help">${words.reasonHelp}</p>
<input id="reason" name="reason" required maxlength="${DELIVERY_LIMITS.messageReasonCharactersMax}" autocomplete="off" aria-describedby="reason-help">
<div class="buttons"><button class="main" type="submit">${words.read}</button><a class="button quiet" href="${rowUrl(id)}">${words.leaveIt}</a></div>`;
  const body = html`<p class="key">${id}</p>
${refused === undefined ? '' : notice('bad', `${words.refused} ${refused}`)}
<p>${words.willShow}</p>
${form(MESSAGE_PATH, fields, { id })}`;
  return page({ title: words.message, body });
}

function messagePage({ language, page }: ConsoleVisit, found: TransmissionMessage): string {
  const words = WORDS[language];
  const { transmission, message, contentType, answers } = found;
  const body = html`<p><a href="${rowUrl(transmission.id)}">${transmission.id}</a></p>
${notice('good', words.putDown)}
<h2>${words.sent}</h2>
${message === null ? html`<p>${words.noText}</p>` : html`<p>${contentType}</p>${whole(words.sent, message)}`}
<h2>${words.cameBack}</h2>
${answers.map(
  ({ number, answer }) =>
    html`<h3>${words.attempt} ${number}</h3>${answer === null ? html`<p>${words.noAnswer}</p>` : whole(`${words.attempt} ${number}`, answer)}`,
)}
<p><a href="${historyUrl(transmission.id)}">${words.history}</a></p>`;
  return page({ title: words.message, body });
}

function whole(label: string, text: string): SafeHtml {
  return html`<pre class="mono wide" tabindex="0" role="region" aria-label="${label}">${text}</pre>`;
}
