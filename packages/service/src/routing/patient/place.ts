// What a patient typed as a place, read for a search near it: a ZIP code anywhere in it, else a town with its state.
import { findState } from '@pestle/rules/states';
import type { Place } from '../../directory/inside.ts';

/** Undefined when neither is found. `75 Cambridge St, Boston, MA 02114` is near 02114, `Boston, MA` near the town. */
export function typedPlace(text: string): Place | undefined {
  const zip = text.match(/(?<!\d)\d{5}(?:-\d{4})?(?!\d)/g)?.at(-1);
  if (zip !== undefined) return { postalCode: zip };
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [city, state] = parts.slice(-2);
  if (city === undefined || state === undefined || findState(state) === undefined) return undefined;
  return { city, state };
}
