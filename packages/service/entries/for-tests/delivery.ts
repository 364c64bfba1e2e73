// What tests and benches take from the inside of delivery, beyond what other packages are offered: no product code may import it.

/** Decides what one due row of the outbox asks for: to be sent with which bytes, moved, taken back, settled, or given to a person. */
export type { AttemptNews, UnbuiltNews } from '../../src/delivery/attempt/news.ts';

/** Remembers what was handed to a carrier that has no memory of our ids: the table `carrier_message`. */
export { createHandOvers, type HandOvers } from '../../src/delivery/carriers/common/hand-overs.ts';
/** Carries faxes through a provider's HTTP interface: PUT the pages under an id of ours, then ask for their state. */
export { createHttpFaxCarrier } from '../../src/delivery/carriers/fax/http-carrier.ts';
/** Carries text messages through a provider's HTTP interface that recognizes our ids: one POST each. */
export { createHttpTextCarrier } from '../../src/delivery/carriers/text/http-carrier.ts';
/** The public face of the room `delivery`: everything that leaves for a pharmacy, and what comes back about it. */
export { createDelivery, type Delivery, type DeliveryDeps } from '../../src/delivery/delivery.ts';
/** Draws the one page of a fax. */
export { drawFax } from '../../src/delivery/fax/document.ts';
/** Owns the secret of a fax's link: the token of its QR code and the code typed from paper, derived so that neither is stored. */
export { createLinkKey, printedCode } from '../../src/delivery/fax/link.ts';
/** The table `secure_link`: one link per fax; issuing, revoking and finding again what stands on a page. */
export { type IssuedLink, type LinkSubject, linkFor } from '../../src/delivery/fax/secure-links.ts';
/** Hot statements, to be measured beside other texts. */
export { DUE, LOCK_LANES } from '../../src/delivery/lanes/claim-sql.ts';
/** The events of a dispatcher: what it begins, what has ended, and when nothing is left to do. Tests and figures wait for them instead of asking again and again. */
export type { DispatchEvents } from '../../src/delivery/lanes/events.ts';
/** Looks once a second whether the store's clock is right, and gives up what has waited too long for room in its lane (D2). */
export type { ElectronicWaits } from '../../src/delivery/lanes/late-watch.ts';
/** A cancel that no channel can carry: why, who acts, and what is said of it. Kept as a fact on the fill, never shown as sent (D10). */
export { CANCEL_NOT_SENT_REASONS } from '../../src/delivery/ledger/cancel-not-sent.ts';
export { FACTS } from '../../src/delivery/ledger/facts-sql.ts';
/** What follows when electronic delivery is over without success: the fax, or a person where law or the facts forbid it (D2, D3). */
export { STUCK_REASONS } from '../../src/delivery/ledger/fallback.ts';
/** What operators hear when an attempt's end sends a prescription or a cancel another way. */
export type { FillNews } from '../../src/delivery/ledger/fill-news.ts';
/** What stands of one patient, as ids: the subjects of audit entries. */
export { recordsOfPatient } from '../../src/delivery/ledger/records-of-patient.ts';
/** The orders in recalls that last, for the practice's desk. */
export { recalledOrders } from '../../src/delivery/recall/of-orders.ts';
