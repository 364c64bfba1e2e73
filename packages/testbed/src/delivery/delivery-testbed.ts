// A practice whose orders really leave: the service's delivery against the sandbox's pharmacies and fax machine over loopback HTTP.
import assert from 'node:assert/strict';
import type { Id, PharmacyId } from '@pestle/rules/ids';
import { FAX_MACHINE_KEY, PHONE_KEY } from '@pestle/sandbox/credentials';
import type { Peers, PeersOptions } from '@pestle/sandbox/peers';
import { startPeers } from '@pestle/sandbox/peers';
import type { SimulatedPharmacy } from '@pestle/sandbox/pharmacies/types';
import { outcomeOfMessage, read } from '@pestle/script';
import { createDirectory, type Directory, type Integration } from '@pestle/service/directory';
import {
  type AttemptNews,
  createHandOvers,
  createHttpFaxCarrier,
  createHttpTextCarrier,
  type Delivery,
  type DeliveryDeps,
  type ElectronicWaits,
  type FillNews,
  type HandOvers,
  type UnbuiltNews,
} from '@pestle/service/for-tests/delivery';
import type { OrderRecord } from '@pestle/service/for-tests/prescribing';
import { type Ports, systemPorts } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import { PATIENCE_MS } from '../patience.ts';
import { freshKey } from '../practice/people.ts';
import type { Practice } from '../practice/practice.ts';
import { LISINOPRIL, openPractice, reviewedDraft } from '../practice/practice.ts';
import { openTestStore } from '../stores/test-store.ts';
import { openDelivery } from './open-delivery.ts';
import { looked, waitFor } from './wait-for.ts';

export interface DeliveryTestbed extends Practice {
  readonly peers: Peers;
  readonly delivery: Delivery;
  readonly errors: unknown[];
  /** What could not be built for a pharmacy. */
  readonly unbuilt: UnbuiltNews[];
  /** The attempts that have ended, in order. */
  readonly ended: AttemptNews[];
  /** What went by fax instead, or to a person. */
  readonly turned: FillNews[];
  /** Signs and sends one prescription to a pharmacy of the sandbox, by id. */
  order(pharmacyId: string): Promise<OrderRecord>;
  /** Waits until the order satisfies the condition. */
  until(orderId: string, holds: (record: OrderRecord) => boolean, timeoutMs?: number): Promise<OrderRecord>;
  /** Waits until the dispatcher has looked once more and found nothing that it may take. */
  looked(): Promise<void>;
  /** A message about what was sent for a fill comes by itself: the body as SCRIPT writes it, about its first electronic message of that kind. */
  hear(fillId: string, kind: string, body: string): Promise<void>;
  /** Waits for what `look` finds; `missing` says what was there instead. */
  readonly waitFor: <Fact>(
    look: () => Promise<Fact | undefined> | Fact | undefined,
    missing: () => string,
  ) => Promise<Fact>;
  /** Closes the store as well where it is the testbed's own; then no error of ours may have been met on the way. */
  close(): Promise<void>;
}

interface Options {
  readonly ports?: Ports;
  /** How long pharmacies may take to answer an attempt; when left out a second for who never answers, and fifteen for the others. */
  readonly attemptTimeoutMs?: number;
  readonly peers?: PeersOptions;
  readonly deliveryStore?: Store;
  readonly waits?: ElectronicWaits;
  readonly lateAfter?: DeliveryDeps['lateAfter'];
  /** The sandbox's machine when left out. */
  readonly faxCarrier?: DeliveryDeps['faxCarrier'];
  /** Who carries faxes and texts instead of the sandbox's machines. */
  readonly carriers?: (handOvers: HandOvers) => Partial<Pick<DeliveryDeps, 'faxCarrier' | 'textCarrier'>>;
  readonly onReceipt?: NonNullable<DeliveryDeps['onReceipt']>;
}

/** On a store of its own, for tests that need nothing else of it. */
export async function openOwnDeliveryTestbed(options: Options = {}): Promise<DeliveryTestbed> {
  const store = await openTestStore();
  const testbed = await openDeliveryTestbed(store, options);
  return {
    ...testbed,
    close: async () => {
      await testbed.close();
      await store.close();
      assert.deepEqual(testbed.errors, []);
    },
  };
}

/** Shorter than in life, so that a test sees the whole schedule. */
const QUICK_OFFSETS_MS = [0, 100, 300];
/** A pharmacy that never answers is given up soon; whoever answers does so in time on a busy machine, too. */
const SILENT_TIMEOUT_MS = 1_000;
const TIMEOUT_MS = 15_000;

function attemptsOf(pharmacy: SimulatedPharmacy, timeoutMs?: number): NonNullable<Integration['attempts']> {
  const isSilent = pharmacy.behaviour === 'never-answers' || pharmacy.cancels === 'never-answers';
  return { offsetsMs: QUICK_OFFSETS_MS, timeoutMs: timeoutMs ?? (isSilent ? SILENT_TIMEOUT_MS : TIMEOUT_MS) };
}

