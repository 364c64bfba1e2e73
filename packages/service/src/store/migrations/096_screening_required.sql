-- That an organization does not use screening: stated by one of its administrators, with who and when. Where nobody states it, nothing is signed
-- unchecked without a reason, also where no data were imported.
-- Lock note: adds two columns without a default to organization, which rewrites no row. Nodes of the version before do not ask for that reason
-- where no data were imported.
alter table organization
  add column screening_off_at timestamptz,
  add column screening_off_by text,
  add constraint organization_screening_off check ((screening_off_at is null) = (screening_off_by is null));
grant update (screening_off_at, screening_off_by) on organization to app;
