// GraphQL of an address, as it is read and as it is written, wherever one stands.
import { builder } from '../builder.ts';

/** An address as rooms keep it. */
interface AddressRecord {
  readonly street1: string;
  readonly street2?: string | null;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
}

export const Address = builder.objectRef<AddressRecord>('Address').implement({
  description: 'A place in the United States.',
  fields: (t) => ({
    street1: t.exposeString('street1'),
    street2: t.exposeString('street2', { nullable: true }),
    city: t.exposeString('city'),
    state: t.exposeString('state', { description: 'Two letters.' }),
    postalCode: t.exposeString('postalCode', { description: '`02139` or `02139-1234`.' }),
    country: t.exposeString('country', { description: '`US`.' }),
  }),
});

export const AddressInput = builder.inputType('AddressInput', {
  description: 'An address in the United States.',
  fields: (t) => ({
    street1: t.string({ required: true, description: 'At most 40 characters.' }),
    street2: t.string({ description: 'At most 40 characters.' }),
    city: t.string({ required: true, description: 'At most 35 characters.' }),
    state: t.string({ required: true, description: 'Two letters or the name.' }),
    postalCode: t.string({ required: true, description: '5 digits, or 5 and 4.' }),
    country: t.string({ description: '`US`, also when left out.' }),
  }),
});
