// The base of the bodies: draws a view of lit-html into a shadow root, once for all that has changed in the meantime.
import { render } from 'lit/html.js';
import { memoize } from './memoize.ts';

/** A sheet is parsed once for all elements of a class. */
const sheetOf = memoize(({ styles }: typeof ViewElement) => parsed(styles.join('')));

function parsed(styles: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  return sheet;
}

/**
 * What the bodies need of Lit's own base, which is four times as large, in the same order: nothing is drawn before the element is in
 * a document; what `render()` asks for is part of the same drawing, what is asked for afterwards is the next one.
 */
export abstract class ViewElement extends HTMLElement {
  static readonly styles: readonly string[] = [];

  readonly renderRoot: ShadowRoot = this.attachShadow({ mode: 'open' });
  readonly #begun = Promise.withResolvers<void>();
  readonly #worn = new Set<string>();
  #drawing: Promise<void> | undefined = this.#begun.promise.then(() => this.#draw());

  constructor() {
    super();
    this.renderRoot.adoptedStyleSheets = [sheetOf(new.target)];
  }

  connectedCallback(): void {
    this.#begun.resolve();
  }

  /** Draws soon, however often it is asked. */
  requestUpdate(): void {
    this.#drawing ??= this.#drawSoon();
  }

  /** Resolves when what was asked for is drawn. */
  get updateComplete(): Promise<void> {
    return this.#drawing ?? Promise.resolve();
  }

  /** Adds the looks of what is drawn later, after those of the class and once each: nobody waits for what few see. */
  readonly dress = (styles: string): void => {
    if (this.#worn.has(styles)) return;
    this.#worn.add(styles);
    this.renderRoot.adoptedStyleSheets.push(parsed(styles));
  };

  abstract render(): unknown;

  /** What a drawing waits for. */
  get still(): Promise<void> | undefined {
    return undefined;
  }

  /** After each drawing. */
  updated(): void {}

  async #drawSoon(): Promise<void> {
    await this.still;
    this.#draw();
  }

  #draw(): void {
    let view: unknown;
    try {
      view = this.render();
    } finally {
      this.#drawing = undefined;
    }
    render(view, this.renderRoot);
    this.updated();
  }
}
