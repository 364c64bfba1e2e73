// Owns one element's line to the other tabs and elements of the browser (W2, U9).
import { CHANNEL, isMessage, type Message, PAGE } from '../tab-messages.ts';

export interface TabNews {
  /** Something was learned about other tabs: draw again. */
  readonly changed: () => void;
  /** Another tab, or another element of this page, changed drafts of this patient. */
  readonly draftsChanged: () => void;
}

/** One element's line to the others. Where browsers have no such channel, nothing is known of other tabs. */
export class OtherTabs {
  readonly #id = crypto.randomUUID();
  readonly #patientId: string;
  readonly #news: TabNews;
  readonly #page: EventTarget;
  readonly #channel: BroadcastChannel | undefined;
  readonly #others = new Map<string, string>();

  /** `page` is told of its end by the browser. */
  constructor(patientId: string, news: TabNews, page: EventTarget = globalThis.window) {
    this.#page = page;
    this.#patientId = patientId;
    this.#news = news;
    if (typeof BroadcastChannel === 'undefined') return;
    this.#channel = new BroadcastChannel(CHANNEL);
    this.#channel.addEventListener('message', (event: MessageEvent<unknown>) => this.#hear(event.data));
    this.#page.addEventListener('pagehide', this.#leave);
    this.#page.addEventListener('pageshow', this.#come);
    this.#send('who');
    this.#send('here');
  }

  /** True while another tab has another patient open. */
  get otherPatient(): boolean {
    return [...this.#others.values()].some((id) => id !== this.#patientId);
  }

  /** True while another tab shows the same drafts. */
  get samePatient(): boolean {
    return [...this.#others.values()].includes(this.#patientId);
  }

  /** Tells the others that drafts of this patient changed here. */
  announceDrafts(): void {
    this.#send('drafts');
  }

  close(): void {
    this.#page.removeEventListener('pagehide', this.#leave);
    this.#page.removeEventListener('pageshow', this.#come);
    this.#send('gone');
    this.#channel?.close();
  }

  readonly #leave = (): void => this.#send('gone');
  /** Back from the browser's memory of pages: the others have been told that it was gone. */
  readonly #come = (): void => this.#send('who');

  #send(kind: Message['kind']): void {
    const message: Message = { kind, from: this.#id, page: PAGE, patientId: this.#patientId };
    this.#channel?.postMessage(message);
  }

  #hear(data: unknown): void {
    if (!isMessage(data)) return;
    const { kind, from, page, patientId } = data;
    if (kind === 'drafts' && patientId === this.#patientId) this.#news.draftsChanged();
    if (page === PAGE) return;
    if (kind === 'gone') this.#others.delete(from);
    else this.#others.set(from, patientId);
    if (kind === 'who') this.#send('here');
    this.#news.changed();
  }
}
