// The answers a pharmacy can give on the link's page: the accepted statuses, shipping, and "cannot fill" with a reason.
import type { PharmacyReport } from '@pestle/rules/fill-status';
import { PHARMACY_REPORTS } from '@pestle/rules/fill-status';
import { html, type SafeHtml } from '@remix-run/html-template';
import { Failure, invalidInput } from '../../kernel/errors.ts';
import { form } from '../../kernel/web/pages/frame.ts';
import { TRACKING_LIMITS } from '../limits.ts';
import type { DispensingStatus } from './dispensing-status.ts';
import type { LinkRecord } from './record.ts';
import type { LinkSession } from './session.ts';

/** Why a pharmacy cannot fill, as the codes that are recorded. */
export const CANNOT_FILL_REASONS = {
  'out-of-stock': 'Out of stock',
  'not-carried': 'We do not carry this',
  'not-covered': 'Not covered by insurance',
  'clinical-question': 'We have a question for the prescriber',
  'patient-unknown': 'We cannot identify the patient',
  'does-not-want-it': 'The patient does not want it',
  other: 'Another reason',
} as const;
const RECORDED = 'cannot-fill-';

/** The reason that a recorded code stands for; undefined for any other code. */
export function cannotFillText(code: string): string | undefined {
  return Object.entries(CANNOT_FILL_REASONS).find(([reason]) => code === `${RECORDED}${reason}`)?.[1];
}

const BUTTONS: Readonly<Partial<Record<PharmacyReport, string>>> = {
  RECEIVED: 'We have received it',
  FILLING: 'We are filling it',
  DELIVERED: 'The patient has it',
};

export interface LinkReport {
  readonly report: PharmacyReport;
  readonly carrier: string | undefined;
  readonly trackingNumber: string | undefined;
  readonly reason: string | undefined;
}

export interface ReportFormsView {
  readonly record: LinkRecord;
  readonly dispensing: DispensingStatus;
  readonly session: LinkSession;
  /** `/rx/<secret>` */
  readonly path: string;
}

/** Empty where nothing can be reported: the order is elsewhere, or it has ended. */
export function reportForms({ dispensing, session, path, record }: ReportFormsView): SafeHtml | string {
  const may = (report: PharmacyReport): boolean => dispensing.reports.includes(report);
  if (dispensing.reports.length === 0) return '';
  const token = { form: session.formToken };
  const buttons = (Object.keys(BUTTONS) as PharmacyReport[]).filter(may);
  const report = (status: PharmacyReport, title: string, fields: SafeHtml): SafeHtml | string =>
    may(status)
      ? html`<details><summary>${title}</summary>\n${form(`${path}/report`, { ...token, status }, fields)}</details>\n`
      : '';
  return html`<section class="screen" aria-labelledby="answer"><h2 id="answer">Tell the practice</h2>
${form(
  `${path}/report`,
  token,
  html`<div class="buttons">${buttons.map((status, index) => html`<button name="status" value="${status}" class="${index === 0 ? 'main' : ''}">${BUTTONS[status]}</button>\n`)}</div>`,
)}
${report(
  'SHIPPED',
  'We have shipped it',
  html`<label for="carrier">Carrier</label><input id="carrier" name="carrier" maxlength="${TRACKING_LIMITS.carrierCharactersMax}" value="${record.fill.carrier ?? ''}">
<label for="tracking">Tracking number</label><input id="tracking" name="tracking_number" maxlength="${TRACKING_LIMITS.trackingNumberCharactersMax}" value="${record.fill.tracking_number ?? ''}">
<p><button class="main">Report as shipped</button></p>`,
)}${report(
  'ERROR',
  'We cannot fill it',
  html`<label for="reason">Reason</label><select id="reason" name="reason" required>${Object.entries(CANNOT_FILL_REASONS).map(([code, text]) => html`<option value="${code}">${text}</option>`)}</select>
<p><button class="main">Report that we cannot fill it</button></p>`,
)}${report(
  'CANCELED',
  'It is canceled with us',
  html`<p>We will not dispense this prescription.</p><p><button class="main">Report as canceled</button></p>`,
)}
${form(`${path}/leave`, token, html`<button class="quiet">Close the record on this computer</button>`)}
</section>`;
}

/** Reads a submitted answer. Throws UNKNOWN_STATUS or INVALID_INPUT. */
export function readLinkReport(form: URLSearchParams): LinkReport {
  const report = PHARMACY_REPORTS.find((word) => word === form.get('status'));
  if (report === undefined) throw new Failure('UNKNOWN_STATUS', 'Choose one of the answers on the page.');
  const reason = form.get('reason');
  if (reason !== null && !Object.hasOwn(CANNOT_FILL_REASONS, reason))
    throw invalidInput([{ path: 'reason', code: 'NOT_ACCEPTED', message: 'Choose one of the reasons.' }]);
  return {
    report,
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
