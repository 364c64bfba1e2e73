// The pages on which a person looks after their own sign-in.
import { html, type SafeHtml } from '@remix-run/html-template';
import { notice, problemNotice } from '../../kernel/web/pages/frame.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import type { FormFrame } from '../pages/frame.ts';
import { form, page } from '../pages/frame.ts';
import { PASSKEY_SCRIPT } from '../pages/passkey-script.ts';
import { RECOVERY_TEXTS } from '../pages/recovery-texts.ts';
import { TEXTS } from '../pages/texts.ts';
import type { Passkey } from '../second-factor/passkeys.ts';
import type { TotpEnrolment } from '../second-factor/totp.ts';
import { passkeyEnrolment, recoveryList, totpEnrolment } from '../sign-in/factor-pages.ts';

import type { ShownSession } from './session-list.ts';
import { sessionList } from './session-list.ts';

export interface AccountView {
  readonly email: string;
  readonly totp: boolean;
  readonly passkeys: readonly Passkey[];
  readonly recoveryCodesLeft: number;
  /** Whether the person may recover somebody else's sign-in. */
  readonly recovers: boolean;
  readonly sessions: readonly ShownSession[];
  readonly problem: string | null;
  readonly notice: string | null;
}

export function accountPage(frame: FormFrame, view: AccountView): string {
  const text = TEXTS[frame.language];
  return page({
    language: frame.language,
    title: text.accountTitle,
    languageLink: frame.action,
    body: html`<p class="muted">${view.email}</p>
${problemNotice(view.problem)}
${view.notice === null ? null : notice('good', view.notice)}
<h2>${text.secondFactor}</h2>
${factorList(frame, view)}
${form(frame, 'add-factor', html`<button>${text.addFactor}</button>`)}
${
  view.totp || view.passkeys.length > 0
    ? html`<p>${text.codesLeft(view.recoveryCodesLeft)}</p>${form(frame, 'recovery', html`<button>${text.newCodes}</button>`)}`
    : null
}
<h2>${text.changePassword}</h2>
${form(
  frame,
  'password',
  html`${passwordField('current', text.currentPassword, 'current-password')}
${newPasswordField(text.newPassword, text.passwordHint)}
<button>${text.changePassword}</button>`,
)}
${sessionList(frame, view.sessions)}
<h2>${text.everywhere}</h2>
<p>${text.everywhereHint}</p>
${form(frame, 'everywhere', html`<button>${text.everywhere}</button>`)}
${
  view.recovers
    ? html`<p><a href="${frame.action}/recovery">${RECOVERY_TEXTS[frame.language].link}</a></p>`
    : null
}`,
  });
}

function factorList(frame: FormFrame, view: AccountView): SafeHtml {
  const text = TEXTS[frame.language];
  if (!view.totp && view.passkeys.length === 0) return html`<p>${text.noFactor}</p>`;
  const remove = (step: string, label: string, id: string | null): SafeHtml =>
    form(
      frame,
      step,
      html`${id === null ? null : html`<input type="hidden" name="id" value="${id}">`}<button aria-label="${text.remove}: ${label}">${text.remove}</button>`,
    );
  return html`<ul class="list">
${view.totp ? html`<li>${text.appTitle} ${remove('remove-totp', text.appTitle, null)}</li>` : null}
${view.passkeys.map((passkey) => html`<li>${passkey.name} ${remove('remove-passkey', passkey.name, passkey.id)}</li>`)}
</ul>`;
}

const passwordField = (name: string, label: string, autocomplete: string): SafeHtml =>
  html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" autocomplete="${autocomplete}" required>`;

const newPasswordField = (label: string, hint: string): SafeHtml =>
  html`<label for="chosen">${label}</label><p class="small" id="chosen-hint">${hint}</p>
<input id="chosen" name="chosen" type="password" autocomplete="new-password" required aria-describedby="chosen-hint"
 minlength="${IDENTITY_LIMITS.passwordCharactersMin}">`;

/** Adds another factor; `totp` is null when an app is enrolled already. */
export async function addFactorPage(
  frame: FormFrame,
  shown: {
    readonly totp: TotpEnrolment | null;
    readonly passkeyOptions: object | null;
    readonly problem: string | null;
  },
): Promise<string> {
  const text = TEXTS[frame.language];
  return page({
    language: frame.language,
    title: text.enrolTitle,
    languageLink: null,
    script: shown.passkeyOptions === null ? undefined : PASSKEY_SCRIPT.path,
    body: html`${problemNotice(shown.problem)}
${shown.totp === null ? null : await totpEnrolment(frame, shown.totp, shown.problem)}
${shown.passkeyOptions === null ? null : passkeyEnrolment(frame, shown.passkeyOptions)}
<a class="button" href="${frame.action}">${text.backToAccount}</a>`,
  });
}

export function newCodesPage(frame: FormFrame, codes: readonly string[]): string {
  const text = TEXTS[frame.language];
  return page({
    language: frame.language,
    title: text.recoveryTitle,
    languageLink: null,
    body: html`<p>${text.recovery}</p>${recoveryList(codes)}
<a class="button" href="${frame.action}">${text.recoverySaved}</a>`,
  });
}

export function forgottenPage(frame: FormFrame): string {
  const text = TEXTS[frame.language];
  return page({
    language: frame.language,
    title: text.forgottenTitle,
    languageLink: frame.action,
    body: html`<p>${text.forgotten}</p>
${form(
  frame,
  'forgotten',
  html`<label for="email">${text.email}</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="${IDENTITY_LIMITS.emailCharactersMax}">
<button class="main">${text.sendLink}</button>`,
)}`,
  });
}

export function choosePasswordPage(frame: FormFrame, email: string, problem: string | null): string {
  const text = TEXTS[frame.language];
  return page({
    language: frame.language,
    title: text.chooseTitlePassword,
    languageLink: frame.action,
    body: html`${problemNotice(problem)}
${form(
  frame,
  'choose',
  html`<label for="email">${text.email}</label>
<input id="email" type="email" autocomplete="username" value="${email}" readonly>
${newPasswordField(text.newPassword, text.passwordHint)}
<button class="main">${text.changePassword}</button>`,
)}`,
  });
}
