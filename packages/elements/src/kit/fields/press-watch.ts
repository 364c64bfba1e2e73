// Waits for the end of a press before anything moves: a button that moves between pointer down and pointer up gets no click.

/** Watches the pointer in one root, so that leaving a field does not push away the button that was aimed at. */
export class PressWatch {
  #root: Node | undefined;
  #pressing = false;
  readonly #waiting: (() => void)[] = [];

  /** Watches this root from now on, and no other. */
  watch(root: Node | undefined): void {
    if (root === this.#root) return;
    this.#root?.removeEventListener('pointerdown', this.#down, true);
    this.#root = root;
    root?.addEventListener('pointerdown', this.#down, true);
  }

  /** Runs the work now, or after the press that is going on and the click that comes of it. */
  run(work: () => void): void {
    if (this.#pressing) this.#waiting.push(work);
    else work();
  }

  readonly #down = (): void => {
    this.#pressing = true;
    for (const name of ['pointerup', 'pointercancel'])
      globalThis.addEventListener(name, this.#up, { once: true, capture: true });
  };

  readonly #up = (): void => {
    if (!this.#pressing) return;
    this.#pressing = false;
    // The click is dispatched after this event.
    setTimeout(() => {
      for (const work of this.#waiting.splice(0)) work();
    });
  };
}
