// The typed `graphql` function with which documents are written against the schema. Only types of it reach a browser.
import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './generated/introspection.ts';

/**
 * Writes a document: `graphql('query Me { me { id } }')`, fragments as a list behind it. Documents and their operations
 * have the same name; `node scripts/generate.ts` then writes what bodies import, `documents/generated/<area>.ts`.
 */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: { ID: string; Date: string; DateTime: string; Decimal: string; JSON: unknown };
}>();
