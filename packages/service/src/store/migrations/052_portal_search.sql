-- Orders are found by what stands on a parcel.
create index fill_of_tracking on fill (org_id, upper(tracking_number)) where tracking_number is not null;
