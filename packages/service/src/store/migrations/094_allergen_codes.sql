-- The code by which the publisher of allergens knows each: who records an allergy from the list records the code as well.
-- Lock note: a new column without a value, on a table of reference data that only imports write.
alter table allergen add column code text check (length(code) between 1 and 60);
