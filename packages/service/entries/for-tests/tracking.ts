// What tests and benches take from the inside of tracking, beyond what other packages are offered: no product code may import it.

/** The answers a pharmacy can give on the link's page: the accepted statuses, shipping, and "cannot fill" with a reason. */
export { CANNOT_FILL_REASONS } from '../../src/tracking/link/report-forms.ts';

/** Owns what tracking asks of delivery, which implements it: both run in the transaction of the report itself. */
export type { DeliveryListener, ReportedFill, ScriptAnswer } from '../../src/tracking/report/listener.ts';
/** A hot statement, to be measured beside other texts. */
export { INVOLVED } from '../../src/tracking/report/locate-sql.ts';
/** The one way a pharmacy's report changes anything: judged by the rules, recorded whatever comes of it, moved where that is legal. */
export { recordReport } from '../../src/tracking/report/record-report.ts';
/** The door of the room `tracking`: what comes back from pharmacies, by the status hook, the SCRIPT inbox and the page behind a fax's link. */
export { createTracking, type TrackingDeps } from '../../src/tracking/tracking.ts';
