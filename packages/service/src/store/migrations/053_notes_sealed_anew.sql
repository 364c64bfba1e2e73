-- A note is never changed, but when the keys of its organization rotate it is sealed anew.
-- Lock note: a grant; no table is touched. Nodes of the version before fail to seal notes anew without it, and do so with it.
grant update (sealed) on desk_note to app;
