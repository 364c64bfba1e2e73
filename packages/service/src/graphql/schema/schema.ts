// The whole schema: every room's types on the one builder.
import './directory/organizations.ts';
import './directory/patients.ts';
import './directory/coverage-plans.ts';
import './directory/pharmacies.ts';
import './catalog/treatments.ts';
import './catalog/treatment-search.ts';
import './catalog/templates.ts';
import './catalog/catalogs.ts';
import './identity/applications.ts';
import './identity/users.ts';
import './prescribing/drafts.ts';
import './prescribing/coverage.ts';
import './prescribing/review.ts';
import './prescribing/prescriptions.ts';
import './orders/orders.ts';
import './orders/cancel.ts';
import './orders/discontinue.ts';
import './orders/recalls.ts';
import './orders/situations.ts';
import './requests/pharmacy-requests.ts';
import './used-before.ts';
import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';

export const schema: GraphQLSchema = builder.toSchema();
