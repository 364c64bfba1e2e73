// Says what acts need from the element that draws them.
import type { Session } from '@pestle/client';
import type { KitHost } from '../kit/host.ts';
import type { KitText } from '../text/en/kit.ts';
import type { SaidText } from '../text/en/said.ts';

/** The element around: an element of ours, or a page of the portal. */
export interface ActsHost extends KitHost {
  readonly session: Session;
  /** The words of the language that is set now; read at every render. */
  readonly text: { readonly kit: KitText; readonly said: SaidText };
  /** Ends with the view: what is only looked for is given up, what was confirmed goes on. */
  readonly signal: AbortSignal;
  /** Takes the looks of what is drawn there; without it, the page has them from the beginning. */
  readonly dress?: (styles: string) => void;
  /** It has no looks of fields either. */
  readonly undressed?: boolean;
  /** It is certain what became of an act: what is shown of the order is asked for anew. */
  readonly acted: (orderId: string) => void;
  /** What became of an act, in words, also where its place is drawn no more. */
  readonly told?: (outcome: string) => void;
  /** An act was opened at a place. */
  readonly began?: (place: string) => void;
}
