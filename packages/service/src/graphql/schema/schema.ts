// The whole schema: every room's types on the one builder.
import './organizations.ts';
import './patients.ts';
import './coverage-plans.ts';
import './pharmacies.ts';
import './treatments.ts';
import './treatment-search.ts';
import './templates.ts';
import './catalogs.ts';
import './applications.ts';
import './users.ts';
import './drafts.ts';
import './coverage.ts';
import './review.ts';
import './prescriptions.ts';
import './orders.ts';
import './cancel.ts';
import './situations.ts';
import './use.ts';
import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';

export const schema: GraphQLSchema = builder.toSchema();
