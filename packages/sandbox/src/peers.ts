// Owns the simulated peers as one server: pharmacies, network partners, a payer, the fax machine and the patient's phone, over real HTTP.
import fastify, { type FastifyInstance } from 'fastify';
import { createFaxMachine } from './fax/machine.ts';
import type { FaxRecord } from './fax/records.ts';
import { faxRoutes } from './fax/routes.ts';
import {
  FAX_DELIVERY_MS,
  FOREIGN_ID_CHARACTERS_MAX,
  LATE_ANSWER_MS,
  MESSAGE_BYTES_MAX,
  ROUTINE_STEP_MS,
  SLOW_ANSWER_MS,
  SLOW_PAYER_MS,
} from './limits.ts';
import { type PayerLogEntry, payerRoutes } from './payer/routes.ts';
import type { FaultPolicy } from './pharmacies/faults.ts';
import { createLateAnswers, type LateAnswerOptions, type LateMessage } from './pharmacies/late-answers.ts';
import { type LogEntry, openLog } from './pharmacies/log.ts';
import { magicPartners, magicPharmacies } from './pharmacies/magic/magic.ts';
import { createNetwork, type Network } from './pharmacies/network.ts';
import { createPerformer } from './pharmacies/perform.ts';
import { type CallAnswer, type Caller, createCaller, type StatusReport } from './pharmacies/reports.ts';
import { apiRoutes } from './pharmacies/routes/api-routes.ts';
import { createTokenIssuer } from './pharmacies/routes/authorize.ts';
import { scriptRoutes } from './pharmacies/routes/script-routes.ts';
import { createRoutines } from './pharmacies/routines.ts';
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
  /** Calls the listener for each event until the returned function is called. */
  readonly subscribe: (listener: (event: PeerEvent) => void) => () => void;
  /** Ends everything at once, connections that are held open included. */
  readonly close: () => Promise<void>;
}

/** Who the pharmacies are does not depend on where they listen: the network is made before the address is known. */
const NOWHERE = 'http://127.0.0.1';

/** Starts the peers. Rejects when the address is in use. */
export async function startPeers(options: PeersOptions = {}): Promise<Peers> {
  const clock = options.clock ?? systemClock;
  const pharmaciesAt = options.pharmacies ?? ((baseUrl) => magicPharmacies({ baseUrl }));
  const partnersAt = options.partners ?? ((baseUrl) => magicPartners({ baseUrl }));
  const listeners = new Set<(event: PeerEvent) => void>();
  const publish = (event: PeerEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const log = openLog(options.log?.file);
  const pace = {
    slowAnswerMs: options.pace?.slowAnswerMs ?? SLOW_ANSWER_MS,
    lateAnswerMs: options.pace?.lateAnswerMs ?? LATE_ANSWER_MS,
  };
  const pharmacies = pharmaciesAt(NOWHERE);
  const partners = partnersAt(NOWHERE);
  const network = createNetwork({ pharmacies, log, clock, pace, faults: options.faults ?? null });
  const caller = createCaller(clock);
  const urls = { hook: options.statusHookUrl, inbox: options.scriptInboxUrl };
  const report = createReporter(network, caller, () => urls.hook, publish);
  const endings = followUps(options, {
    network,
    partners,
    caller,
    clock,
    report,
    inboxUrl: () => urls.inbox,
  });
  const machine = createFaxMachine({
    network,
    log,
    clock,
    deliveryMs: options.pace?.faxDeliveryMs ?? FAX_DELIVERY_MS,
    onFax: (fax) => publish({ is: 'fax', fax }),
  });
  const performer = createPerformer();
  const issuer = createTokenIssuer(clock, (id, secret) => isOAuth2Client(pharmacies, id, secret));
  const app = createServer();
  const endpoints = { network, partners, performer, issuer, clock };
  scriptRoutes(app, endpoints);
  apiRoutes(app, endpoints);
  faxRoutes(app, machine);
  const phone = phoneRoutes(app, { clock, onText: (text) => publish({ is: 'text', text }) });
  const payer = payerRoutes(app, {
    clock,
    slowAnswerMs: options.pace?.slowPayerMs ?? SLOW_PAYER_MS,
  });
  const url = await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });
  return {
    url,
    pharmacies: pharmaciesAt(url),
    partners: partnersAt(url),
    addPharmacies: network.add,
    scriptUrlOf: (pharmacyId) => `${url}/pharmacies/${pharmacyId}/script`,
    faxUrl: `${url}/fax/v1/faxes`,
    phoneUrl: `${url}/phone/v1/messages`,
    payerUrl: `${url}/payer/fhir`,
    setStatusHookUrl: (hookUrl) => {
      urls.hook = hookUrl;
    },
    setScriptInboxUrl: (inboxUrl) => {
      urls.inbox = inboxUrl;
    },
    log: log.entries,
    faxes: machine.faxes,
    fax: machine.find,
    faxPages: (faxId) => machine.pages(faxId)?.pdf,
    faxLines: (faxId) => machine.pages(faxId)?.lines ?? [],
    texts: phone.texts,
    payerLog: payer.log,
    report,
    sendLate: endings.sendLate,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      endings.close();
      machine.close();
      payer.close();
      performer.close();
      await Promise.all([app.close(), caller.close()]);
    },
  };
}

