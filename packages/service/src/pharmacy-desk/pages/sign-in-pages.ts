// The pages before somebody of a pharmacy is signed in: e-mail and password, code, invitation, and the app that is added with it.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { TotpEnrolment } from '../../identity/inside.ts';
import { form, problemNotice } from '../../kernel/web/pages/frame.ts';
import { PHARMACY_DESK_LIMITS as LIMITS } from '../limits.ts';
import { type DeskReader, field, outerPage, PATHS, visitForm } from './frame.ts';

const EMAIL_MAX = 254;
export const PASSWORD_MAX = 128;
export const CODE_MAX = 12;

export function signInPage(
  reader: DeskReader,
  shown: { readonly email: string; readonly problem?: string },
): string {
  const { words } = reader;
  const wrong = shown.problem !== undefined;
  return outerPage(
    reader,
    words.signInTitle,
    html`${problemNotice(shown.problem)}
${form(
  PATHS.signIn,
  {},
  html`${field({ name: 'email', label: words.email, type: 'email', value: shown.email, max: EMAIL_MAX, autocomplete: 'username', wrong })}
${field({ name: 'password', label: words.password, type: 'password', max: PASSWORD_MAX, autocomplete: 'current-password', wrong })}
<button class="main">${words.signIn}</button>`,
  'on',
)}
<p class="small">${words.lost}</p>
<p class="small">${words.noAccount}<a href="/rx">${words.typeCode}</a>.</p>`,
  );
}

function codeField({ words }: DeskReader, wrong: boolean): SafeHtml {
  return html`${field({ name: 'code', label: words.code, help: words.codeHint, max: CODE_MAX, autocomplete: 'one-time-code', numeric: true, wrong })}`;
}

export interface StepShown {
  readonly formToken: string;
  readonly problem?: string | undefined;
}

export function codePage(reader: DeskReader, shown: StepShown): string {
  const { words } = reader;
  return outerPage(
    reader,
    words.codeTitle,
    html`${problemNotice(shown.problem)}
${visitForm(shown, PATHS.code, html`${codeField(reader, shown.problem !== undefined)}<button class="main">${words.goOn}</button>`)}
${visitForm(shown, PATHS.signOut, html`<button class="plain">${words.back}</button>`)}`,
  );
}

export interface InvitationShown {
  readonly token: string;
  readonly name: string;
  readonly pharmacy: string;
  readonly email: string;
  /** What was typed as proof stays. */
  readonly proof?: string;
  readonly problem?: string;
  readonly wrong?: 'proof' | 'password';
}

export function invitationPage(reader: DeskReader, shown: InvitationShown): string {
  const { words } = reader;
  return outerPage(
    reader,
    words.invitationTitle,
    html`<p>${words.invitedFor(shown.name, shown.pharmacy)}</p>
${problemNotice(shown.problem)}
${form(
  `${PATHS.invitation}/${shown.token}`,
  {},
  html`<input type="hidden" name="username" autocomplete="username" value="${shown.email}">
${field({ name: 'proof', label: words.proof, help: words.proofHint, value: shown.proof ?? '', max: LIMITS.proofCharactersMax, autocomplete: 'off', wrong: shown.wrong === 'proof' })}
${field({ name: 'password', label: words.newPassword, help: words.passwordHint, type: 'password', max: PASSWORD_MAX, autocomplete: 'new-password', wrong: shown.wrong === 'password' })}
<button class="main">${words.goOn}</button>`,
  'on',
)}`,
  );
}

export async function appPage(
  reader: DeskReader,
  shown: StepShown & { readonly app: TotpEnrolment },
): Promise<string> {
  const { words } = reader;
  const { toDataURL } = await import('qrcode');
  const picture = await toDataURL(shown.app.uri, { errorCorrectionLevel: 'M', margin: 2, scale: 5 });
  const grouped = shown.app.secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return outerPage(
    reader,
    words.appTitle,
    html`<p>${words.appSteps}</p>
${problemNotice(shown.problem)}
<img class="qr" src="${picture}" alt="${words.appPicture}" width="220" height="220">
<p>${words.appKey} <span class="key" translate="no">${grouped}</span></p>
${visitForm(shown, PATHS.app, html`${codeField(reader, shown.problem !== undefined)}<button class="main">${words.confirm}</button>`)}`,
  );
}
