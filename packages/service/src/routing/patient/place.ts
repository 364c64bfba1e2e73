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

/** `42.36,-71.06`: what a device says of its place, in two digits. More than that is rounded here as well; undefined for anything else. */
export function devicePlace(text: string): Place | undefined {
  const [, latitude, longitude] =
    /^(-?\d{1,2}(?:\.\d{1,8})?),(-?\d{1,3}(?:\.\d{1,8})?)$/.exec(text.trim()) ?? [];
  if (latitude === undefined || longitude === undefined) return undefined;
  const place = {
    latitude: Math.round(Number(latitude) * 100) / 100,
    longitude: Math.round(Number(longitude) * 100) / 100,
  };
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : undefined;
}
