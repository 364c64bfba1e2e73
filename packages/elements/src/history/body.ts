// The body of `svc-med-history`: a patient's prescriptions, newest first, with what became of them.
import { plainErrors, type Session } from '@pestle/client';
import { html, nothing } from 'lit/html.js';
import type { ActsHost } from '../acts/acts-host.ts';
import { readBoolean } from '../attributes/plain-values.ts';
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
import { lazyActs } from './lazy-acts.ts';

const ENGLISH = { kit, history, situation, said };
type HistoryText = typeof ENGLISH;

class HistoryBody extends ViewElement implements ShellBody {
  static override styles = [baseStyles, buttonStyles, listStyles];

  readonly #live = new LiveRegion(() => this.requestUpdate());
  #owner: HTMLElement | undefined;
  #session: Session | null = null;
  #stopSession: (() => void) | undefined;
  #stopLanguage: (() => void) | undefined;
  #patientId: string | null = null;
  #store: HistoryStore | undefined;
  #acts: ReturnType<typeof lazyActs> | undefined;
  #personId: string | undefined;
  #text: HistoryText = ENGLISH;
  #attention = false;
  /** How much waits for the person, where the page wants it told. */
  #needed = 0;
  #attending: AbortController | undefined;
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
    const attention = readBoolean(raw['attention'], false, (message) => this.#refuse('attention', message));
    if (attention !== this.#attention) {
      this.#attention = attention;
      this.#attend();
    }
    if (given !== undefined && given !== null && typeof given !== 'string') {
      this.#refuse('patient-id', 'write text; ids are text also when they look like numbers.');
    }
    if (id === this.#patientId) return;
    this.#patientId = id;
    this.#restart();
  }

  #refuse(name: string, message: string): void {
    const errors = [{ message: `${name}: ${message}`, path: [name], extensions: { code: 'INVALID_INPUT' } }];
    if (this.#owner !== undefined) fire(this.#owner, 'svc-error', { errors });
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
    this.#attending?.abort();
    this.#store?.stop();
    this.#store = undefined;
  }

  override render(): unknown {
    const { history: words, kit: common } = this.#text;
    return html`<section class="card" part="history" aria-labelledby="title" lang=${common.language}>
        <h2 id="title">${words.title}</h2>
        <div class="stack">${this.#neededLine()}${
          this.#store === undefined
            ? this.#waiting()
            : historyList({
                store: this.#store,
                session: this.#store.session,
                text: this.#text,
                portal: null,
                action: (record) => this.#acts?.(record),
              })
        }</div>
      </section>
      ${this.#live.render()}`;
  }

  #neededLine(): unknown {
    const address = this.#session?.apiUrl;
    if (this.#needed === 0 || address === undefined) return nothing;
    return html`<p part="attention"><a href="${address}/portal/desk?mine=true" target="_blank" rel="noopener">${this.#text.history.needYou(this.#needed)}</a></p>`;
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
    this.#attend();
    this.#failureFired = false;
    this.#news = new News();
    this.#personId = this.#session?.me?.id;
    const session = this.#session;
    if (session?.state === 'ready' && this.#patientId !== null && this.isConnected) {
      const store = new HistoryStore(session, this.#patientId, () => this.#changed(store));
      this.#store = store;
      this.#acts = lazyActs(this.#hostOf(session, store), store);
    }
    this.requestUpdate();
  }

  /** For whoever is signed in, from now on. */
  #attend(): void {
    this.#attending?.abort();
    this.#needed = 0;
    this.requestUpdate();
    const session = this.#session;
    if (!this.#attention || session === null || !this.isConnected) return;
    const { signal } = (this.#attending = new AbortController());
    void import('../situation/attention.ts').then(({ followAttention }) => {
      if (signal.aborted) return;
      followAttention(session, signal, (count) => {
        this.#needed = count;
        this.requestUpdate();
      });
    });
  }

  #hostOf(session: Session, store: HistoryStore): ActsHost {
    const text = (): HistoryText => this.#text;
    return {
      session,
      signal: store.signal,
      dress: this.dress,
      undressed: true,
      get text() {
        return text();
      },
      // One root holds this body only, so that names are ids.
      id: (name) => name,
      find: (name) => this.renderRoot.querySelector<HTMLElement>(`#${CSS.escape(name)}`),
      update: () => this.requestUpdate(),
      updated: () => this.updateComplete,
      announce: (message, politeness) => this.#live.announce(message, politeness),
      acted: () => void store.look(),
    };
  }

  #changed(store: HistoryStore): void {
    if (store !== this.#store) return;
    this.requestUpdate();
    this.#reportStatus(store);
    const { history: words, situation: text, kit } = this.#text;
    const rows = announcedRows(store, store.session, { text, language: kit.language });
    for (const { line, word } of this.#news.of(rows)) this.#live.announce(words.changed(line, word));
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
    // Each file has its words under their name.
    this.#text =
      spanish === undefined ? ENGLISH : { ...spanish[0], ...spanish[1], ...spanish[2], ...spanish[3] };
    this.requestUpdate();
  }

  #theme(theme: unknown): void {
    if (theme === 'light' || theme === 'dark') this.setAttribute('theme', theme);
    else this.removeAttribute('theme');
  }
}

/** Makes the body; its tag belongs to this build. */
export const createBody: () => ShellBody = definePrivate('history', HistoryBody);