export async function openDeliveryTestbed(store: Store, options: Options = {}): Promise<DeliveryTestbed> {
  const ports = options.ports ?? systemPorts;
  const practice = await openPractice(store, ports);
  const peers = await startPeers({
    pace: { slowAnswerMs: 300, faxDeliveryMs: 20, routineStepMs: 50 },
    ...options.peers,
  });
  await writeNetwork(createDirectory({ store, ports }), peers, options.attemptTimeoutMs);
  const errors: unknown[] = [];
  const unbuilt: UnbuiltNews[] = [];
  const ended: AttemptNews[] = [];
  const turned: FillNews[] = [];
  const delivery = openDelivery({
    authorizedPrescriber: practice.deps.authorizedPrescriber,
    requireFreshProof: practice.deps.requireFreshProof,
    store,
    background: options.deliveryStore ?? store,
    ports,
    faxCarrier:
      options.faxCarrier ??
      createHttpFaxCarrier({ baseUrl: peers.faxUrl, key: FAX_MACHINE_KEY, simulated: true }),
    textCarrier: createHttpTextCarrier({ baseUrl: peers.phoneUrl, key: PHONE_KEY }),
    ...options.carriers?.(createHandOvers(store, ports)),
    ...(options.onReceipt === undefined ? {} : { onReceipt: options.onReceipt }),
    ...(options.waits === undefined ? {} : { waits: options.waits }),
    ...(options.lateAfter === undefined ? {} : { lateAfter: options.lateAfter }),
    turned: (news) => {
      if (news !== undefined) turned.push(news);
    },
    unbuilt: (news) => unbuilt.push(news),
    ended: (news) => ended.push(news),
    onError: (error) => errors.push(error),
  });
  await delivery.dispatcher.start();
  const until: DeliveryTestbed['until'] = async (orderId, holds, timeoutMs = PATIENCE_MS) => {
    let record: OrderRecord;
    return await waitFor(
      delivery.dispatcher,
      async () => {
        record = await practice.prescribing.order(practice.prescriber, orderId);
        return holds(record) ? record : undefined;
      },
      {
        missing: () =>
          `the order stayed as it is: ${JSON.stringify(record)} errors: ${errors.map(String).join('; ')}`,
        timeoutMs,
      },
    );
  };
  return {
    ...practice,
    peers,
    delivery,
    errors,
    unbuilt,
    ended,
    turned,
    until,
    hear: async (fillId, kind, body) => {
      const sent = (await delivery.transmissions(practice.prescriber, [fillId])).get(fillId) ?? [];
      const of = sent.find(({ row }) => row.kind === kind && row.channel !== 'fax')?.row;
      assert.ok(of);
      const { message } = read(`<Message><Body>${body}</Body></Message>`);
      const { id: transmissionId, org_id: orgId, fill_id, pharmacy_id: pharmacyId } = of;
      const news = { orgId, transmissionId, fillId: fill_id, pharmacyId, message };
      await store.withOrg(orgId, (tx) =>
        delivery.onAnswer(tx, { ...news, outcome: outcomeOfMessage(message) }),
      );
    },
    looked: () => looked(delivery.dispatcher),
    waitFor: (look, missing) => waitFor(delivery.dispatcher, look, { missing }),
    order: async (pharmacyId) => {
      const before = practice.departures.length;
      const record = await practice.prescribing.createOrder(
        practice.prescriber,
        { drafts: [await reviewedDraft(practice, LISINOPRIL)], pharmacyId },
        freshKey('createOrder'),
      );
      delivery.departures(practice.departures.slice(before));
      return record;
    },
    close: async () => {
      await delivery.close();
      await peers.close();
    },
  };
}

/** Writes the sandbox's partners and pharmacies into the directory, as an import does. */
async function writeNetwork(directory: Directory, peers: Peers, timeoutMs?: number): Promise<void> {
  for (const partner of peers.partners) {
    await directory.administration.upsertPartner({
      id: partner.id as Id<'ptn'>,
      name: partner.name,
      endpoint: partner.endpoint,
    });
  }
  for (const pharmacy of peers.pharmacies) {
    await directory.administration.upsertPharmacy({
      id: pharmacy.id as PharmacyId,
      npi: pharmacy.npi,
      ncpdpId: pharmacy.ncpdpId,
      name: pharmacy.name,
      kind: pharmacy.kind,
      address: pharmacy.address,
      phone: pharmacy.phone,
      fax: pharmacy.fax,
      timeZone: pharmacy.timeZone,
      integration:
        pharmacy.integration === null
          ? null
          : { ...pharmacy.integration, attempts: attemptsOf(pharmacy, timeoutMs) },
    });
  }
}
