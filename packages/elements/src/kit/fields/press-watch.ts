// Waits for the end of a press before anything moves: a button that moves between pointer down and pointer up gets no click.

/** Whoever holds longer than this does not press: what has come meanwhile is drawn. */
const PRESS_MS_MAX = 5_000;
/** What is pressed. A bar that scrolls and a list of the browser's own may never tell that the pointer is up. */
const PRESSED = 'button, a, label, summary, input, [role=option]';
/** The click of a finger comes after it was lifted; of a press that was taken back there is none. */
const TAP_MS = 100;

/** Watches the pointer in one root: what comes late, or because a field was left, must not push away what was aimed at. */
export class PressWatch {
  #going: PromiseWithResolvers<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(root: EventTarget) {
    root.addEventListener('pointerdown', this.#down, true);
  }

  /** Resolves after the press that is going on and the click that comes of it; undefined where nobody presses. */
  get over(): Promise<void> | undefined {
    return this.#going?.promise;
  }

  readonly #down = ({ target }: Event): void => {
    if (!(target instanceof Element) || target.closest(PRESSED) === null) return;
    this.#going ??= Promise.withResolvers();
    this.#endAfter(PRESS_MS_MAX);
    for (const name of ['pointerup', 'pointercancel'])
      globalThis.addEventListener(name, this.#up, { once: true, capture: true });
    // Where it has come to its end, every listener has heard it: what it did is drawn at once.
    globalThis.addEventListener('click', this.#end, { once: true });
  };

  readonly #up = (event: Event): void => {
    this.#endAfter((event as PointerEvent).pointerType === 'touch' ? TAP_MS : 0);
  };

  #endAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#end, ms);
  }

  readonly #end = (): void => {
    clearTimeout(this.#timer);
    this.#going?.resolve();
    this.#going = undefined;
  };
}
