// The schema's builder: scalars, paging and the naming habits that every room's GraphQL file shares.

import { isDate } from '@pestle/rules/dates';
import SchemaBuilder from '@pothos/core';
import { GraphQLError } from 'graphql';
import { isInstant } from '../../kernel/paging.ts';
import type { GraphContext } from '../context.ts';

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

builder.scalarType('DateTime', {
  description: 'A moment: ISO 8601 text with date, time and zone, such as `2026-03-01T15:04:05.678Z`.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value === 'string' && isInstant(value)) return value;
    throw new GraphQLError('A DateTime is ISO 8601 text with a zone, such as "2026-03-01T15:04:05Z".');
  },
});

builder.scalarType('Date', {
  description: 'A calendar day: `YYYY-MM-DD`.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value === 'string' && isDate(value)) return value;
    throw new GraphQLError('A Date is a day of the calendar, written YYYY-MM-DD.');
  },
});

builder.scalarType('Decimal', {
  description:
    'An exact decimal number as text, such as `"2.5"`; numbers are taken too. Never rounded, never a float.',
  serialize: (value) => value,
  parseValue: (value) => {
    // What the digits say is the room's to judge, so that a form gets its answer with the field's name.
    if (typeof value === 'string') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    throw new GraphQLError('A Decimal is digits with at most one point, such as "2.5".');
  },
});

builder.scalarType('JSON', {
  description: 'Any JSON value, where the shape belongs to somebody else (settings of an endpoint).',
  serialize: (value) => value,
  parseValue: (value) => value,
});
