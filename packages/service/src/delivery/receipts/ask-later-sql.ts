// The statement that finds which faxes a carrier is to be asked about, after the attempts that handed them over have ended.
import type { Statement } from '../../store/store.ts';

/**
 * Takes them up, so that no other node asks the same: those that the carrier has, whose end nobody knows, and of which nothing waits to leave.
 * $1 carrier, $2 milliseconds since they were asked about, $3 since they were handed over at most, $4 rows at most.
 */
export const TO_BE_ASKED: Statement = {
  name: 'pestle_carrier_to_be_asked',
  text: `
with asked as materialized (
  select c.org_id, c.reference from carrier_message c
  where c.carrier = $1 and c.state = 'taken' and c.carrier_id is not null and c.subject_id like 'trm\\_%'
    and c.handed_at > now() - $3::integer * interval '1 millisecond'
    and coalesce(c.asked_at, '-infinity') < now() - $2::integer * interval '1 millisecond'
    and not exists (select from outbox o where o.id = c.subject_id)
  order by c.handed_at limit $4
  for update skip locked
)
update carrier_message c set asked_at = now() from asked a where c.org_id = a.org_id and c.reference = a.reference
returning c.org_id, c.reference, c.subject_id, c.carrier_id`,
};
