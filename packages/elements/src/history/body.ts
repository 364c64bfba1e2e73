// The body of `svc-med-history`: a patient's prescriptions, newest first, with what became of them.
import { plainErrors, type Session } from '@pestle/client';
import { html, nothing } from 'lit/html.js';
import { fire } from '../events/events.ts';
import { LiveRegion } from '../kit/live-region.ts';
import { note } from '../kit/look/icons.ts';
import { listStyles } from '../kit/look/list-styles.ts';
import { baseStyles, buttonStyles } from '../kit/look/styles.ts';
import { ViewElement } from '../kit/view-element.ts';
import { definePrivate } from '../registry.ts';
import { HISTORY_PARTS } from '../shells/parts.ts';
import type { RawAttributes, ShellBody } from '../shells/shell-body.ts';
import { News } from '../situation/news.ts';
import { history } from '../text/en/history.ts';
import { kit } from '../text/en/kit.ts';
import { said } from '../text/en/said.ts';
import { situation } from '../text/en/situation.ts';
import { languageFor, nearestLanguage, watchLanguage } from '../text/language.ts';
import { announcedRows, historyList } from './history-list.ts';
import { HistoryStore } from './history-store.ts';

const ENGLISH = { kit, history, situation, said };

class HistoryBody extends ViewElement implements ShellBody {
  static override styles = [baseStyles, buttonStyles, listStyles];

  readonly #live = new LiveRegion(() => this.requestUpdate());
  #owner: HTMLElement | undefined;
  #session: Session | null = null;
  #stopSession: (() => void) | undefined;
  #stopLanguage: (() => void) | undefined;
  #patientId: string | null = null;
  #store: HistoryStore | undefined;
  #personId: string | undefined;
  #text = ENGLISH;
  #readyFired = false;
  #failureFired = false;
  #news = new News();

  attach(owner: HTMLElement): void {
    this.#owner = owner;
    this.setAttribute('exportparts', HISTORY_PARTS.replaceAll(' ', ','));
  }

  receive(raw: RawAttributes): void {
    const given = raw['patient-id'];
    const id = typeof given === 'string' && given.trim() !== '' ? given.trim() : null;
    this.#theme(raw['theme']);
    if (given !== undefined && given !== null && typeof given !== 'string') {
      const message = 'patient-id: write text; ids are text also when they look like numbers.';
      const errors = [{ message, path: ['patient-id'], extensions: { code: 'INVALID_INPUT' } }];
      if (this.#owner !== undefined) fire(this.#owner, 'svc-error', { errors });
    }
    if (id === this.#patientId) return;
    this.#patientId = id;
    this.#restart();
  }

  connect(session: Session | null): void {
    if (session === this.#session) return;
    this.#stopSession?.();
    this.#session = session;
    this.#stopSession = session?.subscribe(() => this.#sessionChanged());
    this.#restart();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#speak();
    this.#stopLanguage = watchLanguage(this, () => void this.#speak());
    if (this.#store === undefined) this.#restart();
  }

  disconnectedCallback(): void {
    this.#stopLanguage?.();
    this.#live.stop();
    this.#store?.stop();
    this.#store = undefined;
  }

  override render(): unknown {
    const { history: words } = this.#text;
    const { kit: common } = this.#text;
    return html`<section class="card" part="history" aria-labelledby="title" lang=${common.language}>
        <h2 id="title">${words.title}</h2>
        <div class="stack">${
          this.#store === undefined
            ? this.#waiting()
            : historyList({
                store: this.#store,
                session: this.#store.session,
                text: this.#text,
                portal: null,
              })
        }</div>
      </section>
      ${this.#live.render()}`;
  }

  #waiting(): unknown {
    const { history: words, kit: common } = this.#text;
    if (this.#patientId === null || this.#session === null) return nothing;
    if (this.#session.state === 'signed-out') return note('info', words.signInNeeded);
    return html`<p class="muted">${common.loading}</p>`;
  }

  /** What was shown to one person is not shown to the next; a session that only ended keeps its list. */
  #sessionChanged(): void {
    const person = this.#session?.me?.id;
    if (person !== this.#personId || this.#store === undefined) this.#restart();
    else if (this.#session?.state === 'ready' && this.#store.stale) void this.#store.look();
    this.requestUpdate();
  }

  #restart(): void {
    this.#store?.stop();
    this.#store = undefined;
    this.#failureFired = false;
    this.#news = new News();
    this.#personId = this.#session?.me?.id;
    const session = this.#session;
    if (session?.state === 'ready' && this.#patientId !== null && this.isConnected) {
      const store = new HistoryStore(session, this.#patientId, () => this.#changed(store));
      this.#store = store;
    }
    this.requestUpdate();
  }

  #changed(store: HistoryStore): void {
    if (store !== this.#store) return;
    this.requestUpdate();
    this.#reportStatus(store);
    const { history: words } = this.#text;
    for (const { line, word } of this.#news.of(announcedRows(store, store.session, this.#text.situation)))
      this.#live.announce(words.changed(line, word));
  }

  /** The page hears once that the list is there, and once for each patient that it cannot be loaded. */
  #reportStatus({ status, error }: HistoryStore): void {
    const owner = this.#owner;
    if (owner === undefined || status === 'loading') return;
    if (status === 'failed' && !this.#failureFired) {
      this.#failureFired = true;
      fire(owner, 'svc-error', { errors: plainErrors(error) });
    } else if (status === 'ready' && !this.#readyFired) {
      this.#readyFired = true;
      fire(owner, 'svc-ready', {});
    }
  }

  async #speak(): Promise<void> {
    const language = languageFor(nearestLanguage(this));
    const spanish =
      language === 'es'
        ? await Promise.all([
            import('../text/es/kit.ts'),
            import('../text/es/history.ts'),
            import('../text/es/situation.ts'),
            import('../text/es/said.ts'),
          ]).catch(() => undefined)
        : undefined;
    this.#text =
      spanish === undefined
        ? ENGLISH
        : {
            kit: spanish[0].kit,
            history: spanish[1].history,
            situation: spanish[2].situation,
            said: spanish[3].said,
          };
    this.requestUpdate();
  }

  #theme(theme: unknown): void {
    if (theme === 'light' || theme === 'dark') this.setAttribute('theme', theme);
    else this.removeAttribute('theme');
  }
}

/** Makes the body; its tag belongs to this build. */
export const createBody: () => ShellBody = definePrivate('history', HistoryBody);
