// The whole schema: every room's types on the one builder.
import './directory.ts';
import './catalog.ts';
import './applications.ts';
import './users.ts';
import './orders.ts';
import './prescribing.ts';
import './use.ts';
import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';

export const schema: GraphQLSchema = builder.toSchema();
