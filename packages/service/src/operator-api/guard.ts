// Lets nobody but an operator reach a root field of the schema, whoever adds one.
import type { GraphQLSchema } from 'graphql';
import { defaultFieldResolver } from 'graphql';
import type { OperatorContext } from './context.ts';
import { byOf } from './context.ts';

/** The same schema, in which every query and mutation asks for the operator first. */
export function guarded(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      const { resolve = defaultFieldResolver } = field;
      field.resolve = (source, args, context: OperatorContext, info) => {
        byOf(context);
        return resolve(source, args, context, info);
      };
    }
  }
  return schema;
}
