// What tests and benches take from the inside of kernel, beyond what other packages are offered: no product code may import it.

/** Who is asking: the user or machine client behind a request, as the rooms see it. */
export type { Actor, MachineActor, Role } from '../../src/kernel/actor.ts';

/** Turns whatever was thrown into one Failure of the table, so that every face of the service answers alike. */
export { understand } from '../../src/kernel/failures/failures.ts';
/** The one way by which requests to configured endpoints leave, bounded in time and size. */
export { createExchange } from '../../src/kernel/outgoing/exchange.ts';
/** Which addresses outgoing requests may connect to. */
export { isPrivateRange } from '../../src/kernel/outgoing/network-policy.ts';
/** A Failure as `application/problem+json` (RFC 9457), for every face that is not GraphQL. */
export { sendProblem } from '../../src/kernel/web/problem.ts';
