// Owns the acts of one view: the buttons of every medicine or order that it shows, and in place of them the act that is in hand.
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { focusOn } from '../kit/host.ts';
import { actStyles } from '../kit/look/act-styles.ts';
import { fieldStyles } from '../kit/look/field-styles.ts';
import type { FollowedFill } from '../situation/board.ts';
import { type ActsText, acts as english } from '../text/en/acts.ts';
import { situation as situationEnglish } from '../text/en/situation.ts';
import { PartWords } from '../text/part-words.ts';
import { ActForm } from './act-form.ts';
import {
  type ActSubject,
  actsFor,
  buttonName,
  nextAct,
  type ShownAct,
  saidIn,
  situationOf,
  whyNotNext,
} from './act-model.ts';
import { actPanel, spokenOutcome } from './act-panel.ts';
import type { ActRun } from './act-run.ts';
import type { ActsHost } from './acts-host.ts';
import { type ActsInHand, actsInHandOf } from './in-hand.ts';
import { type Offers, type OffersBoard, offersBoardOf } from './offers-board.ts';

export class Acts {
  readonly #host: ActsHost;
  readonly #inHand: ActsInHand;
  readonly #offers: OffersBoard;
  readonly #words: PartWords<ActsText>;
  readonly #situation: PartWords<typeof situationEnglish>;
  readonly #stop: () => void;
  /** What is entered for the act that is open here. */
  #open: { readonly run: ActRun; readonly form: ActForm; readonly host: ActsHost } | undefined;
  /** What was told aloud of it. */
  #told = '';

