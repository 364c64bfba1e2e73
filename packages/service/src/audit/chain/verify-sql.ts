// The statements by which chains are read to be verified, page by page.

import type { Statement } from '../../store/store.ts';
import { AUDIT_LIMITS } from '../limits.ts';
import { CHECKPOINT_COLUMNS } from './checkpoint.ts';
import { ENTRY_COLUMNS } from './entry.ts';

/** The last link and the last checkpoint of a chain, seen at the same moment. $1 organization. */
export const ENDS: Statement = {
  name: 'pestle_audit_ends',
  text: `select (select max(number) from audit_link where org_id = $1) as link,
  (select max(number) from audit_checkpoint where org_id = $1) as checkpoint`,
};

/** Links and what they link. $1 organization, $2 after this number, $3 up to this one, $4 how many at most. */
export const LINKS: Statement = {
  name: 'pestle_audit_links_to_verify',
  text: `select l.number, l.entry_id, l.hash, ${ENTRY_COLUMNS}
  from audit_link l left join audit_entry e on e.org_id = l.org_id and e.id = l.entry_id
  where l.org_id = $1 and l.number > $2 and l.number <= $3 order by l.number limit $4`,
};

/** $1 organization, $2 after this number, $3 up to this one. */
export const CHECKPOINTS_BETWEEN: Statement = {
  name: 'pestle_audit_checkpoints_between',
  text: `select ${CHECKPOINT_COLUMNS} from audit_checkpoint c
  where c.org_id = $1 and c.number > $2 and c.number <= $3 order by c.number`,
};

/** $1 organization, or null for all. */
export const CHECKPOINTS: Statement = {
  name: 'pestle_audit_checkpoints',
  text: `select ${CHECKPOINT_COLUMNS} from audit_checkpoint c where $1::text is null or c.org_id = $1
  order by c.org_id, c.number`,
};

/** Every organization that the trail knows. */
export const ORGANIZATIONS: Statement = {
  name: 'pestle_audit_organizations',
  text: `select distinct org_id from audit_entry union select distinct org_id from audit_link
  union select distinct org_id from audit_checkpoint order by org_id`,
};

/** What is in the queue, gone, or in no chain. In one statement: an entry is chained and taken from the queue at the same moment. $1 organization. */
export const UNLINKED: Statement = {
  name: 'pestle_audit_unlinked',
  text: `select
  (select count(*) from audit_pending where org_id = $1) as waiting,
  array(select p.entry_id from audit_pending p where p.org_id = $1
    and not exists (select from audit_entry e where e.org_id = p.org_id and e.id = p.entry_id)
    order by p.entry_id limit ${AUDIT_LIMITS.unlinkedNamedMax}) as removed,
  array(select e.id from audit_entry e where e.org_id = $1
    and not exists (select from audit_link l where l.org_id = e.org_id and l.entry_id = e.id)
    and not exists (select from audit_pending p where p.org_id = e.org_id and p.entry_id = e.id)
    order by e.id limit ${AUDIT_LIMITS.unlinkedNamedMax}) as unchained`,
};
