// The pages of a sign-in, as pure functions of what they show.
import { html, type SafeHtml } from '@remix-run/html-template';
import { describedBy, notice, problemNotice } from '../../kernel/web/pages/frame.ts';
import type { Membership } from '../accounts/accounts.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import type { FormFrame } from '../pages/frame.ts';
import { form, page } from '../pages/frame.ts';
import { TEXTS } from '../pages/texts.ts';

export function cancelForm(frame: FormFrame): SafeHtml {
  return form(
    frame,
    'cancel',
    html`<button class="plain" formnovalidate>${TEXTS[frame.language].back}</button>`,
  );
}

export function passwordPage(
  frame: FormFrame,
  shown: {
    readonly email: string;
    readonly problem: string | null;
    /** What went well before. */
    readonly notice?: string | undefined;
    /** Whether a new password can be asked for by mail; else an administrator is who helps. */
    readonly forgotten: boolean;
    /** Issuers of organizations that may vouch for the person instead. */
    readonly externals: readonly { readonly name: string; readonly label: string }[];
    /** False where a password of ours opens nothing. */
    readonly withPassword: boolean;
  },
): string {
  const text = TEXTS[frame.language];
  const described = describedBy(shown.problem !== null);
  const fields = html`<label for="email">${text.email}</label>
<input id="email" name="email" type="email" autocomplete="username" inputmode="email" autocapitalize="none" spellcheck="false" required
 maxlength="${IDENTITY_LIMITS.emailCharactersMax}" value="${shown.email}"${described} ${shown.email === '' ? html.raw`autofocus` : null}>
<label for="password">${text.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${described} ${shown.email === '' ? null : html.raw`autofocus`}>
<button class="main">${text.signIn}</button>`;
  return page({
    language: frame.language,
    title: text.title,
    languageLink: frame.action,
    body: html`<p class="muted">${text.signInTo(frame.application)}</p>
${problemNotice(shown.problem)}
${shown.notice === undefined ? null : notice('good', shown.notice)}
${shown.externals.map(
  (external) =>
    html`<a class="button" href="${frame.action}/external/${external.name}">${text.externalLink(external.label)}</a>`,
)}
${shown.externals.length > 0 && shown.withPassword ? html`<p class="or muted">${text.or}</p>` : null}
${shown.withPassword ? form(frame, 'password', fields) : null}
${
  shown.withPassword
    ? html`<p>${shown.forgotten ? html`<a href="/account/forgotten" target="_blank" rel="noopener">${text.forgotLink}</a>` : html`<span class="small">${text.forgotAsk}</span>`}</p>`
    : null
}
${cancelForm(frame)}`,
  });
}

/** In place of a password that is known from breaches; everything else is proved. */
export function newPasswordPage(frame: FormFrame, email: string, problem: string | null): string {
  const text = TEXTS[frame.language];
  return page({
    language: frame.language,
    title: text.breachedTitle,
    languageLink: frame.action,
    body: html`${problem === null ? html`<p role="alert">${text.breached}</p>` : problemNotice(problem)}
${form(
  frame,
  'new-password',
  html`<label for="email">${text.email}</label>
<input id="email" type="email" autocomplete="username" value="${email}" readonly>
<label for="chosen">${text.newPassword}</label><p class="small" id="chosen-hint">${text.passwordHint}</p>
<input id="chosen" name="chosen" type="password" autocomplete="new-password" required${describedBy(problem !== null, 'chosen-hint')} minlength="${IDENTITY_LIMITS.passwordCharactersMin}" autofocus>
<button class="main">${text.changePassword}</button>`,
)}
${cancelForm(frame)}`,
  });
}

export function organizationPage(frame: FormFrame, memberships: readonly Membership[]): string {
  const text = TEXTS[frame.language];
  // None is chosen beforehand: whoever only presses Enter must not find themselves in the wrong practice.
  const choices = memberships.map(
    (membership) =>
      html`<label class="choice"><input type="radio" name="user" value="${membership.userId}" required> ${membership.organizationName}</label>`,
  );
  return page({
    language: frame.language,
    title: text.chooseTitle,
    languageLink: frame.action,
    body: html`${form(
      frame,
      'organization',
      html`<fieldset><legend>${text.choose}</legend>${choices}</fieldset><button class="main">${text.continue}</button>`,
    )}
${cancelForm(frame)}`,
  });
}

/** The person is who they say, but has no membership where they want to go. */
export function noMembershipPage(frame: FormFrame, organization: string | null): string {
  const text = TEXTS[frame.language];
  return page({
    language: frame.language,
    title: text.noPlaceTitle,
    languageLink: frame.action,
    body: html`<p role="alert">${organization === null ? text.noOrganization : text.noPlace(organization)}</p>
${form(frame, 'restart', html`<button class="main">${text.otherAccount}</button>`)}
${cancelForm(frame)}`,
  });
}
