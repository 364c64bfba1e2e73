// The schema's builder: scalars, paging and the naming habits that every room's GraphQL file shares.

import SchemaBuilder from '@pothos/core';
import type { GraphContext } from '../context.ts';
import { DATE, DATE_TIME, DECIMAL, JSON_VALUE } from './scalars.ts';

export type SchemaTypes = {
  Context: GraphContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: string; Output: string };
    Date: { Input: string; Output: string };
    Decimal: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
  };
};

/** Fields are never null unless they say so, as in the records themselves. */
export const builder = new SchemaBuilder<SchemaTypes>({ defaultFieldNullability: false });

builder.queryType({ description: 'What can be read.' });
builder.mutationType({
  description:
    'What can be written. Every write needs the header Idempotency-Key; a request holds one mutation.',
});

builder.scalarType('DateTime', DATE_TIME);
builder.scalarType('Date', DATE);
builder.scalarType('Decimal', DECIMAL);
builder.scalarType('JSON', JSON_VALUE);
