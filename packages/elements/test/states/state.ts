// Owns what a state of the elements is: a name, how a page gets there, and how it is looked at.
import type { Page } from 'playwright-core';
import type { Scene } from './scene.ts';

export interface State {
  /** Unique; also the name of its pictures. */
  readonly name: string;
  /** Opens a page and brings it there. Resolves when what the state is about can be seen. */
  readonly reach: (scene: Scene) => Promise<Page>;
  /** Among the most different ones: looked at in every run of the tests. */
  readonly always?: true;
  /** Also looked at in forced colors and with text of twice the size. */
  readonly main?: true;
  /** What its picture shows, in words; it is then in `docs/elements`. */
  readonly picture?: string;
  /** Its picture is one screen high, because a list that opens is. */
  readonly screen?: true;
  /** Its picture is taken in dark colors as well. */
  readonly dark?: true;
}

/** What is asked of most workflows here: an order that goes to a pharmacy nearby. */
export const ORDER = { 'enable-order': 'true', 'enable-local-pickup': 'true' };
