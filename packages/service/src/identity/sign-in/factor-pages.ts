// The pages that prove or enrol a second factor.
import { html, type SafeHtml } from '@remix-run/html-template';
import { describedBy, problemNotice } from '../../kernel/web/pages/frame.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import type { FormFrame } from '../pages/frame.ts';
import { form, page } from '../pages/frame.ts';
import { PASSKEY_SCRIPT } from '../pages/passkey-script.ts';
import { TEXTS } from '../pages/texts.ts';
import type { TotpEnrolment } from '../second-factor/totp.ts';
import { cancelForm } from './pages.ts';

/** A field for a code from an app or from paper. */
export function codeField(label: string, hint: string, problem: string | null): SafeHtml {
  return html`<label for="code">${label}</label>
<p class="small" id="code-hint">${hint}</p>
<input id="code" name="code" class="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="20"${describedBy(problem !== null, 'code-hint')} autofocus>`;
}

/** A form that a script of ours fills with a passkey's answer; without script it stays hidden. */
export function passkeyForm(
  frame: FormFrame,
  step: string,
  given: {
    readonly kind: 'get' | 'create';
    readonly options: object;
    readonly button: string;
    readonly fields?: SafeHtml;
  },
): SafeHtml {
  const { passkeyFailed } = TEXTS[frame.language];
  return html`<div hidden data-passkey="${given.kind}" data-options="${JSON.stringify(given.options)}" data-failed="${passkeyFailed}">
${form(
  frame,
  step,
  html`<input type="hidden" name="response" value="">${given.fields ?? null}
<button type="submit">${given.button}</button>
<p role="status" class="muted"></p>`,
)}</div>`;
}

export function secondFactorPage(
  frame: FormFrame,
  shown: {
    readonly email: string;
    /** Whether an app is enrolled; recovery codes are taken in any case. */
    readonly code: boolean;
    readonly passkeyOptions: object | null;
    readonly problem: string | null;
  },
): string {
  const text = TEXTS[frame.language];
  const code = form(
    frame,
    'second-factor',
    html`${codeField(text.code, shown.code ? text.codeHint : text.recoveryHint, shown.problem)}
<button class="main">${text.continue}</button>`,
  );
  return page({
    language: frame.language,
    title: text.secondFactorTitle,
    languageLink: frame.action,
    script: shown.passkeyOptions === null ? undefined : PASSKEY_SCRIPT.path,
    body: html`<p class="muted">${shown.email}</p>
${problemNotice(shown.problem)}
${
  shown.passkeyOptions === null
    ? null
    : passkeyForm(frame, 'second-factor', {
        kind: 'get',
        options: shown.passkeyOptions,
        button: text.usePasskey,
      })
}
${code}
${form(frame, 'restart', html`<button class="plain" formnovalidate>${text.otherAccount}</button>`)}
${cancelForm(frame)}`,
  });
}

/** The key of an app as a picture and as text, and the field that confirms it. */
export async function totpEnrolment(
  frame: FormFrame,
  totp: TotpEnrolment,
  problem: string | null,
): Promise<SafeHtml> {
  const text = TEXTS[frame.language];
  const { toDataURL } = await import('qrcode');
  const picture = await toDataURL(totp.uri, { errorCorrectionLevel: 'M', margin: 2, scale: 5 });
  const grouped = totp.secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return html`<h2>${text.appTitle}</h2>
<p>${text.appSteps}</p>
<img class="qr" src="${picture}" alt="${text.appPicture}" width="220" height="220">
<p>${text.appKey} <span class="key" translate="no">${grouped}</span></p>
${form(
  frame,
  'enrol',
  html`${codeField(text.code, text.appCodeHint, problem)}<button class="main">${text.confirm}</button>`,
)}`;
}

/** The part that makes a passkey. */
export function passkeyEnrolment(frame: FormFrame, options: object): SafeHtml {
  const text = TEXTS[frame.language];
  return passkeyForm(frame, 'enrol', {
    kind: 'create',
    options,
    button: text.makePasskey,
    fields: html`<h2>${text.passkeyTitle}</h2><p>${text.passkeyHint}</p>
<label for="name">${text.passkeyName}</label>
<input id="name" name="name" required maxlength="${IDENTITY_LIMITS.passkeyNameCharactersMax}" autocomplete="off">`,
  });
}

export async function enrolmentPage(
  frame: FormFrame,
  shown: {
    readonly totp: TotpEnrolment;
    readonly passkeyOptions: object | null;
    readonly problem: string | null;
  },
): Promise<string> {
  const text = TEXTS[frame.language];
  return page({
    language: frame.language,
    title: text.enrolTitle,
    languageLink: frame.action,
    script: shown.passkeyOptions === null ? undefined : PASSKEY_SCRIPT.path,
    body: html`<p>${text.enrol}</p>
${problemNotice(shown.problem)}
${await totpEnrolment(frame, shown.totp, shown.problem)}
${shown.passkeyOptions === null ? null : passkeyEnrolment(frame, shown.passkeyOptions)}
${cancelForm(frame)}`,
  });
}

export function recoveryList(codes: readonly string[]): SafeHtml {
  return html`<ul class="codes" translate="no">${codes.map((code) => html`<li>${code}</li>`)}</ul>`;
}

export function recoveryCodesPage(frame: FormFrame, codes: readonly string[]): string {
  const text = TEXTS[frame.language];
  return page({
    language: frame.language,
    title: text.recoveryTitle,
    languageLink: null,
    body: html`<p>${text.recovery}</p>
${recoveryList(codes)}
${form(frame, 'recovery-codes', html`<button class="main">${text.recoverySaved}</button>`)}`,
  });
}
