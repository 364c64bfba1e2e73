// What other packages are offered of kernel.

/** Who is asking: the user or machine client behind a request, as the rooms see it. */
export type { UserActor } from '../src/kernel/actor.ts';

/** The one table of errors: what each code means, its HTTP status and whether trying again can help (X1). */
export { ERRORS, Failure } from '../src/kernel/errors.ts';

/** Names the SQLSTATE codes the service reacts to, the same on both stores. What a database says is told apart by its code, never by its text. */
export { isUnavailable, SQLSTATE, sqlState } from '../src/kernel/failures/sql-errors.ts';

/** The bounds of the composition itself; each room has its own `limits.ts`. */
export { STOP_LIMITS } from '../src/kernel/limits.ts';

/** The service's log: one JSON line per event, without addresses that hold tokens, bodies, or health information. */
export { createLog, type Log } from '../src/kernel/log.ts';

/** Which private ranges operators have opened for endpoints. */
export { isOpened } from '../src/kernel/outgoing/network-policy.ts';

/** What the rooms take from outside: the clock and randomness, passed in so that tests and simulations can control them. */
export { makeId, nowText, type Ports, systemPorts } from '../src/kernel/ports.ts';

/** Whether a host is this machine itself, where http is as good as https. */
export { isLoopback } from '../src/kernel/web/loopback.ts';

/** A Failure as `application/problem+json` (RFC 9457), for every face that is not GraphQL. */
export type { Problem } from '../src/kernel/web/problem.ts';
