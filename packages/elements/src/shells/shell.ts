// Owns what every public element is: attributes with property twins, a body that is loaded on demand, calls that wait for it.
import { ElementBase } from '../registry.ts';
import type { RawAttributes } from './shell-body.ts';

/** The property twin of an attribute: `template-ids` → `templateIds`. */
export function twinOf(attribute: string): string {
  return attribute.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

/**
 * What every public element is: attributes with property twins, and custom properties that a page sets on it or on anything around it.
 * Without another default, a custom property is a color of the palette, one on light pages and one on dark. Who changes a color answers for
 * its contrast; that of the defaults holds WCAG 2.2 AA (sections 1.4.3 and 1.4.11).
 *
 * @cssprop --svc-bg - The page that the elements stand on.
 * @cssprop --svc-surface - Cards and fields.
 * @cssprop --svc-raised - What opens above the rest: lists, notices.
 * @cssprop --svc-fg - Text of every kind.
 * @cssprop --svc-muted - Text that matters less.
 * @cssprop --svc-border - Lines that only part one thing from another.
 * @cssprop --svc-control - The outlines of fields and buttons.
 * @cssprop --svc-accent - Links, and the button that goes on.
 * @cssprop --svc-on-accent - Text on `--svc-accent`.
 * @cssprop --svc-focus - The ring around what has the focus.
 * @cssprop --svc-danger - What is wrong, and what deletes.
 * @cssprop --svc-danger-bg - Behind what is wrong.
 * @cssprop --svc-warn - What a warning says.
 * @cssprop --svc-warn-bg - Behind warnings.
 * @cssprop --svc-ok - What is well.
 * @cssprop --svc-ok-bg - Behind what is well.
 * @cssprop --svc-selected - Behind the entry of a list that is chosen.
 * @cssprop --svc-match - Behind the letters that a search has found.
 * @cssprop [--svc-font=system-ui] - The font family.
 * @cssprop [--svc-font-size=1rem] - The size of text; never below 16 px.
 * @cssprop [--svc-radius=8px] - The corners of fields and buttons.
 * @cssprop [--svc-radius-card=10px] - The corners of cards.
 */
export abstract class Shell extends ElementBase {
  /**
   * Of each subclass, in the order of the documentation. `id` stays the element's own.
   * @internal
   */
  static readonly attributes: readonly string[] = [];

  /** @internal */
  static get observedAttributes(): readonly string[] {
    return this.attributes;
  }

  readonly #raw = new Map<string, unknown>();
  #reported = false;

  constructor() {
    super();
    for (const attribute of this.#attributes) this.#takeEarly(attribute);
  }

  /**
   * Defines the property twins of a subclass; called once per class.
   * @internal
   */
  static defineTwins(this: typeof Shell & { readonly prototype: Shell }): void {
    for (const attribute of this.attributes) {
      if (attribute === 'id') continue;
      const twin = twinOf(attribute);
      Object.defineProperty(this.prototype, twin, {
        configurable: true,
        enumerable: true,
        get(this: Shell) {
          return this.#raw.get(attribute) ?? null;
        },
        set(this: Shell, value: unknown) {
          this.#set(attribute, value);
        },
      });
    }
  }

  /** @internal */
  attributeChangedCallback(name: string, _old: string | null, value: string | null): void {
    this.#set(name, value);
  }

  /**
   * Gives a body everything that is set. The theme is for its style sheet, and so stands on the body itself.
   * @internal
   */
  protected handOn(body: HTMLElement & { receive(raw: RawAttributes): void }): void {
    const theme = this.#raw.get('theme');
    if (typeof theme === 'string') body.setAttribute('theme', theme);
    else body.removeAttribute('theme');
    body.receive(Object.fromEntries(this.#raw));
  }

  /**
   * Called once per turn after changes.
   * @internal
   */
  protected abstract changed(): void;

  /**
   * The root in which the body lies; its rules come as a sheet, because a strict CSP forbids inline styles.
   * @internal
   */
  protected makeRoot(css: string): ShadowRoot {
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
    return root;
  }

  /**
   * E3, E4: tells the page what is wrong with how the element is used.
   * @internal
   */
  protected reportError(code: string, message: string): void {
    const errors = [{ message, extensions: { code } }];
    this.dispatchEvent(new CustomEvent('svc-error', { bubbles: true, composed: true, detail: { errors } }));
  }

  /**
   * The same to whoever looks at it: makes the line that says so, which `place` puts where it belongs.
   * @internal
   */
  protected say(code: string, message: string, place: (notice: HTMLElement) => void): void {
    const notice = document.createElement('p');
    notice.setAttribute('role', 'alert');
    notice.setAttribute('part', 'notice');
    notice.textContent = message;
    place(notice);
    this.reportError(code, message);
  }

  /**
   * What is said where the code did not come, and with it no words: in both languages here.
   * @internal
   */
  protected get lost(): string {
    return this.matches(':lang(es)')
      ? 'No se pudo cargar. Recargue la página.'
      : 'This could not be loaded. Reload the page.';
  }

  get #attributes(): readonly string[] {
    return (this.constructor as typeof Shell).attributes;
  }

  /** A framework may have set a property before the element was upgraded; it hides the accessor. */
  #takeEarly(attribute: string): void {
    const twin = twinOf(attribute);
    if (!Object.hasOwn(this, twin)) return;
    const early = Object.getOwnPropertyDescriptor(this, twin)?.value as unknown;
    Reflect.deleteProperty(this, twin);
    this.#set(attribute, early);
  }

  #set(attribute: string, value: unknown): void {
    if (value === null || value === undefined) this.#raw.delete(attribute);
    else this.#raw.set(attribute, value);
    if (this.#reported) return;
    this.#reported = true;
    queueMicrotask(() => {
      this.#reported = false;
      this.changed();
    });
  }
}