  constructor(host: ActsHost) {
    this.#host = host;
    this.#inHand = actsInHandOf(host.session);
    this.#offers = offersBoardOf(host.session);
    if (host.undressed === true) host.dress?.(fieldStyles);
    host.dress?.(actStyles);
    const { update } = host;
    this.#words = new PartWords(english, async () => (await import('../text/es/acts.ts')).acts, update);
    this.#situation = new PartWords(
      situationEnglish,
      async () => (await import('../text/es/situation.ts')).situation,
      update,
    );
    const stops = [
      this.#inHand.subscribe((ended) => this.#changed(ended)),
      this.#offers.subscribe(() => this.#host.update()),
    ];
    this.#stop = () => {
      for (const stop of stops) stop();
    };
    host.signal.addEventListener('abort', () => this.dispose(), { once: true });
  }

  /** The buttons of what it is about, or the act that is in hand there; nothing where nothing can be done. */
  render(subject: ActSubject, lineOf: (fillId: string) => string | undefined = () => undefined): unknown {
    const words = this.#spoken(this.#words);
    const run = this.#inHand.of(subject.orderId);
    if (run !== undefined && run.place === subject.place && this.#open?.run === run) {
      const { form, host } = this.#open;
      const situation = this.#spoken(this.#situation);
      const close = (): void => this.#close(run, subject);
      const panel = actPanel({ host, run, form, subject, words, situation, lineOf, close });
      // Once it is certain what became of it, whatever else can be done stands there again.
      return run.status === 'done' || run.status === 'refused'
        ? [panel, this.#offered(subject, words)]
        : panel;
    }
    if (run?.busy === true) return html`<p class="muted small">${words.under}</p>`;
    return this.#offered(subject, words);
  }

  #offered(subject: ActSubject, words: ActsText): unknown {
    // The room of its buttons, so that nothing moves when they come.
    if (subject.offers === undefined) return html`<div class="row acts awaited"></div>`;
    const shown = actsFor(subject).filter((act) => act !== subject.elsewhere);
    const refused = whyNotNext(subject);
    return html`${
      refused == null
        ? nothing
        : html`<p class="muted small">${saidIn(this.#host.text.kit.language, refused.text)}</p>`
    }${shown.length === 0 ? nothing : this.#buttons(subject, shown, words)}`;
  }

  /** What the service offers of an order with these fills, as far as it is known. */
  offers(orderId: string, fills: readonly FollowedFill[]): Offers | undefined {
    return this.#offers.of(orderId, fills);
  }

  /** Opens an act where its buttons stand, as their press does: nothing where it is not offered. */
  open(act: ShownAct, subject: ActSubject): void {
    if (actsFor(subject).includes(act)) this.#begin(act, subject);
  }

  /** Puts away what is open and not under way. */
  putAway(): void {
    const open = this.#open;
    if (open === undefined || open.run.busy) return;
    open.form.dispose();
    this.#open = undefined;
    this.#inHand.close(open.run);
  }

  /** How an order with several medicines is named. */
  wholeOrder(lines: number): string {
    return this.#spoken(this.#words).wholeOrder(lines);
  }

  /** With the view: what is open is put away, what was confirmed goes on. */
  dispose(): void {
    this.#stop();
    const open = this.#open;
    this.#open = undefined;
    open?.form.dispose();
    if (open !== undefined) this.#inHand.close(open.run);
  }

  #spoken<Words>(words: PartWords<Words>): Words {
    return words.of(this.#host.text.kit.language);
  }

  /** One element stays one act: under a press that is half done, a button that became another would begin what nobody chose. */
  #buttons(subject: ActSubject, shown: readonly ShownAct[], words: ActsText): TemplateResult {
    const next = nextAct(situationOf(subject), shown);
    return html`<div class="row acts" part="acts" role="group" aria-label=${words.group(subject.line)}>${repeat(
      shown,
      (act) => act,
      (
        act,
      ) => html`<button type="button" class=${act === next ? 'strong' : act.startsWith('CANCEL') ? 'grave' : nothing}
        id=${this.#host.id(buttonName(subject, act))} aria-label=${words.buttonOf(words.buttons[act], subject.line)}
        @click=${() => this.#begin(act, subject)}>${words.buttons[act]}</button>`,
    )}</div>`;
  }

  #begin(act: ShownAct, subject: ActSubject): void {
    const { orderId, place } = subject;
    this.#open?.form.dispose();
    if (this.#open !== undefined) this.#inHand.close(this.#open.run);
    const run = this.#inHand.begin({ act, orderId, place });
    if (run === undefined) return;
    const host = within(this.#host, place);
    this.#open = { run, host, form: new ActForm(host, act, subject) };
    this.#told = '';
    this.#host.began?.(subject.place);
    this.#host.update();
    void focusOn(host, 'act');
  }

  #close(run: ActRun, subject: ActSubject): void {
    if (run.busy) return;
    this.#open?.form.dispose();
    this.#open = undefined;
    this.#inHand.close(run);
    this.#host.update();
    // Where the person came from; where that is gone, the first button that is left.
    const left = [run.act, ...actsFor(subject)].find((act) => actsFor(subject).includes(act));
    if (left !== undefined) void focusOn(this.#host, buttonName(subject, left));
  }

  #changed(ended: ActRun | null): void {
    const open = this.#open;
    if (open !== undefined) {
      const told = open.run.status;
      if (told !== this.#told) {
        this.#told = told;
        const words = spokenOutcome(open.run, this.#spoken(this.#words));
        if (words !== '') {
          this.#host.announce(words, open.run.status === 'done' ? 'polite' : 'assertive');
          this.#host.told?.(words);
        }
        if (open.run.status === 'done' || open.run.status === 'refused') void focusOn(open.host, 'act-close');
      }
    }
    if (ended !== null) {
      this.#offers.again(ended.orderId);
      this.#host.acted(ended.orderId);
    }
    this.#host.update();
  }
}

/** The same host, whose names are of one place. */
function within(host: ActsHost, place: string): ActsHost {
  const named = (name: string): string => `act-${place}-${name}`;
  return {
    session: host.session,
    signal: host.signal,
    ...(host.dress === undefined ? {} : { dress: host.dress }),
    get text() {
      return host.text;
    },
    id: (name) => host.id(named(name)),
    find: (name) => host.find(named(name)),
    update: host.update,
    updated: host.updated,
    announce: host.announce,
    acted: host.acted,
    ...(host.began === undefined ? {} : { began: host.began }),
  };
}
