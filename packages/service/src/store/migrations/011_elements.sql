-- What pages that prescribe ask for beside a patient: the last fill of each prescription, and what a prescriber uses most.
-- Lock note: creates two indexes; a large store is better given them beforehand, `concurrently`.

create index fill_of_prescription on fill (org_id, prescription_id, created_at desc);
create index prescription_by_prescriber on prescription (org_id, prescriber_id, written_at desc);
