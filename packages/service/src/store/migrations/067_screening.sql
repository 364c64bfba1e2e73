-- What is known of drugs that harm together and of what people do not tolerate: the network's reference data, of no organization and of no patient; and,
-- for each organization, how often each rule was shown and overridden. Allergies and medicines of a patient are in the patient's own sealed value.
-- Lock note: creates only.

-- What was imported, from where and of which day: without a row nothing is screened.
create table screening_data (
  kind text primary key check (kind in ('interactions', 'allergens')),
  source text not null check (length(source) between 1 and 120),
  -- The day of which the publisher's data are; shown beside whatever follows from them.
  dated_on date not null,
  imported_at timestamptz not null default clock_timestamp()
);
grant select on screening_data to app, keeper;
grant insert, update on screening_data to keeper;

-- Two ingredients by their names without the salt, the lesser first.
create table interaction (
  a text collate "C" not null check (length(a) between 1 and 200),
  b text collate "C" not null check (length(b) between 1 and 200),
  severity text not null check (severity in ('HIGH', 'MODERATE')),
  -- The publisher's own id.
  code text check (length(code) between 1 and 60),
  primary key (a, b),
  check (a < b)
);
grant select on interaction to app, keeper;
grant insert, update, delete on interaction to keeper;

create table allergen (
  name text collate "C" primary key check (length(name) between 1 and 200),
  -- What else it is called, the name as well.
  names text[] not null check (cardinality(names) between 1 and 200),
  -- Ingredients and classes of drugs that somebody who does not tolerate it should not get.
  ingredients text[] not null,
  classes text[] not null
);
create index allergen_names on allergen using gin (names);
grant select on allergen to app, keeper;
grant insert, update, delete on allergen to keeper;

-- What the codes of classes are called, as treatments name their class.
create table drug_class (
  code text collate "C" primary key check (code ~ '^[A-Z0-9]{2}[0-9]{3}$'),
  name text not null check (length(name) between 1 and 200)
);
grant select on drug_class to app, keeper;
grant insert, update, delete on drug_class to keeper;

-- One row for each finding about each draft, whose id only the organization's key can tell: counted by rule, and of no patient.
create table screening_shown (
  org_id text not null references organization,
  -- A keyed digest of the draft and the rule, so that showing it again counts once.
  shown bytea not null,
  rule text not null check (length(rule) between 1 and 300),
  severity text not null check (severity in ('HIGH', 'MODERATE')),
  overridden boolean not null default false,
  shown_on date not null,
  primary key (org_id, shown)
);
create index screening_shown_rule on screening_shown (org_id, rule);
alter table screening_shown enable row level security;
create policy screening_shown_own on screening_shown to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
grant select, insert, update on screening_shown to app;
