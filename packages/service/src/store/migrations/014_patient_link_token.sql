-- A link whose key is gone is given another token, so that the next message to its patient opens.
-- Lock note: grants only.

grant update (token_hash) on patient_link to app;
