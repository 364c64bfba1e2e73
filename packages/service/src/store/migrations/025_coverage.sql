-- What plans publish of the drugs they cover, and what drugs cost: the network's reference data, of no organization and of no patient.
-- Lock note: creates only.

create table coverage_plan (
  -- The publisher's own id, by which a patient's benefits name it.
  id text primary key check (id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$'),
  name text not null check (length(name) between 1 and 200),
  -- The publisher's word for the kind of plan.
  kind text check (length(kind) between 1 and 60),
  starts_on date not null,
  -- The last day.
  ends_on date not null,
  -- When its list of drugs or what a member pays last changed here.
  changed_at timestamptz not null default clock_timestamp(),
  check (ends_on >= starts_on)
);
grant select on coverage_plan to app, keeper;
grant insert, update on coverage_plan to keeper;

create table coverage_drug (
  plan_id text not null references coverage_plan,
  rxcui text not null check (rxcui ~ '^[1-9][0-9]{0,7}$'),
  name text check (length(name) between 1 and 4000),
  tier text not null,
  prior_authorization boolean not null,
  step_therapy boolean not null,
  quantity_limit boolean not null,
  -- As published; null where the plan gives no detail.
  quantity_limit_detail jsonb,
  -- Kinds of pharmacy and supply; empty where the plan does not say.
  benefit_types text[] not null,
  starts_on date,
  ends_on date,
  primary key (plan_id, rxcui)
);
grant select on coverage_drug to app, keeper;
grant insert, update, delete on coverage_drug to keeper;

-- What a member pays. Plans publish several terms for one tier (before and after a deductible), so that the term itself is part of the key.
create table coverage_cost (
  plan_id text not null references coverage_plan,
  benefit_type text not null,
  tier text not null,
  cost_type text not null check (cost_type in ('copay', 'coinsurance')),
  qualifier text not null,
  -- Dollars of a copay, percent of a coinsurance.
  amount numeric not null check (amount >= 0),
  primary key (plan_id, benefit_type, tier, cost_type, qualifier, amount)
);
grant select on coverage_cost to app, keeper;
grant insert, delete on coverage_cost to keeper;

-- What pharmacies pay on average for one unit (NADAC).
create table drug_price (
  ndc text primary key check (ndc ~ '^[0-9]{11}$'),
  description text check (length(description) between 1 and 200),
  usd_per_unit numeric not null check (usd_per_unit >= 0),
  -- Null where the source does not say: then the price says nothing.
  unit text check (unit in ('EA', 'ML', 'GM')),
  effective_on date not null
);
grant select on drug_price to app, keeper;
grant insert, update on drug_price to keeper;
