// The worker of this node: what its attempts are given, and the dispatcher that begins them.

import { createConcurrencyLimit } from '../kernel/concurrency/limit.ts';
import { SETTABLE_LIMITS } from '../kernel/limits.ts';
import { createExchange } from '../kernel/outgoing/exchange.ts';
import type { NetworkPolicy } from '../kernel/outgoing/network-policy.ts';
import type { Ports } from '../kernel/ports.ts';
import { TEXT_LANE } from '../outbox/outbox.ts';
import type { ActDeps } from '../prescribing/inside.ts';
import { createPatientLinkKey, createPhoneHashes } from '../routing/inside.ts';
import type { StoreWatch } from '../store/inside.ts';
import type { Store } from '../store/store.ts';
import { giveUpWaiting, performDue } from './attempt/attempt.ts';
import { createBegin } from './attempt/begin.ts';
import type { AttemptDeps } from './attempt/deps.ts';
import { putAside } from './attempt/fault/fault.ts';
import { createAcceptPlainly } from './attempt/finish/plain-acceptance.ts';
import { createBeginText } from './attempt/text.ts';
import type { PlacedText, TextDeparture } from './attempt/together.ts';
import type { FaxCarrier } from './carriers/fax/carrier.ts';
import type { TextCarrier } from './carriers/text/carrier.ts';
import { createFaxDrawing } from './channels/fax-page.ts';
import type { ScriptSender } from './channels/script.ts';
import type { Sender } from './channels/sender.ts';
import { createSender } from './channels/sender.ts';
import { createLinkKey } from './fax/link.ts';
import type { ClockNews } from './lanes/clock-watch.ts';
import type { Dispatcher } from './lanes/dispatcher.ts';
import { createDispatcher } from './lanes/dispatcher.ts';
import type { Breaker, BreakerDeps } from './lanes/guard/breaker.ts';
import { createBreaker } from './lanes/guard/breaker.ts';
import { createNeighbours } from './lanes/guard/neighbours.ts';
import type { ElectronicWaits } from './lanes/late-watch.ts';
import { createFactsSource } from './ledger/facts-source.ts';
import { DELIVERY_LIMITS } from './limits.ts';
import type { OlderStateOptions, QuarantineNews } from './quarantine/watch.ts';
import { createQuarantineWatch } from './quarantine/watch.ts';
import type { TextLinks } from './texts/write-text.ts';

const WORKER_ID_BYTES = 16;

export interface WorkerDeps extends ActDeps {
  readonly store: Store;
  /** The same store for what nobody waits for, such as attempts; `store` when left out. */
  readonly background?: Store;
  readonly ports: Ports;
  /** Public address of the service, without trailing slash: links on faxes begin with it. */
  readonly baseUrl: string;
  /** 32 secret bytes, from which the links on faxes derive. */
  readonly linkKey: Uint8Array;
  /** Links that these made are drawn again as they were. */
  readonly linkKeysPrevious?: readonly Uint8Array[];
  readonly networkPolicy: NetworkPolicy;
  readonly scriptSender: ScriptSender;
  readonly faxCarrier: FaxCarrier;
  readonly textCarrier: TextCarrier;
  /** The number faxes come from, ten digits. */
  readonly senderFax: string;
  /** Called for steps of the store's clock and for what is overdue: for the log. */
  readonly onClockNews?: (news: ClockNews) => void;
  /** Called for failures of our own; no health information is in them. */
  readonly onError: (error: unknown) => void;
  /** Where and how an older state of the store is noticed; nowhere when left out. */
  readonly olderState?: OlderStateOptions;
  /** Called when a quarantine is found open: for the log. */
  readonly onQuarantine?: (news: QuarantineNews) => void;
  readonly unbuilt?: AttemptDeps['unbuilt'];
  readonly ended?: AttemptDeps['ended'];
  readonly turned?: AttemptDeps['turned'];
  readonly held?: AttemptDeps['held'];
  /** Called when this node begins or ends to hold its deliveries, because of errors of its own: for the log. */
  readonly onHold?: BreakerDeps['onHold'];
  /** How long a message waits for windows of maintenance to end before it goes by fax; the limit when left out. */
  readonly maintenanceWaitMs?: number;
  /** Deliveries of this node at a time, over all lanes; the limit when left out. */
  readonly deliveriesAtATime?: number;
  /** How long an electronic message waits for room in its lane before it goes by fax; the limits when left out. */
  readonly waits?: ElectronicWaits;
}

