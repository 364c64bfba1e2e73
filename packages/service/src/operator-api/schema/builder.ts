// The builder of the operators' schema: its values, and the habits that its files share.
import SchemaBuilder from '@pothos/core';
import { DATE_TIME, JSON_VALUE } from '../../graphql/inside.ts';
import type { OperatorContext } from '../context.ts';

export type OperatorSchemaTypes = {
  Context: OperatorContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
  };
};

/** The same as the builder's parts take it. */
export type Types = PothosSchemaTypes.ExtendDefaultTypes<OperatorSchemaTypes>;

/** Fields are never null unless they say so, as in the records themselves. */
export const builder = new SchemaBuilder<OperatorSchemaTypes>({ defaultFieldNullability: false });

builder.queryType({ description: 'What operators see.' });
builder.mutationType({
  description:
    'What operators do. Each may be sent again: it changes nothing more and says so. A request holds one mutation.',
});

builder.scalarType('DateTime', DATE_TIME);
builder.scalarType('JSON', JSON_VALUE);
