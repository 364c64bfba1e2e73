// Owns how the views of one session hear what changed, and what they say of it: live, reconnecting, or as of when.
import type { Session } from '@pestle/client';
import type { Live, LiveNews, LiveState } from '@pestle/client/live';
import { type Clock, momentText } from '@pestle/rules/moment';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { SituationText } from '../text/en/situation.ts';

/** Whose changes one listens for; nobody's in particular: what waits for people. */
export interface Followed {
  readonly orderId?: string;
  readonly patientId?: string;
}

/** What is heard is for whoever listens at that moment. */
export class LiveLink {
  readonly #session: Session;
  readonly #listeners = new Set<(news: LiveNews) => void>();
  #live: Live | undefined;
  #personId: string | undefined;
  #stop: (() => void) | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  get state(): LiveState {
    return this.#live?.state ?? 'off';
  }

  /**
   * Calls back when something of a patient (by the service's id; an external one may be anybody's) or of an order changed (`told`), and when
   * `state` did, until the signal ends. Without a stream it never does: whoever follows asks now and again.
   */
  follow(signal: AbortSignal, of: Followed, heard: (what: 'told' | 'state') => void): void {
    const listener = (news: LiveNews): void => {
      if (news === 'state') heard('state');
      else if (isAbout(news, of)) heard('told');
    };
    this.#listeners.add(listener);
    const sessionStops = this.#session.subscribe(() => void this.#join());
    signal.addEventListener(
      'abort',
      () => {
        sessionStops();
        this.#listeners.delete(listener);
        if (this.#listeners.size === 0) this.#leave();
      },
      { once: true },
    );
    void this.#join();
  }

  /** The stream of whoever is signed in now, and of nobody who was before. */
  async #join(): Promise<void> {
    const { state, me } = this.#session;
    const personId = state === 'ready' ? me?.id : undefined;
    if (personId === this.#personId) return;
    this.#leave();
    if (personId === undefined) return;
    this.#personId = personId;
    const live = await this.#session.live().catch(() => undefined);
    if (this.#personId !== personId || this.#listeners.size === 0 || this.#stop !== undefined) return;
    this.#live = live;
    this.#stop = live?.subscribe((news) => {
      for (const listener of this.#listeners) listener(news);
    });
  }

  #leave(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#live = undefined;
    this.#personId = undefined;
  }
}

const links = new WeakMap<Session, LiveLink>();

/** The one link of a session. */
export function liveLinkOf(session: Session): LiveLink {
  const link = links.get(session) ?? new LiveLink(session);
  links.set(session, link);
  return link;
}

function isAbout(
  news: Exclude<LiveNews, 'state'>,
  { orderId: order, patientId: patient }: Followed,
): boolean {
  if (news === 'anew') return true;
  return news.some(({ kind, id, orderId = id, patientId }) => {
    if (order !== undefined) return orderId === order;
    if (patient === undefined) return kind !== 'patient';
    return (
      kind !== 'desk' && (patientId === undefined || !patient.startsWith('pat_') || patientId === patient)
    );
  });
}

/** A dot and a word: whether what stands here moves by itself, and else when it was read. `asOfMs` undefined: not yet. */
export function liveMark(
  link: Pick<LiveLink, 'state'>,
  {
    text,
    clock,
    asOfMs,
  }: { readonly text: SituationText; readonly clock: Clock; readonly asOfMs: number | undefined },
): TemplateResult {
  const { state } = link;
  const asOf = asOfMs === undefined ? '' : momentText(new Date(asOfMs).toISOString(), clock);
  const word =
    state === 'live'
      ? text.live.now
      : state === 'reconnecting' || asOf === ''
        ? text.live.again
        : text.live.asOf(asOf);
  const color = state === 'live' ? 'ok' : state === 'reconnecting' ? 'warn' : 'muted';
  return html`<span class="small ${color}"><span aria-hidden="true">●</span> ${word}</span>`;
}

/** An order that is asked for now and again until it hears of changes. */
interface Hearing {
  link: Pick<LiveLink, 'state'> | undefined;
  readonly signal: AbortSignal;
  readonly order: { readonly id: string };
  retry(): void;
}

/** Lets an order hear of changes, once, and tells whether it does; nothing where it is asked for as ever. */
export function liveWord(
  hearing: Hearing,
  session: Session,
  changed: () => void,
  text: SituationText,
): TemplateResult | typeof nothing {
  if (hearing.link === undefined) {
    const link = liveLinkOf(session);
    hearing.link = link;
    link.follow(hearing.signal, { orderId: hearing.order.id }, (what) => {
      if (what === 'told') hearing.retry();
      changed();
    });
  }
  if (hearing.link.state === 'off') return nothing;
  const clock = { timeZone: undefined, nowMs: 0, halves: text.halves, language: text.language };
  return liveMark(hearing.link, { text, clock, asOfMs: undefined });
}
