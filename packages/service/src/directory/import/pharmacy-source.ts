// Reads a row of the public pharmacy file (NPPES columns) into a pharmacy of the directory, or says why it cannot be one.
import { isNpi } from '@pestle/rules/npi';
import { toPhone10 } from '@pestle/rules/phone';
import { formatPostalCode, toPostalCode } from '@pestle/rules/postal';
import { findState } from '@pestle/rules/states';
import { timeZoneOf } from '@pestle/rules/time-zone';
import { searchWords } from '../../kernel/text.ts';
import { DIRECTORY_LIMITS as LIMITS } from '../limits.ts';
import type { PharmacyKind } from '../tables.ts';
import { type ReadRow, refuseRow, type SourceColumns, type SourceRow } from './import-session.ts';

/** The columns of a pharmacy that a source states. */
export type PharmacyContent = {
  readonly npi: string | null;
  readonly ncpdp_id: string | null;
  readonly name: string;
  readonly kind: PharmacyKind;
  readonly pharmacy_type: string;
  readonly serves_public: boolean;
  readonly street1: string;
  readonly street2: string | null;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly country: 'US';
  readonly phone: string | null;
  readonly fax: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly time_zone: string | null;
  readonly search_words: string;
};

export const PHARMACY_SOURCE_COLUMNS: SourceColumns = {
  required: [
    'npi',
    'ncpdp_id',
    'legal_name',
    'address1',
    'city',
    'state',
    'zip',
    'phone',
    'fax',
    'pharmacy_type',
    'lat',
    'lon',
  ],
  optional: [
    'dba_name',
    'address2',
    'zip4',
    'primary_taxonomy',
    'taxonomies',
    'latlon_source',
    'zip_check',
    'enumeration_date',
    'last_update',
    'license_number',
  ],
};

/**
 * Kinds of pharmacy, and whether somebody can walk in or order there. Nuclear, long-term-care and institutional pharmacies
 * serve institutions, home-infusion ones deliver under a plan of care, managed-care ones serve members only.
 */
const SERVES_PUBLIC: Readonly<Record<string, boolean>> = {
  pharmacy: true,
  community_retail: true,
  compounding: true,
  specialty: true,
  clinic: true,
  mail_order: true,
  long_term_care: false,
  institutional: false,
  home_infusion: false,
  managed_care: false,
  nuclear: false,
};

export function readPharmacyRow(row: SourceRow): ReadRow<PharmacyContent> {
  const npi = text(row, 'npi');
  if (!isNpi(npi))
    return refuseRow(npi, 'NPI_INVALID', 'The NPI has ten digits and a check digit; this is none.');
  const ncpdpId = text(row, 'ncpdp_id');
  if (ncpdpId !== '' && !/^\d{7}$/.test(ncpdpId)) {
    return refuseRow(npi, 'NCPDP_ID_INVALID', 'An NCPDP id has seven digits.');
  }
  const name = text(row, 'dba_name') || text(row, 'legal_name');
  if (name === '') return refuseRow(npi, 'NAME_MISSING', 'There is neither a dba_name nor a legal_name.');
  if (name.length > LIMITS.pharmacyNameCharactersMax) {
    return refuseRow(
      npi,
      'NAME_TOO_LONG',
      `A message carries ${LIMITS.pharmacyNameCharactersMax} characters of name.`,
    );
  }
  const type = text(row, 'pharmacy_type');
  const servesPublic = SERVES_PUBLIC[type];
  if (servesPublic === undefined) {
    const known = Object.keys(SERVES_PUBLIC).join(', ');
    return refuseRow(npi, 'PHARMACY_TYPE_UNKNOWN', `The pharmacy_type is one of: ${known}.`);
  }
  const place = readPlace(row);
  if (typeof place === 'string') return refuseRow(npi, 'ADDRESS_INCOMPLETE', place);
  const warnings: string[] = [];
  const phone = phoneOf(row, 'phone', warnings);
  const fax = phoneOf(row, 'fax', warnings);
  const point = pointOf(row, warnings);
  const content: PharmacyContent = {
    npi,
    ncpdp_id: ncpdpId === '' ? null : ncpdpId,
    name,
    kind: type === 'mail_order' ? 'MAIL_ORDER' : 'LOCAL_PICKUP',
    pharmacy_type: type,
    serves_public: servesPublic,
    ...place,
    country: 'US',
    phone,
    fax,
    ...point,
    time_zone: timeZoneOf({ state: place.state, postalCode: place.postal_code }),
    search_words: '',
  };
  return { ok: true, key: npi, content: { ...content, search_words: pharmacyWords(content) }, warnings };
}

/** The words a pharmacy is found by. */
export function pharmacyWords(
  pharmacy: Pick<PharmacyContent, 'name' | 'city' | 'state' | 'postal_code' | 'npi' | 'ncpdp_id'>,
): string {
  const { name, city, state, postal_code: postalCode, npi, ncpdp_id: ncpdpId } = pharmacy;
  return searchWords([name, city, state, postalCode.slice(0, 5), npi ?? '', ncpdpId ?? ''].join(' ')).join(
    ' ',
  );
}

function text(row: SourceRow, column: string): string {
  return (row[column] ?? '').trim();
}

type PlaceColumns = Pick<PharmacyContent, 'street1' | 'street2' | 'city' | 'state' | 'postal_code'>;

function readPlace(row: SourceRow): PlaceColumns | string {
  const street1 = text(row, 'address1');
  const street2 = text(row, 'address2');
  const city = text(row, 'city');
  if (street1 === '' || city === '') return 'The street or the city is missing.';
  if (
    street1.length > LIMITS.importedStreetCharactersMax ||
    street2.length > LIMITS.importedStreetCharactersMax
  ) {
    return `A street line may have ${LIMITS.importedStreetCharactersMax} characters.`;
  }
  if (city.length > LIMITS.cityCharactersMax)
    return `A city may have ${LIMITS.cityCharactersMax} characters.`;
  const state = findState(text(row, 'state'));
  if (state === undefined) return 'The state is not one of the United States or its territories.';
  const code = toPostalCode(text(row, 'zip') + text(row, 'zip4'));
  if (!code.ok) return code.message;
  return {
    street1,
    street2: street2 === '' ? null : street2,
    city,
    state: state.code,
    postal_code: formatPostalCode(code.value),
  };
}

/** A number that cannot be dialed is left out, with a warning: a wrong one would send health information to a stranger. */
function phoneOf(row: SourceRow, column: 'phone' | 'fax', warnings: string[]): string | null {
  const written = text(row, column);
  if (written === '') return null;
  const ten = toPhone10(written);
  if (ten.ok) return ten.value;
  warnings.push(column === 'fax' ? 'FAX_UNUSABLE' : 'PHONE_UNUSABLE');
  return null;
}

/** Coordinates, unless they are missing or the source itself doubts the ZIP they come from. */
function pointOf(row: SourceRow, warnings: string[]): Pick<PharmacyContent, 'latitude' | 'longitude'> {
  const latitude = Number.parseFloat(text(row, 'lat'));
  const longitude = Number.parseFloat(text(row, 'lon'));
  const usable =
    Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && text(row, 'zip_check') !== 'state_mismatch';
  if (usable) return { latitude, longitude };
  warnings.push('LOCATION_UNCERTAIN');
  return { latitude: null, longitude: null };
}
