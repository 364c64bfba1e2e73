// The whole schema of the operators' interface, every field of it behind the guard.
import './network/pharmacies.ts';
import './network/pharmacy-acts.ts';
import './network/checks.ts';
import './network/files.ts';
import './network/partners.ts';
import './network/preview.ts';
import './network/hook-keys.ts';
import './network/maintenance.ts';
import './queue/holds.ts';
import './queue/lanes.ts';
import './queue/message.ts';
import './queue/attempts.ts';
import './queue/acts.ts';
import './quarantine/quarantine.ts';
import './quarantine/quarantine-acts.ts';
import './recall/recalls.ts';
import './recall/recall-acts.ts';
import './people/users.ts';
import './pharmacy-desk/people.ts';
import './pharmacy-desk/corrections.ts';
import type { GraphQLSchema } from 'graphql';
import { guarded } from '../guard.ts';
import { builder } from './builder.ts';

export const operatorSchema: GraphQLSchema = guarded(builder.toSchema());
