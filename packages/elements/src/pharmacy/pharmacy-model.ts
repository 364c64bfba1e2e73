// Owns what the choice of a pharmacy lists and in which order, and how a typed place is read.
import type { DataOf, InputOf } from '@pestle/client';
import type { FindPharmacies, PatientPharmacies } from '@pestle/client/documents/pharmacies';
import { toPostalCode } from '@pestle/rules/postal';
import { findState } from '@pestle/rules/states';

export type PharmacyHit = DataOf<typeof FindPharmacies>['pharmacies']['nodes'][number];
export type PharmacyRecord = PharmacyHit['pharmacy'];
export type OwnPharmacies = DataOf<typeof PatientPharmacies>['patient'];
export type Place = NonNullable<InputOf<typeof FindPharmacies>['near']>;
export type Kind = PharmacyRecord['kind'];

/** A pharmacy as a choice. */
export type Listed = {
  readonly pharmacy: PharmacyRecord;
  readonly distanceKm: number | null;
  readonly preferred: boolean;
  readonly previous: boolean;
  /** Why it cannot be chosen. */
  readonly unfit?: 'inactive' | 'notServing';
};

const KM_PER_MILE = 1.609_344;
/** The patient's own pharmacies above the search; more would hide it. */
const OWN_MAX = 4;

/** The place of a text: a ZIP code, or a town and state. Undefined for anything else. */
export function readPlace(text: string): Place | undefined {
  const postal = toPostalCode(text);
  if (postal.ok) return { postalCode: postal.value.zip5 };
  const match = /^(.*\S)[\s,]+([A-Za-z]{2}|[A-Za-z ]{4,})$/.exec(text.trim());
  const state = findState(match?.[2] ?? '');
  const city = match?.[1]?.replace(/,$/, '').trim();
  return state === undefined || city === undefined || city === '' ? undefined : { city, state: state.code };
}

/** The patient's preferred pharmacy and those used before, of one kind, the preferred first. */
export function ownChoices(own: OwnPharmacies | undefined, kind: Kind): readonly Listed[] {
  if (own === undefined) return [];
  const { preferredPharmacy, pharmaciesUsed } = own;
  const used = pharmaciesUsed.flatMap(({ pharmacy }) => (pharmacy === null ? [] : [pharmacy]));
  const all = new Map(
    [...(preferredPharmacy === null ? [] : [preferredPharmacy]), ...used].map((one) => [one.id, one]),
  );
  return [...all.values()]
    .filter((pharmacy) => pharmacy.kind === kind)
    .slice(0, OWN_MAX)
    .map((pharmacy) =>
      listed(pharmacy, null, {
        preferred: pharmacy.id === preferredPharmacy?.id,
        previous: used.some(({ id }) => id === pharmacy.id),
      }),
    );
}

/** Own pharmacies with the distance that the search knows, then what the search found, each once. */
export function choicesOf(own: readonly Listed[], hits: readonly PharmacyHit[]): readonly Listed[] {
  const distances = new Map(hits.map(({ pharmacy, distanceKm }) => [pharmacy.id, distanceKm]));
  const mine = own.map((one) => ({ ...one, distanceKm: distances.get(one.pharmacy.id) ?? one.distanceKm }));
  const rest = hits.filter(({ pharmacy }) => !own.some((one) => one.pharmacy.id === pharmacy.id));
  return [...mine, ...rest.map(({ pharmacy, distanceKm }) => listed(pharmacy, distanceKm))];
}

export function listed(
  pharmacy: PharmacyRecord,
  distanceKm: number | null,
  about: { readonly preferred: boolean; readonly previous: boolean } = { preferred: false, previous: false },
): Listed {
  const unfit = !pharmacy.active ? 'inactive' : pharmacy.servesPublic ? undefined : 'notServing';
  return { pharmacy, distanceKm, ...about, ...(unfit === undefined ? {} : { unfit }) };
}

/** Kilometers as miles, one decimal below ten. */
export function milesText(distanceKm: number): string {
  const miles = distanceKm / KM_PER_MILE;
  return miles < 9.95 ? miles.toFixed(1) : String(Math.round(miles));
}

/** `1 Main St, Boston, MA 02139`. */
export function addressText(address: PharmacyRecord['address'] | undefined): string {
  if (address === null || address === undefined) return '';
  const { street1, street2, city, state, postalCode } = address;
  return [street1, street2, city, `${state} ${postalCode}`]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

/** The last four digits only: a screen can be read by others. */
export function maskedPhone(phone: string): string {
  return `(•••) •••-${phone.slice(-4)}`;
}
