-- What Pestle says at the start of a connection, said for its login: behind a pooler by transaction nobody else says it.
alter role pestle_serve set role = 'app';
alter role pestle_serve set timezone = 'UTC';
alter role pestle_serve set statement_timeout = '15s';
alter role pestle_serve set lock_timeout = '10s';
alter role pestle_serve set idle_in_transaction_session_timeout = '30s';
