-- What operators' figures and alerts count: fills that are STUCK, over all organizations, by reason and age; and which migrations a node finds.
-- Lock note: builds a small index, for which every fill is looked at once while fills are not written; grants otherwise.

-- Holds only what is STUCK, and all that is counted of it.
create index fill_stuck on fill (state_reason, state_owner, state_since, created_at, order_id) where state = 'STUCK';

-- Codes, times and the order's id; no health information, and nothing of a fill that goes its way.
create policy fill_courier on fill for select to courier using (state = 'STUCK');
grant select (state, state_reason, state_owner, state_since, created_at, order_id) on fill to courier;

grant select on schema_migration to courier;
