-- What a node holds, because errors of its own met one after another: [{"lanes": …, "since": …}], so that every other node and every command can tell of it.
-- A node that has gone says nothing any more: what it said is as old as seen_at.
alter table node add column holds jsonb not null default '[]' check (jsonb_typeof(holds) = 'array');
