// Every bound of following what changes, apart from the rest: only pages that follow load them.

/** A stream of changes that says nothing for so long when it begins is kept back by somebody on the way. */
export const LIVE_GREETING_MS = 8_000;
/** And later it is broken: the service gives a sign of life every 10 s. */
export const LIVE_SILENCE_MS = 25_000;
/** A page that is not looked at gives its stream back after this time. */
export const LIVE_HIDDEN_MS = 5_000;
/** Where no stream is to be had, it is tried again after this time; meanwhile one asks now and again. */
export const LIVE_POLLED_MS = 60_000;
/** The longest wait for a stream that broke. */
export const LIVE_AGAIN_MAX_MS = 30_000;
