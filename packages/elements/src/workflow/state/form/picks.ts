// Owns the count of what was taken from the search for one draft before the medicine that it then is of (U10).
import { STATE_LIMITS } from '../limits.ts';

export class Picks {
  /** How many others were taken before; undefined where nothing was taken from the search. */
  replaced: number | undefined;
  #taken = '';

  take(treatmentId: string): void {
    if (this.replaced === undefined) this.replaced = 0;
    else if (this.#taken !== treatmentId)
      this.replaced = Math.min(this.replaced + 1, STATE_LIMITS.replacedPicksMax);
    this.#taken = treatmentId;
  }

  /** A draft was made with them: the next count begins. */
  counted(): void {
    this.replaced &&= 0;
  }

  forget(): void {
    this.replaced = undefined;
  }
}
