// The part of statements that enters in the trail what was ended for a worker that died (I7).

/** The entries of attempts that the step `cut_off` of the same statement has ended for workers that did not: each id ends with its attempt's number. $1 organization. */
export function cutOffEntered(of: {
  readonly entry: string;
  readonly worker: string;
  readonly purpose: string;
  readonly detail: string;
}): string {
  return `entered as (
  insert into audit_entry (org_id, id, actor_kind, actor_id, action, subject_kind, subject_id, outcome, purpose, detail)
  select $1, left(${of.entry}, -3) || lpad(c.number::text, 3, '0'), 'service', ${of.worker}, 'transmission.attempt', 'transmission', c.transmission_id, 'failed', ${of.purpose},
    ${of.detail}::jsonb || jsonb_build_object('attempt', c.number, 'channel', t.channel, 'kind', t.kind)
  from cut_off c join transmission t on t.org_id = $1 and t.id = c.transmission_id
)`;
}
