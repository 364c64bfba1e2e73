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

/** One operator after another, so that none overlooks what another one is writing. */
const LOCK_NETWORK_QUOTA: Statement = {
  name: 'pestle_lock_network_quota',
  text: 'select pg_advisory_xact_lock(7046041)',
};

/** $1 action, $2 seconds, $3 how many. */
const WITHIN_NETWORK_QUOTA: Statement = {
  name: 'pestle_within_network_quota',
  text: `select guard((select count(*) < $3::integer from network_audit_entry
    where action = $1 and at > clock_timestamp() - make_interval(secs => $2::integer)), 'the quota of this act is used up')`,
};

/**
 * Steps before the entry of an act, for the role `keeper`: they end the transaction where operators did so many of it within that time, whoever they said
 * they are.
 */
export function networkQuotaSteps(action: string, most: number, seconds: number): readonly Step[] {
  return [
    { statement: LOCK_NETWORK_QUOTA, values: [] },
    { statement: WITHIN_NETWORK_QUOTA, values: [action, seconds, most] },
  ];
}
