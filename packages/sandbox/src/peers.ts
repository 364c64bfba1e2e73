// Owns the simulated peers as one server: pharmacies, network partners, a payer, the fax machine and the patient's phone, over real HTTP.
import fastify, { type FastifyInstance } from 'fastify';
import { createFaxMachine } from './fax/machine.ts';
import type { FaxRecord } from './fax/records.ts';
import { faxRoutes } from './fax/routes.ts';
import {
  FAX_DELIVERY_MS,
  FOREIGN_ID_CHARACTERS_MAX,
  HEADER_BYTES_MAX,
  LATE_ANSWER_MS,
  MESSAGE_BYTES_MAX,
  ROUTINE_STEP_MS,
  SLOW_ANSWER_MS,
  SLOW_PAYER_MS,
} from './limits.ts';
import { type PayerLogEntry, payerRoutes } from './payer/routes.ts';
import type { FaultPolicy } from './pharmacies/faults.ts';
import { type LogEntry, openLog } from './pharmacies/log.ts';
import { magicPartners, magicPharmacies } from './pharmacies/magic/magic.ts';
import type { LateMessage } from './pharmacies/messages.ts';
import { createPerformer } from './pharmacies/perform.ts';
import type { CallAnswer, StatusReport } from './pharmacies/reports.ts';
import { apiRoutes } from './pharmacies/routes/api-routes.ts';
import { createTokenIssuer } from './pharmacies/routes/authorize.ts';
import { scriptRoutes } from './pharmacies/routes/script-routes.ts';
import { simulatePharmacies } from './pharmacies/simulation.ts';
import type { AddedPharmacy, SimulatedPartner, SimulatedPharmacy } from './pharmacies/types.ts';
import { phoneRoutes, type TextMessage } from './phone/phone.ts';
import { type Clock, systemClock } from './ports.ts';

/** Something happened at a peer. */
export type PeerEvent =
  | { readonly is: 'fax'; readonly fax: FaxRecord }
  | { readonly is: 'text'; readonly text: TextMessage }
  | { readonly is: 'report'; readonly report: StatusReport; readonly answer: CallAnswer };

export type PeersOptions = {
  /** Loopback only: the peers know no secrets worth keeping. */
  readonly host?: '127.0.0.1' | '::1';
  /** 0 (default) picks a free one. */
  readonly port?: number;
  /** The magic pharmacies unless given; a function gets the peers' own address. */
  readonly pharmacies?: (baseUrl: string) => readonly SimulatedPharmacy[];
  readonly partners?: (baseUrl: string) => readonly SimulatedPartner[];
  /** The service's `/v1/hooks/pharmacy`; `setStatusHookUrl` gives it later. */
  readonly statusHookUrl?: string;
  /** Where a partner's late Error or Verify goes; without it they are not sent. */
  readonly scriptInboxUrl?: string;
  readonly log?: { readonly file?: string };
  readonly clock?: Clock;
  readonly faults?: FaultPolicy;
  readonly pace?: {
    readonly slowAnswerMs?: number;
    readonly lateAnswerMs?: number;
    readonly slowPayerMs?: number;
    readonly faxDeliveryMs?: number;
    readonly routineStepMs?: number;
  };
};

/** The running peers. */
export interface Peers {
  /** `http://127.0.0.1:PORT`, no slash at the end. */
  readonly url: string;
  readonly pharmacies: readonly SimulatedPharmacy[];
  readonly partners: readonly SimulatedPartner[];
  /** Adds pharmacies that accept, each in its version and form, at `scriptUrlOf(id)` with `PUBLIC_PHARMACY_KEY`. */
  readonly addPharmacies: (pharmacies: readonly AddedPharmacy[]) => void;
  readonly scriptUrlOf: (pharmacyId: string) => string;
  readonly faxUrl: string;
  readonly phoneUrl: string;
  /** The FHIR base of the payer that answers in real time. */
  readonly payerUrl: string;
  readonly setStatusHookUrl: (url: string) => void;
  readonly setScriptInboxUrl: (url: string) => void;
  /** The pharmacies' own log, oldest first. */
  readonly log: () => readonly LogEntry[];
  readonly faxes: () => readonly FaxRecord[];
  readonly fax: (faxId: string) => FaxRecord | undefined;
  /** The exact bytes of a fax while the machine keeps them. */
  readonly faxPages: (faxId: string) => Buffer | undefined;
  /** The words that came beside the pages of a fax; empty when none did, or when they are not kept any more. */
  readonly faxLines: (faxId: string) => readonly string[];
  readonly texts: () => readonly TextMessage[];
  /** What the payer was asked and answered, oldest first. */
  readonly payerLog: () => readonly PayerLogEntry[];
  /** Makes a pharmacy report a status at the hook; resolves with the service's answer (status 0: none). */
  readonly report: (report: StatusReport) => Promise<CallAnswer>;
  /** Makes a partner or pharmacy send a message by itself to the service's SCRIPT inbox. */
  readonly sendLate: (message: LateMessage) => Promise<CallAnswer>;
  /** While true, no pharmacy reports by itself what it takes now; others make it report with `report`. */
  readonly holdRoutines: (hold: boolean) => void;
  /** Calls the listener for each event until the returned function is called. */
  readonly subscribe: (listener: (event: PeerEvent) => void) => () => void;
  /** Ends everything at once, connections that are held open included. */
  readonly close: () => Promise<void>;
}

