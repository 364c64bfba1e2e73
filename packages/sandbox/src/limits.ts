// Owns every bound of the sandbox: sizes, counts and times of the simulated peers and of the control room (X2).

/** Largest body a simulated pharmacy, partner or the phone reads. */
export const MESSAGE_BYTES_MAX = 1024 * 1024;
/** Largest fax the fax machine takes. */
export const FAX_BYTES_MAX = 4 * 1024 * 1024;
/** Bytes of a request's headers; the words beside a fax are among them, and a page in the smallest print holds fewer. */
export const HEADER_BYTES_MAX = 64 * 1024;
/** Faxes whose pages are kept; older ones keep their record and lose their bytes. */
export const FAX_PAGES_KEPT_MAX = 500;
/** Fax records kept; the oldest go first. */
export const FAXES_KEPT_MAX = 20_000;
/** Text messages the phone keeps; the oldest go first. */
export const TEXTS_KEPT_MAX = 2_000;
/** Characters of one text message. */
export const TEXT_CHARACTERS_MAX = 1_600;
/** Questions with their answers that the simulated payer keeps; the oldest go first. */
export const PAYER_LOG_KEPT_MAX = 200;
/** Log entries kept in memory. The file, where one is named, keeps all. */
export const LOG_ENTRIES_KEPT_MAX = 500_000;
/** Messages a simulated network remembers to recognize duplicates. */
export const MESSAGES_REMEMBERED_MAX = 500_000;
/** Requests that a never-answering pharmacy holds open at once; more are dropped. */
export const HELD_REQUESTS_MAX = 1_000;
/** How long a never-answering pharmacy holds a request before it drops the connection. */
export const HOLD_MS_MAX = 120_000;
/** Characters of an id a peer takes from outside (message, fax, submission). */
export const FOREIGN_ID_CHARACTERS_MAX = 100;

/** What a slow pharmacy waits before it answers. */
export const SLOW_ANSWER_MS = 4_000;
/** What a slow payer waits before it answers. */
export const SLOW_PAYER_MS = 2_000;
/** From taking a fax to its end: delivered or failed. */
export const FAX_DELIVERY_MS = 250;
/** Pause between two status reports that a pharmacy makes by itself. */
export const ROUTINE_STEP_MS = 4_000;
/** Orders of which a pharmacy remembers what was prescribed, to ask about it later. */
export const ASKED_ABOUT_MAX = 1_000;
/** From a network partner's acceptance to its late Error or Verify. */
export const LATE_ANSWER_MS = 6_000;
/** Reports waiting to be made by routines; further ones are not planned. */
export const PLANNED_REPORTS_MAX = 10_000;
/** Tries of a report that a pharmacy makes by itself, when the service is away or asks to wait. */
export const REPORT_TRIES_MAX = 4;
/** Pause before a report's next try, times its number. */
export const REPORT_RETRY_MS = 1_000;
/** Total time of one call from a peer to the service. */
export const CALL_TIMEOUT_MS = 10_000;
/** Bytes of an answer from the service that a peer reads. */
export const CALL_ANSWER_BYTES_MAX = 64 * 1024;
/** Life of a token that the simulated OAuth2 server issues. */
export const OAUTH2_TOKEN_SECONDS = 300;
/** Tokens of the simulated OAuth2 server that live at once. */
export const OAUTH2_TOKENS_MAX = 1_000;

/** Order cards the control room keeps; the ones changed longest ago go first. */
export const ORDERS_SHOWN_MAX = 200;
/** Cards asked from the source at once. */
export const ORDERS_PER_READ_MAX = 100;
/** Pause between two reads of the source while somebody looks. */
export const ORDERS_READ_EVERY_MS = 400;
/** Pause between two reads after one failed. */
export const ORDERS_READ_RETRY_MS = 2_000;
/** Questions to payers that the control room keeps; the oldest go first. */
export const PAYER_QUESTIONS_KEPT_MAX = 100;
/** Browsers that follow the control room at once. */
export const WATCHERS_MAX = 50;
/** Unsent bytes of one watcher before it is closed (it reconnects and gets the whole picture again). */
export const WATCHER_BACKLOG_BYTES_MAX = 4 * 1024 * 1024;
/** Pause between two signs of life on an event stream. */
export const WATCHER_HEARTBEAT_MS = 15_000;
/** Faxes and texts the control room lists. */
export const MACHINE_ROWS_SHOWN_MAX = 100;
/** Largest report form that the control room reads. */
export const REPORT_BYTES_MAX = 4 * 1024;
/** Characters of a carrier or tracking number. */
export const SHIPPING_CHARACTERS_MAX = 100;
