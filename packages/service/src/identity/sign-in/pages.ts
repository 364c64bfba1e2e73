// The pages of a sign-in, as pure functions of what they show.
import type { SafeHtml } from '@remix-run/html-template';
import { html } from '@remix-run/html-template';
import type { Membership } from '../accounts/accounts.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import type { Language } from '../pages/texts.ts';
import { TEXTS } from '../pages/texts.ts';
import { alert, page } from './layout.ts';

/** What every form of a sign-in needs. */
export interface FormFrame {
  readonly language: Language;
  /** `/sign-in/<uid>` */
  readonly action: string;
  /** Proves that the form came from our page. */
  readonly csrf: string;
  readonly application: string;
}

/** A form with its proof of origin and language; `step` names what it answers. */
export function form(frame: FormFrame, step: string, fields: SafeHtml): SafeHtml {
  return html`<form method="post" action="${frame.action}">
<input type="hidden" name="csrf" value="${frame.csrf}">
<input type="hidden" name="lang" value="${frame.language}">
<input type="hidden" name="step" value="${step}">
${fields}
</form>`;
}

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
    /** Whether a new password can be asked for. */
    readonly forgotten: boolean;
    /** Issuers of organizations that may vouch for the person instead. */
    readonly externals: readonly { readonly name: string; readonly label: string }[];
    /** False where a password of ours opens nothing. */
    readonly withPassword: boolean;
  },
): string {
  const text = TEXTS[frame.language];
  const invalid = shown.problem === null ? 'false' : 'true';
  const describedBy = shown.problem === null ? html`` : html.raw`aria-describedby="problem"`;
  const fields = html`<label for="email">${text.email}</label>
<input id="email" name="email" type="email" autocomplete="username" inputmode="email" autocapitalize="none" spellcheck="false" required
 maxlength="${IDENTITY_LIMITS.emailCharactersMax}" value="${shown.email}" aria-invalid="${invalid}" ${describedBy} ${shown.email === '' ? html.raw`autofocus` : null}>
<label for="password">${text.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required
 aria-invalid="${invalid}" ${describedBy} ${shown.email === '' ? null : html.raw`autofocus`}>
<button class="primary">${text.signIn}</button>`;
  return page({
    language: frame.language,
    title: text.title,
    languageLink: frame.action,
    body: html`<p class="muted">${text.signInTo(frame.application)}</p>
${alert(shown.problem)}
${shown.externals.map(
  (external) =>
    html`<a class="button" href="${frame.action}/external/${external.name}">${text.externalLink(external.label)}</a>`,
)}
${shown.externals.length > 0 && shown.withPassword ? html`<p class="or">${text.or}</p>` : null}
${shown.withPassword ? form(frame, 'password', fields) : null}
${
  shown.forgotten && shown.withPassword
    ? html`<p><a href="/account/forgotten" target="_blank" rel="noopener">${text.forgotLink}</a></p>`
    : null
}
${cancelForm(frame)}`,
  });
}

export function organizationPage(frame: FormFrame, places: readonly Membership[]): string {
  const text = TEXTS[frame.language];
  // None is chosen beforehand: whoever only presses Enter must not find themselves in the wrong practice.
  const choices = places.map(
    (place) =>
      html`<label class="choice"><input type="radio" name="user" value="${place.userId}" required> ${place.organizationName}</label>`,
  );
  return page({
    language: frame.language,
    title: text.chooseTitle,
    languageLink: frame.action,
    body: html`${form(
      frame,
      'organization',
      html`<fieldset><legend>${text.choose}</legend>${choices}</fieldset><button class="primary">${text.continue}</button>`,
    )}
${cancelForm(frame)}`,
  });
}

/** The person is who they say, but has no place where they want to go. */
export function noPlacePage(frame: FormFrame, organization: string | null): string {
  const text = TEXTS[frame.language];
  return page({
    language: frame.language,
    title: text.noPlaceTitle,
    languageLink: frame.action,
    body: html`<p role="alert">${organization === null ? text.noOrganization : text.noPlace(organization)}</p>
${form(frame, 'restart', html`<button class="primary">${text.otherAccount}</button>`)}
${cancelForm(frame)}`,
  });
}

/** A page that only says something. */
export function messagePage(
  language: Language,
  title: string,
  text: string,
  reason: string | null = null,
): string {
  return page({
    language,
    title,
    languageLink: null,
    body: html`<p>${text}</p>${reason === null ? null : html`<p class="reason">${reason}</p>`}`,
  });
}
