-- What can be prescribed, and each organization's own lists of it.
-- Lock note: creates only.

-- Treatments belong to the network, not to an organization.
create table treatment (
  id text primary key check (id like 'trt\_%'),
  rxcui text check (rxcui ~ '^[1-9][0-9]{0,7}$'),
  kind text not null check (kind in ('MEDICATION', 'EQUIPMENT', 'COMPOUND')),
  name text not null check (length(name) between 1 and 300),
  brand_name text,
  -- Empty where the source gives none: then it cannot be shown to be uncontrolled (W7).
  ingredients text[] not null default '{}',
  synonyms text[] not null default '{}',
  strength text,
  dose_form text,
  route text,
  -- 11 digits, only where certain (S6).
  ndc text check (ndc ~ '^[0-9]{11}$'),
  -- NCI code of the NCPDP quantity unit.
  unit_code text not null,
  -- The federal status on the day of the import: for the order of search results. The decision itself is made when it is asked for (W7).
  federal_status text not null check (federal_status in ('uncontrolled', 'controlled', 'unknown')),
  federal_schedule text,
  federal_as_of date not null,
  -- What SCRIPT carries as DrugDescription (S6); null where strength or dose form is not certain: then it cannot be prescribed.
  drug_description text check (length(drug_description) between 1 and 105),
  therapeutic_class text,
  -- 0 … 7, higher is commoner.
  commonness integer not null default 0,
  active boolean not null default true,
  -- Where it stands among other hits of a search: a text that compares as the order is.
  sort_key text collate "C" not null,
  search_name text collate "C" not null,
  search_words text collate "C" not null,
  search tsvector generated always as (array_to_tsvector(string_to_array(search_words, ' '))) stored,
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index treatment_rxcui on treatment (rxcui) where rxcui is not null;
create index treatment_ndc on treatment (ndc) where ndc is not null;
create index treatment_search on treatment using gin (search);
create index treatment_similar on treatment using gin (search_name gin_trgm_ops);
grant select on treatment to app, keeper;
grant insert, update on treatment to keeper;

create table catalog (
  org_id text not null references organization,
  id text not null check (id like 'cat\_%'),
  name text not null check (length(name) between 1 and 100),
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index catalog_name on catalog (org_id, lower(name));
alter table catalog enable row level security;
create policy catalog_own on catalog to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
grant select, insert, update, delete on catalog to app;

create table catalog_treatment (
  org_id text not null,
  catalog_id text not null,
  treatment_id text not null references treatment,
  primary key (org_id, catalog_id, treatment_id),
  foreign key (org_id, catalog_id) references catalog (org_id, id) on delete cascade
);
create index catalog_treatment_treatment on catalog_treatment (org_id, treatment_id);
alter table catalog_treatment enable row level security;
create policy catalog_treatment_own on catalog_treatment to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
grant select, insert, delete on catalog_treatment to app;

-- The organization's standing list of what must not be prescribed here (contract 3, `disable-list`).
create table disabled_treatment (
  org_id text not null references organization,
  treatment_id text not null references treatment,
  reason text check (length(reason) between 1 and 200),
  created_at timestamptz not null default now(),
  primary key (org_id, treatment_id)
);
alter table disabled_treatment enable row level security;
create policy disabled_treatment_own on disabled_treatment to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
grant select, insert, update, delete on disabled_treatment to app;

-- Preset drafts: the organization's, or one person's.
create table template (
  org_id text not null references organization,
  id text not null check (id like 'tpl\_%'),
  name text not null check (length(name) between 1 and 100),
  -- Null: the organization's.
  owner_user_id text,
  treatment_id text not null references treatment,
  dispense_quantity numeric check (dispense_quantity > 0),
  -- NCI code of the NCPDP quantity unit.
  dispense_unit text,
  dispense_as_written boolean not null default false,
  fills_allowed integer check (fills_allowed between 1 and 100),
  days_supply integer check (days_supply between 0 and 999),
  instructions text check (length(instructions) between 1 and 1000),
  notes text check (length(notes) between 1 and 210),
  search_words text collate "C" not null,
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index template_owner on template (org_id, owner_user_id, name);
create index template_treatment on template (org_id, treatment_id);
alter table template enable row level security;
create policy template_own on template to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
grant select, insert, update, delete on template to app;
