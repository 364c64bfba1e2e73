// The page on which somebody of a pharmacy changes the own password.
import { html } from '@remix-run/html-template';
import { notice, problemNotice } from '../../kernel/web/pages/frame.ts';
import { type DeskVisit, deskPage, field, PATHS, visitForm } from './frame.ts';
import { CODE_MAX, PASSWORD_MAX } from './sign-in-pages.ts';

export interface PasswordShown {
  /** The name under which a browser keeps the password. */
  readonly email: string;
  readonly done?: boolean;
  readonly problem?: string;
  readonly wrong?: 'current' | 'code' | 'password';
}

export function passwordPage(visit: DeskVisit, shown: PasswordShown): string {
  const { words } = visit;
  const { wrong } = shown;
  return deskPage(
    visit,
    words.passwordTitle,
    html`${shown.done === true ? notice('good', words.passwordChanged) : ''}${problemNotice(shown.problem)}
<p>${words.passwordIntro}</p>
${visitForm(
  visit,
  PATHS.password,
  html`<input type="hidden" name="username" autocomplete="username" value="${shown.email}">
${field({ name: 'current', label: words.currentPassword, type: 'password', max: PASSWORD_MAX, autocomplete: 'current-password', wrong: wrong === 'current' })}
${field({ name: 'password', label: words.newPassword, help: words.passwordHint, type: 'password', max: PASSWORD_MAX, autocomplete: 'new-password', wrong: wrong === 'password' })}
${field({ name: 'code', label: words.code, help: words.codeHint, max: CODE_MAX, autocomplete: 'one-time-code', numeric: true, wrong: wrong === 'code' })}
<p><button class="main">${words.changePassword}</button></p>`,
)}`,
  );
}
