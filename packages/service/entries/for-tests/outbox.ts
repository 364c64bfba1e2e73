// What tests and benches take from the inside of outbox, beyond what other packages are offered: no product code may import it.

/** The outbox: a row for everything that has yet to leave, written in the transaction of its cause. No health information is in it. */
export type { Departure } from '../../src/outbox/outbox.ts';
export { FAX_LANE } from '../../src/outbox/outbox.ts';
