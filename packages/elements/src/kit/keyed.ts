// Owns what is drawn anew, and never changed in place, when it comes to be about something else.
import { repeat } from 'lit/directives/repeat.js';

/**
 * What is to be pressed and belongs to `key`: with another key its nodes are others, so that a press that has begun on the one is none on
 * the other. Lit's own `keyed` does the same and would be loaded besides `repeat`, which every page has.
 */
export function keyed(key: unknown, view: unknown): unknown {
  return repeat(
    [key],
    (one) => one,
    () => view,
  );
}
