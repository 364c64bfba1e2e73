// `POST /graphql` of the operators' listener: an operator's token, then the document, by the same bounds and errors as the API of practices.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { parseIdempotencyKey, serveDocuments } from '../graphql/inside.ts';
import { Failure } from '../kernel/errors.ts';
import type { ActingOperator, Administrations, OperatorContext } from './context.ts';
import { operatorSchema } from './schema/schema.ts';

export interface OperatorApiOptions {
  readonly administrations: Administrations;
  /** Who asks, from current data. Throws UNAUTHENTICATED. */
  readonly operatorOf: (request: FastifyRequest) => Promise<ActingOperator>;
}

/** The plugin. Operators may know the schema, in production as well: it is published. */
export function operatorApi({ administrations, operatorOf }: OperatorApiOptions): FastifyPluginAsync {
  return async (app) => {
    await serveDocuments<ActingOperator>(app, {
      schema: operatorSchema,
      introspection: true,
      prove: async (request) => {
        // The console asks for a fresh proof before it hands out access; here its session would do without one.
        if (request.headers.authorization === undefined)
          throw new Failure('UNAUTHENTICATED', 'Send an operator token as `Authorization: Bearer …`.');
        return await operatorOf(request);
      },
      contextOf: (operator, request): OperatorContext => ({
        operator,
        administrations,
        idempotencyKey: parseIdempotencyKey(request.headers['idempotency-key']),
      }),
    });
  };
}
