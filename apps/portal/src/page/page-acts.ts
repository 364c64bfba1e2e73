// Owns what can be done with an order on a page of the portal: the acts of the elements, drawn into the page that asks for them.
import type { Session } from '@pestle/client';
import type { ActSubject, Acts, ActsHost, ShownAct } from '@pestle/elements/acts-views';
import type { LitElement } from 'lit';
import { html } from 'lit';
import type { SharedWords } from './words.ts';

/** What the page says and does. */
export interface AroundActs {
  readonly shared: () => SharedWords;
  readonly announce: (message: string) => void;
  /** It is certain what became of an act: what is shown may be old. */
  readonly acted: (orderId: string) => void;
  /** What became of an act, in words, also where its place is drawn no more. */
  readonly told?: (outcome: string) => void;
  /** An act was opened at a place. */
  readonly began?: (place: string) => void;
}

/** What a subject is but for what is offered, which is asked for. */
export type PageSubject = Omit<ActSubject, 'offers'> & {
  readonly fills: Parameters<Acts['offers']>[1];
  /** What is offered where no order is; else the service is asked. */
  readonly offers?: ActSubject['offers'];
};

export class PageActs {
  readonly #page: LitElement;
  readonly #around: AroundActs;
  readonly #worn = new Set<string>();
  #acts: Acts | undefined;
  #session: Session | undefined;
  #end = new AbortController();
  #loading = false;
  /** What is to be opened as soon as it is known to be offered. */
  #wanted: { readonly act: string; readonly place: string } | undefined;

  constructor(page: LitElement, around: AroundActs) {
    this.#page = page;
    this.#around = around;
  }

  /** The buttons of what it is about, or the act that is in hand there. */
  render(
    session: Session,
    { fills, offers: given, ...subject }: PageSubject,
    lineOf: (fillId: string) => string | undefined,
  ): unknown {
    const acts = this.#of(session);
    if (acts === undefined) return html`<div class="row acts awaited"></div>`;
    const offers = given ?? acts.offers(subject.orderId, fills);
    this.#openWanted(acts, { ...subject, offers });
    return acts.render({ ...subject, offers }, lineOf);
  }

  /** Opens an act of a place as soon as it is drawn and offered there. */
  openSoon(act: string, place: string): void {
    this.#wanted = { act, place };
  }

  /** Puts away what is open and not under way. */
  putAway(): void {
    this.#wanted = undefined;
    this.#acts?.putAway();
  }

  /** With the page, or with what was open in it: what was confirmed goes on. */
  close(): void {
    this.#end.abort();
    this.#end = new AbortController();
    this.#acts = undefined;
    this.#session = undefined;
    this.#wanted = undefined;
  }

  #openWanted(acts: Acts, subject: ActSubject): void {
    const wanted = this.#wanted;
    if (wanted === undefined || wanted.place !== subject.place || subject.offers === undefined) return;
    this.#wanted = undefined;
    // Not within a drawing.
    queueMicrotask(() => acts.open(wanted.act as ShownAct, subject));
  }

  #of(session: Session): Acts | undefined {
    if (this.#session !== session) {
      const wanted = this.#wanted;
      this.close();
      this.#wanted = wanted;
      this.#session = session;
    }
    if (this.#acts === undefined) void this.#load(session);
    return this.#acts;
  }

  /** What could not be loaded is tried again at the next drawing. */
  async #load(session: Session): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    try {
      const { Acts: Made } = await import('@pestle/elements/acts-views');
      if (this.#session === session) this.#acts = new Made(this.#host(session));
    } catch {
      return;
    } finally {
      this.#loading = false;
    }
    this.#page.requestUpdate();
  }

  #host(session: Session): ActsHost {
    const page = this.#page;
    const { shared, announce, acted, told, began } = this.#around;
    return {
      session,
      signal: this.#end.signal,
      undressed: true,
      dress: (styles) => this.#dress(styles),
      get text() {
        return shared();
      },
      id: (name) => name,
      find: (name) => page.renderRoot.querySelector<HTMLElement>(`#${CSS.escape(name)}`),
      update: () => page.requestUpdate(),
      updated: () => page.updateComplete,
      announce,
      acted,
      ...(told === undefined ? {} : { told }),
      ...(began === undefined ? {} : { began }),
    };
  }

  #dress(styles: string): void {
    if (this.#worn.has(styles) || !(this.#page.renderRoot instanceof ShadowRoot)) return;
    this.#worn.add(styles);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    this.#page.renderRoot.adoptedStyleSheets.push(sheet);
  }
}
