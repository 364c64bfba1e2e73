// The pages that the OpenID provider shows itself: its errors and the sign-out.
import { html } from '@remix-run/html-template';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { chooseLanguage } from '../../kernel/web/pages/language.ts';
import { setContentPolicy } from '../../kernel/web/security-headers.ts';
import { messagePage, page } from '../pages/frame.ts';
import { TEXTS } from '../pages/texts.ts';

export interface ProviderPages {
  renderError(ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): void;
  logoutSource(ctx: KoaContextWithOIDC, form: string): void;
  postLogoutSuccessSource(ctx: KoaContextWithOIDC): void;
}

export const providerPages: ProviderPages = {
  /** Errors that cannot go back to the application, because it is not known or its address is not configured. */
  renderError: (ctx, out) => {
    const language = languageOf(ctx);
    const text = TEXTS[language];
    const ended = out.error === 'invalid_request' && /session|expired/.test(out.error_description ?? '');
    const reason = [out.error, out.error_description].filter((part) => part !== undefined).join(': ');
    ctx.type = 'html';
    ctx.body = ended
      ? messagePage(language, text.expiredTitle, text.expired)
      : messagePage(language, text.errorTitle, text.error, reason);
  },
  logoutSource: (ctx, form) => {
    const language = languageOf(ctx);
    const text = TEXTS[language];
    const { postLogoutRedirectUri } = (ctx.oidc.session?.state ?? {}) as { postLogoutRedirectUri?: string };
    const target = postLogoutRedirectUri === undefined ? [] : [new URL(postLogoutRedirectUri).origin];
    setContentPolicy(ctx.req, ctx.res, { formTargets: target });
    ctx.body = page({
      language,
      title: text.signOutTitle,
      languageLink: null,
      // The form is the provider's own and holds its proof of origin.
      body: html`<p>${text.signOutHint}</p>
${html.raw`${form}`}
<button class="main" type="submit" form="op.logoutForm" value="yes" name="logout">${text.signOut}</button>
<button type="submit" form="op.logoutForm">${text.staySignedIn}</button>`,
    });
  },
  postLogoutSuccessSource: (ctx) => {
    const language = languageOf(ctx);
    ctx.type = 'html';
    ctx.body = messagePage(language, TEXTS[language].signedOutTitle, TEXTS[language].signedOut);
  },
};

function languageOf(ctx: KoaContextWithOIDC): 'en' | 'es' {
  const wish = ctx.oidc.params?.['ui_locales'];
  return chooseLanguage(typeof wish === 'string' ? wish : undefined, ctx.get('accept-language'));
}
