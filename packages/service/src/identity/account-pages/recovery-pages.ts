// The pages on which two administrators bring somebody back who lost every factor.
import { html, type SafeHtml } from '@remix-run/html-template';
import { notice, problemNotice } from '../../kernel/web/pages/frame.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import type { FormFrame } from '../pages/frame.ts';
import { form, page } from '../pages/frame.ts';
import { RECOVERY_TEXTS } from '../pages/recovery-texts.ts';
import { TEXTS } from '../pages/texts.ts';
import { ACCOUNT_PAGE_PATH } from '../provider/clients.ts';
import type { RecoveryRequest } from '../recovery/recovery.ts';

export interface RecoveryView {
  readonly requests: readonly RecoveryRequest[];
  /** Who looks at it. */
  readonly userId: string;
  /** The organization's. */
  readonly timeZone: string;
  readonly problem: string | null;
  readonly notice: string | null;
}

export function recoveryPage(frame: FormFrame, view: RecoveryView): string {
  const text = RECOVERY_TEXTS[frame.language];
  return page({
    language: frame.language,
    title: text.title,
    languageLink: frame.action,
    body: html`${problemNotice(view.problem)}
${view.notice === null ? null : notice('good', view.notice)}
<p>${text.hint}</p>
${
  view.requests.length === 0
    ? html`<p>${text.none}</p>`
    : html`<h2>${text.waiting}</h2><ul class="list">${view.requests.map((request) => item(frame, view, request))}</ul>`
}
<h2>${text.askTitle}</h2>
${form(
  frame,
  'ask',
  html`<label for="email">${text.email}</label>
<input id="email" name="email" type="email" inputmode="email" autocapitalize="none" spellcheck="false" autocomplete="off" required maxlength="${IDENTITY_LIMITS.emailCharactersMax}">
<button class="main">${text.ask}</button>`,
)}
<p><a href="${ACCOUNT_PAGE_PATH}">${TEXTS[frame.language].backToAccount}</a></p>`,
  });
}

/** Why somebody cannot bring anybody back; what they may lack is added on the account page. */
export function refusedPage(language: FormFrame['language'], title: string, text: string): string {
  const body = html`<p>${text}</p>
<p><a href="${ACCOUNT_PAGE_PATH}">${TEXTS[language].backToAccount}</a></p>`;
  return page({ language, title, languageLink: null, body });
}

function item(frame: FormFrame, view: RecoveryView, request: RecoveryRequest): SafeHtml {
  const text = RECOVERY_TEXTS[frame.language];
  const until = new Intl.DateTimeFormat(frame.language === 'en' ? 'en-US' : 'es-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: view.timeZone,
  }).format(new Date(request.expiresAt));
  const mayConfirm = request.askedBy !== view.userId && request.userId !== view.userId;
  const button = (step: string, label: string): SafeHtml =>
    form(
      frame,
      step,
      html`<input type="hidden" name="id" value="${request.id}"><button aria-label="${label}: ${request.name}">${label}</button>`,
    );
  return html`<li><div><strong>${request.name}</strong>
<br><span class="small">${request.email}</span>
<br><span class="small">${text.askedBy(request.askedByName)}</span>
<br><span class="small">${text.until(until)}</span>
${mayConfirm ? null : html`<br><span class="small">${text.another}</span>`}</div>
${mayConfirm ? button('confirm', text.confirm) : null}
${button('withdraw', text.withdraw)}</li>`;
}

/** The link, shown this once. */
export function recoveredPage(
  frame: FormFrame,
  { url, name }: { readonly url: string; readonly name: string },
): string {
  const text = RECOVERY_TEXTS[frame.language];
  return page({
    language: frame.language,
    title: text.doneTitle,
    languageLink: null,
    body: html`<p>${text.done(name)}</p>
<p class="key" translate="no">${url}</p>
<p>${text.linkHint}</p>
<a class="button" href="${frame.action}">${text.back}</a>`,
  });
}
