// What a pharmacy may correct: how each field is read from a form, where it stands in the pharmacy's record, and how it is written there.

import type { ShownPharmacy } from '../../directory/inside.ts';
import { invalidInput } from '../../kernel/errors.ts';
import { PHARMACY_DESK_LIMITS as LIMITS } from '../limits.ts';
import type { CorrectedField } from '../tables.ts';
import { readHours } from './hours.ts';

export type PharmacyFacts = ShownPharmacy['pharmacy'];

/** True for what takes effect at once: a wrong one of these makes somebody call in vain, a wrong one of the others loses prescriptions. */
export const AT_ONCE: Readonly<Record<CorrectedField, boolean>> = {
  phone: true,
  hours: true,
  fax: false,
  endpoint: false,
  address: false,
};

const ADDRESS_FIELDS = ['street1', 'street2', 'city', 'state', 'postalCode'] as const;

/** What stands in the record now, as JSON; null where nothing does. */
export function valueIn(facts: PharmacyFacts, field: CorrectedField): unknown {
  switch (field) {
    case 'phone':
      return facts.phone;
    case 'fax':
      return facts.fax;
    case 'hours':
      return facts.openingHours;
    case 'address':
      return facts.address;
    case 'endpoint':
      return endpointIn(facts);
    default:
      return field satisfies never;
  }
}

/** The address that takes messages, where it is the pharmacy's own. */
export function endpointIn({ integration }: PharmacyFacts): string | null {
  return integration?.partnerId === undefined ? (integration?.endpoint?.url ?? null) : null;
}

/** The same as a change of the record. A new endpoint is tested first: prescriptions go by fax until then. */
export function changeOf(
  facts: PharmacyFacts,
  field: CorrectedField,
  value: unknown,
): Record<string, unknown> {
  const { id } = facts;
  switch (field) {
    case 'phone':
    case 'fax':
      return { id, [field]: value };
    case 'hours':
      return { id, openingHours: value };
    case 'address': {
      const moved = (value as { postalCode?: unknown }).postalCode !== facts.address?.postalCode;
      // Of another place nobody knows the coordinates until they are written anew.
      return { id, address: value, ...(moved ? { latitude: null, longitude: null } : {}) };
    }
    case 'endpoint': {
      const stage = facts.integration?.stage === 'live' ? { stage: 'testing' } : {};
      return { id, integration: { endpoint: { url: value }, ...stage } };
    }
    default:
      return field satisfies never;
  }
}

/** What a form proposes. Whether the record takes it is the directory's to say. Throws INVALID_INPUT. */
export function readProposed(facts: PharmacyFacts, field: CorrectedField, form: URLSearchParams): unknown {
  const text = (name: string): string => (form.get(name) ?? '').trim();
  switch (field) {
    case 'phone':
    case 'fax':
      return text(field);
    case 'hours':
      return readHours((day) => text(`hours-${day}`));
    case 'address':
      return Object.fromEntries(
        ADDRESS_FIELDS.flatMap((name) => (text(name) === '' ? [] : [[name, text(name)] as const])),
      );
    case 'endpoint':
      if (endpointIn(facts) === null) throw notYours();
      return text('endpoint');
    default:
      return field satisfies never;
  }
}

function notYours(): Error {
  const message = 'This pharmacy has no address of its own for messages. Ask the operators.';
  return invalidInput([{ path: 'endpoint', code: 'NOT_ACCEPTED', message }]);
}

/** In words for an operator, of either value. */
export function valueText(field: CorrectedField, value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (field === 'hours')
    return (value as NonNullable<PharmacyFacts['openingHours']>)
      .map(
        ({ days, opens, closes }) => `${days.join(' ')} ${opens === closes ? '24h' : `${opens}–${closes}`}`,
      )
      .join('; ')
      .slice(0, LIMITS.hoursCharactersMax * 14);
  return Object.values(value).map(String).join(', ');
}