export interface Worker {
  readonly attempt: AttemptDeps;
  readonly dispatcher: Dispatcher;
  readonly breaker: Breaker;
  readonly storeWatch: StoreWatch;
  readonly sender: Sender;
  readonly links: TextLinks;
}

export function createWorker(deps: WorkerDeps): Worker {
  const { store, background = store, ports, maintenanceWaitMs = SETTABLE_LIMITS.maintenanceWaitMs } = deps;
  const sender = createSender({
    exchange: createExchange(deps.networkPolicy),
    clock: ports.clock,
    fax: deps.faxCarrier,
    senderFax: deps.senderFax,
  });
  const links = {
    baseUrl: deps.baseUrl,
    patientLinks: createPatientLinkKey(deps.linkKey, deps.linkKeysPrevious),
    phoneHashes: createPhoneHashes(deps.linkKey, deps.linkKeysPrevious),
  };
  const storeWatch = createQuarantineWatch({
    ...(deps.olderState ?? { judges: false, witnessFile: null, startLabel: null }),
    // Not the share of it that deliveries have: that one does not say where it lies.
    store,
    ports,
    onQuarantine: deps.onQuarantine,
  });
  // Drawn like every id: what a node takes first depends on it, and a simulation repeats it.
  const workerId = Buffer.from(ports.random.bytes(WORKER_ID_BYTES)).toString('hex');
  const breaker = createBreaker({
    clock: ports.clock,
    monotonic: () => performance.now(),
    onHold: (news) => {
      deps.onHold?.(news);
      dispatcher.tellHolds();
    },
  });
  const attempt = attemptDeps({
    ...deps,
    breaker,
    workerId,
    store: background,
    sender,
    maintenanceWaitMs,
    storeWatch,
    links,
    onText: (text) => {
      const departure: TextDeparture = { id: text.id, orgId: text.orgId, lane: TEXT_LANE, text };
      dispatcher.wake([departure]);
    },
  });
  const dispatcher: Dispatcher = createDispatcher({
    store: background,
    storeWatch,
    workerId,
    rowsMax: deps.deliveriesAtATime,
    breaker,
    putAside: (due) => putAside(attempt, due),
    perform: (due) => performDue(attempt, due),
    giveUp: (due) => giveUpWaiting(attempt, due),
    waits: deps.waits ?? {
      failingMs: DELIVERY_LIMITS.electronicWaitMs,
      busyMs: DELIVERY_LIMITS.electronicWaitBusyMs,
    },
    onClockNews: deps.onClockNews,
    onError: deps.onError,
  });
  return { attempt, dispatcher, breaker, storeWatch, sender, links };
}

/** What attempts work with, made once for the process. */
function attemptDeps(
  deps: WorkerDeps &
    Pick<AttemptDeps, 'breaker' | 'sender' | 'maintenanceWaitMs' | 'storeWatch' | 'workerId' | 'links'> & {
      readonly onText: (text: PlacedText) => void;
    },
): AttemptDeps {
  const { store, ports, workerId, storeWatch, baseUrl, linkKey, linkKeysPrevious, maintenanceWaitMs } = deps;
  const { links } = deps;
  const worker = { store, ports, workerId, storeWatch, links };
  return {
    ...worker,
    breaker: deps.breaker,
    neighbours: createNeighbours(() => performance.now()),
    authorizedPrescriber: deps.authorizedPrescriber,
    facts: createFactsSource(store, ports.clock, maintenanceWaitMs),
    maintenanceWaitMs,
    limited: createConcurrencyLimit(DELIVERY_LIMITS.preparingMax),
    begin: createBegin(worker),
    acceptPlainly: createAcceptPlainly(worker, deps.onText),
    beginText: createBeginText({
      ...worker,
      ...links,
      carrier: deps.textCarrier,
    }),
    sender: deps.sender,
    scriptSender: deps.scriptSender,
    faxPages: createFaxDrawing({
      store,
      ports,
      baseUrl,
      linkKey: createLinkKey(linkKey, linkKeysPrevious),
      senderFax: deps.senderFax,
    }),
    unbuilt: deps.unbuilt,
    ended: deps.ended,
    turned: deps.turned,
    held: deps.held,
    onFault: deps.onError,
  };
}
