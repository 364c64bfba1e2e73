// The list of a person's sessions on the account page, with the forms that end one of them or all others.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { Language } from '../../kernel/web/pages/language.ts';
import type { FormFrame } from '../pages/frame.ts';
import { form } from '../pages/frame.ts';
import { TEXTS } from '../pages/texts.ts';
import { browserNames } from '../sessions/browser-name.ts';
import type { BrowserSession } from '../sessions/browser-sessions.ts';

export interface ShownSession extends BrowserSession {
  /** The one that asks. */
  readonly isThis: boolean;
}

export function sessionList(frame: FormFrame, sessions: readonly ShownSession[]): SafeHtml {
  const text = TEXTS[frame.language].sessions;
  return html`<h2 id="sessions">${text.title}</h2>
<p>${text.hint}</p>
<ul class="list stacked">${sessions.map((session) => item(frame, session))}</ul>
${
  sessions.some(({ isThis }) => !isThis)
    ? form(frame, 'end-others', html`<button>${text.endOthers}</button>`)
    : null
}`;
}

function item(frame: FormFrame, session: ShownSession): SafeHtml {
  const text = TEXTS[frame.language].sessions;
  const name = nameOf(frame.language, session.browser);
  const label = `${text.end}: ${name}, ${text.since(moment(frame.language, session.begunAt, session.timeZone))}`;
  return html`<li><div><strong>${name}</strong>${session.isThis ? html` <span class="muted">${text.isThis}</span>` : null}
<br><span class="small">${session.organizationName}</span>
<br><span class="small">${text.since(moment(frame.language, session.begunAt, session.timeZone))}</span>
<br><span class="small">${text.used(moment(frame.language, session.lastUsedAt, session.timeZone))}</span></div>
${form(
  frame,
  'end-session',
  html`<input type="hidden" name="id" value="${session.uid}"><button aria-label="${label}">${text.end}</button>`,
)}</li>`;
}

function nameOf(language: Language, kept: string): string {
  const text = TEXTS[language].sessions;
  const { family, system } = browserNames(kept);
  if (family === null) return system === null ? text.unknown : text.unknownOn(system);
  return system === null ? family : text.on(family, system);
}

/** In the zone of the organization that was signed in to, with the zone's name: a person may be anywhere. */
function moment(language: Language, at: string, timeZone: string): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-US' : 'es-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(at));
}
