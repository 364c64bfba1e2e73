-- What pharmacies say that they ask for a drug without insurance; and the text that tells of a placed order, where it waits for the morning.
-- Lock note: creates a table; replaces a check of patient_timer, which looks at the few rows of that table once. Nodes of the version before
-- write no timer of the new kind, and leave one that they find to those of this version.

-- As the pharmacy's list has it, for one quantity: never computed, never promised.
create table pharmacy_price (
  pharmacy_id text not null references pharmacy,
  rxcui text not null check (rxcui ~ '^[1-9][0-9]{0,7}$'),
  quantity numeric not null check (quantity > 0),
  -- What the quantity counts: each, milliliters, grams.
  unit text not null check (unit in ('EA', 'ML', 'GM')),
  cents integer not null check (cents between 1 and 100000000),
  -- From which day the list is.
  effective_on date not null,
  -- Whose list it is, as people read it.
  source text not null check (length(source) between 1 and 100),
  primary key (pharmacy_id, rxcui, quantity, unit)
);
grant select on pharmacy_price to app, keeper;
grant insert, update, delete on pharmacy_price to keeper;

alter table patient_timer drop constraint patient_timer_kind_check;
alter table patient_timer add constraint patient_timer_kind_check check (kind in
  ('sent', 'ready', 'shipped', 'delivered', 'problem', 'canceled', 'first-reminder', 'second-reminder', 'preferred'));
