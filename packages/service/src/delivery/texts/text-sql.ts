// The statement that reads what one attempt of a text message needs to know.
import type { Statement } from '../../store/store.ts';

/** What one attempt of a text needs to know. $1 organization, $2 row of the outbox. No other text was tried: two looks by primary keys. */
export const TEXT: Statement = {
  name: 'pestle_text',
  onePlan: true,
  text: `
select t.sealed, t.cause, o.kind, o.subject_id, o.attempt, o.leased_by is not null and o.run_at > now() as leased
from outbox o left join text_message t on t.org_id = $1 and t.id = o.id where o.org_id = $1 and o.id = $2`,
};
