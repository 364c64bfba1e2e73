-- Administrators read the audit trail of their organization.
-- Lock note: changes a few rows of application.

-- Where applications are administered, so is the rest: an application that may ask for the one may ask for the other.
update application set scopes = scopes || '{read:audit}'::text[]
  where kind = 'public' and scopes @> '{read:application,write:application}'::text[] and not scopes @> '{read:audit}'::text[];