/** A server that reads every body as the exact bytes that came, and ends its connections when it closes. */
function createServer(): FastifyInstance {
  const app = fastify({
    bodyLimit: MESSAGE_BYTES_MAX,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: FOREIGN_ID_CHARACTERS_MAX },
  });
  // A connection that cannot be taken.
  app.server.on('error', () => undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return app;
}

/** What happens by itself after an order was taken: routines and late answers. */
function followUps(
  options: PeersOptions,
  parts: LateAnswerOptions & { readonly report: (report: StatusReport) => Promise<CallAnswer> },
): { sendLate: (message: LateMessage) => Promise<CallAnswer>; close: () => void } {
  const { network, report } = parts;
  const routines = createRoutines({
    stepMs: options.pace?.routineStepMs ?? ROUTINE_STEP_MS,
    report,
    isCanceled: network.isCanceled,
  });
  const lateAnswers = createLateAnswers(parts);
  network.onTaken(({ player, arrived, partnerId, later }) => {
    if (arrived.kind === 'NewRx' && player.routine !== null && arrived.prescriberOrderNumber !== null)
      routines.start(player.routine, player.pharmacyId, arrived.prescriberOrderNumber);
    if (later !== null) lateAnswers.plan(player, arrived, partnerId, later);
  });
  return {
    sendLate: lateAnswers.send,
    close: () => {
      routines.close();
      lateAnswers.close();
    },
  };
}

function createReporter(
  network: Network,
  caller: Caller,
  hookUrl: () => string | undefined,
  publish: (event: PeerEvent) => void,
): Peers['report'] {
  return async (report) => {
    const credential = network.byId(report.pharmacyId)?.hookCredential ?? null;
    if (credential === null)
      throw new Error('This pharmacy is not in the sandbox, or has no hook credential.');
    const url = hookUrl();
    if (url === undefined) throw new Error('The peers do not know the status hook yet: set statusHookUrl.');
    const answer = await caller.report(url, report, credential);
    // Only what the service took is a fact to the pharmacy's clerk who later gets a CancelRx.
    if (answer.status === 200)
      network.reported(report.pharmacyId, report.orderId, report.status.toUpperCase());
    publish({ is: 'report', report, answer });
    return answer;
  };
}

function isOAuth2Client(pharmacies: readonly SimulatedPharmacy[], id: string, secret: string): boolean {
  return pharmacies.some(({ integration }) => {
    const auth = integration?.endpoint.auth;
    return auth?.kind === 'oauth2' && auth.clientId === id && auth.clientSecret === secret;
  });
}
