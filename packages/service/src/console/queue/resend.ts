// The console's pages on which an operator sends a prescription's last message again: what it will do, then what it did.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance } from 'fastify';
import { DELIVERY_LIMITS, type QueueAdministration, type Resent } from '../../delivery/inside.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { formOf, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { notice } from '../../kernel/web/pages/frame.ts';
import type { ConsoleVisit } from '../section.ts';
import { visited } from '../section.ts';
import { facts, refusalWords } from '../shown.ts';
import { askUrl, laneUrl, QUEUE_PATH, RESEND_PATH, resendUrl, rowUrl } from './pages.ts';
import { RESEND_WORDS } from './resend-words.ts';
import { WORDS } from './words.ts';

interface Asked {
  readonly Querystring: Readonly<Record<string, string | undefined>>;
}

export function resendRoutes(app: FastifyInstance, queue: QueueAdministration): void {
  app.get<Asked>(
    RESEND_PATH,
    visited<Asked>(async (visit, { query: { of = '' } }) => {
      try {
        const found = await queue.resend({ of, by: visit.operator.by, dryRun: true });
        return showing(200, lookPage(visit, found));
      } catch (error) {
        return showing(200, refusedPage(visit, of, error));
      }
    }),
  );
  app.post(
    RESEND_PATH,
    visited(async (visit, request): Promise<Answer> => {
      const form = formOf(request);
      const of = form.get('of') ?? '';
      const reason = form.get('reason')?.trim() ?? '';
      const seen = form.get('afterAttempt') ?? '';
      // Our own page writes it; any other form is none of ours.
      if (!/^\d{1,6}$/.test(seen)) throw notFound('attempt');
      try {
        const said = { of, by: visit.operator.by, afterAttempt: Number(seen) };
        await queue.resend({ ...said, ...(reason !== '' && { reason }) });
      } catch (error) {
        return showing(422, refusedPage(visit, of, error));
      }
      return goingTo(`${RESEND_PATH}/done?${new URLSearchParams({ of }).toString()}`);
    }),
  );
  app.get<Asked>(
    `${RESEND_PATH}/done`,
    visited<Asked>(async ({ language, page }, { query: { of = '' } }) => {
      const words = RESEND_WORDS[language];
      const body = html`${notice('good', words.done)}
<div class="buttons"><a class="button" href="${rowUrl(of)}">${of}</a><a class="button quiet" href="${askUrl('hold', of)}">${words.hold}</a></div>
<p><a href="${QUEUE_PATH}">${WORDS[language].back}</a></p>`;
      return showing(200, page({ title: words.resend, body }));
    }),
  );
}

function lookPage(
  { language, page, form }: ConsoleVisit,
  { transmission, lane, afterAttempt }: Resent,
): string {
  const words = RESEND_WORDS[language];
  const { id, orderId, organizationId, pharmacyId, channel } = transmission;
  const names = WORDS[language];
  const body = html`<p class="key">${id}</p>
${facts([
  [names.order, orderId],
  [names.organization, organizationId],
  [names.pharmacy, pharmacyId],
  [words.lane, lane === null ? null : html`<a href="${laneUrl(lane)}">${lane}</a>`],
  [words.afterAttempt, afterAttempt],
])}
<p>${channel === 'fax' ? words.fax : words.same}</p>
<p>${words.seen}</p>
${form(RESEND_PATH, fields(language, id), { of: id, afterAttempt: String(afterAttempt) })}`;
  return page({ title: words.resend, body });
}

function fields(language: ConsoleVisit['language'], id: string): SafeHtml {
  const words = RESEND_WORDS[language];
  return html`<label for="reason">${words.reason}</label><p class="small" id="reason-help">${words.reasonHelp}</p>
<input id="reason" name="reason" maxlength="${DELIVERY_LIMITS.messageReasonCharactersMax}" autocomplete="off" aria-describedby="reason-help">
<div class="buttons"><button class="main" type="submit">${words.doIt}</button><a class="button quiet" href="${rowUrl(id)}">${WORDS[language].leaveIt}</a></div>`;
}

/** Throws what is no refusal of the act. */
function refusedPage({ language, page }: ConsoleVisit, of: string, error: unknown): string {
  const words = RESEND_WORDS[language];
  const why = refusalWords(error, language, words.refusals);
  if (why === undefined) throw error;
  const body = html`<p class="key">${of}</p>
${notice('bad', `${words.refused} ${why}`)}
<div class="buttons"><a class="button" href="${resendUrl(of)}">${words.lookAgain}</a><a class="button quiet" href="${rowUrl(of)}">${WORDS[language].leaveIt}</a></div>`;
  return page({ title: words.resend, body });
}
