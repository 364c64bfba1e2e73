-- Treatments of the same class or the same ingredients are found when coverage is checked.
-- Lock note: writes to treatments wait while the two indexes are built, about a second for 20,000 rows.

create index treatment_class on treatment (therapeutic_class) where therapeutic_class is not null;
create index treatment_ingredients on treatment (ingredients) where ingredients <> '{}';
