// The door of the room `http`: what composes the service takes from here.

/** A listener of its own for operators: figures and health, never on the public address. */
export { createAdminServer } from './admin.ts';

/** The icons that browsers ask each origin for. */
export { icons } from './files/icons.ts';

/** Every bound of the HTTP server, in one place. */
export { HTTP_LIMITS } from './limits.ts';

/** Shows announced and current maintenance of the whole service on every page for people, in the page's language, whichever room made it. */
export { maintenanceNotice } from './maintenance-notice.ts';

/** Figures of the running service for Prometheus: counts and times by route and status, never by person or order. */
export { createMetrics, type FigureSources, type Metrics } from './metrics/metrics.ts';

/** Performs an act that a command names on the administration that has it, with the arguments that were sent. */
export { performNamedAct } from './named-act.ts';

/** Takes operators' commands on this machine while the service holds the embedded store, which no other process can open then. */
export { type OperatorActs, type OperatorListener, openOperatorListener } from './operator-listener.ts';

/** Assembles the HTTP server: bounds, headers, request ids, errors in one form, health, and the rooms' routes. */
export { type BoundedServerOptions, createBoundedServer, createHttpServer } from './server.ts';
