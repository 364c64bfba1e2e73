// Owns what is said where something could not be asked for: why, and the way on, which after the session's end is to sign in again.
import type { ClientError, Session } from '@pestle/client';
import { html, type TemplateResult } from 'lit/html.js';
import type { KitText } from '../text/en/kit.ts';
import type { SaidText } from '../text/en/said.ts';
import { errorText } from '../text/error-text.ts';

export interface TroubleView {
  readonly session: Session;
  readonly text: { readonly kit: KitText; readonly said: SaidText };
}

/** `signed-out` or `signing-in`, after the person was signed in: nothing is asked for them until they are again. */
export function hasEnded({ state, me }: Session): boolean {
  return me !== undefined && state.startsWith('sign');
}

/**
 * `what` did not work, the reason in words, and a button. The words are the answer's own: of a service that refused, is busy or in maintenance
 * nobody reads that it does not answer. Whatever went wrong before, a session that has ended comes first.
 */
export function trouble(
  { session, text: { kit, said } }: TroubleView,
  what: string,
  error: ClientError | null | undefined,
  retry: () => void,
): TemplateResult {
  const ended = hasEnded(session);
  const why = ended ? kit.ended : error == null ? '' : errorText({ said }, error);
  // Why a sign-in did not work is told where everybody signs in: by `svc-client`.
  const act = (): void => (ended ? void session.signIn().catch(() => undefined) : retry());
  return html`${what} ${why} <button type="button" class="inline" @click=${act}>${ended ? kit.signInAgain : kit.tryAgain}</button>`;
}
