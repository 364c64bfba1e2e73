-- Searches read these indexes at every key, imports write them once in a while: what is new goes into their trees at once. Left in the list
-- of what is pending, it made the planner read the whole table until something vacuumed it.
alter index pharmacy_search set (fastupdate = off);
alter index treatment_search set (fastupdate = off);
alter index treatment_similar set (fastupdate = off);
select gin_clean_pending_list('pharmacy_search'), gin_clean_pending_list('treatment_search'), gin_clean_pending_list('treatment_similar');