/** Who the pharmacies are does not depend on where they listen: the network is made before the address is known. */
const NOWHERE = 'http://127.0.0.1';

const USUAL_PACE: Required<NonNullable<PeersOptions['pace']>> = {
  slowAnswerMs: SLOW_ANSWER_MS,
  lateAnswerMs: LATE_ANSWER_MS,
  slowPayerMs: SLOW_PAYER_MS,
  faxDeliveryMs: FAX_DELIVERY_MS,
  routineStepMs: ROUTINE_STEP_MS,
};

/** Starts the peers. Rejects when the address is in use. */
export async function startPeers(options: PeersOptions = {}): Promise<Peers> {
  const clock = options.clock ?? systemClock;
  const pharmaciesAt = options.pharmacies ?? ((baseUrl) => magicPharmacies({ baseUrl }));
  const partnersAt = options.partners ?? ((baseUrl) => magicPartners({ baseUrl }));
  const { publish, subscribe } = createListeners();
  const log = openLog(options.log?.file);
  const pace = { ...USUAL_PACE, ...options.pace };
  const pharmacies = pharmaciesAt(NOWHERE);
  const partners = partnersAt(NOWHERE);
  const service = { hookUrl: options.statusHookUrl, inboxUrl: options.scriptInboxUrl };
  const simulation = simulatePharmacies({
    pharmacies,
    partners,
    log,
    clock,
    pace,
    faults: options.faults ?? null,
    service,
    onReport: (report, answer) => publish({ is: 'report', report, answer }),
  });
  const { network } = simulation;
  const onFax = (fax: FaxRecord): void => publish({ is: 'fax', fax });
  const machine = createFaxMachine({ network, log, clock, deliveryMs: pace.faxDeliveryMs, onFax });
  const performer = createPerformer();
  const issuer = createTokenIssuer(clock, (id, secret) => isOAuth2Client(pharmacies, id, secret));
  const app = createServer();
  const endpoints = { network, partners, performer, issuer, clock };
  scriptRoutes(app, endpoints);
  apiRoutes(app, endpoints);
  faxRoutes(app, machine);
  const phone = phoneRoutes(app, { clock, onText: (text) => publish({ is: 'text', text }) });
  const payer = payerRoutes(app, { clock, slowAnswerMs: pace.slowPayerMs });
  const url = await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });
  return {
    ...addressesAt(url),
    pharmacies: pharmaciesAt(url),
    partners: partnersAt(url),
    addPharmacies: network.add,
    setStatusHookUrl: (hookUrl) => {
      service.hookUrl = hookUrl;
    },
    setScriptInboxUrl: (inboxUrl) => {
      service.inboxUrl = inboxUrl;
    },
    log: log.entries,
    faxes: machine.faxes,
    fax: machine.find,
    faxPages: (faxId) => machine.pages(faxId)?.pdf,
    faxLines: (faxId) => machine.pages(faxId)?.lines ?? [],
    texts: phone.texts,
    payerLog: payer.log,
    report: simulation.report,
    sendLate: simulation.sendLate,
    holdRoutines: simulation.holdRoutines,
    subscribe,
    close: async () => {
      const simulated = simulation.close();
      machine.close();
      payer.close();
      performer.close();
      await Promise.all([app.close(), simulated]);
    },
  };
}

/** Where each peer is found. */
function addressesAt(url: string): Pick<Peers, 'url' | 'scriptUrlOf' | 'faxUrl' | 'phoneUrl' | 'payerUrl'> {
  return {
    url,
    scriptUrlOf: (pharmacyId) => `${url}/pharmacies/${pharmacyId}/script`,
    faxUrl: `${url}/fax/v1/faxes`,
    phoneUrl: `${url}/phone/v1/messages`,
    payerUrl: `${url}/payer/fhir`,
  };
}

function createListeners(): {
  readonly publish: (event: PeerEvent) => void;
  readonly subscribe: Peers['subscribe'];
} {
  const listeners = new Set<(event: PeerEvent) => void>();
  return {
    publish: (event) => {
      for (const listener of listeners) listener(event);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A server that reads every body as the exact bytes that came, and ends its connections when it closes. */
function createServer(): FastifyInstance {
  const app = fastify({
    bodyLimit: MESSAGE_BYTES_MAX,
    http: { maxHeaderSize: HEADER_BYTES_MAX },
    forceCloseConnections: true,
    routerOptions: { maxParamLength: FOREIGN_ID_CHARACTERS_MAX },
  });
  // A connection that cannot be taken.
  app.server.on('error', () => undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return app;
}

function isOAuth2Client(pharmacies: readonly SimulatedPharmacy[], id: string, secret: string): boolean {
  return pharmacies.some(({ integration }) => {
    const auth = integration?.endpoint.auth;
    return auth?.kind === 'oauth2' && auth.clientId === id && auth.clientSecret === secret;
  });
}
