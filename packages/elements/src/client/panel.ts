// Draws what `svc-client` has to say, in the shadow root of its body.
import type { Maintenance } from '@pestle/client/session';
import type { Language } from '../text/language.ts';
import { languageFor, nearestLanguage, watchLanguage } from '../text/language.ts';
import { MAINTENANCE_NOTICE_BEFORE_MS } from './limits.ts';
import { CLIENT_CSS } from './styles.ts';
import type { ActionName, Showing, View } from './view.ts';
import { viewOf } from './view.ts';
import type { ClientWords } from './words.ts';
import { wordsOf } from './words.ts';

export class Panel {
  readonly #host: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #act: (action: Exclude<ActionName, 'stay'>) => void;
  readonly #section = document.createElement('section');
  readonly #notice = document.createElement('p');
  #showing: Showing | undefined;
  #language: Language;
  #shown = '';

  constructor(host: HTMLElement, act: (action: Exclude<ActionName, 'stay'>) => void) {
    this.#host = host;
    this.#act = act;
    this.#root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CLIENT_CSS);
    this.#root.adoptedStyleSheets = [sheet];
    this.#section.setAttribute('part', 'sign-in');
    this.#notice.setAttribute('part', 'maintenance');
    this.#notice.setAttribute('role', 'status');
    this.#root.append(this.#notice, this.#section);
    this.#language = languageFor(nearestLanguage(host));
    watchLanguage(host, (language) => {
      this.#language = language;
      this.#draw();
    });
  }

  show(showing: Showing): void {
    this.#showing = showing;
    this.#draw();
  }

  /** Draws anew only what is new: what was announced is not announced again, and the focus stays. */
  #draw(): void {
    const view = this.#showing === undefined ? null : viewOf(this.#showing);
    const language = this.#language;
    const notice = noticeOf(this.#showing?.session?.maintenance ?? [], language);
    if (notice !== this.#notice.textContent) this.#notice.textContent = notice;
    this.#notice.lang = language;
    this.#notice.hidden = notice === '';
    this.#section.hidden = view === null;
    this.#host.hidden = view === null && notice === '';
    const shown = view === null ? '' : JSON.stringify([view, language]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (view === null) return this.#section.replaceChildren();
    const words = wordsOf(language);
    const hadFocus = this.#root.activeElement !== null;
    const text = document.createElement('p');
    text.textContent = sentenceOf(view, words);
    text.setAttribute('role', view.isProblem ? 'alert' : 'status');
    if (view.isProblem) text.className = 'problem';
    const buttons = view.actions.map(({ name, label }, index) =>
      this.#button(words[label], name, index === 0 && name !== 'cancel'),
    );
    this.#section.className = view.sentence === 'ending' ? 'ending' : '';
    this.#section.lang = language;
    this.#section.setAttribute('aria-label', words.title);
    this.#section.replaceChildren(text, ...buttons);
    if (hadFocus) buttons[0]?.focus();
  }

  #button(label: string, name: ActionName, isPrimary: boolean): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.className = isPrimary ? 'primary' : '';
    button.setAttribute('part', isPrimary ? 'button primary' : 'button');
    button.addEventListener('click', () => {
      if (name === 'stay') this.#showing?.idle?.stay();
      else this.#act(name);
    });
    return button;
  }
}

/** What is current or begins within a day; nothing where the service's own page says it already. */
function noticeOf(windows: readonly Maintenance[], language: Language): string {
  const isNear = ({ current, start }: Maintenance): boolean =>
    current || Date.parse(start) - Date.now() < MAINTENANCE_NOTICE_BEFORE_MS;
  const window = windows.find((one) => Date.parse(one.end) > Date.now() && isNear(one));
  if (window === undefined || document.getElementById('pestle-maintenance') !== null) return '';
  const moment = (text: string): string =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(text));
  const words = wordsOf(language).maintenance;
  const span = window.current ? words.until : `${words.from} ${moment(window.start)} ${words.to}`;
  return `${span} ${moment(window.end)}. ${words.waits}${window.note === null ? '' : ` ${window.note}`}`;
}

function sentenceOf({ sentence, code, message }: View, words: ClientWords): string {
  if (sentence !== undefined) return words[sentence];
  return words.problems[code ?? ''] ?? message ?? '';
}
