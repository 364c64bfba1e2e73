// What other packages may use of the console: its server, for a stage of tests.

/** The operators' console: a server of its own, composed of sections, which nobody but an operator with a session reaches. */
export {
  type ConsoleOptions,
  type ConsoleSection,
  correctionSection,
  createConsole,
  maintenanceSection,
  networkFileSection,
  partnerSection,
  pharmacySection,
  quarantineSection,
  queueSection,
  recallSection,
  tokenSection,
  userSection,
} from '../src/console/console.ts';

/** Asks the token endpoint of the public server within its process, as the running service does. */
export { exchangeWithin } from '../src/console/session/exchange.ts';
