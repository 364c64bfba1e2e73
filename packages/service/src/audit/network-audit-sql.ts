// The statement that writes what an operator did to the network beside statements of other roles, in one transaction with them.
import type { Ports } from '../kernel/ports.ts';
import { makeId } from '../kernel/ports.ts';
import type { Statement, Step } from '../store/store.ts';
import type { NetworkAct } from './network-audit.ts';

/** No other text was tried: operators act seldom. */
const NETWORK_ENTRY: Statement = {
  name: 'pestle_network_audit_entry',
  text: `insert into network_audit_entry (id, operator, action, subject_kind, subject_id, detail)
    values ($1, $2, $3, $4, $5, $6::jsonb)`,
};

/** The entry of an act as a step of a pipeline, for the role `keeper`. */
export function networkActStep(ports: Ports, { operator, action, subject, detail }: NetworkAct): Step {
  const values = [makeId(ports, 'aud'), operator, action, subject.kind, subject.id, JSON.stringify(detail)];
  return { statement: NETWORK_ENTRY, values };
}
