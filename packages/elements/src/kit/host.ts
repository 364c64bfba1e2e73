// Owns what a piece of the kit needs from the element it is drawn in; every body of ours satisfies it.

/** How loud an announcement is: `assertive` interrupts, and is for what stops the work. */
export type Politeness = 'polite' | 'assertive';

/** The element around a piece: one shadow root, one live region, one render at a time. */
export type KitHost = {
  /** The id of a named piece, unique in the one shadow root that holds all of them. */
  readonly id: (name: string) => string;
  /** Asks for a render; many calls in one task make one. */
  readonly update: () => void;
  /** Resolves when what was asked for is in the document, for moving focus to it. */
  readonly updated: () => Promise<unknown>;
  /** Says it to screen readers, without moving focus. */
  readonly announce: (message: string, politeness?: Politeness) => void;
  /** The element with this name (not id) in the shadow root, once it is drawn. */
  readonly find: (name: string) => HTMLElement | null;
};

/** Moves focus to a named piece after the next render; stays where it is when the piece is not there. */
export async function focusOn(host: KitHost, name: string): Promise<void> {
  await host.updated();
  host.find(name)?.focus();
}
