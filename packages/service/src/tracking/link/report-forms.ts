// The answers a pharmacy can give on the link's page: the accepted statuses, shipping, and "cannot fill" with a reason.
import type { PharmacyReport } from '@pestle/rules/fill-status';
import { PHARMACY_REPORTS } from '@pestle/rules/fill-status';
import { html, type SafeHtml } from '@remix-run/html-template';
import { Failure, invalidInput } from '../../kernel/errors.ts';
import { form } from '../../kernel/web/pages/frame.ts';
import { TRACKING_LIMITS } from '../limits.ts';
import type { DispensingStatus } from './dispensing-status.ts';
import type { Reader } from './frame.ts';
import type { LinkRecord } from './record.ts';
import { en } from './words/en.ts';

/** Why a pharmacy cannot fill, as the codes that are recorded. */
export const CANNOT_FILL_REASONS = en.reasons;
const RECORDED = 'cannot-fill-';

/** The reason that a recorded code stands for; undefined for any other code. */
export function cannotFillText(
  code: string,
  reasons: Readonly<Record<string, string>> = CANNOT_FILL_REASONS,
): string | undefined {
  return Object.entries(reasons).find(([reason]) => code === `${RECORDED}${reason}`)?.[1];
}

/** Forward steps, in their order. `READY` is FILLING, and ready for pickup. */
const STEPS = ['RECEIVED', 'FILLING', 'READY', 'DELIVERED'] as const;

function stepWord({ words }: Reader, step: (typeof STEPS)[number]): string {
  const { received, filling, ready } = words.situations;
  return {
    RECEIVED: received.word,
    FILLING: filling.word,
    READY: ready.word,
    DELIVERED: words.handedOut,
  }[step];
}

export interface LinkReport {
  readonly report: PharmacyReport;
  readonly ready: boolean;
  readonly carrier: string | undefined;
  readonly trackingNumber: string | undefined;
  readonly reason: string | undefined;
}

export interface ReportFormsView {
  readonly record: LinkRecord;
  readonly dispensing: DispensingStatus;
  readonly reader: Reader;
  /** Goes into every form of the page. */
  readonly formToken: string;
  /** Where the record is: `/rx/<secret>`. */
  readonly path: string;
  /** The way out, under the answers. */
  readonly leave: SafeHtml;
}

/** Only the way out where nothing can be reported: the order is elsewhere, or it has ended. */
export function reportForms({
  dispensing,
  reader,
  formToken,
  path,
  record,
  leave,
}: ReportFormsView): SafeHtml {
  const { words } = reader;
  const may = (report: PharmacyReport): boolean => dispensing.reports.includes(report);
  if (dispensing.reports.length === 0) return html`<div class="screen tell">${leave}</div>`;
  const token = { form: formToken };
  const steps = STEPS.filter((step) => (step === 'READY' ? dispensing.mayBeReady : may(step)));
  const report = (status: PharmacyReport, title: string, fields: SafeHtml): SafeHtml | string =>
    may(status)
      ? html`<details><summary>${title}</summary>\n${form(`${path}/report`, { ...token, status }, fields)}</details>\n`
      : '';
  return html`<section class="screen tell" aria-labelledby="answer"><h2 id="answer">${words.tell}</h2>
${form(
  `${path}/report`,
  token,
  html`<div class="buttons">${steps.map((step, index) => html`<button name="status" value="${step}"${index === 0 ? html` class="main"` : ''}>${stepWord(reader, step)}</button>\n`)}</div>`,
)}
<p class="small">${words.forwardOnly}</p>
${report(
  'SHIPPED',
  words.situations.shipped.word,
  html`<label for="carrier">${words.carrier}</label><input id="carrier" name="carrier" maxlength="${TRACKING_LIMITS.carrierCharactersMax}" value="${record.fill.carrier ?? ''}">
<label for="tracking">${words.tracking}</label><input id="tracking" name="tracking_number" maxlength="${TRACKING_LIMITS.trackingNumberCharactersMax}" value="${record.fill.tracking_number ?? ''}">
<p><button class="main">${words.reportShipped}</button></p>`,
)}${report(
  'ERROR',
  words.cannotFill,
  html`<label for="reason">${words.reason}</label><select id="reason" name="reason">${Object.entries(words.reasons).map(([code, text]) => html`<option value="${code}">${text}</option>`)}</select>
<p><button class="main">${words.reportCannotFill}</button></p>`,
)}${report(
  'CANCELED',
  words.canceledHere,
  html`<p>${words.willNotDispense}</p><p><button class="main">${words.reportCanceled}</button></p>`,
)}
${leave}
</section>`;
}

/** Reads a submitted answer. Throws UNKNOWN_STATUS or INVALID_INPUT. */
export function readLinkReport(form: URLSearchParams): LinkReport {
  const status = form.get('status');
  const ready = status === 'READY';
  const report = ready ? 'FILLING' : PHARMACY_REPORTS.find((word) => word === status);
  if (report === undefined) throw new Failure('UNKNOWN_STATUS', 'Choose one of the answers on the page.');
  const reason = form.get('reason');
  if (reason !== null && !Object.hasOwn(CANNOT_FILL_REASONS, reason))
    throw invalidInput([{ path: 'reason', code: 'NOT_ACCEPTED', message: 'Choose one of the reasons.' }]);
  return {
    report,
    ready,
    carrier: textOf(form, 'carrier', TRACKING_LIMITS.carrierCharactersMax),
    trackingNumber: textOf(form, 'tracking_number', TRACKING_LIMITS.trackingNumberCharactersMax),
    reason: report === 'ERROR' ? `${RECORDED}${reason ?? 'other'}` : undefined,
  };
}

function textOf(form: URLSearchParams, name: string, charactersMax: number): string | undefined {
  const text = (form.get(name) ?? '').trim();
  if (text.length > charactersMax || /\p{Cc}/u.test(text))
    throw invalidInput([
      { path: name, code: 'INVALID', message: `Write at most ${charactersMax} characters on one line.` },
    ]);
  return text === '' ? undefined : text;
}
